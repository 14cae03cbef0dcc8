//! `history` command: the last lines of a channel.

use std::collections::{BTreeSet, VecDeque};

use bevy_ecs::{prelude::*, system::SystemParam};
use engine::{
    clock::WorldTime,
    id::CharacterId,
    label::{Label, Readers},
    save::durability::Durability,
};
use text::{
    parse::Line,
    span,
    styled::{CleanText, Style, Text},
};

use crate::{
    act::{
        cause::Act,
        command::{Category, Command, CommandSpec, Invocation},
        permission::Role,
        refusal::{Outcome, Refusal},
    },
    beings::character::{Who, own_label},
    talk::channel::{Channel, finder::ChannelFinder},
    witness::narrator::Narrator,
};

/// Line that was said on a channel.
#[derive(Debug, Clone)]
struct ChannelLine {
    at: WorldTime,
    by: Who,
    words: CleanText,
    /// Provenance label of the words: all from whom they come, and those who may read them, on a
    /// channel that is not for everybody those who heard them.
    label: Label,
}

/// Lines of a channel since the server started, oldest first. At most [`ChannelHistory::MAX`]
/// lines, oldest out first; none of them is saved.
#[derive(Component, Debug, Default)]
pub struct ChannelHistory(VecDeque<ChannelLine>);

impl ChannelHistory {
    /// Most lines kept.
    pub const MAX: usize = 20;

    /// Notes a line; `heard` says who alone may read it later.
    pub(super) fn push(
        &mut self,
        at: WorldTime,
        by: Who,
        (words, label): (CleanText, &Label),
        heard: Option<BTreeSet<CharacterId>>,
    ) {
        if self.0.len() == Self::MAX {
            self.0.pop_front();
        }
        let readers = heard.map_or(Readers::Everyone, Readers::Only);
        let label = label.join(&own_label(&by)).kept_to(&readers);
        self.0.push_back(ChannelLine { at, by, words, label });
    }
}

/// Command `history`, which shows the last lines of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The channel, in small letters.
    pub channel: String,
}

impl Command for History {
    const SPEC: CommandSpec = CommandSpec {
        name: "history",
        aliases: &["hist"],
        role: Role::Guest,
        category: Category::Talk,
        usage: "history CHANNEL",
        summary: "Read the last lines of a channel.",
        help: "Example: history newbie\n\
               It shows the last twenty lines since the server started, with how long ago each \
               was said. newbie history does the same. What those say whom you ignore is left \
               out, and of a channel that is not for everybody you read what you heard.",
        saves: Durability::None,
    };

    fn parse(line: &Line<'_>) -> Result<Self, Refusal> {
        match line.rest {
            "" => Err(Refusal::Usage(Self::SPEC.usage)),
            channel => Ok(Self { channel: channel.to_lowercase() }),
        }
    }
}

/// System parameter that reads the last lines of channels.
#[derive(SystemParam)]
pub struct Histories<'w, 's> {
    pub(super) lines: Query<'w, 's, &'static mut ChannelHistory, With<Channel>>,
}

/// Executes `history`.
pub fn history(
    invocation: Invocation<History>,
    channels: ChannelFinder,
    histories: Histories,
    mut narrator: Narrator,
) -> Outcome {
    show(&invocation.act, &invocation.command.channel, &channels, &histories, &mut narrator)
}

/// Shows the last lines of a channel.
///
/// # Errors
/// [`Refusal::Because`] when there is no such channel for these rights.
pub(crate) fn show(
    act: &Act,
    name: &str,
    channels: &ChannelFinder,
    histories: &Histories,
    narrator: &mut Narrator,
) -> Outcome {
    let me = narrator.people.who(act.actor).ok_or(Refusal::Nowhere)?;
    let found = channels.find(name, me.role)?;
    let is_deaf = |line: &ChannelLine| {
        let by = &line.by;
        narrator.ignores_author(act.actor, &by.id, by.account.as_ref())
            || narrator.leaves_out(act.actor, &line.label)
    };
    let lines = histories.lines.get(found.entity).ok();
    let lines = lines.into_iter().flat_map(|it| &it.0);
    let mut text = Text::styled(Style::Heading, format!("What was said on {}", found.id));
    let (mut label, mut count) = (Label::engine(), 0);
    for line in lines.filter(|it| it.label.readers.admit(&me.id) && !is_deaf(it)) {
        let ago = span::in_words(narrator.now().since(line.at));
        text.say("\n  ").push(Style::Person, &line.by.name);
        text.push(Style::Quiet, &format!(" ({ago} ago)")).say(&format!(": {}", line.words));
        label = label.join(&line.label);
        count += 1;
    }
    if count == 0 {
        text = Text::plain(format!("Nothing was said on {} lately.", found.id));
    }
    narrator.show_labelled(act, text, label);
    Ok(())
}
