//! The stream of what a mind perceived.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use world::{
    engine::{
        clock::WorldTime,
        id::{ChannelId, CharacterId},
    },
    witness::fact::Source,
    words::label::Label,
};

/// Most lines of the perception stream that are kept.
pub const STREAM: usize = 60;

/// How many of its newest lines are kept however little they matter.
pub const NEWEST: usize = 20;

/// Everything perceived, its own acts included, oldest first.
#[derive(Component, Debug, Default)]
pub struct Stream(pub VecDeque<StreamLine>);

/// One line of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamLine {
    /// When.
    pub at: WorldTime,
    /// By which way.
    pub source: Source,
    /// Whose act it was.
    pub who: Option<(CharacterId, Arc<str>)>,
    /// The channel, if it came by one.
    pub channel: Option<ChannelId>,
    /// The words, or what happened in words.
    pub words: String,
    /// Whether it is the mind's own act.
    pub own: bool,
    /// 1 to 10.
    pub importance: u8,
    /// Its provenance.
    pub label: Label,
}

impl Stream {
    /// Adds a line; over [`STREAM`] lines the least important goes, among
    /// equals the oldest. The newest [`NEWEST`] always stay.
    pub fn push(&mut self, line: StreamLine) {
        if self.0.len() == STREAM {
            let old = self.0.iter().take(STREAM - NEWEST).enumerate();
            let least = old.min_by_key(|(_, it)| it.importance).map_or(0, |(at, _)| at);
            self.0.remove(least);
        }
        self.0.push_back(line);
    }
}
