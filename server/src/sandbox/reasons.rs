//! Why a line was answered as it was: the patterns that it fits, in words.

use assistants::{
    llm::{scene::Scene, scripted},
    mind::body,
    persona::script::LineMeaning,
    record::trace::Trace,
};
use bevy_ecs::world::World;
use world::engine::{clock::WorldTime, id::CharacterId};

/// What the last thought of a character went by, a line each.
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
        LineMeaning::Between(one, other) => lines.push(format!(
            "\"{words}\" may be {} as well as {}, so it is asked back about.",
            one.name, other.name
        )),
        LineMeaning::Nothing if stimulus.words.is_empty() || stimulus.deed.is_some() => {
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

/// What became of a line that no model was asked about since `since`: the last thought, or else why
/// the words were passed over.
pub(super) fn of_trace(world: &World, id: &CharacterId, since: WorldTime) -> Vec<String> {
    let trace = body::find(world, id).and_then(|it| world.get::<Trace>(it));
    let Some(trace) = trace else { return Vec::new() };
    if let Some(story) = trace.stories().next().filter(|it| it.at >= since) {
        return story.lines.clone();
    }
    let passed = trace.passed_over().take_while(|it| it.what.at >= since);
    passed.map(|it| format!("It heard that and passed it over; rule: {}.", it.rule)).collect()
}
