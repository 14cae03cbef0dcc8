use engine::{
    clock::WorldTime,
    id::RoomId,
    request::{NewPersona, NpcWish},
};
use store::{Row, Store, StoreSettings};
use world::{act::command::CommandSpec, beings::character::CharacterRef};

use super::{change::*, *};
use crate::{
    account::{
        names::PlayerName,
        saved::{NAME_KIND, NameDocument, NameV1},
    },
    setup::{
        self, Recording,
        files::{self, Authored},
        reload::{ReloadOutcome, ReloadRequest},
        rules, source_files,
    },
};

const ZONE: &str = r#"(id: "town", name: "Town", rooms: [
    (id: "square", name: "The Square", description: "A square.")])"#;
const ANN: &str = r#"(id: "ann", voice: "Calm.", answers: {"otherwise": ["Hm."]},
    body: (name: "Ann", description: "A woman.", home: "town/square"))"#;

fn id(id: &str) -> CharacterId {
    CharacterId::new(id).unwrap()
}

fn content(more: &[(&str, &str)]) -> TextFiles {
    let world = r#"(name: "T", banner: "T", welcome: "W", start: "town/square", coins: 0)"#;
    let files = [("world.ron", world), ("zones/town.ron", ZONE), ("personas/ann.ron", ANN)];
    files.iter().chain(more).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn check(files: &TextFiles) -> Authored {
    files::check(&source_files(files), &commands()).unwrap()
}

fn commands() -> Vec<&'static CommandSpec> {
    setup::command_specs(&rules(0))
}

fn by() -> (CharacterRef, WorldTime) {
    (CharacterRef { id: id("wiz"), name: "Wiz".to_owned() }, WorldTime(7))
}

fn make(name: &str, persona: NewPersona) -> NpcWish {
    let home = RoomId::new("town/square").unwrap();
    NpcWish::Make { id: id(&name.to_lowercase()), name: name.to_owned(), home, persona }
}

fn prepared(before: &Authored, wish: &NpcWish) -> Result<ReloadRequest, String> {
    NpcChange::new(before, &commands(), content(&[]), wish, by()).prepare()
}

fn with_rolf() -> ReloadRequest {
    prepared(&check(&content(&[])), &make("Rolf", NewPersona::Like(None))).unwrap()
}

fn names(of: &Authored) -> Vec<&str> {
    of.personas.iter().map(|it| it.body.name.as_str()).collect()
}

#[test]
fn a_made_character_is_part_of_the_content_and_says_by_whom_it_is() {
    let made = with_rolf();
    assert_eq!(names(&made.authored), ["Ann", "Rolf"]);
    let (by, at) = by();
    let rolf = &made.authored.made[&id("rolf")];
    assert_eq!((&rolf.by, rolf.at), (&by, at));
    assert_eq!(made.authored.personas[1].at, None);
    // It is the same when it is read again from its own document.
    let again = check(&[content(&[]), made.authored.made_files()].concat());
    assert_eq!(again.made, made.authored.made);
    let gone = prepared(&made.authored, &NpcWish::Remove { id: id("rolf") }).unwrap();
    assert_eq!(names(&gone.authored), ["Ann"]);
}

#[test]
fn a_copy_speaks_of_itself_by_its_own_name() {
    let text = r#"(id: "pip", voice: "Pip is quick.", answers: {"otherwise": ["Ask Pippa, not Pip."]},
        body: (name: "Pip", description: "Pip's hat.", home: "town/square"))"#;
    let files = content(&[("personas/pip.ron", text)]);
    let (before, wish) = (check(&files), make("Tom", NewPersona::Of(id("pip"))));
    let copy = NpcChange::new(&before, &commands(), files, &wish, by()).prepare().unwrap();
    let persona = &copy.authored.made[&id("tom")].persona;
    for words in ["\"Tom\"", "Tom is quick.", "Tom's hat.", "Ask Pippa, not Tom."] {
        assert!(persona.contains(words), "{words}: {persona}");
    }
    assert_eq!(quoted_text(persona, ID).as_deref(), Some("tom"));
}

#[test]
fn a_file_of_the_content_goes_before_a_made_character_of_its_id_or_name() {
    let made = with_rolf().authored.made_files();
    for (file_id, name) in [("rolf", "Ralph"), ("ralph", "ROLF")] {
        let text = ANN.replace("\"ann\"", &format!("{file_id:?}"));
        let text = text.replace("\"Ann\"", &format!("{name:?}"));
        let files = [content(&[("personas/new.ron", &text)]), made.clone()].concat();
        let authored = check(&files);
        assert_eq!(names(&authored).len(), 2, "{:?}", names(&authored));
        assert!(authored.put_away[&id("rolf")].starts_with("personas/new.ron"));
        assert!(authored.made.contains_key(&id("rolf")), "it is still there to be removed");
    }
}

#[test]
fn content_that_leaves_no_room_for_a_made_character_is_read_without_it() {
    let talk = r#"(topics: [(name: "otherwise", hears: [], text: ["Well."])])"#;
    let files = content(&[("archetypes/baker.ron", talk)]);
    let (before, wish) = (check(&files), make("Rolf", NewPersona::Like(Some("baker".to_owned()))));
    let made = NpcChange::new(&before, &commands(), files.clone(), &wish, by()).prepare();
    let made = made.unwrap_or_else(|why| panic!("{why}")).authored;
    assert_eq!(names(&made), ["Ann", "Rolf"]);
    let without = check(&[content(&[]), made.made_files()].concat());
    assert_eq!(names(&without), ["Ann"]);
    assert!(
        without.put_away[&id("rolf")].contains("no archetype `baker`"),
        "{:?}",
        without.put_away
    );
    // Problems of the content itself are told as ever.
    let broken = [content(&[("personas/bad.ron", "(id: 7)")]), made.made_files()].concat();
    let problems = files::check(&source_files(&broken), &commands()).unwrap_err();
    assert!(problems.iter().all(|it| it.path == "personas/bad.ron"), "{problems:?}");
}

#[test]
fn of_two_changes_that_were_prepared_at_the_same_moment_the_second_is_done_once_more() {
    let before = check(&content(&[]));
    let [rolf, otto] =
        ["Rolf", "Otto"].map(|it| prepared(&before, &make(it, NewPersona::Like(None))).unwrap());
    let first = rolf.authored.with_one_changed(&before).unwrap();
    assert_eq!(names(&first), ["Ann", "Rolf"]);
    assert!(Arc::ptr_eq(&first.personas[0], &before.personas[0]), "who stays is the very same");
    assert!(otto.authored.with_one_changed(&first).is_none());
    let recording = Recording { files: content(&[]), ..recording() };
    let mut sim = setup::build(&recording, rules).unwrap();
    sim.put_all(vec![rolf, otto]);
    sim.tick(WorldTime(9)).unwrap();
    let outcomes: Vec<_> =
        sim.drain::<ReloadOutcome>().into_iter().map(|it| it.sentence()).collect();
    assert!(outcomes[0].as_ref().is_ok_and(|it| it.starts_with("Rolf is here now")));
    assert!(outcomes[1].as_ref().is_err_and(|it| it.contains("Please do it once more")));
    assert_eq!(names(setup::authored(&sim).unwrap()), ["Ann", "Rolf"]);
}

fn recording() -> Recording {
    let text = r#"{"seed": 1, "patience": 60, "files": [], "saved": {}, "talk": null}"#;
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    value["talk"] = serde_json::to_value(world::witness::pace::TalkRates::default()).unwrap();
    serde_json::from_value(value).unwrap()
}

#[tokio::test]
async fn nobody_is_made_who_looks_like_a_player() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(&home.path().join("hearsay.sqlite"), StoreSettings::default()).unwrap();
    let name = PlayerName::new("Barney").unwrap();
    let saved = NameDocument::V1(NameV1 {
        name: name.as_str().to_owned(),
        account: engine::id::AccountId::new("of-barney").unwrap(),
        character: id("barney"),
        made: WorldTime(1),
        since: WorldTime(1),
    });
    let row = Row {
        kind: NAME_KIND,
        id: name.skeleton(),
        owner: "of-barney".to_owned(),
        body: Some(serde_json::to_string(&saved).unwrap()),
        mentions: None,
    };
    store.insert_new(vec![row]).await.unwrap();
    let plain = |name: &str| make(name, NewPersona::Like(None));
    let why = check_taken(&plain("Bamey"), &store).await.unwrap_err();
    assert_eq!(why, "`Bamey` is, or looks like, the name of a player; choose another.");
    assert_eq!(check_taken(&plain("Rolf"), &store).await, Ok(()));
}
