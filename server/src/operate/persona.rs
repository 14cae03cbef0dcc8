//! `hearsay persona new`: a character begun by six questions.

use std::{
    fs,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use assistants::nlu::name_pattern;

use engine::id::CharacterId;
use world::{
    act::command::CommandSpec,
    content::{
        authored::Content,
        nouns::{Mentioning, NounLeads},
        problem::SourceFile,
    },
};

use crate::setup::files;

/// Archetype of every new character, which gives it small talk.
const ARCHETYPE: &str = "archetypes/folk.ron";
/// Most rooms or kinds of things that a question names.
const NAMED: usize = 40;

/// The authored world that a character is to live in.
pub(super) struct Surrounds<'a> {
    /// Folder of the content.
    pub(super) dir: &'a Path,
    pub(super) files: &'a [SourceFile],
    pub(super) content: &'a Content,
    pub(super) commands: &'a [&'a CommandSpec],
}

/// The answers so far. What is not answered yet stands there as something that is right anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PersonaDraft {
    id: String,
    name: String,
    home: String,
    description: String,
    /// Words of the description for what has nothing more to it.
    plain: Vec<String>,
    voice: String,
    /// The kind, what one is called, and how much it costs.
    sells: Option<(String, String, u32)>,
    /// Topic that it knows: name and answer.
    knows: Option<(String, String)>,
}

/// A question: what is asked, and what takes the answer or says why it cannot.
struct Question {
    asks: fn(&Surrounds<'_>) -> String,
    takes: fn(&mut PersonaDraft, &str, &Surrounds<'_>) -> Result<(), String>,
}

const QUESTIONS: [Question; 6] = [
    Question { asks: |_| "What is its name?".to_owned(), takes: take_name },
    Question { asks: ask_room, takes: take_room },
    Question {
        asks: |_| "What does one see who looks at it? A sentence or two.".to_owned(),
        takes: |draft, answer, _| {
            answer.clone_into(&mut draft.description);
            draft.plain.clear();
            Ok(())
        },
    },
    Question {
        asks: |_| "How does it speak, and what is it like? A sentence or two.".to_owned(),
        takes: |draft, answer, _| {
            answer.clone_into(&mut draft.voice);
            Ok(())
        },
    },
    Question { asks: ask_goods, takes: take_goods },
    Question {
        asks: |_| {
            "What does it know that others do not? What one would ask for and what it says, such as: \
             the old mill: Its wheel turns at night, without any water."
                .to_owned()
        },
        takes: take_subject,
    },
];

/// Asks the questions, and writes what comes of them to `file`, or else where the characters are.
/// Each answer is taken only if the check of the content accepts it.
///
/// # Errors
/// Answers that end early, or a file that exists already or cannot be written.
pub(super) fn new(
    file: Option<PathBuf>,
    around: &Surrounds<'_>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if let Some(file) = file.as_ref().filter(|it| it.exists()) {
        bail!("{} is there already; name another file.", file.display());
    }
    if !around.files.iter().any(|it| it.path == ARCHETYPE) {
        bail!("{} has no {ARCHETYPE}, which new characters are like.", around.dir.display());
    }
    let Some(home) = around.content.rooms.keys().next() else {
        bail!("{} has no room to live in.", around.dir.display());
    };
    let mut draft = PersonaDraft {
        id: "nobody-yet".to_owned(),
        name: "Nobody-yet".to_owned(),
        home: home.to_string(),
        description: "Somebody.".to_owned(),
        plain: Vec::new(),
        voice: "Calm.".to_owned(),
        sells: None,
        knows: None,
    };
    for (question, number) in QUESTIONS.iter().zip(1..) {
        say(out, &format!("{number}. {}\n", (question.asks)(around)))?;
        draft = answered(question, &draft, file.is_none(), around, input, out)?;
    }
    let own = around.dir.join("personas").join(format!("{}.ron", draft.id));
    let file = file.unwrap_or_else(|| own.clone());
    write(&file, &draft.ron())?;
    say_what_next(&file, &own, &draft.id, around.dir, out)
}

/// Takes answers until one will do.
fn answered(
    question: &Question,
    draft: &PersonaDraft,
    is_own: bool,
    around: &Surrounds<'_>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<PersonaDraft> {
    loop {
        say(out, "> ")?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            say(out, "\n")?;
            bail!("The answers end before the last question, so nothing is written.");
        }
        let line = String::from_utf8_lossy(&line);
        let answer = line.trim();
        let mut next = draft.clone();
        let taken = if answer.is_empty() {
            Err("Please write a few words.".to_owned())
        } else {
            (question.takes)(&mut next, answer, around)
        };
        match taken.and_then(|()| next.check(is_own, around)) {
            Ok(()) => return Ok(next),
            Err(sentence) => say(out, &format!("{sentence}\n"))?,
        }
    }
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be written", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    // Nothing that is there is replaced, not even what came while the questions were answered.
    let mut written =
        fs::OpenOptions::new().write(true).create_new(true).open(file).with_context(cannot)?;
    written.write_all(text.as_bytes()).with_context(cannot)
}

fn say_what_next(
    file: &Path,
    own: &Path,
    id: &str,
    dir: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let dir = dir.display();
    let moved = if file == own {
        String::new()
    } else {
        format!("  move it to {}, where characters live\n", own.display())
    };
    say(
        out,
        &format!(
            "{} is written. What you can do next:\n{moved}  \
         hearsay check {dir}\n  \
         hearsay chat {id} --content {dir}\n  \
         read docs/personas.md for what else it can learn\n",
            file.display()
        ),
    )?;
    Ok(())
}

/// Prints a text that is read before an answer is typed.
fn say(out: &mut impl Write, words: &str) -> io::Result<()> {
    out.write_all(words.as_bytes())?;
    out.flush()
}

fn take_name(draft: &mut PersonaDraft, answer: &str, _: &Surrounds<'_>) -> Result<(), String> {
    let id = answer.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
    if CharacterId::new(&id).is_err() || id.contains('/') {
        return Err("Its name has only the letters a to z, digits, blanks and -.".to_owned());
    }
    draft.id = id;
    answer.clone_into(&mut draft.name);
    Ok(())
}

fn ask_room(around: &Surrounds<'_>) -> String {
    let rooms = around.content.rooms.keys().map(ToString::to_string);
    format!("In which room does it live? There are {}.", list_names(rooms.collect()))
}

fn take_room(draft: &mut PersonaDraft, answer: &str, around: &Surrounds<'_>) -> Result<(), String> {
    let called = |id: &str, name: &str| id == answer || name.eq_ignore_ascii_case(answer);
    let mut rooms = around.content.rooms.iter();
    let room = rooms.find(|(id, room)| called(id.as_str(), &room.name));
    let (id, _) = room.ok_or_else(|| format!("There is no room `{answer}`."))?;
    draft.home = id.to_string();
    Ok(())
}

fn ask_goods(around: &Surrounds<'_>) -> String {
    let kinds = around.content.kinds.keys().map(ToString::to_string);
    format!(
        "What does it sell, and for how many coins? Such as: apple for 2; or - for nothing. There are {}.",
        list_names(kinds.collect())
    )
}

fn take_goods(
    draft: &mut PersonaDraft,
    answer: &str,
    around: &Surrounds<'_>,
) -> Result<(), String> {
    if answer == "-" {
        draft.sells = None;
        return Ok(());
    }
    let parts = answer.rsplit_once(" for ").or_else(|| answer.rsplit_once(' '));
    let wrong = "Write a thing and a price from 1 up, such as: apple for 2; or - for nothing.";
    let (what, price) = parts.ok_or(wrong)?;
    let price = price.trim().split(' ').next().and_then(|it| it.parse().ok());
    let price = price.filter(|it| *it > 0).ok_or(wrong)?;
    let what = what.trim();
    let called = |id: &str, name: &str| id == what || name.eq_ignore_ascii_case(what);
    let mut kinds = around.content.kinds.iter();
    let kind = kinds.find(|(id, kind)| called(id.as_str(), &kind.name));
    let (id, kind) = kind.ok_or_else(|| format!("There is no kind of thing `{what}`."))?;
    draft.sells = Some((id.to_string(), kind.name.clone(), price));
    Ok(())
}

fn take_subject(draft: &mut PersonaDraft, answer: &str, _: &Surrounds<'_>) -> Result<(), String> {
    let wrong = "Write what one would ask for, a colon, and what it says.";
    let (name, text) = answer.split_once(':').ok_or(wrong)?;
    let (name, text) = (name.trim(), text.trim());
    if name.is_empty() || text.is_empty() {
        return Err(wrong.to_owned());
    }
    if name_pattern(name).is_none() {
        return Err(format!("`{name}` has only words that are in every other line; add another."));
    }
    draft.knows = Some((name.to_owned(), text.to_owned()));
    Ok(())
}

/// Returns the names for a question, the first of them where there are many.
fn list_names(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

impl PersonaDraft {
    /// Checks the content with this character in it; the error is its first problem, as a sentence.
    /// Stores which nouns its description mentions and nothing else describes.
    fn check(&mut self, is_own: bool, around: &Surrounds<'_>) -> Result<(), String> {
        let path = format!("personas/{}.ron", self.id);
        if is_own && around.dir.join(&path).exists() {
            return Err(format!("{path} is there already; choose another name."));
        }
        let mut files: Vec<SourceFile> = around.files.to_vec();
        files.push(SourceFile::new(path, self.ron()));
        let authored = files::check(&files, around.commands).map_err(|problems| {
            let problem = problems.first().map(|it| it.sentence.clone()).unwrap_or_default();
            format!("That cannot be: {problem}.")
        })?;
        let own = Mentioning::Body(self.name.clone());
        let nouns = files::nouns(&authored).into_iter().filter(|it| it.text == own);
        let nowhere = nouns
            .flat_map(|it| it.leading(NounLeads::Nowhere).map(str::to_owned).collect::<Vec<_>>());
        self.plain.extend(nowhere);
        Ok(())
    }

    /// Returns the persona file as RON.
    fn ron(&self) -> String {
        let Self { id, name, home, description, voice, .. } = self;
        let plain = if self.plain.is_empty() {
            String::new()
        } else {
            format!(",\n        plain: {:?}", self.plain)
        };
        let (offers, lore) = (self.offers(), self.lore());
        let ask = if offers.is_empty() && lore.is_empty() { "" } else { " Ask me about {near}." };
        format!(
            "// {name}. What else may stand here is in docs/personas.md.\n(\n    \
             id: {id:?}, like: \"folk\",\n    \
             body: (name: {name:?}, home: {home:?},\n        description: {description:?}{plain}),\n    \
             voice: {voice:?},\n    \
             answers: {{\n        \
             \"greeting\": [\"{{speaker}}, who {{me}}! It is good to see you again.\",\n            \
             \"<stranger> Good day, {{speaker}}. I am {name}.\",\n            \
             \"Good day, {{speaker}}.\"],\n        \
             \"who-are-you\": [\"I am {name}, {{speaker}}.{ask}\"],\n        \
             \"otherwise\": [\"I know nothing of that, {{speaker}}.{ask}\"],\n        \
             \"farewell\": [\"Go well, {{speaker}}.\"]}},\n{offers}{lore})\n"
        )
    }

    fn offers(&self) -> String {
        let Some((kind, called, price)) = &self.sells else { return String::new() };
        let coins = if *price == 1 { "coin" } else { "coins" };
        let word = last_word(called);
        let what = format!("{called} for {price} {coins}");
        let unless = format!("That is {price} {coins}, and you have not got so much.");
        format!(
            "    offers: [\n        \
             (id: \"sell-{kind}\", called: {called:?}, of: [{word:?}], what: {what:?},\n            \
             does: Trade(price: {price}, gives: [{kind:?}]), unless: {unless:?},\n            \
             says: [\"Type accept, {{speaker}}, and it is yours.\"], declined: \"As you like.\")],\n"
        )
    }

    fn lore(&self) -> String {
        let Some((name, text)) = &self.knows else { return String::new() };
        let word = last_word(name);
        format!(
            "    lore: [\n        (name: {name:?}, about: [{word:?}],\n            text: [{text:?}])],\n"
        )
    }
}

/// Returns the last word of a name that says something.
fn last_word(name: &str) -> String {
    let pattern = name_pattern(name).unwrap_or_else(|| name.to_lowercase());
    pattern.rsplit(" > ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_written_as_it_was_answered() {
        let mut draft = PersonaDraft {
            id: "odo".to_owned(),
            name: "Odo".to_owned(),
            home: "town/market".to_owned(),
            description: "He says \"hm\".".to_owned(),
            plain: Vec::new(),
            voice: "Calm.".to_owned(),
            sells: None,
            knows: None,
        };
        let bare = draft.ron();
        assert!(bare.contains("description: \"He says \\\"hm\\\".\""), "{bare}");
        assert!(!bare.contains("{near}") && !bare.contains("offers"), "{bare}");
        draft.sells = Some(("ale-mug".to_owned(), "a mug of ale".to_owned(), 1));
        draft.knows = Some(("the old mill".to_owned(), "No bottom.".to_owned()));
        let whole = draft.ron();
        assert!(whole.contains("of: [\"ale\"], what: \"a mug of ale for 1 coin\""), "{whole}");
        assert!(whole.contains("(name: \"the old mill\", about: [\"mill\"],"), "{whole}");
        assert!(whole.contains("Ask me about {near}."), "{whole}");
    }

    #[test]
    fn long_lists_are_cut() {
        let names = |count: usize| list_names((0..count).map(|it| it.to_string()).collect());
        assert_eq!(names(2), "0, 1");
        assert!(names(NAMED + 3).ends_with(" and 3 more"));
    }
}
