//! `report` command: reports a player to the staff.

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{
    id::{AccountId, CharacterId, SessionId},
    index::Index,
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::{self, Line},
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
        character::CharacterRef,
        name::{Description, Name},
        profile::{self, Profile},
        roster::Roster,
    },
    space::room::Room,
    staff::case::{CaseTopic, CaseV1, Cases},
    talk::{
        board::{self, Board},
        mail::Letters,
    },
    witness::{
        fact::Fact,
        narrator::Narrator,
        recent::{self, RecentSpeech},
    },
};

/// Maximum length of a report, in characters.
const LONGEST: usize = 1_000;

/// `report` command: reports a character, a note on the board or a letter to the staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportCommand {
    /// Name of the reported character, or `board`, `note`, `letter` or `mail`.
    pub name: String,
    /// Words of the reporter; a note's or letter's number comes first.
    pub words: CleanText,
}

/// Reader of written texts that can be reported: notes on the board, and letters to the reporter.
#[derive(SystemParam)]
pub struct Papers<'w> {
    board: Res<'w, Board>,
    letters: Res<'w, Letters>,
}

/// Written text with its author.
struct Paper {
    by: CharacterRef,
    account: Option<AccountId>,
    words: String,
}

impl Papers<'_> {
    /// Finds the reported note, or letter to `me`, by the number that the words begin with, and the
    /// reason for the report. None if the command names a character.
    fn find(
        &self,
        command: &ReportCommand,
        me: &CharacterId,
    ) -> Result<Option<(Paper, CleanText)>, Refusal> {
        let words = command.words.as_str();
        let end = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(words.len());
        let Some((number, why)) = words.split_at_checked(end) else { return Ok(None) };
        let Ok(number) = number.parse::<u32>() else { return Ok(None) };
        let paper = match command.name.to_lowercase().as_str() {
            "board" | "note" => {
                let note = self.board.get(number).ok_or_else(|| board::no_such(number))?;
                let (by, account) = (note.by.clone(), note.account.clone());
                Paper { by, account, words: format!("Note {number}: {}", note.words) }
            }
            "letter" | "mail" => {
                let place = usize::try_from(number).unwrap_or(usize::MAX);
                let letter = self.letters.nth(me, place)?;
                let (by, account) = (letter.by.clone(), letter.account.clone());
                Paper { by, account, words: format!("A letter: {}", letter.words) }
            }
            _ => return Ok(None),
        };
        let why = why.trim_start_matches([':', ',', '=', ' ']);
        if why.is_empty() {
            return Err(Refusal::Usage(ReportCommand::SPEC.usage));
        }
        Ok(Some((paper, CleanText::new(why))))
    }
}

impl Command for ReportCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "report",
        aliases: &[],
        role: Role::Player,
        category: Category::Talk,
        usage: "report NAME: WHAT HAPPENED\nreport board NUMBER: WHY\nreport letter NUMBER: WHY",
        summary: "Tell the staff that somebody behaves badly.",
        help: "Example: report bob: He follows me and will not stop.\n\
               The staff reads your words, where and when you wrote them, and the last twenty \
               things that you heard or read from others, whispers and pages to you included, and what \
               they say of themselves. \
               Report soon, while those are the ones that matter; the other may be gone \
               already. Five of your reports can be open at once, whichever of your characters \
               wrote them. To hear no more of somebody: \
               help ignore",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let message = parse::message(line.rest).ok_or(Refusal::Usage(Self::SPEC.usage))?;
        let [name] = message.to.as_slice() else {
            return Err(Refusal::because("Please report one at a time."));
        };
        if message.text.chars().count() > LONGEST {
            let words = format!("Please tell it in {LONGEST} letters; nothing was reported.");
            return Err(Refusal::because(words));
        }
        Ok(Self { name: (*name).to_owned(), words: CleanText::new(message.text) })
    }
}

/// System parameter that finds the rosters of accounts, online or recently left.
#[derive(SystemParam)]
pub struct RosterReader<'w, 's> {
    index: Res<'w, Index<AccountId>>,
    rosters: Query<'w, 's, &'static Roster>,
}

impl RosterReader<'_, '_> {
    /// Returns the roster of an account: all its characters if it is online, else only this one.
    /// None for guests and NPCs.
    fn of(&self, who: &CharacterRef, account: Option<&AccountId>) -> Option<Roster> {
        let account = account?;
        let awake = self.index.get(account).and_then(|it| self.rosters.get(it).ok());
        let heard = || Roster { account: account.clone(), characters: vec![who.clone()] };
        Some(awake.cloned().unwrap_or_else(heard))
    }
}

/// Formats name, title and description of a character, as `look` shows them.
fn of_themselves((name, words, profile): (&Name, &Description, Option<&Profile>)) -> String {
    let title = profile.map_or("", |it| it.title.as_str());
    format!("{}: {}", profile::titled(&name.0, title), words.0)
}

/// Runs `report`: files the report and notifies the staff who are online.
pub fn report(
    invocation: Invocation<ReportCommand>,
    index: Res<Index<CharacterId>>,
    sessions: Res<Index<SessionId>>,
    rosters: RosterReader,
    heard: Query<&RecentSpeech>,
    rooms: Query<&Room>,
    says: Query<(&Name, &Description, Option<&Profile>)>,
    papers: Papers,
    mut cases: ResMut<Cases>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let (act, command) = (&invocation.act, invocation.command);
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    let (about, account, words, says) = match papers.find(&command, &me.id)? {
        Some((paper, why)) => (paper.by, paper.account, why, Some(paper.words)),
        None => {
            let about = recent::find(&command.name, act.actor, &heard, &index, &narrator.people)?;
            let says = index.get(&about.id).and_then(|it| says.get(it).ok()).map(of_themselves);
            (CharacterRef::from(&about), about.account, command.words, says)
        }
    };
    if about.id == me.id {
        return Err(Refusal::because("You cannot report yourself."));
    }
    let room = narrator.room_of(act.actor).and_then(|it| rooms.get(it).ok());
    let case = CaseV1 {
        number: 0,
        topic: CaseTopic::Person,
        by: CharacterRef::from(&me),
        by_account: rosters.of(&CharacterRef::from(&me), me.account.as_ref()),
        about_account: rosters.of(&about, account.as_ref()),
        about: about.clone(),
        words: words.to_string(),
        at: narrator.now(),
        room: room.map(|it| it.0.clone()),
        heard: heard.get(act.actor).map(RecentSpeech::lines).unwrap_or_default(),
        says,
        closed: None,
    };
    let number = cases.file(case, &mut dirty)?;
    let words = format!("Thank you. The staff will read your report about {}.", about.name);
    narrator.show(act, Text::plain(words));
    let mut text = Text::styled(Style::Person, &*me.name);
    text.say(" reports ").push(Style::Person, &about.name).say(". To read it, type: ");
    text.push(Style::Command, &format!("reports show {number}"));
    tell_staff(act, text, &sessions, &mut narrator);
    Ok(())
}

/// Sends a notice to all staff who are online.
pub(super) fn tell_staff(
    act: &Act,
    text: Text,
    sessions: &Index<SessionId>,
    narrator: &mut Narrator,
) {
    let staff = sessions
        .entities()
        .filter(|it| narrator.people.who(*it).is_some_and(|who| who.role >= Role::Staff));
    let staff: Vec<_> = staff.collect();
    narrator.notice(act, Fact::Notice(text), staff);
}
