//! Check that every noun of a text in the town can be looked at where it is mentioned.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use engine::{
    id::{KindId, SessionId},
    index,
};
use server::setup::{
    self,
    files::{self, Authored},
};
use world::{
    act::permission::Role,
    content::{
        build,
        nouns::{self, Mentioning},
        problem::SourceFile,
        reading::CheckedFiles,
    },
    fixture::Fixture,
    things::thing,
};

fn content(folder: &str) -> (Vec<SourceFile>, Authored) {
    let files = files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let commands = setup::command_specs(&setup::rules(0));
    let authored = files::check(&files, &commands).unwrap();
    (files, authored)
}

/// The game with the bodies of those who live there.
fn game(files: &[SourceFile], authored: &Authored) -> Fixture {
    let world = files.iter().filter(|it| !it.path.starts_with("personas/"));
    let mut game = Fixture::new(&world.map(|it| (&*it.path, &*it.text)).collect::<Vec<_>>());
    for persona in &authored.personas {
        build::apply_body(game.sim.world_mut(), &persona.id, &persona.body, BTreeSet::new());
    }
    game
}

/// Room where a text is read, and the kind of thing that must be there for it.
fn place(text: &Mentioning, authored: &Authored) -> (String, Option<KindId>) {
    match text {
        Mentioning::Room(id) | Mentioning::Detail(id, _) => (id.to_string(), None),
        Mentioning::Kind(kind) => {
            let mut rooms = authored.content.rooms.iter();
            match rooms.find(|(_, room)| room.things.contains(kind)) {
                Some((id, _)) => (id.to_string(), None),
                None => ("river/reeds".to_owned(), Some(kind.clone())),
            }
        }
        Mentioning::Body(name) => {
            let persona = authored.personas.iter().find(|it| it.body.name == *name).unwrap();
            (persona.body.home.clone(), None)
        }
    }
}

#[test]
fn whatever_a_text_mentions_can_be_looked_at() {
    let (files, authored) = content("../content");
    let mut town = game(&files, &authored);
    let mut players: BTreeMap<(String, Option<KindId>), SessionId> = BTreeMap::new();
    let (mut tried, mut dead) = (0, Vec::new());
    for found in files::nouns(&authored) {
        let (room, kind) = place(&found.text, &authored);
        let number = players.len();
        let session = *players.entry((room.clone(), kind.clone())).or_insert_with(|| {
            let session = town.enter(&format!("Looker{number}"), Role::Player, &room);
            if let Some(kind) = kind {
                let bearer = index::find(town.sim.world(), &session).unwrap();
                thing::make(town.sim.world_mut(), &kind, bearer).unwrap();
            }
            session
        });
        for (noun, _) in &found.nouns {
            tried += 1;
            let answer = town.type_line(session, &format!("examine the {noun}"));
            if answer.starts_with("You see no") || answer.is_empty() {
                dead.push(format!("{}: {noun}", found.text));
            }
        }
    }
    assert!(tried > 450, "the texts mention much: {tried}");
    assert!(dead.is_empty(), "{} of {tried} nouns lead nowhere: {dead:#?}", dead.len());
}

#[test]
fn every_noun_of_the_town_is_described_or_said_to_be_plain() {
    let (files, authored) = content("../content");
    let warnings = nouns::warnings(&files::nouns(&authored), &CheckedFiles::new(&files));
    assert!(warnings.is_empty(), "{warnings:#?}");
}

#[test]
fn a_world_of_another_builder_is_reported_text_by_text() {
    let (files, authored) = content("isle");
    let found = files::nouns(&authored);
    let warnings = nouns::warnings(&found, &CheckedFiles::new(&files));
    let lines = warnings.iter().map(|it| format!("{it}\n")).collect::<String>();
    assert_eq!(format!("{lines}{}", nouns::report(&found)), include_str!("../isle/report.txt"));
}
