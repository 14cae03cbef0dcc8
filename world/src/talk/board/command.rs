//! `board`, `read`, `post` and `unpost` commands: the notice board.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{
    label::{Integrity, Label},
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
    beings::name::Name,
    talk::board::{self, Board, HasBoard, PostingV1},
    witness::{
        examine,
        narrator::Narrator,
        sight::{Scope, Sight},
    },
};

/// Most letters of a note.
const LONGEST: usize = 400;
/// Most letters of a note in the list.
const EXCERPT: usize = 50;
/// Most notes in the list, unless all are asked for.
const LISTED: usize = 15;

/// Command `board`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardCommand {
    /// Lists the newest notes, or all.
    List { all: bool },
    /// Shows the note with this number.
    Note(u32),
}

impl BoardCommand {
    /// Parses words about the board; none when they are about something else.
    fn parse_words(words: &str) -> Option<Self> {
        let small = words.to_lowercase();
        let mut words = small.split_whitespace().peekable();
        words.next_if_eq(&"the");
        let named = words.next_if(|it| matches!(*it, "board" | "note" | "notes")).is_some();
        match (words.next(), words.next()) {
            (None, None) if named => Some(Self::List { all: false }),
            (Some("all"), None) => Some(Self::List { all: true }),
            (Some(number), None) => number.parse().ok().map(Self::Note),
            (None | Some(_), _) => None,
        }
    }
}

impl Command for BoardCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "board",
        aliases: &["notes", "bb"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "board\nboard NUMBER\nboard all",
        summary: "Read the notes that players pinned up.",
        help: "Example: board\n\
               You have to stand before the board. It holds fifty notes, and the oldest falls \
               off. read 3 reads the third one. To pin up your own: help post. If a note is not fit to \
               be read: report board 3: WHY",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let other = || {
            Refusal::because(
                "To read the notes, type: board, or: board NUMBER. To go on board of something: \
                 enter THING",
            )
        };
        match line.rest {
            "" => Ok(Self::List { all: false }),
            rest => Self::parse_words(rest).ok_or_else(other),
        }
    }
}

/// Queries of the commands that read the board.
#[derive(SystemParam)]
pub struct BoardReader<'w, 's> {
    board: Res<'w, Board>,
    here: Query<'w, 's, (), With<HasBoard>>,
    boards: Query<'w, 's, &'static Name, With<HasBoard>>,
}

impl BoardReader<'_, '_> {
    /// Returns whether there is a board where the character is.
    fn is_here(&self, act: &Act, narrator: &Narrator) -> bool {
        narrator.room_of(act.actor).is_some_and(|it| self.here.contains(it))
    }

    fn need(&self, act: &Act, narrator: &Narrator) -> Outcome {
        if self.is_here(act, narrator) {
            return Ok(());
        }
        Err(Refusal::because(match self.boards.iter().next() {
            Some(place) => format!("There is no board here. One is at: {}", place.0),
            None => "There is no board in this world.".to_owned(),
        }))
    }

    /// Notes that the reader does not ignore, newest first.
    fn notes<'a>(
        &'a self,
        reader: Entity,
        narrator: &'a Narrator,
    ) -> impl Iterator<Item = &'a PostingV1> {
        let is_deaf =
            move |it: &PostingV1| narrator.ignores_author(reader, &it.by.id, it.account.as_ref());
        self.board.notes().filter(move |it| !is_deaf(it))
    }

    fn show(&self, act: &Act, what: &BoardCommand, narrator: &mut Narrator) -> Outcome {
        self.need(act, narrator)?;
        let now = narrator.now();
        let mut label = Label::engine();
        let mut text = match what {
            BoardCommand::List { all } => {
                let (count, most) = (
                    self.notes(act.actor, narrator).count(),
                    if *all { Board::MAX } else { LISTED },
                );
                if count == 0 {
                    let text = "No note hangs on the board. To pin one up, type: post TEXT";
                    narrator.show(act, text.into());
                    return Ok(());
                }
                let mut text = Text::styled(Style::Heading, "Notes on the board");
                for note in self.notes(act.actor, narrator).take(most) {
                    let mut words: String = note.words.chars().take(EXCERPT).collect();
                    if words.len() < note.words.len() {
                        words.push('…');
                    }
                    text.say(&format!("\n  {}, ", note.number)).push(Style::Person, &note.by.name);
                    let ago = span::in_words(now.since(note.at));
                    text.say(&format!(", {ago} ago: {words}"));
                    label = label.join(&label_of(note));
                }
                if count > most {
                    text.say(&format!("\nAnd {} older ones; to see them all: ", count - most));
                    text.push(Style::Command, "board all");
                }
                text.say("\nTo read one, type: ").push(Style::Command, "read NUMBER");
                text
            }
            BoardCommand::Note(number) => {
                let mut notes = self.notes(act.actor, narrator);
                let note = notes.find(|it| it.number == *number);
                let note = note.ok_or_else(|| board::no_such(*number))?;
                label = label_of(note);
                let mut text = Text::styled(Style::Heading, format!("Note {number}"));
                text.say(", by ").push(Style::Person, &note.by.name);
                text.say(&format!(", {} ago\n", span::in_words(now.since(note.at))));
                text.say(&note.words);
                text
            }
        };
        narrator.show_labelled(act, std::mem::take(&mut text), label);
        Ok(())
    }
}

/// Returns the label of a note: its author's word.
fn label_of(note: &PostingV1) -> Label {
    Label::by(note.by.id.clone(), Integrity::Player)
}

/// Executes `board`.
pub fn board(
    invocation: Invocation<BoardCommand>,
    reader: BoardReader,
    mut narrator: Narrator,
) -> Outcome {
    reader.show(&invocation.act, &invocation.command, &mut narrator)
}

/// Command `read`, of a note on the board or of anything else with words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadCommand {
    pub what: String,
}

impl Command for ReadCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "read",
        aliases: &[],
        role: Role::Guest,
        category: Category::Talk,
        usage: "read THING\nread board\nread NUMBER",
        summary: "Read what is written on something.",
        help: "Example: read sign\n\
               Before the board, read board shows its notes, and read 3 the third of them. \
               Anything else you look at closely.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match parse::leading(line.rest).1 {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            what => Ok(Self { what: what.to_owned() }),
        }
    }
}

/// Executes `read`.
pub fn read(
    invocation: Invocation<ReadCommand>,
    reader: BoardReader,
    sight: Sight,
    mut narrator: Narrator,
) -> Outcome {
    let what = invocation.command.what;
    let meant = BoardCommand::parse_words(&what).filter(|meant| {
        // A number is no thing that one sees, so it is surely a note.
        matches!(meant, BoardCommand::Note(_)) || reader.is_here(&invocation.act, &narrator)
    });
    match meant {
        Some(meant) => reader.show(&invocation.act, &meant, &mut narrator),
        None => examine::show(&invocation.act, &what, &sight, &mut narrator),
    }
}

/// Pins a note to the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    pub words: CleanText,
}

impl Command for Post {
    const SPEC: CommandSpec = CommandSpec {
        name: "post",
        aliases: &["note", "pin"],
        role: Role::Player,
        category: Category::Talk,
        usage: "post TEXT",
        summary: "Pin a note to the board.",
        help: "Example: post Who goes up the hill with me tomorrow?\n\
               You have to stand before the board. Everybody can read it, with your name. It \
               has four hundred letters at most, and you can pin up three a day, whichever of your \
               characters you play. To take it down: help unpost",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            rest if rest.chars().count() > LONGEST => Err(Refusal::because(format!(
                "A note has at most {LONGEST} letters; nothing was pinned up."
            ))),
            rest => Ok(Self { words: CleanText::new(rest) }),
        }
    }
}

/// Executes `post`.
pub fn post(
    invocation: Invocation<Post>,
    mut board: ResMut<Board>,
    here: Query<(), With<HasBoard>>,
    sight: Sight,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    // Whoever pins a slip has one in their hands, and does not mean a note that says "slip".
    let thing = parse::phrase(&invocation.command.words).map(|phrase| phrase.direct);
    if thing.is_some_and(|noun| sight.find(invocation.act.actor, &noun, Scope::Anything).is_ok()) {
        let words = "Things are not pinned up here, only words are. To write a note that everybody \
                     can read, type: post TEXT";
        return Err(Refusal::because(words));
    }
    if !narrator.room_of(invocation.act.actor).is_some_and(|room| here.contains(room)) {
        let words = "There is no board here to pin a note to. To see where one is, type: board";
        return Err(Refusal::because(words));
    }
    let number =
        board.post(&me, invocation.command.words.to_string(), narrator.now(), &mut dirty)?;
    let mut text = Text::plain(format!("You pin up note {number}. To take it down, type: "));
    text.push(Style::Command, &format!("unpost {number}"));
    narrator.show(&invocation.act, text);
    Ok(())
}

/// Command `unpost`, which takes a note from the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpost {
    pub number: u32,
}

impl Command for Unpost {
    const SPEC: CommandSpec = CommandSpec {
        name: "unpost",
        aliases: &["unpin"],
        role: Role::Player,
        category: Category::Talk,
        usage: "unpost NUMBER",
        summary: "Take a note of yours from the board.",
        help: "Example: unpost 3\nYou can do it from anywhere. The staff can take down any note.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let number = line.rest.split_whitespace().next_back().and_then(|it| it.parse().ok());
        number.map(|number| Self { number }).ok_or(Refusal::Usage(Self::SPEC.usage))
    }
}

/// Executes `unpost`.
pub fn unpost(
    invocation: Invocation<Unpost>,
    mut board: ResMut<Board>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let number = invocation.command.number;
    board.take_down(number, &me, &mut dirty)?;
    narrator.show(&invocation.act, Text::plain(format!("Note {number} is gone.")));
    Ok(())
}
