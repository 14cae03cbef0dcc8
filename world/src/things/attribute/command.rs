//! `@attribute` command: sets an attribute of an item or of the room to one of its values.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use engine::{id::KindId, save::durability::Durability};
use text::{
    parse::{self, Line},
    styled::Text,
};

use super::{AttributeEntry, AttributeValues, Attributes};
use crate::{
    act::{
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    space::room::Room,
    things::thing::Thing,
    witness::{
        fact::{Fact, Handling},
        narrator::Narrator,
        sight::{Scope, Sight},
    },
};

/// Word for the room itself.
const HERE: &str = "here";

/// Item or room whose attribute is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeTarget {
    /// Item in sight by a noun, or the room by `here`.
    Called(String),
    /// Item in sight by the id of its kind, or the room of the actor by its own id.
    Of(String),
}

/// Command to set an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAttribute {
    pub target: AttributeTarget,
    pub name: String,
    pub value: String,
}

impl Command for SetAttribute {
    const SPEC: CommandSpec = CommandSpec {
        name: "@attribute",
        aliases: &[],
        role: Role::Builder,
        category: Category::Staff,
        usage: "@attribute THING NAME VALUE\n@attribute here NAME VALUE",
        summary: "Set an attribute of a thing, or of the room, to one of its values.",
        help: "Example: @attribute lantern lit yes\n\
               The content says which attributes a kind of thing or a room has, and which values; \
               looking at it shows the text of the value. It stays over a restart.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let words: Vec<&str> = line.rest.split_whitespace().collect();
        let [target @ .., name, value] = words.as_slice() else {
            return Err(Refusal::Usage(Self::SPEC.usage));
        };
        if target.is_empty() {
            return Err(Refusal::Usage(Self::SPEC.usage));
        }
        let target = AttributeTarget::Called(target.join(" "));
        Ok(Self { target, name: name.to_lowercase(), value: value.to_lowercase() })
    }
}

/// Runs `@attribute`.
pub fn set_attribute(
    invocation: Invocation<SetAttribute>,
    sight: Sight,
    declared: Query<(&Attributes, Option<&AttributeValues>)>,
    (things, rooms): (Query<&Thing>, Query<&Room>),
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let SetAttribute { target, name, value } = invocation.command;
    let actor = invocation.act.actor;
    let room = sight.room_of(actor).ok_or(Refusal::Nowhere)?;
    let found = match &target {
        AttributeTarget::Called(noun) if noun.eq_ignore_ascii_case(HERE) => room,
        AttributeTarget::Called(noun) => {
            let noun = parse::noun(noun).ok_or(Refusal::Usage(SetAttribute::SPEC.usage))?;
            sight.find(actor, &noun, Scope::Anything)?
        }
        AttributeTarget::Of(id) if rooms.get(room).is_ok_and(|room| room.0.as_str() == id) => room,
        AttributeTarget::Of(id) => {
            let kind = KindId::new(id).ok();
            let of_kind =
                |thing: &Entity| things.get(*thing).is_ok_and(|of| Some(&of.kind) == kind.as_ref());
            let mut near = sight.things_in(actor).chain(sight.things_in(room));
            let not_here = || Refusal::NotHere { noun: id.clone(), near: None };
            near.find(of_kind).ok_or_else(not_here)?
        }
    };
    let shown = if found == room { sight.room_name(room) } else { sight.name(found) };
    let Ok((Attributes(entries), now)) = declared.get(found) else {
        return Err(Refusal::because(format!("{} has no attributes.", capital(shown))));
    };
    let text = text_of(entries, now, shown, (&name, &value))?;
    let you: Arc<str> = format!("You set {name} of {shown} to {value}. {text}").into();
    let others: Arc<str> = format!("{{who}} changes {shown}. {text}").into();
    let did = Handling::Did { they: "changes", you, others: Some(others) };
    narrator.deed(&invocation.act, Fact::Handled(did, shown.into()));
    let mut values = now.cloned().unwrap_or_default();
    // What a former version of the content declared is not kept for ever.
    values.0.retain(|set, _| entries.iter().any(|entry| entry.name == *set));
    values.0.insert(name, value);
    commands.entity(found).insert(values);
    Ok(())
}

/// Returns the text of the new value of an attribute, or why it cannot be set.
fn text_of<'a>(
    entries: &'a [AttributeEntry],
    now: Option<&AttributeValues>,
    shown: &str,
    (name, value): (&str, &str),
) -> Result<&'a str, Refusal> {
    let Some(entry) = entries.iter().find(|it| it.name == name) else {
        let names: Vec<&str> = entries.iter().map(|it| it.name.as_str()).collect();
        return Err(Refusal::because(format!(
            "{} has no attribute \"{name}\"; it has: {}.",
            capital(shown),
            names.join(", ")
        )));
    };
    let Some(text) = entry.text(value) else {
        let values: Vec<&str> = entry.values.iter().map(|(it, _)| it.as_str()).collect();
        let values = values.join(", ");
        return Err(Refusal::because(format!(
            "The attribute {name} of {shown} can be set to: {values}."
        )));
    };
    if entry.current(now).is_some_and(|(current, _)| current == value) {
        let sentence = format!("The attribute {name} of {shown} is {value} already.");
        return Err(Refusal::because(sentence));
    }
    Ok(text)
}

fn capital(words: &str) -> String {
    Text::plain(words).capitalised().as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use engine::save::document::Row;

    use super::*;
    use crate::{
        content::{build, parse::parse, problem::SourceFile},
        fixture::Fixture,
    };

    const TOWN: &[(&str, &str)] = &[
        (
            "world.ron",
            r#"(name: "T", banner: "Hi.", welcome: "Hi.", start: "town/yard", coins: 1)"#,
        ),
        (
            "zones/town.ron",
            r#"(id: "town", name: "Town", rooms: [
                (id: "yard", name: "Yard", description: "A yard.", things: ["lamp"],
                 attributes: [(name: "gate", values: [("shut", "The gate is shut."), ("open", "The gate is open.")])]),
            ], kinds: [
                (id: "lamp", name: "a lamp", description: "A lamp.",
                 attributes: [(name: "lit", values: [("no", "It is dark."), ("yes", "It burns.")])]),
            ])"#,
        ),
    ];

    #[test]
    fn an_attribute_of_a_thing_or_of_the_room_is_set_shown_and_saved() {
        let mut game = Fixture::new(TOWN);
        let ann = game.enter("Ann", Role::Builder, "town/yard");
        assert_eq!(game.type_line(ann, "look lamp"), "A lamp\nA lamp. It is dark.");
        assert!(game.type_line(ann, "look").contains("A yard. The gate is shut."));
        game.sim.drain::<Row>();
        let said = game.type_line(ann, "@attribute here gate open");
        assert_eq!(said, "You set gate of Yard to open. The gate is open.");
        assert_eq!(
            game.type_line(ann, "@attribute lamp lit yes"),
            "You set lit of a lamp to yes. It burns."
        );
        let rows: Vec<String> =
            game.sim.drain::<Row>().into_iter().map(|it| it.kind.to_owned()).collect();
        assert!(rows.contains(&"room-attributes".to_owned()) && rows.contains(&"thing".to_owned()));
        assert_eq!(game.type_line(ann, "look lamp"), "A lamp\nA lamp. It burns.");
        assert!(game.type_line(ann, "look").contains("A yard. The gate is open."));
        assert_eq!(
            game.type_line(ann, "@attribute lamp lit off"),
            "The attribute lit of a lamp can be set to: no, yes."
        );
        let refused = game.type_line(ann, "@attribute lamp colour red");
        assert_eq!(refused, "A lamp has no attribute \"colour\"; it has: lit.");
    }

    #[test]
    fn a_value_that_new_content_lacks_counts_as_the_first_and_an_undeclared_attribute_is_not_shown()
    {
        let mut game = Fixture::new(TOWN);
        let ann = game.enter("Ann", Role::Builder, "town/yard");
        game.type_line(ann, "@attribute lamp lit yes");
        game.type_line(ann, "@attribute here gate open");
        game.type_line(ann, "get lamp");
        let lamp = TOWN[1].1.replace(r#"("yes", "It burns.")"#, r#"("off", "It is off.")"#);
        reload(&mut game, &lamp);
        assert_eq!(game.type_line(ann, "look lamp"), "A lamp\nA lamp. It is dark.");
        assert!(game.type_line(ann, "look").contains("A yard. The gate is open."));
        let bare = lamp.replace(r#"(name: "gate", values: [("shut", "The gate is shut."), ("open", "The gate is open.")])"#, "");
        reload(&mut game, &bare);
        assert!(!game.type_line(ann, "look").contains("gate"));
        assert_eq!(game.type_line(ann, "@attribute here gate shut"), "Yard has no attributes.");
        reload(&mut game, TOWN[1].1);
        assert_eq!(game.type_line(ann, "look lamp"), "A lamp\nA lamp. It burns.");
    }

    /// Replaces the zone by another text.
    fn reload(game: &mut Fixture, zone: &str) {
        let files = [(TOWN[0].0, TOWN[0].1), (TOWN[1].0, zone)];
        let files = files.map(|(path, text)| SourceFile::new(path, text));
        let (content, problems) = parse(&files);
        assert!(problems.is_empty(), "{problems:?}");
        build::apply(game.sim.world_mut(), &content);
    }

    #[test]
    fn players_do_not_have_the_command() {
        let mut game = Fixture::new(TOWN);
        let bob = game.enter("Bob", Role::Player, "town/yard");
        game.type_line(bob, "@attribute lamp lit yes");
        assert_eq!(game.type_line(bob, "look lamp"), "A lamp\nA lamp. It is dark.");
    }
}
