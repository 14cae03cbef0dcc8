//! Lines of a talk that go into a question: the newest always do, however full the context is.

use std::sync::Arc;

use crate::{
    perceive::stream::StreamLine,
    prompt::earlier::names,
    turn::budget::compaction::{Compaction, NEWEST_LINES},
};

/// Size of a line besides its words, in bytes.
const FRAME: usize = 80;
/// Maximum number of names that are kept of the middle of a line.
const MOST_NAMES: usize = 6;
/// Mark in place of what was left out of a line.
const CUT: &str = " … ";

/// Returns the newest lines that fit into so many bytes, oldest first, and in any case the newest
/// [`NEWEST_LINES`], of which long ones lose their middles but for the names in it.
pub(super) fn newest(
    lines: &[Arc<StreamLine>],
    share: usize,
    by: Compaction,
) -> Vec<Arc<StreamLine>> {
    let kept = lines.len().min(NEWEST_LINES);
    let (older, newest) = lines.split_at(lines.len() - kept);
    let size = |it: &Arc<StreamLine>| it.words.len() + FRAME;
    let fits = newest.iter().map(size).sum::<usize>() <= share;
    // What is short of the even share leaves more to the others, but that is not counted on.
    let even = (share / NEWEST_LINES).saturating_sub(FRAME).max(FRAME);
    let longest = by.longest_line().map(|it| it.min(even)).or((!fits).then_some(even));
    let newest: Vec<_> = newest.iter().map(|it| shortened(it, longest)).collect();
    let mut left = share.saturating_sub(newest.iter().map(size).sum());
    let mut fitting: Vec<Arc<StreamLine>> = Vec::new();
    for line in older.iter().rev().filter(|_| by == Compaction::None) {
        let Some(rest) = left.checked_sub(size(line)) else { break };
        left = rest;
        fitting.push(line.clone());
    }
    fitting.reverse();
    fitting.extend(newest);
    fitting
}

/// Returns a line without its middle, if it is longer than so many bytes; the names in it stay.
fn shortened(line: &Arc<StreamLine>, longest: Option<usize>) -> Arc<StreamLine> {
    let Some(longest) = longest.filter(|it| line.words.len() > *it) else { return line.clone() };
    let words = &line.words;
    let head = words.floor_char_boundary(longest / 2);
    let tail = words.ceil_char_boundary(words.len() - longest / 4);
    // A word is not cut in two, so that a name stays one.
    let head = words.get(..head).and_then(|it| it.rfind(' ')).unwrap_or(head);
    let after = words.get(tail..).and_then(|it| it.find(' ')).unwrap_or_default();
    let (first, last) = (words.get(..head).unwrap_or_default(), words.get(tail + after..));
    let middle = words.get(head..tail + after).unwrap_or_default();
    let mut named: Vec<&str> = Vec::new();
    // Before the middle a sentence goes on, so that a name at its beginning counts.
    for name in names(&format!("a {middle}")).map(str::to_owned).collect::<Vec<_>>() {
        if let Some(at) = middle.find(&name)
            && let Some(of) = middle.get(at..at + name.len())
            && !named.contains(&of)
            && named.len() < MOST_NAMES
        {
            named.push(of);
        }
    }
    let mut text = first.to_owned();
    for part in named.into_iter().chain(last.map(str::trim)) {
        text.push_str(CUT);
        text.push_str(part);
    }
    Arc::new(StreamLine { words: text, ..StreamLine::clone(line) })
}

#[cfg(test)]
mod tests {
    use engine::{clock::WorldTime, id::CharacterId, label::Label};
    use proptest::prelude::*;
    use world::witness::fact::Source;

    use super::*;
    use crate::{
        llm::{profile::QuestionForm, scene::Scene, scripted::ScriptDraft},
        persona::Persona,
        prompt::{self, Parts, earlier::EarlierTalk},
        think::ask::size,
        turn::{
            ThoughtPhase,
            brief::TurnAuthority,
            budget::compaction::{BEGINS_BELOW, needed, percent},
        },
    };

    fn line(words: String, own: bool) -> Arc<StreamLine> {
        let who = if own { "Mara" } else { "Ann" };
        Arc::new(StreamLine {
            at: WorldTime::default(),
            source: Source::Say,
            who: Some((CharacterId::new(&who.to_lowercase()).unwrap(), who.into())),
            channel: None,
            words,
            own,
            importance: 5,
            label: Label::engine(),
            part: None,
        })
    }

    fn lines() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec("[a-z]{1,9}( [a-z]{1,9}){0,120}", 1..60)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// A name that was said within the newest twenty lines stands in the question, whatever else was
        /// said, and however little room there is.
        #[test]
        fn a_name_of_the_newest_lines_is_never_gone(
            words in lines(), back in 0..20_usize, at in 0..1_000_usize, share in 0..40_000_usize, level in 0..4_usize,
        ) {
            let by = [Compaction::None, Compaction::Lines, Compaction::Bare, Compaction::Tight][level];
            let mut words = words;
            let of = words.len() - 1 - back.min(words.len() - 1);
            let mut all: Vec<&str> = words[of].split(' ').collect();
            all.insert(1.max(at % (all.len() + 1)), "Tomas");
            words[of] = all.join(" ");
            let lines: Vec<_> = words.into_iter().enumerate().map(|(n, it)| line(it, n % 2 == 1)).collect();
            let shown = newest(&lines, share, by);
            prop_assert!(shown.iter().any(|it| it.words.contains("Tomas")), "{:?}", shown[shown.len() - 1]);
            prop_assert!(shown.len() >= lines.len().min(NEWEST_LINES));
        }

        /// After compaction a turn begins below sixty percent of the context, however long the talk was.
        #[test]
        fn a_turn_begins_below_sixty_percent(words in lines(), times in 1..5_usize, form in 0..2_usize) {
            let persona: Persona = ron::from_str(
                r#"(id: "mara", voice: "Calm.", body: (name: "Mara", description: "A woman.", home: "town/inn"))"#,
            ).unwrap();
            let size = 8_192;
            let share = usize::try_from(size).unwrap() * 4 / 6;
            let all: Vec<_> = words.iter().enumerate()
                .map(|(n, it)| line(vec![it.as_str(); times].join(" "), n % 2 == 1)).collect();
            let scene = Scene::bare(persona.clone().into(), None);
            let form = [QuestionForm::Tools, QuestionForm::Words][form];
            let chars = |by: Compaction| {
                // Lines that were heard beside are as long, and go first.
                let heard = if by == Compaction::None { all.clone() } else { Vec::new() };
                let transcript = newest(&all, share, by);
                let (transcript, heard): (Vec<_>, Vec<_>) =
                    (transcript.iter().map(|it| &**it).collect(), heard.iter().map(|it| &**it).collect());
                let left: Vec<&StreamLine> = all.iter().map(|it| &**it).collect();
                let parts = Parts {
                    persona: &persona,
                    kind: TurnAuthority::Reply,
                    scene: &scene,
                    earlier: EarlierTalk::of(&left, &[]).filter(|_| by < Compaction::Bare),
                    transcript: &transcript,
                    heard: &heard,
                    memories: &[],
                    rumours: &[],
                    draft: &ScriptDraft::default(),
                    exchanges: &[],
                    masked: 0,
                    fence: "abcdef",
                    now: WorldTime::default(),
                    phase: ThoughtPhase::Act,
                    advice: None,
                };
                size::of_messages(&prompt::question(form, &parts, Arc::default()).messages)
            };
            let by = needed(size, chars);
            prop_assert!(by == Compaction::None || percent(chars(by), size) < BEGINS_BELOW);
        }
    }
}
