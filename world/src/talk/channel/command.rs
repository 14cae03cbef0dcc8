//! `channel` command: speaks on a chat channel, joins, leaves and lists them.

use bevy_ecs::prelude::*;
use engine::{id::ChannelId, index::Index, save::durability::Durability};
use text::{
    parse::Line,
    styled::{CleanText, Style, Text, list as list_of},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
        registry::Registry,
        verbs::VerbSource,
    },
    beings::character::Rights,
    talk::channel::{
        Channel, Subscriptions,
        finder::{ChannelFinder, Channels, FoundChannel},
        history::{self, Histories},
    },
    witness::{
        fact::{Source, Utterance},
        narrator::Narrator,
    },
};

/// Command `channel`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelCommand {
    /// Lists the channels.
    List,
    /// Shows the last lines of a channel.
    History(String),
    Join(String),
    /// Leaves a channel.
    Leave(String),
    /// Speaks on a channel.
    Talk(String, CleanText),
}

impl Command for ChannelCommand {
    const SPEC: CommandSpec = CommandSpec {
        name: "channel",
        aliases: &["channels", "chan", "="],
        role: Role::Guest,
        category: Category::Talk,
        usage: "channel list\nchannel join NAME\nchannel leave NAME\nchannel NAME history\n\
                channel NAME TEXT",
        summary: "Talk with people wherever they are.",
        help: "Example: channel newbie Hello, where do I begin?\n\
               The channel's name alone does the same: newbie Hello. So does an equals sign: \
               =newbie Hello. channel list shows all channels and which of them you are on; newbie history shows \
               what was said on one.",
        saves: Durability::Hard,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        let (first, rest) = line.rest.split_once(' ').unwrap_or((line.rest, ""));
        let (name, rest) = (first.to_lowercase(), rest.trim());
        match (name.as_str(), rest) {
            ("" | "list", "") => Ok(Self::List),
            ("join", name) if !name.is_empty() => Ok(Self::Join(name.to_lowercase())),
            ("leave", name) if !name.is_empty() => Ok(Self::Leave(name.to_lowercase())),
            ("history", name) | (name, "history") if !name.is_empty() => {
                Ok(Self::History(name.to_lowercase()))
            }
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
            Self::List | Self::History(_) | Self::Talk(..) => Durability::None,
            Self::Join(_) | Self::Leave(_) => Durability::Hard,
        }
    }
}

/// A channel's name is a verb of its own.
pub(super) const VERBS: VerbSource = VerbSource {
    read: |world, _, line| {
        let channel = ChannelId::new(&line.small_verb()).ok()?;
        let channel = called(world, &channel)?;
        if line.rest.is_empty() {
            let words = format!(
                "To speak on {channel}, type: {channel} TEXT. To read what was said: history \
                 {channel}. To join it: channel join {channel}"
            );
            return Some(Err(Refusal::because(words)));
        }
        Some(world.resource::<Registry>().build("channel", &format!("{channel} {}", line.rest)))
    },
    verbs: |world, actor| {
        let role = world.get::<Rights>(actor).map_or(Role::Guest, |it| it.0);
        let ids = world.resource::<Index<ChannelId>>().entities();
        let seen = ids.filter_map(|it| world.get::<Channel>(it)).filter(|it| it.role <= role);
        let names = seen.flat_map(|it| std::iter::once(&it.id).chain(&*it.aliases));
        names.map(ToString::to_string).collect()
    },
};

/// Returns the channel with this id or alias.
fn called(world: &World, name: &ChannelId) -> Option<ChannelId> {
    let index = world.resource::<Index<ChannelId>>();
    if index.get(name).is_some() {
        return Some(name.clone());
    }
    let mut channels = index.entities().filter_map(|it| world.get::<Channel>(it));
    channels.find(|it| it.aliases.contains(name)).map(|it| it.id.clone())
}

/// Executes `channel`.
pub fn channel(
    invocation: Invocation<ChannelCommand>,
    channels: ChannelFinder,
    mut histories: Histories,
    subscriptions: Query<&Subscriptions>,
    mut narrator: Narrator,
    mut commands: Commands,
) -> Outcome {
    let act = &invocation.act;
    let mine = subscriptions.get(act.actor).cloned().unwrap_or_default();
    let role = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?.role;
    match invocation.command {
        ChannelCommand::List => {
            list(act, role, &mine, &channels.channels, &mut narrator);
            Ok(())
        }
        ChannelCommand::History(name) => {
            history::show(act, &name, &channels, &histories, &mut narrator)
        }
        ChannelCommand::Join(name) => {
            let id = channels.find(&name, role)?.id;
            let mut now = mine;
            if !now.0.insert(id.clone()) {
                return Err(Refusal::because(format!("You are on {id} already.")));
            }
            commands.entity(act.actor).insert(now);
            narrator.show(act, Text::plain(format!("You join {id}. To speak on it: {id} TEXT")));
            Ok(())
        }
        ChannelCommand::Leave(name) => {
            let id = channels.find(&name, role)?.id;
            let mut now = mine;
            if !now.0.remove(&id) {
                return Err(Refusal::because(format!("You are not on {id}.")));
            }
            commands.entity(act.actor).insert(now);
            narrator.show(act, Text::plain(format!("You leave {id}.")));
            Ok(())
        }
        ChannelCommand::Talk(name, words) => {
            let FoundChannel { id, entity, open, members } = channels.find(&name, role)?;
            if !mine.0.contains(&id) {
                let words = format!("You are not on {id}. To join it, type: channel join {id}");
                return Err(Refusal::because(words));
            }
            let ids = members.iter().filter_map(|it| narrator.people.id_and_name(*it));
            let heard = (!open).then(|| ids.map(|(id, _)| id.clone()).collect());
            let (channel, source) = (Some(id), Source::Channel);
            let said = Utterance { source, words: words.clone(), to: Vec::new(), channel };
            narrator.speak(act, said, members, !open)?;
            let (at, by) = (narrator.now(), narrator.people.who(act.actor));
            if let (Some(by), Ok(mut history)) = (by, histories.lines.get_mut(entity)) {
                history.push(at, by, (words, &act.label), heard);
            }
            Ok(())
        }
    }
}

fn list(act: &Act, role: Role, mine: &Subscriptions, channels: &Channels, narrator: &mut Narrator) {
    let mut text = Text::styled(Style::Heading, "Channels");
    let mut visible: Vec<_> = channels.iter().filter(|(it, _)| it.role <= role).collect();
    visible.sort_by_key(|(it, _)| it.order);
    for (channel, members) in visible {
        text.say("\n  ").push(Style::Channel, channel.id.as_str());
        if !channel.aliases.is_empty() {
            let aliases: Vec<&str> = channel.aliases.iter().map(ChannelId::as_str).collect();
            text.say(&format!(", also {}", list_of(&aliases)));
        }
        text.say(if mine.0.contains(&channel.id) { " (you are on it): " } else { ": " });
        text.say(&channel.about).say(&format!(" {} listening.", members.0.len()));
    }
    narrator.show(act, text);
}
