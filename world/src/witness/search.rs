//! Command `search`: finds items by words.

use engine::save::durability::Durability;
use text::{
    parse::{self, Line, Noun, Pick},
    styled::Text,
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    witness::{
        examine,
        narrator::Narrator,
        sight::{Scope, Sight},
    },
};

/// Command to search for items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// Words of the item; empty for all items that lie here.
    pub words: String,
}

impl Command for Search {
    const SPEC: CommandSpec = CommandSpec {
        name: "search",
        aliases: &["find"],
        role: Role::Guest,
        category: Category::World,
        usage: "search\nsearch WORDS",
        summary: "Look for things in the room and among what you carry.",
        help: "Example: search lantern\n\
               It finds what lies here and what you carry; alone it finds all that lies here. For \
               a closer look, examine it.",
        saves: Durability::None,
    };
    const VIEWS: bool = true;

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let words = line.rest.strip_prefix("for ").unwrap_or(line.rest);
        Ok(Self { words: words.to_owned() })
    }
}

/// Runs the `search` command.
pub fn search(invocation: Invocation<Search>, sight: Sight, mut narrator: Narrator) -> Outcome {
    const HERE: [&str; 5] = ["", "around", "here", "room", "the room"];
    if HERE.iter().any(|here| here.eq_ignore_ascii_case(&invocation.command.words)) {
        return around(&invocation.act, &sight, &mut narrator);
    }
    let noun = parse::noun(&invocation.command.words).ok_or(Refusal::Usage(Search::SPEC.usage))?;
    let all = Noun { pick: Pick::All, ..noun };
    let found = match sight.several(invocation.act.actor, &all, Scope::Anything) {
        Ok(found) => found.fitting,
        // A search of scenery, such as straw, is a closer look at it.
        Err(Refusal::NotHere { .. }) => {
            return examine::show(
                &invocation.act,
                &invocation.command.words,
                &sight,
                &mut narrator,
            );
        }
        Err(refusal) => return Err(refusal),
    };
    if found.is_empty() {
        return Err(Refusal::because("You find nothing."));
    }
    let names = sight.listed(found.into_iter());
    narrator.show(&invocation.act, Text::plain(format!("You find {names}.")));
    Ok(())
}

/// Lists the items that lie here, and tells how to search the scenery, which is no item; a refusal when
/// there are none.
fn around(act: &Act, sight: &Sight, narrator: &mut Narrator) -> Outcome {
    let room = sight.room_of(act.actor).ok_or(Refusal::Nowhere)?;
    let listed = sight.listed(sight.things_in(room));
    let elsewhere = "Whatever the description of the place mentions you can search as well: search \
                     THING, or look THING";
    if listed.is_empty() {
        let words = format!("You find nothing that lies here by itself. {elsewhere}");
        return Err(Refusal::because(words));
    }
    narrator.show(act, Text::plain(format!("You find {listed}. {elsewhere}")));
    Ok(())
}
