//! Inputs of the minds from beside the game: until the examples are learned no tick waits for that,
//! and profiles of models hold from their tick on.

use std::time::Duration;

use assistants::{
    llm::{
        LlmError,
        profile::{AnswersBy, ModelKey, ModelProfile, ModelProfiles, QuestionForm},
    },
    think::outside::{MindInput, ModelCall, RecallQuery},
};
use engine::{clock::WorldTime, id::SessionId, simulation::Simulation};
use server::{screen::draft::Draft, setup};
use tests::{bare, cast::Place, content};
use text::styled::CleanText;
use world::input::Input;

/// Runs so many ticks, in which no model answers. Returns what was shown.
fn run(sim: &mut Simulation, now: &mut WorldTime, ticks: usize) -> String {
    let mut shown = Vec::new();
    for _ in 0..ticks {
        *now = now.after(Duration::from_millis(500));
        sim.tick(*now).unwrap();
        for query in sim.drain::<RecallQuery>() {
            sim.put(MindInput::Recalled { ticket: query.ticket, notes: Vec::new() });
        }
        for ModelCall(request) in sim.drain() {
            let result = Err(LlmError::Overloaded);
            sim.put(MindInput::Replied { ticket: request.ticket, result });
        }
        let lines = sim.drain::<Draft>().into_iter().flat_map(|it| it.lines);
        shown.extend(lines.flat_map(|it| it.to_vec()));
    }
    String::from_utf8_lossy(&shown).into_owned()
}

#[test]
fn minds_go_by_their_patterns_until_the_examples_are_learned_from() {
    // What was made of the shipped examples is shared by all games, so this one has others.
    let shipped = bare::town().unwrap();
    let mut files = Vec::clone(&*content::read(Place::Content.folder()).unwrap());
    let examples = files.iter_mut().find(|(path, _)| path == "examples.ron").unwrap();
    examples.1 = examples.1.replacen("\"-\": [", "\"-\": [\"zyxwv utsrq\", ", 1);
    drop(shipped);
    let mut sim = bare::game(files).unwrap();
    let persona = setup::authored(&sim).unwrap().personas.first().unwrap().clone();
    let examples = persona.script.examples();
    assert!(!examples.is_ready());
    let mut now = WorldTime(1_700_000_000_000);
    sim.put(MindInput::Learned(false));
    sim.put(bare::guest_in_the_inn(1).unwrap());
    run(&mut sim, &mut now, 2);
    let say = |sim: &mut Simulation, now: &mut WorldTime, line: &str| {
        sim.put(Input::Line { session: SessionId(1), line: CleanText::new(line) });
        run(sim, now, 20)
    };
    // Words to nobody, of which each mind judges whether they are for it; and words to one whose model
    // fails, so that the script stands in.
    say(&mut sim, &mut now, "say has anybody seen the spoons of late?");
    let answered = say(&mut sim, &mut now, "say to mara what can one eat here?");
    assert!(answered.contains("Mara"), "{answered}");
    assert!(!examples.is_ready(), "a tick has learned");
}

#[test]
fn what_a_test_of_an_endpoint_found_holds_from_the_tick_in_which_it_comes() {
    let mut sim = bare::town().unwrap();
    let (form, answers) = (QuestionForm::Schema, AnswersBy::Sure);
    let profile = ModelProfile { form, answers, context: 4_096, ..ModelProfile::default() };
    for provider in [None, Some("local".to_owned())] {
        sim.put(MindInput::Profiled { provider, model: None, profile });
    }
    sim.tick(WorldTime(1_700_000_000_000)).unwrap();
    let profiles = sim.world().resource::<ModelProfiles>();
    let of = |name: Option<&str>| profiles.of(&ModelKey::of(name.map(str::to_owned)));
    assert_eq!(
        [of(None), of(Some("local")), of(Some("other"))],
        [Some(profile), Some(profile), None]
    );
}
