//! Reasons of an answer: the patterns that its line fits, in words.

use assistants::{
    llm::{scene::Scene, scripted},
    mind::body,
    persona::script::{LineMeaning, Topic},
    record::{
        newest::NewestRecord,
        view::{RecordNames, RecordReader, RecordView, line},
    },
};
use bevy_ecs::world::World;
use engine::{clock::WorldTime, id::CharacterId};

/// Grounds of the last thought of a character, a line each.
pub(super) fn of_thought(scene: &Scene) -> Vec<String> {
    let Some(stimulus) = &scene.stimulus else { return vec!["It thought of nothing said.".into()] };
    let readings = scripted::readings(scene);
    let words = &stimulus.words;
    let mut lines = Vec::new();
    match scripted::meaning(scene) {
        LineMeaning::Topic(topic, rest) => {
            let rest = if rest.is_empty() { String::new() } else { format!("; * took \"{rest}\"") };
            lines.push(format!("\"{words}\" is read as {}{rest}.", topic.name));
        }
        LineMeaning::OneOf(topics) => {
            let names = names(&topics);
            lines.push(format!("\"{words}\" may be {names}, so it is asked back about."));
        }
        LineMeaning::Likely(topic, others) => {
            let or = if others.is_empty() { "" } else { " and not " };
            let (name, others) = (&topic.name, names(&others));
            lines.push(format!(
                "\"{words}\" is most likely {name}{or}{others}, so that is answered on condition."
            ));
        }
        LineMeaning::Nothing if stimulus.words.is_empty() || stimulus.deed().is_some() => {
            lines.push("Nothing was said; what is done goes by `on` and `arrival`.".to_owned());
        }
        LineMeaning::Nothing => {
            lines.push(format!("\"{words}\" fits no topic, so it goes by `otherwise`."));
        }
    }
    let places = ["First", "Second", "Third"].into_iter().zip(&readings);
    lines.extend(places.map(|(place, it)| format!("  {place}: {it}")));
    lines
}

fn names(topics: &[&Topic]) -> String {
    let names: Vec<&str> = topics.iter().map(|it| it.name.as_str()).collect();
    names.join(" or ")
}

/// Returns the record of the line entered at `since`, as `why` shows it in the game: the last
/// thought, or else the ignored lines. Whoever tries a character may read all of it.
pub(super) fn of_record(world: &World, id: &CharacterId, since: WorldTime) -> Vec<String> {
    let newest = body::find(world, id).and_then(|it| world.get::<NewestRecord>(it));
    let Some(newest) = newest else { return Vec::new() };
    let names = RecordNames::of(newest.entries());
    let view = RecordView { reader: RecordReader::InPrivate, whole: false, names: &names };
    if let Some(thought) = newest.thoughts().next().filter(|it| it.at() >= since) {
        return thought.entries().iter().map(|it| line(it, view)).collect();
    }
    let passed = newest.passed_over().take_while(|it| it.at >= since);
    passed.map(|it| line(it, view)).collect()
}
