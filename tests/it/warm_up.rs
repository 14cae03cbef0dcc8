//! Prompt caches: who comes in has the endpoint read what never changes of a character's questions,
//! once, while nothing else is asked.

use std::time::Duration;

use assistants::llm::{
    ChatMessage, ChatRequest, LlmError,
    profile::{AnswersBy, ModelProfile, QuestionForm, Reasoning},
};
use tests::bare::asked::{AskedTown, says};

/// A line that no script can read.
const RIDDLE: &str = "say to mara wherefore do zebras gallivant over the marzipan?";

fn town(form: QuestionForm, warms_up: bool) -> AskedTown {
    let (answers, reasoning) = (AnswersBy::Sure, Reasoning::Off);
    AskedTown::new(ModelProfile { form, answers, reasoning, warms_up, ..ModelProfile::default() })
        .unwrap()
}

/// Questions within ten seconds.
fn asked(town: &mut AskedTown) -> Vec<ChatRequest> {
    town.wait(Duration::from_secs(10)).unwrap();
    town.take_asked()
}

/// Warm-ups of the innkeeper's questions when a guest comes in.
fn warm_ups_for(town: &mut AskedTown, guest: u64) -> Vec<ChatRequest> {
    town.enter(guest).unwrap();
    asked(town).into_iter().filter(|it| it.is_warm_up && it.npc.as_str() == "mara").collect()
}

#[test]
fn the_first_question_begins_with_what_was_warmed_up_byte_for_byte() {
    for form in QuestionForm::ALL {
        let mut town = town(form, true);
        let warm_ups = warm_ups_for(&mut town, 1);
        let [warm_up] = warm_ups.as_slice() else { panic!("{form:?}: {warm_ups:?}") };
        town.types(1, RIDDLE);
        let asked = asked(&mut town);
        let question = asked.iter().find(|it| it.npc == warm_up.npc).expect("a question");
        let (last, beginning) = warm_up.messages.split_last().unwrap();
        assert!(matches!(last, ChatMessage::User(_)), "{last:?}");
        assert_eq!(question.messages.get(..beginning.len()), Some(beginning), "{form:?}");
        assert_eq!((&question.tools, &question.schema), (&warm_up.tools, &warm_up.schema));
        assert!(!question.is_warm_up);
        let to = |it: &ChatRequest| (it.provider.clone(), it.model.clone(), it.reasoning);
        assert_eq!(to(question), to(warm_up), "{form:?}");
    }
}

#[test]
fn a_warm_cache_is_left_alone_for_ten_minutes() {
    let mut town = town(QuestionForm::Words, true);
    assert_eq!(warm_ups_for(&mut town, 1).len(), 1);
    assert_eq!(warm_ups_for(&mut town, 2).len(), 0);
    town.wait(Duration::from_secs(600)).unwrap();
    assert_eq!(warm_ups_for(&mut town, 3).len(), 1);
}

#[test]
fn nothing_is_sent_where_it_is_off() {
    let mut town = town(QuestionForm::Words, false);
    assert_eq!(warm_ups_for(&mut town, 1).len(), 0);
}

#[test]
fn a_failed_warm_up_is_no_failure_of_the_character() {
    let mut town = town(QuestionForm::Words, true);
    town.result = Err(LlmError::Overloaded);
    assert_eq!(warm_ups_for(&mut town, 1).len(), 1);
    town.result = Ok(says("So it goes."));
    town.types(1, RIDDLE);
    let asked = asked(&mut town);
    assert!(asked.iter().any(|it| it.npc.as_str() == "mara" && !it.is_warm_up), "{asked:?}");
}
