//! `mail` command: writes, reads and throws away letters.

use bevy_ecs::prelude::*;
use engine::{
    clock::{Clock, WorldTime},
    id::CharacterId,
    label::Label,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::{self, Line},
    span,
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{CharacterRef, SpeakerKind, Who},
        ignores::{self, Ignorable},
        whois::{AwakeOrAsleep, Someone},
    },
    talk::mail::{LetterArrived, LetterV1, Letters},
    witness::{fact::Fact, narrator::Narrator},
};

/// Most letters of the alphabet in one.
const LONGEST: usize = 1_000;
/// Most of them in the list.
const EXCERPT: usize = 40;

/// Command `mail`, which writes, reads or throws away letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailCommand {
    /// Lists the player's letters.
    List,
    /// Shows the letter at this place of the list, from 1.
    Read(usize),
    /// Throws away the letter at this place of the list.
    Delete(usize),
    /// Throws away all letters that were read.
    DeleteRead,
    /// Takes back letters that somebody has not read yet.
    Recall(String),
    /// Writes to somebody.
    Send(String, CleanText),
}

impl Command for MailCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "mail",
        aliases: &["letter", "letters"],
        role: Role::Player,
        category: Category::Talk,
        usage: "mail\nmail NUMBER\nmail NAME = TEXT\nmail delete NUMBER (or read)\nmail recall NAME",
        summary: "Write to somebody who may be asleep, and read your letters.",
        help: "Example: mail bob = Meet me at the market tomorrow.\n\
               They read that there is a letter when they wake up. mail alone lists yours, mail \
               2 shows the second, mail delete 2 throws it away, and mail delete read all that you \
               have read. You can keep fifty. The town's own people answer a letter by one. mail recall bob takes back what Bob has not read \
               yet. A letter has a thousand letters at most, and thirty of yours can wait unread. \
               If one is not fit to be read: report letter 2: WHY",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        if line.rest.is_empty() {
            return Ok(Self::List);
        }
        let (first, rest) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("list" | "inbox", "") => return Ok(Self::List),
            ("delete" | "erase" | "remove", rest) if rest.eq_ignore_ascii_case("read") => {
                return Ok(Self::DeleteRead);
            }
            ("delete" | "erase" | "remove", rest) => {
                return rest.parse().map(Self::Delete).map_err(|_| usage());
            }
            ("recall", "") => return Err(usage()),
            ("recall", name) if !name.contains(['=', ' ']) => {
                return Ok(Self::Recall(name.to_owned()));
            }
            ("read", number) if number.parse::<usize>().is_ok() => {
                return number.parse().map(Self::Read).map_err(|_| usage());
            }
            (number, "") => return number.parse().map(Self::Read).map_err(|_| usage()),
            _ => {}
        }
        let words = if first.eq_ignore_ascii_case("send") { rest } else { line.rest };
        let message = parse::message(words).ok_or_else(usage)?;
        let [name] = message.to.as_slice() else {
            return Err(Refusal::because("Please write to one at a time."));
        };
        if message.text.chars().count() > LONGEST {
            let words = format!("A letter has at most {LONGEST} letters; nothing was sent.");
            return Err(Refusal::because(words));
        }
        Ok(Self::Send((*name).to_owned(), CleanText::new(message.text)))
    }

    fn durability(&self) -> Durability {
        match self {
            Self::List => Durability::None,
            Self::Read(_) => Durability::Soft,
            Self::Delete(_) | Self::DeleteRead | Self::Recall(_) | Self::Send(..) => {
                Durability::Hard
            }
        }
    }
}

/// Executes `mail`.
pub fn mail(
    invocation: Invocation<MailCommand>,
    mut letters: ResMut<Letters>,
    mut dirty: ResMut<Dirty>,
    everybody: AwakeOrAsleep,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    match invocation.command {
        MailCommand::List => {
            let (text, label) = list(&me, &letters, narrator.now());
            narrator.show_labelled(act, text, label);
        }
        MailCommand::Read(place) => {
            let letter = letters.nth(&me.id, place)?.clone();
            let text = shown(&letter, place, narrator.now());
            letters.read(letter.number, &mut dirty);
            narrator.show_labelled(act, text, letter.label());
        }
        MailCommand::Delete(place) => {
            let number = letters.nth(&me.id, place)?.number;
            letters.remove(&[number], &mut dirty);
            narrator.show(act, Text::plain(format!("Letter {place} is gone.")));
        }
        MailCommand::DeleteRead => {
            let read = letters.of(&me.id).filter(|letter| letter.read).map(|letter| letter.number);
            let read: Vec<u64> = read.collect();
            letters.remove(&read, &mut dirty);
            narrator.show(act, Text::plain(format!("You throw away {}.", counted(read.len()))));
        }
        MailCommand::Recall(name) => {
            let (to, to_name) = match everybody.find(&name, &narrator)? {
                Someone::Awake(_, who) => (who.id, who.name.to_string()),
                Someone::Asleep(id, sleeper) => (id.clone(), sleeper.name.clone()),
            };
            let mine = letters.of(&to).filter(|letter| !letter.read && letter.by.id == me.id);
            let mine: Vec<u64> = mine.map(|letter| letter.number).collect();
            letters.remove(&mine, &mut dirty);
            let words = format!("You take back {} to {to_name}.", counted(mine.len()));
            narrator.show(act, Text::plain(words));
        }
        MailCommand::Send(name, words) => {
            let reader = addressee(act, &me, &name, &everybody, &narrator)?;
            let (by, account, at) = (CharacterRef::from(&me), me.account, narrator.now());
            let (to, words) = (reader.id, words.to_string());
            let letter =
                LetterV1 { number: 0, to: to.clone(), by, account, words, at, read: false };
            let place = letters.send(letter, &reader.name, &mut dirty)?;
            let mut text = Text::plain("You write to ");
            text.push(Style::Person, &reader.name).say(".");
            narrator.show(act, text);
            if reader.is_assistant {
                let arrived = LetterArrived { to, number: letters.last() };
                commands.queue(move |world: &mut World| hand_over(world, arrived));
            } else if let Some(awake) = reader.awake {
                let mut text = Text::styled(Style::Person, &*me.name);
                text.say(" sends you a letter. To read it, type: ");
                text.push(Style::Command, &format!("mail {place}"));
                narrator.notice(act, Fact::Notice(text), vec![awake]);
            }
        }
    }
    Ok(())
}

/// Has one of the town's own people read a letter in the next tick.
fn hand_over(world: &mut World, arrived: LetterArrived) {
    world.write_message(arrived);
    let now = world.resource::<Clock>().now;
    world.resource_mut::<Clock>().wake_at(now);
}

/// Addressee of letters.
struct Addressee {
    id: CharacterId,
    name: String,
    /// The body, while they are awake.
    awake: Option<Entity>,
    /// True for one of the town's own people, who read their letters by themselves.
    is_assistant: bool,
}

/// Resolves the recipient of a letter.
fn addressee(
    act: &Act,
    me: &Who,
    name: &str,
    everybody: &AwakeOrAsleep,
    narrator: &Narrator,
) -> Result<Addressee, Refusal> {
    let (reader, ignored) = match everybody.find(name, narrator)? {
        Someone::Awake(entity, who) => {
            if who.kind == SpeakerKind::Guest {
                let words = format!(
                    "{0} keeps no letters. To reach {0} now, type: page {0} TEXT",
                    who.name
                );
                return Err(Refusal::because(words));
            }
            let name = who.name.to_string();
            (
                Addressee {
                    id: who.id,
                    name,
                    awake: Some(entity),
                    is_assistant: who.kind == SpeakerKind::Assistant,
                },
                narrator.ignores(entity, act.actor),
            )
        }
        Someone::Asleep(id, sleeper) => {
            let whom = Ignorable { id: &me.id, account: me.account.as_ref(), role: me.role };
            let ignored = ignores::ignores(&sleeper.ignores, sleeper.role, whom);
            let (id, name) = (id.clone(), sleeper.name.clone());
            (Addressee { id, name, awake: None, is_assistant: false }, ignored)
        }
    };
    if ignored {
        return Err(Refusal::Ignored { by: reader.name });
    }
    Ok(reader)
}

fn counted(letters: usize) -> String {
    match letters {
        0 => "no letter".to_owned(),
        1 => "1 letter".to_owned(),
        many => format!("{many} letters"),
    }
}

fn list(me: &Who, letters: &Letters, now: WorldTime) -> (Text, Label) {
    let mut label = Label::engine();
    let mut text = Text::styled(Style::Heading, "Your letters");
    let mut count = 0;
    for letter in letters.of(&me.id) {
        count += 1;
        let mut words: String = letter.words.chars().take(EXCERPT).collect();
        if words.len() < letter.words.len() {
            words.push('…');
        }
        let new = if letter.read { "" } else { "new, " };
        text.say(&format!("\n  {count}, {new}from ")).push(Style::Person, &letter.by.name);
        text.say(&format!(", {} ago: {words}", span::in_words(now.since(letter.at))));
        label = label.join(&letter.label());
    }
    if count == 0 {
        text = Text::plain("You have no letters. To write one, type: mail NAME = TEXT");
    } else {
        text.say("\nTo read one, type: ").push(Style::Command, "mail NUMBER");
    }
    (text, label)
}

fn shown(letter: &LetterV1, place: usize, now: WorldTime) -> Text {
    let mut text = Text::styled(Style::Heading, format!("Letter {place}"));
    text.say(", from ").push(Style::Person, &letter.by.name);
    text.say(&format!(", {} ago\n", span::in_words(now.since(letter.at))));
    text.push(Style::Private, &letter.words);
    let answer = format!("mail {} = TEXT", letter.by.name.to_lowercase());
    text.say("\nTo answer, type: ").push(Style::Command, &answer);
    text
}
