//! Reports that players file, on other players or on the game, each with the recent speech that its
//! reporter heard, open until the staff closes them.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::RoomId,
    save::{
        self,
        dirty::Dirty,
        document::{Changed, DocumentKind, SavedRow, Unreadable, Written, numbered},
    },
    simulation::Simulation,
};
use serde::{Deserialize, Serialize};

use crate::{
    act::refusal::Refusal,
    beings::{character::CharacterRef, roster::Roster},
};

/// Resolution of a closed report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closed {
    /// Staff member who closed the case.
    pub by: CharacterRef,
    /// Time of the closing.
    pub at: WorldTime,
    /// Action taken, in the words of the staff member.
    pub done: String,
}

/// Topic of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CaseTopic {
    /// Character, or text written by one.
    #[default]
    Person,
    /// Bug: something that does not work.
    Bug,
    /// Typo: mistake in a text.
    Typo,
    /// Suggestion.
    Idea,
}

impl CaseTopic {
    /// Returns the name of the topic with an article; none for a person.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Person => None,
            Self::Bug => Some("a bug"),
            Self::Typo => Some("a typo"),
            Self::Idea => Some("an idea"),
        }
    }
}

/// Report, version 1 of its schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseV1 {
    /// Number of the report, from 1.
    pub number: u32,
    /// Topic of the report.
    #[serde(default)]
    pub topic: CaseTopic,
    /// Reporter.
    pub by: CharacterRef,
    /// Reported character; the reporter for a topic other than a person.
    pub about: CharacterRef,
    /// Account of the reporter, with its characters at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_account: Option<Roster>,
    /// Account of the reported character, with its characters at that time; none for guests and
    /// NPCs. Only the reported character is listed if the account was offline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_account: Option<Roster>,
    /// Words of the reporter.
    pub words: String,
    /// Time of the report.
    pub at: WorldTime,
    /// Room of the reporter.
    pub room: Option<RoomId>,
    /// Recent speech that the reporter heard, oldest first; empty for topics other than a person.
    pub heard: Vec<String>,
    /// Name, title and description of the reported character at that time, or the reported note or
    /// letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// Resolution; none while the report is open.
    pub closed: Option<Closed>,
}

/// Saved report, by schema version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseDocument {
    /// Version 1.
    V1(CaseV1),
}

impl CaseV1 {
    /// Returns whether both reports are by the same character, or by characters of one known
    /// account.
    fn is_by_the_same(&self, other: &Self) -> bool {
        let account = |case: &Self| case.by_account.as_ref().map(|it| it.account.clone());
        self.by.id == other.by.id || (account(self).is_some() && account(self) == account(other))
    }
}

impl CaseDocument {
    /// Converts to the newest version.
    #[must_use]
    pub fn current(self) -> CaseV1 {
        match self {
            Self::V1(it) => it,
        }
    }
}

/// Name of the document kind of reports.
pub const KIND: &str = "report";

pub(super) fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Cases>();
    sim.add_document(DocumentKind { name: KIND, newest: None, collect, restore });
}

fn collect(world: &World, changed: Changed<'_>) -> Option<Written> {
    let Changed::Document(id) = changed else { return None };
    let case = world.resource::<Cases>().get(id.parse().ok()?)?;
    Some(save::document::row(KIND, id, &case.about.id, &CaseDocument::V1(case.clone())))
}

/// Restores the saved reports. An unreadable row is an error that stops the start: a number is used
/// only once, and a row left out could be overwritten.
fn restore(world: &mut World, saved: &[SavedRow]) -> Result<(), Unreadable> {
    for row in saved {
        let case: CaseDocument = save::document::read(KIND, row)?;
        let case = case.current();
        world.resource_mut::<Cases>().0.insert(case.number, case);
    }
    Ok(())
}

/// Store of all open reports and the newest closed ones.
#[derive(Resource, Debug, Default)]
pub struct Cases(BTreeMap<u32, CaseV1>);

impl Cases {
    /// Maximum number of open reports of one account; more are refused.
    pub const OPEN_BY_ONE: usize = 5;
    /// Maximum number of open reports in all; more are refused.
    pub const OPEN: usize = 500;
    /// Maximum number of closed reports kept; the oldest is removed first.
    pub const CLOSED: usize = 200;

    /// Returns the open reports, oldest first.
    pub fn open(&self) -> impl Iterator<Item = &CaseV1> {
        self.0.values().filter(|it| it.closed.is_none())
    }

    /// Returns the report with this number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&CaseV1> {
        self.0.get(&number)
    }

    /// Files a report: assigns its number, marks it to be saved, and returns the number.
    ///
    /// # Errors
    /// A [`Refusal`] when its reporter, or everybody together, has too many
    /// open ones.
    pub fn file(&mut self, mut case: CaseV1, dirty: &mut Dirty) -> Result<u32, Refusal> {
        let own = self.open().filter(|it| it.is_by_the_same(&case)).count();
        if own >= Self::OPEN_BY_ONE {
            let words = format!(
                "You have {own} open reports, and that is the most. The staff will look at \
                 them; please wait until one is closed."
            );
            return Err(Refusal::because(words));
        }
        if self.open().count() >= Self::OPEN {
            let words = "There are so many open reports that no more can be taken in. Please \
                         page somebody of the staff.";
            return Err(Refusal::because(words));
        }
        let number = self.0.keys().next_back().map_or(1, |last| last.saturating_add(1));
        case.number = number;
        dirty.touch_document(KIND, numbered(number.into()));
        self.0.insert(number, case);
        Ok(number)
    }

    /// Closes a report and marks it to be saved; beyond [`Cases::CLOSED`] the one with the lowest
    /// number is removed.
    ///
    /// # Errors
    /// A [`Refusal`] when there is no such report, or it is closed already.
    pub fn close(&mut self, number: u32, closed: Closed, dirty: &mut Dirty) -> Result<(), Refusal> {
        let case = self.0.get_mut(&number).ok_or_else(|| no_such(number))?;
        if let Some(closed) = &case.closed {
            let words = format!("Report {number} was closed by {} already.", closed.by.name);
            return Err(Refusal::because(words));
        }
        case.closed = Some(closed);
        dirty.touch_document(KIND, numbered(number.into()));
        let shut = || self.0.values().filter(|it| it.closed.is_some());
        if shut().count() > Self::CLOSED
            && let Some(oldest) = shut().map(|it| it.number).next()
        {
            self.0.remove(&oldest);
            dirty.touch_document(KIND, numbered(oldest.into()));
        }
        Ok(())
    }
}

/// Returns the refusal for an unknown report number.
#[must_use]
pub fn no_such(number: u32) -> Refusal {
    Refusal::because(format!("There is no report {number}. To see the open ones, type: reports"))
}

#[cfg(test)]
mod tests {
    use engine::id::{AccountId, CharacterId};

    use super::*;

    fn party(id: &str) -> CharacterRef {
        CharacterRef { id: CharacterId::new(id).unwrap(), name: id.to_owned() }
    }

    fn case(by: &str) -> CaseV1 {
        CaseV1 {
            number: 0,
            topic: CaseTopic::Person,
            by: party(by),
            about: party("bob"),
            by_account: None,
            about_account: None,
            words: "He shouts.".to_owned(),
            at: WorldTime(1),
            room: None,
            heard: Vec::new(),
            says: None,
            closed: None,
        }
    }

    fn closed() -> Closed {
        Closed { by: party("wiz"), at: WorldTime(2), done: "Spoke with him.".to_owned() }
    }

    #[test]
    fn open_reports_are_bounded_per_reporter_and_in_all() {
        let (mut cases, mut dirty) = (Cases::default(), Dirty::default());
        for n in 1..=5 {
            assert_eq!(cases.file(case("ann"), &mut dirty), Ok(n));
        }
        assert!(cases.file(case("ann"), &mut dirty).is_err());
        assert_eq!(cases.file(case("carol"), &mut dirty), Ok(6), "others still can");
        cases.close(2, closed(), &mut dirty).unwrap();
        assert!(cases.close(2, closed(), &mut dirty).is_err(), "once");
        assert_eq!(cases.file(case("ann"), &mut dirty), Ok(7), "a closed one counts no more");
        for n in 7..=Cases::OPEN {
            assert!(cases.file(case(&format!("x{n}")), &mut dirty).is_ok(), "{n}");
        }
        assert!(cases.file(case("zoe"), &mut dirty).is_err());
    }

    #[test]
    fn the_characters_of_an_account_share_its_open_reports() {
        let (mut cases, mut dirty) = (Cases::default(), Dirty::default());
        let of = |id: &str, account: &str| {
            let account = AccountId::new(account).unwrap();
            let by_account = Some(Roster { account, characters: vec![party(id)] });
            CaseV1 { by_account, ..case(id) }
        };
        for n in 1..=5 {
            assert_eq!(cases.file(of("ann", "a1"), &mut dirty), Ok(n));
        }
        assert!(cases.file(of("annie", "a1"), &mut dirty).is_err());
        assert_eq!(cases.file(of("carol", "a2"), &mut dirty), Ok(6));
    }

    #[test]
    fn a_report_of_before_accounts_were_noted_is_read() {
        let mut old = serde_json::to_value(CaseDocument::V1(case("ann"))).unwrap();
        let fields = old["V1"].as_object().unwrap();
        assert!(!fields.contains_key("by_account") && !fields.contains_key("about_account"));
        let read: CaseDocument = serde_json::from_value(old.take()).unwrap();
        assert_eq!(read.current(), case("ann"));
    }

    #[test]
    fn the_oldest_closed_reports_are_forgotten_and_no_number_is_used_twice() {
        let (mut cases, mut dirty) = (Cases::default(), Dirty::default());
        for n in 1..=u32::try_from(Cases::CLOSED).unwrap() + 2 {
            assert_eq!(cases.file(case("ann"), &mut dirty), Ok(n));
            cases.close(n, closed(), &mut dirty).unwrap();
        }
        assert!(cases.get(1).is_none() && cases.get(2).is_none());
        assert!(cases.get(3).is_some());
        assert_eq!(cases.close(1, closed(), &mut dirty), Err(no_such(1)));
    }
}
