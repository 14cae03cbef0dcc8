//! Models that stand in for others: who is asked when a model gives no answer, in which form, at whose
//! cost, and whose words never go there.

use std::{collections::BTreeSet, time::Duration};

use assistants::{
    gate::{budget::BudgetSettings, consent::OutsideModels, spending},
    llm::{
        ChatMessage, ChatReply, ChatRequest, LlmError,
        chain::ModelFallbacks,
        profile::{AnswersBy, ModelKey, ModelProfile, ModelProfiles, QuestionForm},
    },
    record::newest::RecordMessage,
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{clock::WorldTime, id::SessionId, simulation::Simulation};
use server::screen::draft::Draft;
use tests::bare;
use text::styled::CleanText;
use world::input::Input;

/// A game of the shipped town with one guest in the inn, whose models a test plays.
struct Play {
    sim: Simulation,
    now: WorldTime,
    /// Everything that was asked, in order.
    asked: Vec<ChatRequest>,
    shown: String,
    record: String,
}

fn named(name: &str) -> Option<String> {
    Some(name.to_owned())
}

fn profile(form: QuestionForm) -> ModelProfile {
    ModelProfile { form, answers: AnswersBy::All, ..ModelProfile::default() }
}

impl Play {
    /// The default provider asks in plain text, `cloud`, which stands in for it, with tools; then
    /// comes `last`.
    fn new(outside: &[Option<String>]) -> Self {
        let mut sim = bare::town().unwrap();
        let forms = [
            (None, QuestionForm::Words),
            (named("cloud"), QuestionForm::Tools),
            (named("last"), QuestionForm::Words),
        ];
        let profiles = forms.map(|(name, form)| (ModelKey::of(name), profile(form)));
        let fallbacks = vec![(None, vec!["cloud".to_owned(), "last".to_owned()])];
        let world = sim.world_mut();
        world.insert_resource(ModelProfiles(profiles.into_iter().collect()));
        world.insert_resource(ModelFallbacks(fallbacks));
        world.insert_resource(OutsideModels(outside.iter().cloned().collect()));
        spending::set(world, BudgetSettings::default());
        let now = WorldTime(1_700_000_000_000);
        let (asked, shown, record) = (Vec::new(), String::new(), String::new());
        let mut play = Self { sim, now, asked, shown, record };
        play.sim.put(bare::guest_in_the_inn(1).unwrap());
        play.run(20, |_| Err(LlmError::Resting));
        play.asked.clear();
        play
    }

    fn run(&mut self, ticks: usize, answer: impl Fn(&ChatRequest) -> Result<ChatReply, LlmError>) {
        for _ in 0..ticks {
            self.now = self.now.after(Duration::from_millis(500));
            self.sim.tick(self.now).unwrap();
            for query in self.sim.drain::<RecallQuery>() {
                self.sim.put(MindInput::Recalled { ticket: query.ticket, notes: Vec::new() });
            }
            for ModelCall(request) in self.sim.drain() {
                let result = answer(&request);
                self.sim.put(MindInput::Replied { ticket: request.ticket, result });
                self.asked.push(request);
            }
            for entry in self.sim.drain::<RecordMessage>() {
                if let RecordMessage::Entry(entry) = entry {
                    self.record += &(serde_json::to_string(&entry).unwrap() + "\n");
                }
            }
            let lines = self.sim.drain::<Draft>().into_iter().flat_map(|it| it.lines);
            let bytes: Vec<u8> = lines.flat_map(|it| it.to_vec()).collect();
            self.shown += &String::from_utf8_lossy(&bytes);
        }
    }

    /// Types a line; returns the providers that were asked because of it.
    fn line(
        &mut self,
        line: &str,
        answer: impl Fn(&ChatRequest) -> Result<ChatReply, LlmError>,
    ) -> Vec<Option<String>> {
        self.asked.clear();
        self.shown.clear();
        self.record.clear();
        self.sim.put(Input::Line { session: SessionId(1), line: CleanText::new(line) });
        // Long enough for a thought that waits for nobody.
        self.run(20, answer);
        self.asked.iter().map(|it| it.provider.clone()).collect()
    }
}

fn says(words: &str) -> Result<ChatReply, LlmError> {
    Ok(ChatReply { text: Some(words.to_owned()), ..ChatReply::default() })
}

fn down() -> Result<ChatReply, LlmError> {
    Err(LlmError::Unreachable { endpoint: "http://nowhere".to_owned() })
}

fn texts(request: &ChatRequest) -> String {
    let texts = request.messages.iter().map(|it| match it {
        ChatMessage::System(text) | ChatMessage::User(text) => text.clone(),
        ChatMessage::Assistant { text, .. } => text.clone().unwrap_or_default(),
        ChatMessage::Tool { content, .. } => content.clone(),
    });
    texts.collect()
}

const LINE: &str = "say to mara the moon fell into my soup and asked for a spoon";

#[test]
fn a_model_that_is_down_has_the_next_one_asked_in_its_own_form() {
    let mut play = Play::new(&[]);
    for failure in [
        LlmError::Unreachable { endpoint: "http://nowhere".to_owned() },
        LlmError::Resting,
        LlmError::Overloaded,
        LlmError::Status { code: 401, retry_after: None },
        LlmError::TooLong,
    ] {
        let asked = play.line(LINE, |it| match it.provider.as_deref() {
            None => Err(failure.clone()),
            Some(_) => says("A spoon is the least of it."),
        });
        assert_eq!(asked, [None, named("cloud")], "{failure}");
        assert!(play.shown.contains("A spoon is the least of it."), "{failure}: {}", play.shown);
        let forms: Vec<QuestionForm> = play.asked.iter().map(|it| it.form).collect();
        assert_eq!(forms, [QuestionForm::Words, QuestionForm::Tools]);
        let tools: Vec<bool> = play.asked.iter().map(|it| it.tools.is_empty()).collect();
        assert_eq!(tools, [true, false], "each is shown the tools of its form");
        assert!(play.record.contains("`cloud` is asked the same"), "{}", play.record);
    }
}

#[test]
fn a_model_that_answered_badly_is_not_gone_around() {
    let mut play = Play::new(&[]);
    for failure in [LlmError::CutOff, LlmError::Malformed { what: "no".into() }] {
        let asked = play.line(LINE, |_| Err(failure.clone()));
        assert_eq!(asked, [None], "{failure}");
        assert!(play.shown.contains("Mara"), "the script answers: {}", play.shown);
    }
}

#[test]
fn when_all_are_down_the_script_answers_and_one_question_is_charged() {
    let mut play = Play::new(&[]);
    let used = |play: &Play| {
        let ledger = &play.sim.world().resource::<spending::Spending>().ledger;
        ledger.days().today(play.now).spent.questions
    };
    let before = used(&play);
    assert_eq!(play.line(LINE, |_| down()), [None, named("cloud"), named("last")]);
    assert!(play.shown.contains("Mara"), "{}", play.shown);
    assert_eq!(used(&play) - before, 1);
    let before = used(&play);
    let asked = play.line(LINE, |it| match it.provider.as_deref() {
        Some("last") => says("My grandmother's month spoons: eight of twelve are gone."),
        _ => down(),
    });
    assert_eq!(asked, [None, named("cloud"), named("last")], "{}", play.shown);
    assert_eq!(used(&play) - before, 1);
}

#[test]
fn no_word_goes_to_a_model_elsewhere_for_whoever_said_no() {
    let mut play = Play::new(&[named("cloud")]);
    // Nobody was told of it yet: the model here is asked, and after it the one here that is left.
    let secret = "say to mara I hid the teapot below the third step";
    let here = [None, named("last")];
    assert_eq!(play.line(secret, |_| down()), here);
    assert!(play.shown.contains("set models off"), "{}", play.shown);
    // Now the player knows, and the whole chain is asked, but never about what was said before.
    assert_eq!(play.line(LINE, |_| down()), [None, named("cloud"), named("last")]);
    for request in &play.asked {
        assert!(!texts(request).contains("teapot"), "{:?}", request.provider);
    }
    play.line("set models off", |_| down());
    assert_eq!(play.line(LINE, |_| down()), here);
    assert!(!play.shown.contains("set models off"), "told once");
}

#[test]
fn a_model_here_answers_whoever_said_no_to_the_first_one() {
    let mut play = Play::new(&[None]);
    play.line("set models off", |_| down());
    let asked = play.line(LINE, |_| says("A spoon is the least of it."));
    assert_eq!(asked, [named("cloud")]);
    let all: BTreeSet<Option<String>> = asked.into_iter().collect();
    assert!(!all.contains(&None));
}
