//! What people perceive becomes frames for their screens. A line that reads the
//! same for many is rendered once for each viewpoint and class of terminal.

use std::{collections::VecDeque, sync::Arc};

use bevy_ecs::{prelude::*, query::QueryData};
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

use crate::{
    render::{Look, render},
    screen::Lines,
    terminal::Terminal,
};

pub mod panel;

/// What one tick shows to one session.
#[derive(Debug, Clone)]
pub struct Draft {
    /// To which.
    pub session: SessionId,
    /// Structured data for its client, ready for the wire.
    pub data: Vec<Bytes>,
    /// The rendered lines.
    pub lines: Lines,
    /// Whether it shows a change that is saved with the same tick.
    pub durable: bool,
    /// Whether a screen reader is in use.
    pub reader: bool,
    /// How its player wants to be served.
    pub settings: Settings,
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

    /// Adds to the viewer's draft of this tick; the first thing in a tick opens it.
    fn add(&mut self, viewer: &mut ViewerItem<'_, '_>, more: impl FnOnce(&mut Draft)) {
        let tick = self.tick + 1;
        let known = (viewer.slot.tick == tick).then_some(viewer.slot.at);
        if let Some(draft) = known.and_then(|at| self.list.get_mut(at)) {
            more(draft);
            return;
        }
        *viewer.slot = Slot { tick, at: self.list.len() };
        let mut draft = Draft {
            session: viewer.session.0,
            data: Vec::new(),
            lines: Lines::new(),
            durable: false,
            reader: viewer.look().reader,
            settings: *viewer.settings,
        };
        more(&mut draft);
        self.list.push(draft);
    }
}

/// Where a viewer's draft of the current tick is.
#[derive(Component, Debug, Default, Clone, Copy)]
struct Slot {
    tick: u64,
    at: usize,
}

/// Somebody who looks at a screen.
#[derive(QueryData)]
#[query_data(mutable)]
struct Viewer {
    session: &'static Connected,
    settings: &'static Settings,
    terminal: &'static Terminal,
    slot: &'static mut Slot,
}

impl ViewerItem<'_, '_> {
    fn look(&self) -> Look {
        self.terminal.look(*self.settings)
    }
}

/// Adds the screens to a world.
pub fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<Drafts>();
    world.register_required_components::<Connected, Terminal>();
    world.register_required_components::<Connected, Slot>();
    world.register_required_components::<LinkDead, Missed>();
    world.init_resource::<Terminals>();
    sim.add_systems(Stage::Interpret, fit_terminals.before(world::perform::interpret));
    sim.add_systems(Stage::Emit, (keep, catch_up, show).chain());
    sim.add_plugin(panel::plugin);
}

/// What terminals said since the last tick.
#[derive(Resource, Debug, Default)]
pub struct Terminals(pub Vec<(SessionId, Terminal)>);

/// Notes what terminals said, as soon as their players are in the world.
fn fit_terminals(
    mut terminals: ResMut<Terminals>,
    index: Res<Index>,
    known: Query<(&Terminal, Option<&panel::Panels>)>,
    mut news: ResMut<panel::News>,
    mut commands: Commands,
) {
    for (session, terminal) in terminals.0.drain(..) {
        let Some(entity) = index.sessions.get(&session).copied() else { continue };
        let before = known.get(entity).ok();
        let told = before.and_then(|(it, panels)| panels.filter(|it| it.0 == session).and(it.gmcp));
        if told != terminal.gmcp || terminal.gmcp.is_none() {
            panel::fit(terminal.gmcp.map(|_| session), entity, &mut news, &mut commands);
        }
        commands.entity(entity).insert(terminal);
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
        // Their own loss of the link reads as nothing, and so is nothing that they missed.
        if narrate(&it.what, it.what.viewpoint(it.observer)).is_empty() {
            continue;
        }
        if missed.what.len() == MISSED {
            missed.what.pop_front();
            missed.dropped += 1;
        }
        missed.what.push_back(it.what.clone());
    }
}

/// Shows what was missed to those who are back.
fn catch_up(
    mut back: Query<(Entity, &Missed, Viewer)>,
    mut drafts: ResMut<Drafts>,
    mut commands: Commands,
) {
    for (entity, missed, mut viewer) in &mut back {
        commands.entity(entity).remove::<Missed>();
        let look = viewer.look();
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
        drafts.add(&mut viewer, |draft| {
            draft.lines.push(first.into());
            draft.lines.extend(lines);
        });
    }
}

/// The lines of the happening that is being shown, as rendered so far.
#[derive(Default)]
struct Rendered {
    of: Option<Arc<Happening>>,
    lines: Vec<(Viewpoint, Look, Bytes)>,
    out: Vec<u8>,
}

impl Rendered {
    fn line(&mut self, what: &Arc<Happening>, from: Viewpoint, look: Look) -> Bytes {
        if what.audience.len() == 1 {
            return self.render(what, from, look);
        }
        if !self.of.as_ref().is_some_and(|it| Arc::ptr_eq(it, what)) {
            self.of = Some(what.clone());
            self.lines.clear();
        }
        let known = self.lines.iter().find(|(viewpoint, it, _)| *viewpoint == from && *it == look);
        if let Some((.., line)) = known {
            return line.clone();
        }
        let line = self.render(what, from, look);
        self.lines.push((from, look, line.clone()));
        line
    }

    fn render(&mut self, what: &Happening, from: Viewpoint, look: Look) -> Bytes {
        self.out.clear();
        render(&narrate(what, from), look, &mut self.out);
        Bytes::copy_from_slice(&self.out)
    }
}

fn show(
    mut perceived: MessageReader<Perceived>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
) {
    let mut rendered = Rendered::default();
    for it in perceived.read() {
        let Ok(mut viewer) = viewers.get_mut(it.observer) else { continue };
        let line = rendered.line(&it.what, it.what.viewpoint(it.observer), viewer.look());
        if !line.is_empty() {
            drafts.add(&mut viewer, |draft| {
                draft.lines.push(line);
                draft.durable |= it.what.durable;
            });
        }
    }
}
