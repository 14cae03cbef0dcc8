//! The part of `@npc show` about what thoughts may do.

use bevy_ecs::prelude::*;
use text::styled::{Style, Text};

use crate::{
    mind::body::Mind,
    think::limits::narrowed,
    turn::context::{CONTEXTS, NarrowedContext},
};

/// Formats the limits of a mind's thoughts by context, after the settings and the persona narrowed
/// them. The assessment of a task and the state of the mind narrow a thought further.
pub(super) fn shown(world: &World, mind: Entity) -> Text {
    let Some(persona) = world.get::<Mind>(mind).map(|it| it.persona.clone()) else {
        return Text::default();
    };
    let mut text = Text::styled(
        Style::Heading,
        format!("What thoughts of {} may do at most", persona.body.name),
    );
    for row in &CONTEXTS {
        let NarrowedContext {
            mode,
            max_iterations,
            messages,
            calls,
            rounds,
            cadence,
            deadline,
            components,
            without,
            share,
        } = narrowed(world, &persona, row.context);
        let asked = if row.by_script { 0 } else { max_iterations };
        let questions = counted(asked, "question");
        let seconds = deadline.as_secs();
        text.say(&format!("\n  {}: {}, {questions}, {seconds} s", row.name, mode.name()));
        if messages < row.messages {
            text.say(", 1 message");
        }
        if calls < row.calls {
            text.say(&format!(", {} in a reply", counted(calls, "call")));
        }
        if rounds < row.rounds {
            text.say(&format!(", {} of its script first", counted(rounds, "round")));
        }
        if cadence > row.cadence {
            text.say(&format!(", {} s between two changes", cadence.as_secs()));
        }
        if !components.memories {
            text.say(", no memories");
        }
        if share < 100 {
            text.say(&format!(", {share} % of its budget"));
        }
        if !without.is_empty() {
            text.say(&format!(", without {}", without.join(", ")));
        }
    }
    if persona.assesses {
        text.say("\n  Its model rates each task first.");
    }
    text
}

/// Formats a number of something.
fn counted(number: u8, of: &str) -> String {
    match number {
        0 => format!("no {of}"),
        1 => format!("1 {of}"),
        many => format!("{many} {of}s"),
    }
}
