//! Terminal reports of clients, on their way to the characters who play on them.

use bevy_ecs::prelude::*;
use engine::{id::SessionId, index::Index};

use crate::{
    contract::{said::ScreenInput, terminal::Terminal},
    screen::panel,
};

/// Applies terminal reports, as soon as their players are in the world.
pub(super) fn fit(
    mut said: MessageReader<ScreenInput>,
    index: Res<Index<SessionId>>,
    known: Query<(&Terminal, Option<&panel::Panels>)>,
    mut news: ResMut<panel::News>,
    mut commands: Commands,
) {
    for input in said.read() {
        let ScreenInput::Terminal { session, terminal } = input.clone() else { continue };
        let Some(entity) = index.get(&session) else { continue };
        let before = known.get(entity).ok();
        let told =
            before.and_then(|(it, panels)| panels.filter(|own| own.0 == session).and(it.gmcp));
        if told != terminal.gmcp || terminal.gmcp.is_none() {
            panel::fit(terminal.gmcp.map(|_| session), entity, &mut news, &mut commands);
        }
        commands.entity(entity).insert(terminal);
    }
}
