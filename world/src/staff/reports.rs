//! `reports` command: list, display and closing of players' reports for the staff.

use bevy_ecs::prelude::*;
use engine::{
    label::{Integrity, Label, Readers},
    save::{dirty::Dirty, durability::Durability},
};
use text::{
    parse::Line,
    styled::{self, Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{
        character::{CharacterRef, Who},
        roster::Roster,
    },
    staff::case::{self, CaseTopic, CaseV1, Cases, Closed},
    witness::narrator::Narrator,
};

/// Maximum number of reports in one list; the rest are only counted.
pub const MOST: usize = 20;
/// Maximum length of the excerpt of a report in the list, in characters.
const EXCERPT: usize = 60;

/// `reports` command: lists, shows and closes reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reports {
    /// Lists the open reports.
    List,
    /// Shows the report with this number.
    Show(u32),
    /// Closes a report.
    Close {
        number: u32,
        /// Action taken.
        done: String,
    },
}

impl Command for Reports {
    const SPEC: CommandSpec = CommandSpec {
        name: "reports",
        aliases: &["@reports"],
        role: Role::Staff,
        category: Category::Staff,
        usage: "reports\nreports show NUMBER\nreports close NUMBER = WHAT WAS DONE",
        summary: "Read what players report, and close it when it is settled.",
        help: "Example: reports show 3\n\
               reports lists the open ones, oldest first. A report names the characters, and \
               whose they are: the account, and who else belonged to it then. It shows the last words that \
               its reporter heard, and nothing else: nobody can report what they did not hear. \
               Some of it was said in private, so do not pass it on.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let usage = || Refusal::Usage(Self::SPEC.usage);
        let number = |text: &str| text.trim().parse().map_err(|_| usage());
        let (verb, rest) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
        match (verb.to_lowercase().as_str(), rest.trim()) {
            ("" | "list", "") => Ok(Self::List),
            ("show", rest) => Ok(Self::Show(number(rest)?)),
            ("close", rest) => {
                let (text, done) = rest.split_once('=').ok_or_else(usage)?;
                let done = done.trim();
                if done.is_empty() {
                    return Err(usage());
                }
                Ok(Self::Close { number: number(text)?, done: done.to_owned() })
            }
            _ => Err(usage()),
        }
    }
}

/// Runs `reports`: lists, shows or closes reports.
pub fn reports(
    invocation: Invocation<Reports>,
    mut cases: ResMut<Cases>,
    mut dirty: ResMut<Dirty>,
    mut narrator: Narrator,
) -> Outcome {
    let me = narrator.people.who(invocation.act.actor).ok_or(Refusal::Nowhere)?;
    let text = match invocation.command {
        Reports::List => list(&cases),
        Reports::Show(number) => show(cases.get(number).ok_or_else(|| case::no_such(number))?),
        Reports::Close { number, done } => {
            let closed = Closed { by: CharacterRef::from(&me), at: narrator.now(), done };
            cases.close(number, closed, &mut dirty)?;
            Text::plain(format!("Report {number} is closed."))
        }
    };
    narrator.show_labelled(&invocation.act, text, label(&me));
    Ok(())
}

/// Returns the provenance label of shown reports: untrusted, since players wrote them, and readable
/// by this reader only, since they quote private speech.
fn label(me: &Who) -> Label {
    let label = Label { integrity: Integrity::Foreign, ..Label::engine() };
    label.kept_to(&Readers::Only([me.id.clone()].into()))
}

/// Returns the beginning of a report's words, for a list.
#[must_use]
pub fn excerpt(case: &CaseV1) -> String {
    let mut words: String = case.words.chars().take(EXCERPT).collect();
    if words.len() < case.words.len() {
        words.push('…');
    }
    words
}

fn list(cases: &Cases) -> Text {
    let mut text = Text::styled(Style::Heading, "Open reports");
    for case in cases.open().take(MOST) {
        text.say(&format!("\n  {}: ", case.number));
        text.push(Style::Person, &case.by.name).say(" about ");
        match case.topic.name() {
            Some(topic) => text.say(topic),
            None => text.push(Style::Person, &case.about.name),
        };
        text.say(&format!(", {}: {}", case.at, excerpt(case)));
    }
    match cases.open().count() {
        0 => Text::plain("No report is open."),
        count if count > MOST => {
            text.say(&format!("\nAnd {} more.", count - MOST));
            text
        }
        _ => text,
    }
}

fn show(case: &CaseV1) -> Text {
    let mut text = Text::styled(Style::Heading, format!("Report {}", case.number));
    text.say("\n").push(Style::Person, &case.by.name).say(&format!(" ({}) about ", case.by.id));
    match case.topic.name() {
        Some(topic) => text.say(topic),
        None => text.push(Style::Person, &case.about.name).say(&format!(" ({})", case.about.id)),
    };
    text.say(&format!(", {}", case.at));
    if let Some(room) = &case.room {
        text.say(&format!(", in {room}"));
    }
    account(&case.by, case.by_account.as_ref(), &mut text);
    if case.topic == CaseTopic::Person {
        account(&case.about, case.about_account.as_ref(), &mut text);
    }
    text.say("\nWhat happened: ").say(&case.words);
    if case.topic != CaseTopic::Person {
        // Recent speech has no bearing on a report about the game.
    } else if case.heard.is_empty() {
        text.say("\nNothing was heard before.");
    } else {
        text.say(&format!("\nWhat {} heard before:", case.by.name));
    }
    for line in &case.heard {
        text.say("\n  ").say(line);
    }
    if let Some(says) = &case.says {
        text.say("\nWhat one saw: ").say(says);
    }
    if let Some(closed) = &case.closed {
        text.say("\nClosed by ").push(Style::Person, &closed.by.name);
        text.say(&format!(", {}: {}", closed.at, closed.done));
    }
    text
}

/// Adds a line with the account of a character in a report, if it is known, and the account's other
/// characters.
fn account(party: &CharacterRef, roster: Option<&Roster>, text: &mut Text) {
    let Some(roster) = roster else { return };
    text.say("\n").push(Style::Person, &party.name);
    text.say(&format!(" belongs to the account {}", roster.account));
    let others = roster.characters.iter().filter(|it| it.id != party.id);
    let others: Vec<&str> = others.map(|it| it.name.as_str()).collect();
    if !others.is_empty() {
        text.say(&format!(", as {} did then", styled::list(&others)));
    }
    text.say(".");
}

#[cfg(test)]
mod tests {
    use engine::id::{AccountId, CharacterId};

    use super::*;
    use crate::{fixture::Fixture, input::Input};

    #[test]
    fn the_staff_reads_whose_characters_both_are_and_who_else_belonged_to_them() {
        let mut game = Fixture::town();
        let [ann, bob, wiz] = [("Ann", Role::Player), ("Bob", Role::Player), ("Wiz", Role::Staff)]
            .map(|(name, role)| game.enter(name, role, "town/square"));
        for (id, account, others) in
            [("ann", "a1", &["Ann"][..]), ("bob", "b1", &["Bob", "Bert", "Bella"])]
        {
            let party = |name: &&str| CharacterRef {
                id: CharacterId::new(&name.to_lowercase()).unwrap(),
                name: (*name).to_owned(),
            };
            let characters = others.iter().map(party).collect();
            let it = game.entity(id).unwrap();
            let account = AccountId::new(account).unwrap();
            game.sim.world_mut().entity_mut(it).insert(Roster { account, characters });
        }
        game.type_line(ann, "report bob: He follows me.");
        game.type_line(bob, "say Boo.");
        game.sim.put(Input::Leave { session: bob });
        game.tick();
        game.type_line(ann, "report bob: And he shouts.");
        let awake = game.type_line(wiz, "reports show 1");
        let words = "\nAnn belongs to the account a1.\n\
                     Bob belongs to the account b1, as Bert and Bella did then.\n";
        assert!(awake.contains(words), "{awake}");
        let gone = game.type_line(wiz, "reports show 2");
        assert!(gone.contains("\nBob belongs to the account b1.\n"), "{gone}");
    }
}
