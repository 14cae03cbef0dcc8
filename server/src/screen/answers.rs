//! Answers to the lines of panels: data for the client whose player gave the line by a button, in
//! place of words in the story.
//!
//! Such a line is a command like any other, with its rights, its pace and its audit. What it answers
//! is sent as `Hearsay.Answer`:
//!
//! ```json
//! {"id": 7, "ok": true, "b": [BLOCK, ...], "view": {"is": "why", ...}}
//! ```
//!
//! `id` is the client's number of the line, `b` the words as blocks, and `view` the same in parts,
//! where a file of this folder knows the command; then there are no words. A view shows what its
//! command shows to the same reader, and is made only after that command was carried out.
//!
//! | File | Views |
//! |---|---|
//! | `town` | characters of the town, rumours, spending |
//! | `thoughts` | `why` |
//! | `office` | reports, audit, the characters of an account |

mod office;
mod thoughts;
mod town;

use std::sync::Arc;

use assistants::staff::{npc::Npc, why::Why};
use bevy_ecs::{prelude::*, system::SystemState};
use engine::{id::CharacterId, index::Index, save::durability::Durability};
use serde_json::{Value, json};
use telnet::gmcp::{EncodedMessage, GmcpMessage};
use text::parse;
use world::{
    act::{cause::Cause, command::Command, perform::CommandAttempt},
    beings::characters::Characters,
    staff::{audit::command::AuditCommand, reports::Reports},
    witness::{fact::Happening, viewpoint::narrate},
};

use super::{
    asked::PanelAnswers,
    draft::{Drafts, Viewer},
    show::block,
};
use crate::{contract::said::ScreenInput, render::Medium};

/// Notes a command that a panel gave and that was carried out.
pub(super) fn note(world: &mut World, attempt: CommandAttempt<'_>) {
    let CommandAttempt { actor, spec, line, outcome, .. } = attempt;
    if let (Cause::Panel(number), Some(line), Ok(())) = (attempt.cause, line, outcome) {
        let mut answers = world.resource_mut::<PanelAnswers>();
        let answer = answers.0.entry((actor, number)).or_default();
        answer.done = Some((spec.name, line.to_owned()));
    }
}

/// Sends the answers of this tick.
pub(super) fn send_answers(
    world: &mut World,
    to: &mut SystemState<(Query<Viewer>, ResMut<Drafts>)>,
) {
    for ((viewer, number), answer) in std::mem::take(&mut world.resource_mut::<PanelAnswers>().0) {
        let done = answer.done.as_ref();
        let view = done.and_then(|(command, line)| view(world, viewer, command, line));
        let blocks = if view.is_none() { blocks(world, viewer, &answer.said) } else { Vec::new() };
        let told = json!({"id": number, "ok": done.is_some(), "b": blocks, "view": view});
        let message = GmcpMessage::Answer(&told).encoded();
        send(world, to, viewer, message, answer.durability);
    }
}

fn send(
    world: &mut World,
    to: &mut SystemState<(Query<Viewer>, ResMut<Drafts>)>,
    viewer: Entity,
    message: EncodedMessage,
    durability: Durability,
) {
    let Ok((mut viewers, mut drafts)) = to.get_mut(world) else { return };
    let Ok(mut viewer) = viewers.get_mut(viewer) else { return };
    drafts.add(&mut viewer, |draft| {
        draft.data.push(message);
        draft.durability = draft.durability.max(durability);
    });
}

/// Returns the words of an answer as the page's blocks.
fn blocks(world: &World, viewer: Entity, said: &[Arc<Happening>]) -> Vec<Value> {
    let Some(me) = world.get::<world::beings::character::Character>(viewer) else {
        return Vec::new();
    };
    let one = |what: &Arc<Happening>| {
        let from = what.viewpoint(&me.0);
        serde_json::from_slice(&block(what, from, &narrate(what, from))).ok()
    };
    said.iter().filter_map(one).collect()
}

/// Returns the view of a command that was carried out for a character, if there is one.
fn view(world: &mut World, viewer: Entity, command: &str, line: &str) -> Option<Value> {
    let line = parse::line(line)?;
    if command == Why::SPEC.name {
        thoughts::view(world, viewer, &Why::parse(&line).ok()?)
    } else if command == Npc::SPEC.name {
        town::view(world, viewer, Npc::parse(&line).ok()?)
    } else if command == Reports::SPEC.name {
        office::reports(world, &Reports::parse(&line).ok()?)
    } else if command == AuditCommand::SPEC.name {
        Some(office::audit(world, &AuditCommand::parse(&line).ok()?))
    } else if command == Characters::SPEC.name {
        office::characters(world, viewer, &Characters::parse(&line).ok()?)
    } else {
        None
    }
}

/// Sends the outcomes of reloads to the pages of those who asked for them.
pub(super) fn send_reloads(
    mut said: MessageReader<ScreenInput>,
    index: Res<Index<CharacterId>>,
    mut viewers: Query<Viewer>,
    mut drafts: ResMut<Drafts>,
) {
    for input in said.read() {
        let ScreenInput::Reloaded { by, ok, lines } = input else { continue };
        let Some(Ok(mut viewer)) = index.get(by).map(|it| viewers.get_mut(it)) else { continue };
        if viewer.terminal.medium == Medium::Page {
            let message = GmcpMessage::Reload(&json!({"ok": ok, "lines": lines})).encoded();
            drafts.add(&mut viewer, |draft| draft.data.push(message));
        }
    }
}
