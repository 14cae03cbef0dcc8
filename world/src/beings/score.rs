//! `score` command: summary of one's own character.

use bevy_ecs::prelude::*;
use engine::save::durability::Durability;
use text::{
    parse::Line,
    span,
    styled::{Style, Text},
};

use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::{character::SpeakerKind, presence::Online},
    trade::purse::{Purse, coins},
    witness::{narrator::Narrator, sight::Sight},
};

/// Command `score`: shows the player's own name, room, inventory and coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score;

impl Command for Score {
    const SPEC: CommandSpec = CommandSpec {
        name: "score",
        aliases: &["stats"],
        role: Role::Guest,
        category: Category::Game,
        usage: "score",
        summary: "See who and where you are, and what you have, at a glance.",
        help: "Example: score\n\
               There are no levels and no points here. inventory lists what you carry, look \
               shows the place, and examine me shows what others see of you.",
        saves: Durability::None,
    };

    fn parse(_: &Line<'_>) -> Result<Self, Refusal> {
        Ok(Self)
    }
}

/// Executes `score`.
pub fn score(
    invocation: Invocation<Score>,
    sight: Sight,
    purses: Query<&Purse>,
    online: Query<&Online>,
    mut narrator: Narrator,
) -> Outcome {
    let act = invocation.act;
    let actor = act.actor;
    let who = narrator.people.who(actor).ok_or(Refusal::Nowhere)?;
    let mut text = Text::plain("You are ");
    text.push(Style::Person, &who.name).say(match (who.kind, who.role) {
        (SpeakerKind::Guest, _) => ", a guest",
        (SpeakerKind::Assistant, _) => ", one of the town's own people",
        (SpeakerKind::Player, role) if role >= Role::Staff => ", one of the staff",
        (SpeakerKind::Player, Role::Builder) => ", a builder",
        (SpeakerKind::Player, _) => "",
    });
    if let Ok(online) = online.get(actor) {
        text.say(&format!(", here for {}", span::in_words(narrator.now().since(online.since))));
    }
    text.say(".\n");
    if let Some(room) = sight.room_of(actor) {
        text.say("You are in ").push(Style::Room, sight.room_name(room)).say(".\n");
    }
    for (verb, worn) in [("carry", false), ("wear", true)] {
        let things = sight.things_in(actor).filter(|thing| sight.is_worn(*thing) == worn);
        match sight.listed(things) {
            none if none.is_empty() && worn => {}
            none if none.is_empty() => {
                text.say("You carry nothing.\n");
            }
            listed => {
                text.say(&format!("You {verb} {listed}.\n"));
            }
        }
    }
    let purse = coins(purses.get(actor).map_or(0, |purse| purse.0));
    text.say(&format!("In your purse: {purse}.\n")).say("For more, type ");
    text.push(Style::Command, "inventory").say(", ").push(Style::Command, "look");
    text.say(", ").push(Style::Command, "examine me").say(" or ");
    text.push(Style::Command, "help").say(".");
    narrator.show(&act, text);
    Ok(())
}
