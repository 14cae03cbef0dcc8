//! `@npc set`: settings of a character that staff put in place of those of its persona.

use bevy_ecs::prelude::*;
use text::styled::{Style, Text};
use world::act::{cause::Act, refusal::Refusal};

use super::staff;
use crate::{
    mind::{
        body::{self, Mind},
        saved,
        settings::{MindSettings, SETTINGS, named},
    },
    record::{entry::MindChange, write},
};

/// Word that gives a setting of the persona back.
const DEFAULT: &str = "default";

/// Setting to change; none to show all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSetting {
    /// Id of the mind.
    pub name: String,
    /// Name of the setting and its new value, as typed.
    pub change: Option<(String, String)>,
}

/// Parses `NAME` or `NAME SETTING VALUE`.
pub(super) fn parse(text: &str) -> Option<NewSetting> {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    let name = words.next()?;
    let change = match (words.next(), words.next(), words.next()) {
        (None, ..) => None,
        (Some(setting), Some(value), None) => Some((setting, value)),
        (Some(_), ..) => return None,
    };
    Some(NewSetting { name, change })
}

/// Changes a setting, or shows all with their ranges.
pub(super) fn set(
    world: &mut World,
    act: &Act,
    mind: Entity,
    new: NewSetting,
) -> Result<Text, Refusal> {
    let Some((name, value)) = new.change else { return Ok(shown(world, mind)) };
    let Some(setting) = named(&name) else {
        let known: Vec<&str> = SETTINGS.iter().map(|it| it.name).collect();
        let words = format!("There is no setting {name}; there are: {}.", known.join(", "));
        return Err(Refusal::because(words));
    };
    let number = match value.as_str() {
        DEFAULT => None,
        text => {
            let number = text.parse().ok().filter(|it| setting.allows(*it));
            let (least, most) = (setting.least, setting.most);
            Some(number.ok_or_else(|| {
                let words = format!(
                    "{name} is a whole number from {least} to {most}, or default for what the persona says."
                );
                Refusal::because(words)
            })?)
        }
    };
    if let Some(mut settings) = world.get_mut::<MindSettings>(mind) {
        settings.put(setting, number);
    }
    body::apply_settings(world, mind);
    saved::touch(world, mind);
    let (by, setting) = (staff(world, act), setting.name.to_owned());
    write::change(world, mind, MindChange::Set { by, setting, value: number });
    let now = match number {
        Some(number) => format!("{name} of {} is {number} now.", new.name),
        None => format!("{name} of {} is what the persona says now.", new.name),
    };
    Ok(Text::plain(now))
}

fn shown(world: &World, mind: Entity) -> Text {
    let Some(persona) = world.get::<Mind>(mind).map(|it| it.persona.clone()) else {
        return Text::default();
    };
    let mut text = Text::styled(Style::Heading, format!("Settings of {}", persona.body.name));
    for it in &SETTINGS {
        let value = (it.get)(&persona)
            .map_or_else(|| "the provider's".to_owned(), |value| value.to_string());
        let by_staff = world.get::<MindSettings>(mind).is_some_and(|of| of.has(it));
        let from = if by_staff { ", by the staff" } else { "" };
        let (name, least, most, about) = (it.name, it.least, it.most, it.about);
        text.say(&format!("\n  {name}: {value}{from} ({least} to {most}; {about})"));
    }
    text
}
