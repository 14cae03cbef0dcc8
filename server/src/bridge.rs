//! What people perceive becomes frames for their screens. A line that reads the
//! same for many is rendered once for each viewpoint and class of terminal.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::prelude::*;
use bytes::Bytes;
use world::{
    Simulation, Stage,
    character::Settings,
    fact::Happening,
    id::SessionId,
    index::Index,
    narrate::{Viewpoint, narrate},
    perception::Perceived,
    presence::{Connected, LinkDead},
    text::{Style, Text},
};

use crate::render::{Colours, Look, render};

/// What a connection's terminal can show, by its own word.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terminal {
    /// Colours it shows.
    pub colours: Colours,
    /// Its width in columns.
    pub width: Option<u16>,
    /// Whether it says that a screen reader is in use.
    pub reader: bool,
}

impl Default for Terminal {
    fn default() -> Self {
        Self { colours: Colours::Sixteen, width: None, reader: false }
    }
}

impl Terminal {
    /// How to show words on it to somebody with these settings.
    #[must_use]
    pub fn look(self, settings: Settings) -> Look {
        Look {
            colours: if settings.colour { self.colours } else { Colours::None },
            width: if settings.width > 0 { Some(settings.width) } else { self.width },
            reader: settings.reader || self.reader,
        }
    }
}

/// What one tick shows to one session.
#[derive(Debug, Clone)]
pub struct Draft {
    /// To which.
    pub session: SessionId,
    /// The rendered lines.
    pub lines: Vec<Bytes>,
    /// Whether it shows a change that is saved with the same tick.
    pub durable: bool,
    /// Whether a screen reader is in use.
    pub reader: bool,
}

/// What this tick shows, by session in the order in which they first saw
/// something.
#[derive(Resource, Debug, Default)]
pub struct Drafts {
    list: Vec<Draft>,
    tick: u64,
}

impl Drafts {
    /// Takes all.
    pub fn take(&mut self) -> Vec<Draft> {
        self.tick += 1;
        std::mem::take(&mut self.list)
    }
}

/// Where a viewer's draft of the current tick is.
#[derive(Component, Debug, Default, Clone, Copy)]
struct Slot {
    tick: u64,
    at: usize,
}

/// Adds the screens to a world.
pub fn plugin(sim: &mut Simulation) {
    sim.world_mut().init_resource::<Drafts>();
    let world = sim.world_mut();
    world.register_required_components::<Connected, Terminal>();
    world.register_required_components::<Connected, Slot>();
    world.register_required_components::<LinkDead, Missed>();
    world.init_resource::<Terminals>();
    sim.add_systems(Stage::Interpret, fit_terminals.before(world::perform::interpret));
    sim.add_systems(Stage::Emit, (keep, catch_up, show).chain());
}

/// What terminals said since the last tick.
#[derive(Resource, Debug, Default)]
pub struct Terminals(pub Vec<(SessionId, Terminal)>);

/// Notes what terminals said, as soon as their players are in the world.
fn fit_terminals(mut terminals: ResMut<Terminals>, index: Res<Index>, mut commands: Commands) {
    for (session, terminal) in terminals.0.drain(..) {
        if let Some(entity) = index.sessions.get(&session) {
            commands.entity(*entity).insert(terminal);
        }
    }
}

/// What somebody whose link broke has missed, oldest first.
#[derive(Component, Debug, Default)]
struct Missed {
    what: VecDeque<Arc<Happening>>,
    /// How many more there were.
    dropped: usize,
}

/// Most happenings that are kept for somebody whose link broke.
const MISSED: usize = 200;

fn keep(
    mut perceived: MessageReader<Perceived>,
    mut away: Query<&mut Missed, (With<LinkDead>, Without<Connected>)>,
) {
    if away.is_empty() {
        perceived.clear();
        return;
    }
    for it in perceived.read() {
        let Ok(mut missed) = away.get_mut(it.observer) else { continue };
        if missed.what.len() == MISSED {
            missed.what.pop_front();
            missed.dropped += 1;
        }
        missed.what.push_back(it.what.clone());
    }
}

/// Shows what was missed to those who are back.
fn catch_up(
    mut back: Query<(Entity, &Missed, &Connected, &Settings, &Terminal, &mut Slot)>,
    mut drafts: ResMut<Drafts>,
    mut commands: Commands,
) {
    for (entity, missed, session, settings, terminal, mut slot) in &mut back {
        commands.entity(entity).remove::<Missed>();
        let look = terminal.look(*settings);
        let mut rendered = Rendered::default();
        let lines = missed.what.iter().map(|it| rendered.line(it, it.viewpoint(entity), look));
        let lines: Vec<Bytes> = lines.filter(|it| !it.is_empty()).collect();
        if lines.is_empty() {
            continue;
        }
        let mut heading = String::from("While you were away:");
        if missed.dropped > 0 {
            heading = format!("While you were away ({} lines more before these):", missed.dropped);
        }
        let mut first = Vec::new();
        render(&Text::styled(Style::Heading, heading), look, &mut first);
        let lines = std::iter::once(Bytes::from(first)).chain(lines).collect();
        *slot = Slot { tick: drafts.tick + 1, at: drafts.list.len() };
        drafts.list.push(Draft { session: session.0, lines, durable: false, reader: look.reader });
    }
}

/// The lines of the happening that is being shown, as rendered so far.
#[derive(Default)]
struct Rendered {
    of: Option<Arc<Happening>>,
    lines: Vec<(Viewpoint, Look, Bytes)>,
}

impl Rendered {
    fn line(&mut self, what: &Arc<Happening>, from: Viewpoint, look: Look) -> Bytes {
        if !self.of.as_ref().is_some_and(|it| Arc::ptr_eq(it, what)) {
            self.of = Some(what.clone());
            self.lines.clear();
        }
        let known = self.lines.iter().find(|(viewpoint, it, _)| *viewpoint == from && *it == look);
        if let Some((.., line)) = known {
            return line.clone();
        }
        let mut out = Vec::new();
        render(&narrate(what, from), look, &mut out);
        let line = Bytes::from(out);
        self.lines.push((from, look, line.clone()));
        line
    }
}

fn show(
    mut perceived: MessageReader<Perceived>,
    mut viewers: Query<(&Connected, &Settings, &Terminal, &mut Slot)>,
    mut drafts: ResMut<Drafts>,
) {
    let mut rendered = Rendered::default();
    let Drafts { list, tick } = &mut *drafts;
    for it in perceived.read() {
        let Ok((session, settings, terminal, mut slot)) = viewers.get_mut(it.observer) else {
            continue;
        };
        let look = terminal.look(*settings);
        let line = rendered.line(&it.what, it.what.viewpoint(it.observer), look);
        if line.is_empty() {
            continue;
        }
        // The first thing in a tick opens a draft; what follows joins it.
        let known = (slot.tick == *tick + 1).then_some(slot.at);
        if let Some(draft) = known.and_then(|at| list.get_mut(at)) {
            draft.lines.push(line);
            draft.durable |= it.what.durable;
        } else {
            *slot = Slot { tick: *tick + 1, at: list.len() };
            list.push(Draft {
                session: session.0,
                lines: vec![line],
                durable: it.what.durable,
                reader: look.reader,
            });
        }
    }
}
