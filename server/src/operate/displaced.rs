//! Saved rooms and kinds of things that the content no longer has.

use std::{collections::BTreeMap, fmt::Display, path::Path};

use engine::{
    id::{KindId, RoomId},
    save::document::{SavedRow, read},
};
use world::{
    beings::{character::SpeakerKind, saved as characters},
    content::authored::Content,
    things::{holder::Holder, saved::ThingDocument, thing},
};

/// Counts of saved documents that have no place in the content.
#[derive(Debug, Default, PartialEq, Eq)]
struct Displaced {
    /// Things, by their kinds.
    kinds: BTreeMap<KindId, usize>,
    /// Players, and things of kinds that there are, by the rooms that they are in.
    rooms: BTreeMap<RoomId, (usize, usize)>,
}

/// Returns a sentence for each room and kind that something is saved of and that the content has no
/// more. The data are only looked at, and a server may be running on them.
///
/// # Errors
/// The documents cannot be read.
pub fn sentences(data: &Path, content: &Content) -> anyhow::Result<Vec<String>> {
    let mut displaced = Displaced::default();
    for (id, owner, body) in store::peek(data, thing::KIND)? {
        let document: ThingDocument = read(thing::KIND, &SavedRow { id, owner, body })?;
        let mut it = document.current();
        content.former.renew_kind(&mut it.kind);
        if !content.kinds.contains_key(&it.kind) {
            *displaced.kinds.entry(it.kind).or_default() += 1;
        } else if let Holder::Room(room) = it.at {
            displaced.in_room(room, content, |(_, things)| *things += 1);
        }
    }
    for (id, owner, body) in store::peek(data, characters::KIND)? {
        let row = SavedRow { id, owner, body };
        let document: characters::CharacterDocument = read(characters::KIND, &row)?;
        let it = document.current();
        if let (SpeakerKind::Player, Some(room)) = (it.kind, it.room) {
            displaced.in_room(room, content, |(people, _)| *people += 1);
        }
    }
    Ok(displaced.report_lines(content))
}

impl Displaced {
    fn in_room(&mut self, mut room: RoomId, content: &Content, count: fn(&mut (usize, usize))) {
        content.former.renew_room(&mut room);
        if !content.rooms.contains_key(&room) {
            count(self.rooms.entry(room).or_default());
        }
    }

    fn report_lines(&self, content: &Content) -> Vec<String> {
        let start = content.start.as_ref().map_or("the start", RoomId::as_str);
        let kinds = self.kinds.iter().map(|(kind, count)| {
            format!(
                "saved things of the kind `{kind}`, which is not there: {count}; they stay out of \
                 the world{}",
                hint(kind)
            )
        });
        let rooms = self.rooms.iter().map(|(room, (people, things))| {
            format!(
                "saved in the room `{room}`, which is not there: {people} players and {things} \
                 things; they go to `{start}`, and what cannot be moved stays out of the world{}",
                hint(room)
            )
        });
        kinds.chain(rooms).collect()
    }
}

fn hint(id: &impl Display) -> String {
    format!("; if that only has another id now, write was: \"{id}\" in it")
}
