use serde_json::json;

use super::{super::Exchange, *};
use crate::llm::scene::Done;

const NOW: WorldTime = WorldTime(1_000_000);

fn later(seconds: u64) -> WorldTime {
    NOW.after(Duration::from_secs(seconds))
}

fn call(category: ToolClass, tool: &str, arguments: Value) -> Call {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    Call {
        id: "c".to_owned(),
        tool: tool.to_owned(),
        arguments,
        category,
        refused: None,
        offered: true,
        aside: false,
        elsewhere: false,
        authored: false,
    }
}

fn look(arguments: Value) -> Call {
    call(ToolClass::SafeChain, "inspect", arguments)
}

fn say(words: &str) -> Call {
    call(ToolClass::Terminal, "say", json!({ "text": words }))
}

fn whisper(to: &str, words: &str) -> Call {
    call(ToolClass::Terminal, "whisper", json!({ "to": to, "text": words }))
}

/// Test bench: a thought with its log of sent messages.
struct Desk {
    brief: Brief,
    thought: Thought,
    log: SendLog,
}

/// A thought that nobody waits for.
impl Default for Desk {
    fn default() -> Self {
        let brief = Brief { fallback: Fallback::Nothing, ..Brief::default() };
        Self { brief, thought: Thought::default(), log: SendLog::default() }
    }
}

impl Desk {
    /// A thought that somebody waits for.
    fn asked(log: SendLog) -> Self {
        Self { brief: Brief::default(), log, ..Self::default() }
    }

    fn ends(&mut self, call: Call, success: bool, content: &str) {
        self.thought.exchanges.push(Exchange {
            results: vec![Done { tool: call.tool.clone(), success, content: content.to_owned() }],
            calls: vec![call],
            ..Exchange::default()
        });
    }

    /// Runs a call if it passes the checks, and adds it with its result to the thought.
    fn runs(&mut self, call: Call, now: WorldTime) -> Result<(), Dropped> {
        let result = self.log.check(&self.thought, (&self.brief, ""), &call, now);
        if result.is_ok() {
            self.log.record_call(&call, "", now);
        }
        let content = result.map_or_else(Dropped::hint, |()| "done");
        self.ends(call, result.is_ok(), content);
        result
    }
}

/// Sends an unasked message, as the first of a thought.
fn remarks(log: &mut SendLog, words: &str, now: WorldTime) -> Result<(), Dropped> {
    let mut desk = Desk { log: log.clone(), ..Desk::default() };
    let result = desk.runs(say(words), now);
    *log = desk.log;
    result
}

#[test]
fn the_same_call_is_made_once() {
    let mut desk = Desk::default();
    let other_tool = call(ToolClass::SafeChain, "search", json!({ "target": "lamp" }));
    assert_eq!(desk.runs(look(json!({ "target": "lamp" })), NOW), Ok(()));
    assert_eq!(desk.runs(look(json!({ "target": "door" })), NOW), Ok(()));
    assert_eq!(desk.runs(other_tool, NOW), Ok(()));
    let again = desk.runs(look(json!({ "target": "lamp" })), NOW);
    assert_eq!(again, Err(Dropped::Identical));
}

#[test]
fn calls_of_one_reply_are_compared_too() {
    let mut desk = Desk::default();
    let lamp = || look(json!({ "target": "lamp" }));
    desk.thought.exchanges.push(Exchange { calls: vec![lamp(), lamp()], ..Exchange::default() });
    assert_eq!(
        desk.log.check(&desk.thought, (&desk.brief, ""), &lamp(), NOW),
        Ok(()),
        "it is not its own repetition"
    );
    desk.thought.exchanges[0].results.push(Done {
        tool: "inspect".to_owned(),
        success: true,
        content: "a lamp".to_owned(),
    });
    let second = desk.log.check(&desk.thought, (&desk.brief, ""), &lamp(), NOW);
    assert_eq!(second, Err(Dropped::Identical));
}

#[test]
fn a_call_that_failed_is_not_made_again_but_one_that_was_skipped_is() {
    let mut desk = Desk::default();
    let (failed, skipped) = (look(json!({ "target": "lamp" })), look(json!({ "target": "door" })));
    desk.ends(failed.clone(), false, "there is no lamp here");
    desk.ends(skipped.clone(), false, advice::NOT_RUN);
    assert_eq!(desk.runs(failed, NOW), Err(Dropped::Identical));
    assert_eq!(desk.runs(skipped, NOW), Ok(()));
}

#[test]
fn neither_case_nor_punctuation_nor_order_makes_a_new_call() {
    let mut desk = Desk::default();
    let first = json!({ "query": "brass lamp", "deep": { "list": ["A b"] }, "limit": 3 });
    let same = json!({ "limit": 3, "deep": { "list": ["a  B!"] }, "query": "Brass  lamp." });
    let other = json!({ "query": "brass lamp", "deep": { "list": ["A b"] }, "limit": 4 });
    assert_eq!(desk.runs(look(first), NOW), Ok(()));
    assert_eq!(desk.runs(look(same), NOW), Err(Dropped::Identical));
    assert_eq!(desk.runs(look(other), NOW), Ok(()));
    assert_eq!(desk.runs(look(json!({ "target": "?" })), NOW), Ok(()));
    assert_eq!(desk.runs(look(json!({ "target": "!" })), NOW), Ok(()));
}

#[test]
fn what_was_masked_may_be_looked_at_again() {
    let mut desk = Desk::default();
    let (long, short) = (look(json!({ "target": "lamp" })), look(json!({ "target": "door" })));
    desk.ends(long.clone(), true, &"a lamp ".repeat(40));
    desk.ends(short.clone(), true, "a door");
    desk.ends(look(json!({ "target": "bell" })), true, "a bell");
    let again = |desk: &Desk| desk.log.check(&desk.thought, (&desk.brief, ""), &long, NOW);
    assert_eq!(again(&desk), Err(Dropped::Identical));
    desk.thought.masked = 2;
    assert_eq!(again(&desk), Ok(()));
    assert_eq!(desk.runs(short, NOW), Err(Dropped::Identical), "its result stands there yet");
}

#[test]
fn taking_turns_between_two_calls_is_more_than_a_repetition() {
    let mut desk = Desk::default();
    let (a, b) = (look(json!({ "target": "lamp" })), look(json!({ "target": "door" })));
    assert_eq!(desk.runs(a.clone(), NOW), Ok(()));
    assert_eq!(desk.runs(b.clone(), NOW), Ok(()));
    assert_eq!(desk.runs(a.clone(), NOW), Err(Dropped::Identical));
    assert_eq!(desk.runs(b, NOW), Err(Dropped::BackAndForth));
    assert_eq!(desk.runs(a, NOW), Err(Dropped::BackAndForth));

    let mut desk = Desk::default();
    let results = [(); 4].map(|()| desk.runs(look(json!({})), NOW));
    let [first, rest @ ..] = results;
    assert_eq!(first, Ok(()));
    assert_eq!(rest, [Err(Dropped::Identical); 3], "one call cannot take turns");
}

#[test]
fn a_thought_speaks_twice_at_most() {
    let mut desk = Desk::asked(SendLog::default());
    assert_eq!(desk.runs(say("Welcome!"), NOW), Ok(()));
    assert_eq!(desk.runs(whisper("bob", "Sit down by the fire."), NOW), Ok(()));
    let third = desk.runs(say("What will you drink?"), NOW);
    assert_eq!(third, Err(Dropped::MessageCap));
    assert_eq!(desk.runs(look(json!({})), NOW), Ok(()), "it may still look around");
}

#[test]
fn a_message_that_failed_counts_for_nothing() {
    let mut desk = Desk::default();
    for name in ["ann", "ben", "cid"] {
        desk.ends(whisper(name, "Come here."), false, "nobody of that name is here");
    }
    assert_eq!(desk.runs(say("Come here."), NOW), Ok(()));
}

#[test]
fn the_same_is_not_said_twice_within_five_minutes() {
    let mut log = SendLog::default();
    assert_eq!(remarks(&mut log, "Good day!", NOW), Ok(()));
    assert_eq!(remarks(&mut log, "good  day", later(299)), Err(Dropped::Repeated));
    assert_eq!(remarks(&mut log, "...", NOW), Ok(()));
    assert_eq!(remarks(&mut log, "!!", NOW), Ok(()), "there are no words to compare");
    assert_eq!(remarks(&mut log, "Good day!", later(300)), Ok(()));
}

#[test]
fn nearly_the_same_is_not_said_either() {
    // Eight words count: miller, brought, three, barrels, from, Oakham, yesterday, evening.
    let said = "The miller brought three barrels from Oakham yesterday evening";
    let mut log = SendLog::default();
    assert_eq!(remarks(&mut log, said, NOW), Ok(()));
    let six = "A miller brought three barrels from Oakham last night";
    assert_eq!(remarks(&mut log, six, NOW), Err(Dropped::Similar), "six of eight words");
    let five = "Some miller brought three barrels from Lutton last night";
    assert_eq!(remarks(&mut log, five, NOW), Ok(()), "five of nine words");
    assert_eq!(remarks(&mut log, said, later(300)), Ok(()), "that was long ago");
}

#[test]
fn exactly_seven_words_of_ten_are_not_too_similar() {
    let mut log = SendLog::default();
    let ten = "alpha bravo charlie delta echo foxtrot golf hotel india juliett";
    let seven = "alpha bravo charlie delta echo foxtrot golf kilo lima mike";
    let eight = "alpha bravo charlie delta echo foxtrot golf hotel lima mike";
    assert_eq!(remarks(&mut log, ten, NOW), Ok(()));
    assert_eq!(remarks(&mut log.clone(), seven, NOW), Ok(()));
    assert_eq!(remarks(&mut log.clone(), eight, NOW), Err(Dropped::Similar));
}

#[test]
fn short_answers_are_only_compared_as_they_are() {
    let mut log = SendLog::default();
    assert_eq!(remarks(&mut log, "Certainly, friend.", NOW), Ok(()));
    assert_eq!(remarks(&mut log, "Certainly not, friend.", NOW), Ok(()));
    assert_eq!(remarks(&mut log, "Certainly, friend!", NOW), Err(Dropped::Repeated));
}

#[test]
fn what_was_said_to_one_is_new_to_another() {
    let mut desk = Desk::default();
    let words = "Welcome to the inn!";
    assert_eq!(desk.runs(whisper("bob", words), NOW), Ok(()));
    let to_ann =
        desk.log.check(&Thought::default(), (&desk.brief, ""), &whisper("ann", words), NOW);
    assert_eq!(to_ann, Ok(()));
    let to_bob =
        desk.log.check(&Thought::default(), (&desk.brief, ""), &whisper("Bob", words), NOW);
    assert_eq!(to_bob, Err(Dropped::Repeated));
}

#[test]
fn who_asks_again_is_answered_again_but_only_once() {
    let mut log = SendLog::default();
    assert_eq!(remarks(&mut log, "Ale is two pennies.", NOW), Ok(()));
    let mut desk = Desk::asked(log);
    assert_eq!(desk.runs(say("Ale is two pennies."), NOW), Ok(()));
    let mut desk = Desk::asked(desk.log);
    assert_eq!(desk.runs(say("What will it be?"), NOW), Ok(()));
    assert_eq!(desk.runs(say("Ale is two pennies!"), NOW), Err(Dropped::Repeated));
    // A pose before the words is no answer by itself.
    let mut desk = Desk::asked(desk.log);
    let nods = call(ToolClass::Terminal, "emote", json!({ "text": "nods." }));
    assert_eq!(desk.runs(nods, NOW), Ok(()));
    assert_eq!(desk.runs(say("Ale is two pennies."), NOW), Ok(()));
}

#[test]
fn the_log_holds_the_last_five_messages() {
    let mut log = SendLog::default();
    for words in ["one", "two", "three", "four", "five", "six"] {
        log.record_call(&say(words), "", NOW);
    }
    log.record_call(&look(json!({ "text": "seven" })), "", NOW);
    assert_eq!(log.0.len(), SENDS);
    assert_eq!(remarks(&mut log.clone(), "one", NOW), Ok(()));
    assert_eq!(remarks(&mut log.clone(), "two", NOW), Err(Dropped::Repeated));
    let saved = serde_json::to_string(&log).unwrap();
    assert_eq!(serde_json::from_str::<SendLog>(&saved).unwrap(), log);
}

#[test]
fn a_model_does_not_answer_two_questions_with_the_same_words() {
    let answers = |log: &mut SendLog, words: &str, asked: &str, authored: bool| {
        let desk = Desk::asked(log.clone());
        let call = Call { authored, ..say(words) };
        let result = desk.log.check(&desk.thought, (&desk.brief, asked), &call, NOW);
        if result.is_ok() {
            log.record_call(&call, asked, NOW);
        }
        result
    };
    let long = "The inn is east of the square, under the brass ear.";
    let mut log = SendLog::default();
    assert_eq!(answers(&mut log, long, "where is the inn?", false), Ok(()));
    assert_eq!(answers(&mut log, long, "Where is the inn", false), Ok(()), "asked again");
    assert_eq!(answers(&mut log, long, "who are you?", false), Err(Dropped::Repeated));
    assert_eq!(answers(&mut log, long, "who are you?", true), Ok(()), "its author's words");
    // A plain word may answer two questions, and not a third.
    assert_eq!(answers(&mut log, "Yes.", "are you Mara?", false), Ok(()));
    assert_eq!(answers(&mut log, "Yes.", "is it open?", false), Ok(()));
    assert_eq!(answers(&mut log, "Yes.", "why?", false), Err(Dropped::Repeated));
    // A short sentence is more than that.
    assert_eq!(answers(&mut log, "I weigh it.", "what do you do?", false), Ok(()));
    assert_eq!(answers(&mut log, "I weigh it.", "is it light?", false), Err(Dropped::Repeated));
    // Others heard it, too.
    let to_bob = Call {
        authored: false,
        ..call(ToolClass::Terminal, "say", json!({"text": "I weigh it.", "to": "bob"}))
    };
    let desk = Desk::asked(log);
    let result = desk.log.check(&desk.thought, (&desk.brief, "and now?"), &to_bob, NOW);
    assert_eq!(result, Err(Dropped::Repeated));
}

#[test]
fn a_search_is_made_once_however_its_words_are_turned() {
    let search = |arguments| call(ToolClass::SafeChain, "recall_memories", arguments);
    let mut desk = Desk::default();
    assert_eq!(desk.runs(search(json!({ "query": "the old mill" })), NOW), Ok(()));
    let turned = search(json!({ "query": "Old mill, the" }));
    assert_eq!(desk.runs(turned, NOW), Err(Dropped::SameSearch));
    let wider = search(json!({ "query": "mill old", "focus": 4 }));
    assert_eq!(desk.runs(wider, NOW), Ok(()), "a wider one may find more");
    assert_eq!(desk.runs(search(json!({ "query": "new mill" })), NOW), Ok(()));
}

#[test]
fn looking_around_ends_when_nothing_changes() {
    let around = |detail: &str| {
        call(ToolClass::SafeChain, "inspect_location", json!({ "detail_level": detail }))
    };
    let mut desk = Desk::default();
    assert_eq!(desk.runs(around("full"), NOW), Ok(()));
    assert_eq!(desk.runs(around("brief"), NOW), Ok(()));
    assert_eq!(desk.runs(around("again"), NOW), Err(Dropped::Polling));
}

#[test]
fn a_second_message_needs_something_done_since_the_first() {
    let mut desk = Desk::asked(SendLog::default());
    assert_eq!(desk.runs(say("I shall look."), NOW), Ok(()));
    desk.thought.exchanges.push(Exchange::default());
    let second = desk.log.check(&desk.thought, (&desk.brief, ""), &say("Still looking."), NOW);
    assert_eq!(second, Err(Dropped::StatusOnly));
    desk.thought.exchanges.pop();
    desk.ends(look(json!({ "target": "lamp" })), true, "a lamp");
    desk.thought.exchanges.push(Exchange::default());
    let second = desk.log.check(&desk.thought, (&desk.brief, ""), &say("It is a lamp."), NOW);
    assert_eq!(second, Ok(()));
}
