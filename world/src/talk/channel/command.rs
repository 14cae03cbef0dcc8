//! `channel`: talk that is heard wherever one is.

use bevy_ecs::prelude::*;

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    engine::{id::ChannelId, index::Index},
    save::durability::Durability,
    talk::channel::{Channel, Members, Subscriptions},
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
    },
    words::{
        parse::{self, Line},
        text::{CleanText, Style, Text},
    },
};

/// Uses the channels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelCommand {
    /// Shows them.
    List,
    Join(String),
    /// Leaves one.
    Leave(String),
    /// Speaks on one.
    Talk(String, CleanText),
}

impl Command for ChannelCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "channel",
        aliases: &["channels", "chan", "="],
        role: Role::Guest,
        category: Category::Talk,
        usage: "channel list\nchannel join NAME\nchannel leave NAME\nchannel NAME TEXT",
        summary: "Talk with people wherever they are.",
        help: "Example: channel newbie Hello, where do I begin?\n\
               The channel's name alone does the same: newbie Hello. So does an equals sign: \
               =newbie Hello. channel list shows all channels and which of them you are on.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (first, rest) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
        let (name, rest) = (first.to_lowercase(), rest.trim());
        match (name.as_str(), rest) {
            ("" | "list", "") => Ok(Self::List),
            ("join", name) if !name.is_empty() => Ok(Self::Join(name.to_lowercase())),
            ("leave", name) if !name.is_empty() => Ok(Self::Leave(name.to_lowercase())),
            ("join" | "leave", _) | (_, "") => Err(Refusal::Usage(Self::SPEC.usage)),
            ("talk", rest) => {
                let (name, words) = rest.split_once(' ').ok_or(Refusal::Usage(Self::SPEC.usage))?;
                Ok(Self::Talk(name.to_lowercase(), CleanText::new(words)))
            }
            (_, words) => Ok(Self::Talk(name, CleanText::new(words))),
        }
    }

    fn durability(&self) -> Durability {
        match self {
            Self::List | Self::Talk(..) => Durability::None,
            Self::Join(_) | Self::Leave(_) => Durability::Hard,
        }
    }
}

type Channels<'w, 's> = Query<'w, 's, (&'static Channel, &'static Members)>;

/// Carries it out.
pub fn channel(
    invocation: Invocation<ChannelCommand>,
    index: Res<Index<ChannelId>>,
    channels: Channels,
    subscriptions: Query<&Subscriptions>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let mine = subscriptions.get(act.actor).cloned().unwrap_or_default();
    let role = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?.role;
    let find = |name: &str| find(name, role, &index, &channels);
    match invocation.command {
        ChannelCommand::List => {
            list(act, role, &mine, &channels, &mut narrator);
            Ok(())
        }
        ChannelCommand::Join(name) => {
            let id = find(&name)?.0;
            let mut now = mine;
            if !now.0.insert(id.clone()) {
                return Err(Refusal::because(format!("You are on {id} already.")));
            }
            commands.entity(act.actor).insert(now);
            narrator.show(act, Text::plain(format!("You join {id}. To speak on it: {id} TEXT")));
            Ok(())
        }
        ChannelCommand::Leave(name) => {
            let id = find(&name)?.0;
            let mut now = mine;
            if !now.0.remove(&id) {
                return Err(Refusal::because(format!("You are not on {id}.")));
            }
            commands.entity(act.actor).insert(now);
            narrator.show(act, Text::plain(format!("You leave {id}.")));
            Ok(())
        }
        ChannelCommand::Talk(name, words) => {
            let (id, hearers) = find(&name)?;
            if !mine.0.contains(&id) {
                let words = format!("You are not on {id}. To join it, type: channel join {id}");
                return Err(Refusal::because(words));
            }
            let open = channels.iter().any(|(it, _)| it.id == id && it.role == Role::Guest);
            let words =
                Utterance { source: Source::Channel, words, to: Vec::new(), channel: Some(id) };
            narrator.speak(act, words, hearers, !open)
        }
    }
}

fn find(
    name: &str,
    role: Role,
    index: &Index<ChannelId>,
    channels: &Channels,
) -> Result<(ChannelId, Vec<Entity>), Refusal> {
    let visible = index.iter().filter_map(|(id, entity)| {
        let (channel, members) = channels.get(entity).ok()?;
        (channel.role <= role).then_some((id, members))
    });
    let visible: Vec<_> = visible.collect();
    if let Some((id, members)) = visible.iter().find(|(id, _)| id.as_str() == name) {
        return Ok(((*id).clone(), members.0.clone()));
    }
    let near = parse::near(name, visible.iter().map(|(id, _)| id.as_str()));
    let hint = match near.first() {
        Some(near) => format!("Did you mean {near}?"),
        None => "Type channel list to see them all.".to_owned(),
    };
    Err(Refusal::because(format!("There is no channel \"{name}\". {hint}")))
}

fn list(act: &Act, role: Role, mine: &Subscriptions, channels: &Channels, narrator: &mut Narrator) {
    let mut text = Text::styled(Style::Heading, "Channels");
    let mut visible: Vec<_> = channels.iter().filter(|(it, _)| it.role <= role).collect();
    visible.sort_by_key(|(it, _)| it.order);
    for (channel, members) in visible {
        text.say("\n  ").push(Style::Channel, channel.id.as_str());
        text.say(if mine.0.contains(&channel.id) { " (you are on it): " } else { ": " });
        text.say(&channel.about).say(&format!(" {} listening.", members.0.len()));
    }
    narrator.show(act, text);
}
