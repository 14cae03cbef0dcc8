//! Question in plain text: the reply is what the character says. Any model understands it, and a
//! small one answers it best.
//!
//! ```text
//! system      the character, what it knows, the rules           never changes
//! user        sample lines, and the character's own answers     never changes
//! assistant
//! user        what the partner said and did                     the transcript, which only grows
//! assistant   what the character answered
//! user        how things are now, what the character knows, what the partner said last, and the
//!             script's answer, if it has one
//! ```
//!
//! Lines of the partner that are said aloud have no name before them: a small model that reads `Ann: ...` goes on
//! with `Ann says, ...`, or takes its own name for that of whoever it answers.
//!
//! There is no mark around data: the reply has no calls to take over, and a plan of the character's
//! own is never asked for in this form.

use text::styled::list;
use world::witness::fact::Source;

use super::{Parts, earlier::EarlierTalk, help, literal, purpose, task};
use crate::{
    llm::ChatMessage,
    memory::{Note, NoteKind},
    perceive::stream::StreamLine,
    persona::{Persona, band::RegardBand},
};

/// Rules, after the character.
const RULES: &str = "You are in a text game and speak as {me}, in the first person. Answer what was said \
last, in one or two short sentences. Brackets tell you how things are. If you do not know, say so in your own way. Invent no facts, people, \
places or prices. Goods and coins change hands by the game, not by your words.";

/// Maximum number of memories; further ones cost more than they tell.
const MEMORIES: usize = 3;
/// Maximum number of things named.
const THINGS: usize = 4;

/// Builds the messages.
pub(super) fn messages(parts: &Parts) -> Vec<ChatMessage> {
    let mut messages = beginning(parts.persona);
    transcribe(&mut messages, parts);
    messages
}

/// Returns the messages that never change.
pub(super) fn beginning(persona: &Persona) -> Vec<ChatMessage> {
    beginning_by(persona, RULES)
}

/// Returns the constant beginning of a prompt: the character with the rules, and sample lines with
/// its answers.
pub(super) fn beginning_by(persona: &Persona, rules: &str) -> Vec<ChatMessage> {
    let me = &persona.body.name;
    let mut text = format!("You are {me}. {}", persona.voice);
    for (heading, lines) in
        [("You are there to: ", &persona.duties), ("You know: ", &persona.knows)]
    {
        if !lines.is_empty() {
            text.push('\n');
            text.push_str(heading);
            text.push_str(&lines.join(" "));
        }
    }
    let sold = persona.offers.iter().filter(|it| it.is_on_sale());
    let sold: Vec<String> = sold.map(|it| it.what.clone()).collect();
    if !sold.is_empty() {
        text.push_str(&format!("\nYou sell {}.", list(&sold)));
    }
    text.push_str("\n\n");
    text.push_str(&rules.replace("{me}", me));
    let mut messages = vec![ChatMessage::System(text)];
    for (line, answer) in persona.sample_talk() {
        messages.push(ChatMessage::User(line.to_owned()));
        messages.push(said(answer.to_owned()));
    }
    messages
}

fn said(text: String) -> ChatMessage {
    ChatMessage::Assistant { text: Some(text), calls: Vec::new() }
}

/// Appends the transcript, and at its end how things are now. Lines that are not answered yet stand
/// behind that, so that what the model reads last is the line to answer: a small one that reads a hint
/// behind it answers the hint. For the same reason the answer that the script has stands behind it.
pub(super) fn transcribe(messages: &mut Vec<ChatMessage>, parts: &Parts) {
    let earlier = parts.earlier.as_ref().map(EarlierTalk::sentence);
    let mut lines: Vec<String> =
        earlier.into_iter().map(|it| literal::plain(&it).into_owned()).collect();
    let mut is_begun = false;
    // An own pose before words has a small model pose before all that it says.
    let shown = parts.transcript.iter().filter(|it| !(it.own && it.source == Source::Pose));
    for line in shown {
        if !line.own {
            lines.push(spoken(line, parts));
            continue;
        }
        if lines.is_empty() && !is_begun {
            lines.push(opened(parts));
        }
        let words = literal::plain(&line.words);
        if !lines.is_empty() {
            messages.push(ChatMessage::User(lines.join("\n")));
            lines.clear();
        }
        match messages.last_mut() {
            Some(ChatMessage::Assistant { text: Some(text), .. }) if is_begun => {
                text.push(' ');
                text.push_str(&words);
            }
            _ => messages.push(said(words.into_owned())),
        }
        is_begun = true;
    }
    // Whoever only words an answer needs to know nothing else, and would tell of it.
    let mut last = if says_answer(parts) { Vec::new() } else { now(parts) };
    last.extend(known(parts));
    last.extend(rejected(parts));
    last.extend(help::sentence(parts).map(|it| literal::plain(&it).into_owned()));
    last.extend(task::sentence(parts).map(|it| literal::plain(&it).into_owned()));
    last.append(&mut lines);
    last.extend(pending(parts));
    last.extend(answer(parts));
    last.extend(task::demand(parts));
    messages.push(ChatMessage::User(last.join("\n")));
}

/// Returns the sentence before a transcript that the character began, for which the models' templates
/// want a line of somebody else.
fn opened(parts: &Parts) -> String {
    let partner = parts.scene.stimulus.as_ref().map(|it| literal::plain(&it.name));
    format!("({} is there.)", partner.as_deref().unwrap_or("Somebody"))
}

/// Returns a line of the conversation: bare words of the partner, said aloud, and else a sentence. Words
/// that begin like a remark about how things are keep the name before them.
fn spoken(line: &StreamLine, parts: &Parts) -> String {
    let partner = parts.scene.stimulus.as_ref().map(|it| &it.speaker);
    let is_theirs = line.who.as_ref().is_some_and(|(id, _)| Some(id) == partner);
    let words = literal::plain(&line.words);
    if line.source == Source::Say && is_theirs && !words.trim_start().starts_with('(') {
        words.into_owned()
    } else {
        told(line)
    }
}

/// Returns a line as a sentence.
fn told(line: &StreamLine) -> String {
    let words = literal::plain(&line.words);
    let name = line.who.as_ref().map(|(_, name)| literal::plain(name));
    let name = name.as_deref().unwrap_or("Somebody");
    match line.source {
        Source::Say => format!("{name}: {words}"),
        Source::Shout => format!("{name} (shouting): {words}"),
        Source::Whisper => format!("{name} (whispering): {words}"),
        Source::Page => format!("{name} (from elsewhere): {words}"),
        Source::Channel => {
            let channel = line.channel.as_ref().map_or("", |it| it.as_str());
            format!("{name} (on {channel}): {words}")
        }
        // An own pose is kept without the name.
        Source::Pose if line.own => format!("({name} {words})"),
        Source::Pose | Source::Emit | Source::Deed | Source::Feedback => format!("({words})"),
    }
}

/// Returns the line to answer, unless it is the last line of the transcript.
fn pending(parts: &Parts) -> Option<String> {
    let Some(stimulus) = parts.scene.stimulus.as_ref() else {
        return Some(format!("({} speaks.)", parts.persona.body.name));
    };
    if parts.is_last_in_transcript() {
        return None;
    }
    let (name, words) = (literal::plain(&stimulus.name), literal::plain(&stimulus.words));
    Some(match stimulus.source {
        _ if stimulus.brought().is_some() => help::brought(parts),
        _ if words.is_empty() => format!("({name} comes in.)"),
        Source::Whisper => format!("{name} (whispering): {words}"),
        Source::Page if stimulus.is_letter() => format!("{name} (in a letter): {words}"),
        Source::Page => format!("{name} (from elsewhere): {words}"),
        Source::Pose | Source::Emit | Source::Deed | Source::Feedback => format!("({words})"),
        Source::Say if !words.trim_start().starts_with('(') => words.into_owned(),
        Source::Say | Source::Shout | Source::Channel => format!("{name}: {words}"),
    })
}

/// Returns the character's knowledge of the possible subjects of the line.
fn known(parts: &Parts) -> Option<String> {
    (!says_answer(parts) && !parts.draft.texts.is_empty())
        .then(|| format!("(You know: {})", drafted(parts)))
}

/// Returns the answer that the script has.
fn answer(parts: &Parts) -> Option<String> {
    says_answer(parts).then(|| format!("(Say in your own words: \"{}\")", drafted(parts)))
}

fn says_answer(parts: &Parts) -> bool {
    parts.draft.is_answer && parts.draft.texts.len() == 1
}

fn drafted(parts: &Parts) -> String {
    let texts: Vec<_> = parts.draft.texts.iter().map(|it| literal::plain(it)).collect();
    texts.join(" ")
}

/// Returns the rejected answer, with the request not to repeat it.
fn rejected(parts: &Parts) -> Option<String> {
    let again = parts.exchanges.iter().rev().find(|it| !it.by_script)?;
    let said = again.calls.iter().find_map(|it| it.arguments.get("text")?.as_str());
    let said = said.or(again.text.as_deref()).filter(|it| !it.is_empty());
    // The hint of a review is about words that were said.
    let hint = again.hint.as_ref().filter(|_| !again.calls.is_empty());
    Some(match (said, hint) {
        (Some(said), Some(hint)) => format!("(You said: \"{}\". {hint})", literal::plain(said)),
        (Some(said), None) => format!("(Not again: \"{}\")", literal::plain(said)),
        (None, _) => "(Answer in plain words.)".to_owned(),
    })
}

/// Returns how things are now, in sentences.
fn now(parts: &Parts) -> Vec<String> {
    let mut all = vec![place(parts)];
    all.extend(about_partner(parts));
    all.extend(purpose::sentence(parts));
    all.extend(parts.memories.iter().take(MEMORIES).map(remembered));
    let pending = parts.scene.stimulus.as_ref().map(|it| it.words.as_str());
    let heard = parts.heard.iter().filter(|it| it.own || Some(it.words.as_str()) != pending);
    all.extend(heard.map(|it| overheard(it)));
    all
}

/// Returns the place, the time and who is there; a partner who speaks from elsewhere does not learn
/// who is there.
fn place(parts: &Parts) -> String {
    let scene = parts.scene;
    let mut text = format!("(You are in {}; it is {}.", scene.place, scene.time);
    let is_there = scene.stimulus.as_ref().is_none_or(|it| scene.present.contains(&it.name));
    if is_there && !scene.present.is_empty() {
        let names: Vec<String> =
            scene.present.iter().map(|it| literal::plain(it).into_owned()).collect();
        let are = if names.len() == 1 { "is" } else { "are" };
        text.push_str(&format!(" {} {are} here", list(&names)));
        // Their lines have no name before them.
        match scene.stimulus.as_ref().map(|it| (it.source, literal::plain(&it.name))) {
            Some((Source::Say, _)) if names.len() == 1 => text.push_str(" and speaks to you."),
            Some((Source::Say, name)) => text.push_str(&format!(". {name} speaks to you.")),
            _ => text.push('.'),
        }
    }
    let mut things: Vec<&String> = Vec::new();
    for thing in scene.things.iter().filter(|_| is_there) {
        if !things.contains(&thing) && things.len() < THINGS {
            things.push(thing);
        }
    }
    if !things.is_empty() {
        let are = if things.len() == 1 { "is" } else { "are" };
        let names: Vec<String> = things.iter().map(|it| literal::plain(it).into_owned()).collect();
        text.push_str(&format!(" There {are} {}.", list(&names)));
    }
    if let Some(feels) = scene.feels() {
        text.push_str(&format!(" You feel {feels}."));
    }
    text.push(')');
    text
}

/// Returns the relation of the character to its partner, and the known facts about them.
fn about_partner(parts: &Parts) -> Option<String> {
    let scene = parts.scene;
    let stimulus = scene.stimulus.as_ref()?;
    let name = literal::plain(&stimulus.name);
    let mut known: Vec<String> = Vec::new();
    match RegardBand::of(scene.regard) {
        RegardBand::Stranger if scene.acquainted => {}
        RegardBand::Stranger => known.push("is a stranger to you".to_owned()),
        RegardBand::Sour => known.push("has made you angry".to_owned()),
        RegardBand::Acquaintance => known.push("is known to you".to_owned()),
        RegardBand::Companion | RegardBand::Friend | RegardBand::Confidant => {
            known.push("is a friend of yours".to_owned());
        }
    }
    known.extend(scene.known_of_speaker());
    if known.is_empty() {
        return None;
    }
    let known = list(&known);
    Some(format!("({name} {}.)", literal::plain(&known)))
}

/// Returns a memory as a sentence, with its source where it is words.
fn remembered(note: &Note) -> String {
    let mut content = literal::plain(&note.content).into_owned();
    if !content.ends_with(['.', '!', '?', '…', '"']) {
        content.push('.');
    }
    let speaker = note.speaker.as_deref().map(literal::plain);
    match (note.kind, speaker) {
        (NoteKind::Line, Some(speaker)) => format!("(Before, {speaker} said: {content})"),
        (NoteKind::Hearsay, _) => format!("(Somebody told you: {content})"),
        (NoteKind::Insight | NoteKind::Profile, _) => format!("(You think: {content})"),
        _ => format!("(You remember: {content})"),
    }
}

/// Returns a line from beside the conversation.
fn overheard(line: &StreamLine) -> String {
    match line.source {
        Source::Pose | Source::Emit | Source::Deed | Source::Feedback => told(line),
        Source::Say | Source::Shout | Source::Whisper | Source::Page | Source::Channel => {
            format!("(Beside, {})", told(line))
        }
    }
}
