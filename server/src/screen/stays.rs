//! Stays of pages at the end of a run, for the next one.

use bevy_ecs::prelude::*;
use engine::id::CharacterId;
use world::{
    beings::{
        character::{Character, Speaker, SpeakerKind},
        saved,
        settings::Settings,
    },
    witness::{backlog::Backlog, fact::Happening},
};

use super::show::Rendered;
use crate::{
    contract::{
        stay::{MOST_BYTES, StayBefore},
        terminal::Terminal,
    },
    render::{Medium, TerminalClass},
};

/// Returns the stays of all who play on a page, or did when their link was lost, in order of their ids.
pub(crate) fn stays(world: &World) -> Vec<(CharacterId, StayBefore)> {
    type Player<'a> = (Entity, &'a Character, &'a Backlog, &'a Terminal, &'a Settings);
    // Without a player there never was any of these.
    let Some(mut players) = world.try_query::<Player<'_>>() else { return Vec::new() };
    let mut found: Vec<_> = players
        .iter(world)
        .filter(|it| it.3.look(*it.4).medium == Medium::Page)
        .filter_map(|(entity, who, backlog, terminal, settings)| {
            let (epoch, events) = backlog.outstanding()?;
            Some((who.0.clone(), entity, epoch, events, terminal.look(*settings)))
        })
        .collect();
    found.sort_by(|one, two| one.0.cmp(&two.0));
    let mut bytes = 0;
    let mut stays = Vec::with_capacity(found.len());
    for (id, entity, epoch, events, look) in found {
        let mut lines = Vec::with_capacity(events.len());
        for (n, what) in events {
            let line = line(&what, &id, look);
            bytes += line.len();
            if bytes <= MOST_BYTES && !line.is_empty() {
                lines.push((n, line));
            }
        }
        let is_guest = world.get::<Speaker>(entity).is_some_and(|it| it.0 == SpeakerKind::Guest);
        let guest = is_guest.then(|| saved::snapshot(world, entity)).flatten().map(Box::new);
        stays.push((id, StayBefore { epoch, lines, guest }));
    }
    stays
}

fn line(what: &std::sync::Arc<Happening>, me: &CharacterId, look: TerminalClass) -> String {
    let line = Rendered::default().line(what, what.viewpoint(me), look);
    String::from_utf8_lossy(&line).into_owned()
}
