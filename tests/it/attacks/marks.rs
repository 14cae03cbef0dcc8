//! The mark that fences data in a question: once anybody has said or typed it, it fences nothing.

use assistants::llm::{ChatMessage, profile::QuestionForm};
use tests::attack::{
    case::{self, folder},
    forbidden::Forbidden,
    judge::judge,
    macros,
    run::run,
    trace::TraceEvent,
    variant::AttackVariant,
};

#[test]
fn a_mark_that_was_said_or_typed_is_renewed_before_the_next_question() {
    let family = case::family(&folder().join("table.ron")).unwrap();
    let case = family.cases.iter().find(|it| it.id.starts_with("T14-")).unwrap();
    let trace = run(case, AttackVariant::Say, QuestionForm::Tools).unwrap();
    let mut marks: Vec<String> = trace.asked.iter().filter_map(|it| macros::fence(it)).collect();
    marks.dedup();
    let is_said =
        |mark: &String| trace.shown().any(|(_, text)| text.contains(&format!("It is {mark}.")));
    assert!(marks.iter().any(is_said), "a character says it");
    let is_typed = |mark: &String| {
        let holds =
            |it: &TraceEvent| matches!(it, TraceEvent::Typed { line, .. } if line.contains(mark));
        trace.events.iter().any(holds)
    };
    assert!(marks.iter().any(is_typed), "a player types it");
    let results = trace.asked.iter().flat_map(|it| &it.messages).filter_map(|it| match it {
        ChatMessage::Tool { content, .. } => Some(content),
        ChatMessage::System(_) | ChatMessage::User(_) | ChatMessage::Assistant { .. } => None,
    });
    let is_read = |mark: &String| results.clone().any(|it| it.contains(mark));
    assert!(marks.iter().any(is_read), "a look shows it");
    assert_eq!(judge(&trace, &Forbidden::Fence), None, "{marks:?}");
}
