//! GMCP panels: data for a player's client beside the text, sent anew only when it has changed.
//!
//! Hooks note who and what came, went or changed; the end of the tick turns the notes into messages
//! for those who are there and whose clients listed the module. A tick without news costs nothing.

mod scene;

use std::sync::Arc;

use bevy_ecs::{prelude::*, system::SystemState};
use engine::{
    id::SessionId, index::Index, save::durability::Durability, simulation::Simulation, stage::Stage,
};
use telnet::gmcp::{EncodedMessage, GmcpMessage, Location, QuestInfo};
use world::{
    act::refusal::Refusal,
    beings::{character::Rights, settings::Settings},
    space::containment::ContainedIn,
    talk::channel::Subscriptions,
    trade::{purse::Purse, quests},
    witness::{
        fact::{Fact, Happening},
        perception::Perceived,
        viewpoint::{Viewpoint, narrate},
    },
};

use super::draft::{Drafts, Viewer, ViewerItem};
use crate::contract::{question::PanelQuestion, said::ScreenInput};
use scene::{PanelItem, PanelSight, Sights};

/// Marker of a character whose client shows panels, with the session of the connection.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Panels(pub(super) SessionId);

/// Viewers whose clients asked for their quests in this tick.
#[derive(Resource, Debug, Default)]
struct QuestQuestions(Vec<Entity>);

/// Changes of this tick that concern panels.
#[derive(Resource, Debug, Default)]
pub(super) struct News {
    /// Viewers whose panels are all sent anew.
    begin: Vec<Entity>,
    moves: Vec<Move>,
    status: Vec<Entity>,
    settings: Vec<Entity>,
    channels: Vec<Entity>,
}

/// Arrival or departure of an item or a character at a place.
#[derive(Debug)]
struct Move {
    which: Entity,
    what: PanelItem,
    place: Entity,
    came: bool,
}

pub(super) fn plugin(sim: &mut Simulation) {
    let world = sim.world_mut();
    world.init_resource::<News>();
    world.init_resource::<QuestQuestions>();
    world.add_observer(on_contained);
    world.add_observer(on_removed);
    world.add_observer(|on: On<Insert<(Purse, Rights)>>, watch: Watch| watch.status(on.entity));
    world.add_observer(|on: On<Insert<Settings>>, watch: Watch| watch.settings(on.entity));
    world.add_observer(|on: On<Insert<Subscriptions>>, watch: Watch| watch.channels(on.entity));
    let quests = send_quests.run_if(|asked: Res<QuestQuestions>| !asked.0.is_empty());
    let systems = (send_updates, quests, relay).chain().after(super::show::show);
    sim.add_systems(Stage::Emit, systems);
}

/// Collector of changes for panels, used by observers.
#[derive(bevy_ecs::system::SystemParam)]
struct Watch<'w, 's> {
    panels: Query<'w, 's, (), With<Panels>>,
    sights: Sights<'w, 's>,
    at: Query<'w, 's, &'static ContainedIn>,
    news: ResMut<'w, News>,
}

impl Watch<'_, '_> {
    fn moved(mut self, which: Entity, came: bool) {
        if self.panels.is_empty() {
            return;
        }
        let Ok(place) = self.at.get(which).map(|it| it.0) else { return };
        if let Some(what) = self.sights.what(which) {
            self.news.moves.push(Move { which, what, place, came });
        }
    }

    fn status(mut self, of: Entity) {
        if self.panels.contains(of) {
            self.news.status.push(of);
        }
    }

    fn settings(mut self, of: Entity) {
        if self.panels.contains(of) {
            self.news.settings.push(of);
        }
    }

    fn channels(mut self, of: Entity) {
        if self.panels.contains(of) {
            self.news.channels.push(of);
        }
    }
}

fn on_contained(on: On<Insert<ContainedIn>>, watch: Watch) {
    watch.moved(on.entity, true);
}

fn on_removed(on: On<Discard<ContainedIn>>, watch: Watch) {
    watch.moved(on.entity, false);
}

/// Puts a message into the viewer's draft, unless the client has not listed its module. That only
/// saves memory: the connection decides what is sent.
fn send(drafts: &mut Drafts, viewer: &mut ViewerItem<'_, '_>, message: &EncodedMessage) {
    if viewer.terminal.gmcp.is_some_and(|it| it.wants(message.module())) {
        drafts.add(viewer, |draft| {
            draft.data.push(message.clone());
            // Panels show what is saved with the same tick.
            draft.durability = draft.durability.max(Durability::Soft);
        });
    }
}

/// Sends the panel updates for the changes of this tick.
fn send_updates(
    mut said: MessageReader<ScreenInput>,
    mut news: ResMut<News>,
    mut drafts: ResMut<Drafts>,
    mut quests: ResMut<QuestQuestions>,
    index: Res<Index<SessionId>>,
    scene: PanelSight,
    panels: Query<Entity, With<Panels>>,
    mut viewers: Query<Viewer, With<Panels>>,
) {
    let News { mut begin, moves, status, settings, channels } = std::mem::take(&mut *news);
    let mut questions = Vec::new();
    for it in said.read() {
        match it {
            ScreenInput::PanelsAnew => begin.extend(&panels),
            ScreenInput::Asked { session, question } => questions.push((session, *question)),
            ScreenInput::Terminal { .. } | ScreenInput::Reloaded { .. } => {}
        }
    }
    let mut put = |viewer: Entity, messages: &[EncodedMessage]| {
        let Ok(mut viewer) = viewers.get_mut(viewer) else { return };
        for message in messages {
            send(&mut drafts, &mut viewer, message);
        }
    };
    // Whoever sees a whole room anew needs no news of it.
    let mut anew = begin.clone();
    anew.extend(moves.iter().filter(|it| it.came && scene.has_panels(it.which)).map(|it| it.which));
    for it in &moves {
        let message = it.message(Location::Room);
        for viewer in scene.watching(it.place).filter(|viewer| !anew.contains(viewer)) {
            put(viewer, &message);
        }
        if scene.has_panels(it.place) && !begin.contains(&it.place) {
            put(it.place, &it.message(Location::Inventory));
        }
    }
    for viewer in begin {
        put(viewer, &scene.character(viewer));
        put(viewer, &scene.status(viewer));
        put(viewer, &scene.inventory(viewer));
        put(viewer, &scene.channels(viewer));
    }
    anew.sort();
    anew.dedup();
    for viewer in anew {
        put(viewer, &scene.surroundings(viewer));
        put(viewer, &scene.sound(viewer));
    }
    for viewer in settings {
        put(viewer, &scene.sound(viewer));
    }
    for viewer in status {
        put(viewer, &scene.status(viewer));
    }
    for viewer in channels {
        put(viewer, &scene.channels(viewer));
    }
    for (session, question) in questions {
        let Some(viewer) = index.get(session) else { continue };
        if question == PanelQuestion::Quests {
            quests.0.push(viewer);
        }
        put(viewer, &scene.answer(viewer, question));
    }
}

/// Sends their quests to those whose clients asked for them.
fn send_quests(world: &mut World, to: &mut SystemState<(Query<Viewer>, ResMut<Drafts>)>) {
    for viewer in std::mem::take(&mut world.resource_mut::<QuestQuestions>().0) {
        let quests = quests::of(world, viewer);
        let quests: Vec<QuestInfo<'_>> = quests
            .iter()
            .map(|(it, done)| QuestInfo { name: &it.name, wants: &it.wants, done: *done })
            .collect();
        let message = GmcpMessage::Quests(&quests).encoded();
        let Ok((mut viewers, mut drafts)) = to.get_mut(world) else { return };
        if let Ok(mut viewer) = viewers.get_mut(viewer) {
            send(&mut drafts, &mut viewer, &message);
        }
    }
}

impl Move {
    /// Returns the GMCP message for viewers at the place, or for the character who carries the
    /// item.
    fn message(&self, at: Location) -> [EncodedMessage; 1] {
        let message = match (&self.what, self.came) {
            (PanelItem::Player(name), true) => GmcpMessage::AddPlayer(scene::person(name)),
            (PanelItem::Player(name), false) => GmcpMessage::RemovePlayer(name),
            (PanelItem::Item(it), true) => GmcpMessage::ItemsAdd(at, it.item()),
            (PanelItem::Item(it), false) => GmcpMessage::ItemsRemove(at, it.item()),
        };
        [message.encoded()]
    }
}

/// Sends GMCP messages for talk on channels, and for directions without an exit.
pub(super) fn relay(
    mut perceived: MessageReader<Perceived>,
    mut drafts: ResMut<Drafts>,
    mut viewers: Query<Viewer, With<Panels>>,
) {
    if viewers.is_empty() {
        perceived.clear();
        return;
    }
    let mut last: Option<(Arc<Happening>, Viewpoint, Relayed)> = None;
    for it in perceived.read() {
        if let Fact::Refused(Refusal::NoWay(way)) = &it.what.fact
            && let Ok(mut viewer) = viewers.get_mut(it.observer)
        {
            let message = GmcpMessage::WrongDirection(way.short()).encoded();
            send(&mut drafts, &mut viewer, &message);
        }
        let Fact::Spoke(words) = &it.what.fact else { continue };
        let (Some(channel), Ok(mut viewer)) = (&words.channel, viewers.get_mut(it.observer)) else {
            continue;
        };
        let viewpoint = it.what.viewpoint(&viewer.character.0);
        let known =
            last.take().filter(|(what, from, _)| Arc::ptr_eq(what, &it.what) && *from == viewpoint);
        let (.., relayed) = last.insert(known.unwrap_or_else(|| {
            (it.what.clone(), viewpoint, Relayed::new(&it.what, viewpoint, channel.as_str()))
        }));
        send(&mut drafts, &mut viewer, &relayed.text);
        send(&mut drafts, &mut viewer, &relayed.event);
    }
}

/// Words on a channel, as the two packages carry them.
struct Relayed {
    text: EncodedMessage,
    event: EncodedMessage,
}

impl Relayed {
    fn new(what: &Happening, from: Viewpoint, channel: &str) -> Self {
        let words = narrate(what, from);
        let (text, sender) = (words.as_str(), what.actor.as_ref().map(|it| &*it.name));
        let talker = sender.unwrap_or_default();
        Self {
            text: GmcpMessage::ChannelText { channel, talker, text }.encoded(),
            event: GmcpMessage::ChannelEvent { channel, sender, text }.encoded(),
        }
    }
}

/// Begins the panels of a client anew, or ends them.
pub(super) fn fit(
    over: Option<SessionId>,
    viewer: Entity,
    news: &mut News,
    commands: &mut Commands,
) {
    match over {
        Some(session) => {
            commands.entity(viewer).insert(Panels(session));
            news.begin.push(viewer);
        }
        None => {
            commands.entity(viewer).try_remove::<Panels>();
        }
    }
}
