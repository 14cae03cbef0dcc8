//! `report`: telling the staff what somebody did.

use bevy_ecs::{prelude::*, system::SystemParam};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{Party, Who},
        roster::Roster,
    },
    engine::{
        id::{AccountId, CharacterId, SessionId},
        index::Index,
    },
    save::{dirty::Dirty, durability::Durability},
    space::room::Room,
    staff::case::{CaseV1, Cases},
    witness::{
        fact::Fact,
        narrator::Narrator,
        recent::{self, RecentSpeech},
    },
    words::{
        parse::{self, Line},
        text::{CleanText, Style, Text},
    },
};

/// Most letters of a report.
const LONGEST: usize = 1_000;

/// Reports somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportCommand {
    /// Whom, by name.
    pub name: String,
    /// What happened.
    pub words: CleanText,
}

impl Command for ReportCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "report",
        aliases: &[],
        role: Role::Player,
        category: Category::Talk,
        usage: "report NAME: WHAT HAPPENED",
        summary: "Tell the staff that somebody behaves badly.",
        help: "Example: report bob: He follows me and will not stop.\n\
               The staff reads your words, where and when you wrote them, and the last twenty \
               things that you heard or read from others, whispers and pages to you included. \
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

/// Finds the accounts of who plays, and of who played a moment ago.
#[derive(SystemParam)]
pub struct RosterReader<'w, 's> {
    index: Res<'w, Index<AccountId>>,
    rosters: Query<'w, 's, &'static Roster>,
}

impl RosterReader<'_, '_> {
    /// The account of somebody, with its characters, or, while none of those is
    /// awake, with this one.
    fn of(&self, who: &Who) -> Option<Roster> {
        let account = who.account.as_ref()?;
        let awake = self.index.get(account).and_then(|it| self.rosters.get(it).ok());
        let heard = || Roster { account: account.clone(), characters: vec![Party::from(who)] };
        Some(awake.cloned().unwrap_or_else(heard))
    }
}

/// Carries it out.
pub fn report(
    invocation: Invocation<ReportCommand>,
    index: Res<Index<CharacterId>>,
    sessions: Res<Index<SessionId>>,
    rosters: RosterReader,
    heard: Query<&RecentSpeech>,
    rooms: Query<&Room>,
    mut cases: ResMut<Cases>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let (act, command) = (&invocation.act, invocation.command);
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    let about = recent::find(&command.name, act.actor, &heard, &index, &narrator.people)?;
    if about.id == me.id {
        return Err(Refusal::because("You cannot report yourself."));
    }
    let room = narrator.room_of(act.actor).and_then(|it| rooms.get(it).ok());
    let case = CaseV1 {
        number: 0,
        by: Party::from(&me),
        about: Party::from(&about),
        by_account: rosters.of(&me),
        about_account: rosters.of(&about),
        words: command.words.to_string(),
        at: narrator.now(),
        room: room.map(|it| it.0.clone()),
        heard: heard.get(act.actor).map(RecentSpeech::lines).unwrap_or_default(),
        closed: None,
    };
    let number = cases.file(case, &mut dirty)?;
    let words = format!("Thank you. The staff will read your report about {}.", about.name);
    narrator.show(act, Text::plain(words));
    let staff = sessions
        .entities()
        .filter(|it| narrator.people.who(*it).is_some_and(|who| who.role >= Role::Staff));
    let staff: Vec<_> = staff.collect();
    let mut text = Text::styled(Style::Person, &*me.name);
    text.say(" reports ").push(Style::Person, &about.name).say(". To read it, type: ");
    text.push(Style::Command, &format!("reports show {number}"));
    narrator.notice(act, Fact::Notice(text), staff);
    Ok(())
}
