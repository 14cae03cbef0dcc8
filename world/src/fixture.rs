//! Test fixture: a game in memory with simulated players.

use core::net::IpAddr;

use bevy_ecs::prelude::*;
use engine::{
    clock::WorldTime,
    id::{CharacterId, RoomId, SessionId},
    index,
    save::dirty::Dirty,
    simulation::Simulation,
};
use text::styled::CleanText;

use crate::{
    act::permission::Role,
    beings::{
        character::SpeakerKind,
        saved::{CharacterDocument, CharacterV1},
    },
    content::{build, parse::parse, problem::SourceFile},
    input::Input,
    witness::{perception::Perceived, viewpoint::narrate},
};

/// Game in memory for tests.
pub struct Fixture {
    /// Simulation of the game.
    pub sim: Simulation,
    /// Time of the last tick.
    pub now: WorldTime,
    sessions: u64,
    heard: Vec<(CharacterId, String)>,
}

impl Fixture {
    /// Creates a game with this content: pairs of a path and a text.
    ///
    /// # Panics
    /// When the content has a problem.
    #[must_use]
    pub fn new(files: &[(&str, &str)]) -> Self {
        let files: Vec<SourceFile> =
            files.iter().map(|(path, text)| SourceFile::new(*path, *text)).collect();
        let (content, problems) = parse(&files);
        assert!(problems.is_empty(), "{problems:?}");
        let mut sim = Simulation::new(1);
        sim.add_plugin(crate::plugin);
        build::apply(sim.world_mut(), &content);
        sim.world_mut().resource_mut::<Dirty>().clear();
        build::place_new(sim.world_mut(), &content, std::iter::empty());
        Self { sim, now: WorldTime(1_700_000_000_000), sessions: 0, heard: Vec::new() }
    }

    /// Creates a game with two rooms, `town/square` and, to the north, `town/inn`.
    #[must_use]
    pub fn town() -> Self {
        Self::new(&[
            (
                "world.ron",
                r#"(name: "Test", banner: "Hi.", welcome: "Welcome.", start: "town/square", coins: 10)"#,
            ),
            (
                "zones/town.ron",
                r#"(id: "town", name: "Town", rooms: [
                    (id: "square", name: "Square", description: "A square with a well.",
                     details: {"well": "It is deep."}, things: ["apple", "pear"],
                     exits: [(direction: North, to: "inn")]),
                    (id: "inn", name: "Inn", description: "A warm room.",
                     exits: [(direction: South, to: "square")]),
                ], kinds: [
                    (id: "apple", name: "a red apple", description: "Shiny.", used: Some("You eat it.")),
                    (id: "pear", name: "a green pear", description: "Hard."),
                ])"#,
            ),
            (
                "channels.ron",
                r#"[(id: "chat", about: "Talk.", default: true), (id: "staff", about: "Work.", role: Staff)]"#,
            ),
        ])
    }

    /// Logs a character in, and runs a tick.
    pub fn enter(&mut self, name: &str, role: Role, room: &str) -> SessionId {
        self.sessions += 1;
        let session = SessionId(self.sessions);
        let id = CharacterId::new(&name.to_lowercase());
        let (Ok(id), Ok(room)) = (id, RoomId::new(room)) else { return session };
        let kind = if role == Role::Guest { SpeakerKind::Guest } else { SpeakerKind::Player };
        let character = CharacterDocument::V1(CharacterV1 {
            description: format!("{name} looks like anybody."),
            room: Some(room),
            coins: 10,
            ..CharacterV1::new(id, name, kind, role)
        });
        self.sim.put(Input::Enter {
            session,
            character: Box::new(character),
            things: Vec::new(),
            new: false,
            address: IpAddr::from([127, 0, 0, 1]),
            roster: None,
        });
        self.tick();
        session
    }

    /// Queues a line for the next tick.
    pub fn line(&mut self, session: SessionId, line: &str) {
        self.sim.put(Input::Line { session, line: CleanText::new(line) });
    }

    /// Runs one tick, a tenth of a second after the last.
    ///
    /// # Panics
    /// When the world broke.
    pub fn tick(&mut self) {
        self.now = WorldTime(self.now.0 + 100);
        let ticked = self.sim.tick(self.now);
        assert!(ticked.is_ok(), "{ticked:?}");
        for perceived in self.sim.drain::<Perceived>() {
            let what = &perceived.what;
            let Some(id) = self.id_of(perceived.observer) else { continue };
            let text = narrate(what, what.viewpoint(&id));
            if !text.is_empty() {
                self.heard.push((id, text.as_str().to_owned()));
            }
        }
    }

    /// Enters a line, runs a tick and returns the output for its author.
    pub fn type_line(&mut self, session: SessionId, line: &str) -> String {
        let me = index::find(self.sim.world(), &session);
        let me = me.and_then(|it| self.id_of(it));
        self.heard.clear();
        self.line(session, line);
        self.tick();
        me.map(|me| self.hears(me.as_str())).unwrap_or_default()
    }

    /// Takes the output that a character received since the last call.
    pub fn hears(&mut self, name: &str) -> String {
        let mut lines = Vec::new();
        self.heard.retain(|(id, text)| {
            let mine = id.as_str() == name;
            if mine {
                lines.push(text.clone());
            }
            !mine
        });
        lines.join("\n")
    }

    /// Returns the id of the character with this entity.
    #[must_use]
    pub fn id_of(&self, being: Entity) -> Option<CharacterId> {
        self.sim.world().get::<crate::beings::character::Character>(being).map(|it| it.0.clone())
    }

    /// Returns the entity of the character with this id.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<Entity> {
        let id = CharacterId::new(name).ok()?;
        index::find(self.sim.world(), &id)
    }
}
