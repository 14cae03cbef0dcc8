//! The shipped world in memory, for what measures or counts minds without a server around them.

pub mod asked;

use std::net::IpAddr;

use engine::{
    id::{CharacterId, RoomId, SessionId},
    simulation::Simulation,
};
use server::setup::{self, Recording};
use world::{
    beings::saved::{CharacterDocument, CharacterV1},
    input::Input,
};

use crate::{
    Trouble,
    cast::{self, Place},
    content, while_,
};

/// Timeout of a thought, in seconds.
const PATIENCE: u64 = 60;

/// The game at its very beginning, with nobody in it but the town's own people.
///
/// # Errors
/// Content that cannot be read or built.
pub fn town() -> Result<Simulation, Trouble> {
    let folder = Place::Content.folder();
    let sim = game(Vec::clone(&*content::read(folder)?))?;
    setup::authored(&sim).inspect(|it| it.learn(folder));
    Ok(sim)
}

/// A game with these files as its content.
///
/// # Errors
/// Content that cannot be built.
pub fn game(files: Vec<(String, String)>) -> Result<Simulation, Trouble> {
    let recording = Recording {
        seed: 1,
        patience: PATIENCE,
        contexts: std::collections::BTreeMap::new(),
        talk: Default::default(),
        outside: Default::default(),
        fallbacks: Default::default(),
        profiles: Default::default(),
        budgets: Default::default(),
        day_minutes: 1_440,
        files,
        saved: Default::default(),
        record: Vec::new(),
    };
    let built = setup::build_checked(&recording, setup::rules, content::check);
    built.map_err(|why| format!("the game cannot be built: {why:?}"))
}

/// A guest who comes into the inn, over the session with the guest's number.
///
/// # Errors
/// A number that makes no valid name.
pub fn guest_in_the_inn(number: u64) -> Result<Input, Trouble> {
    let CharacterDocument::V1(guest) = cast::guest(number)?;
    let room = Some(while_("a room", RoomId::new("town/inn"))?);
    let character = CharacterDocument::V1(CharacterV1 { room, ..guest });
    Ok(Input::Enter {
        session: SessionId(number),
        character: Box::new(character),
        things: Vec::new(),
        new: false,
        address: IpAddr::from([127, 0, 0, 1]),
        roster: None,
    })
}

/// The id of the guest with this number.
///
/// # Errors
/// A number that makes no valid name.
pub fn guest_id(number: u64) -> Result<CharacterId, Trouble> {
    while_("a name", CharacterId::new(&format!("guest-{number}")))
}
