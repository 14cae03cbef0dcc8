//! Public face of the game: who is awake, as far as they allow it, and the news.

use bevy_ecs::prelude::*;
use engine::{
    id::SessionId,
    index::{self, Index},
    simulation::Simulation,
};
use tokio::sync::oneshot;
use world::{
    beings::{name::Name, news::TownNews, settings::Settings},
    space::room::Landings,
};

use crate::{contract::face::PublicFace, setup};

/// Maximum number of names and of entries of the news.
const MOST_NAMES: usize = 40;
const MOST_NEWS: usize = 3;

/// Tells the public face to whoever asks.
pub(super) fn tell(sim: &mut Simulation, answer: oneshot::Sender<PublicFace>) {
    let texts = setup::authored(sim).map(|it| it.page.clone()).unwrap_or_default();
    if answer.send(PublicFace { texts, ..face(sim.world()) }).is_err() {
        tracing::debug!("somebody left the front page");
    }
}

fn face(world: &World) -> PublicFace {
    let awake = world.resource::<Index<SessionId>>();
    let listed = |it: Entity| {
        let settings = world.get::<Settings>(it)?;
        settings.listed.then(|| world.get::<Name>(it)).flatten()
    };
    let names = awake.entities().filter_map(listed).take(MOST_NAMES);
    let news = world.get_resource::<TownNews>().into_iter().flat_map(|it| &it.0);
    let rooms = world.resource::<Landings>().0.iter().filter_map(|id| {
        let name = world.get::<Name>(index::find(world, id)?)?;
        Some((id.clone(), name.0.to_string()))
    });
    PublicFace {
        rooms: rooms.collect(),
        awake: awake.len(),
        names: names.map(|it| it.0.to_string()).collect(),
        news: news.take(MOST_NEWS).map(|it| (it.date.clone(), it.text.clone())).collect(),
        ..PublicFace::default()
    }
}
