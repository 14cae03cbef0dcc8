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
            deadline,
            components,
            without,
            share,
        } = narrowed(world, &persona, row.context);
        let questions = match (row.by_script, max_iterations) {
            (true, _) => "no question".to_owned(),
            (false, 1) => "1 question".to_owned(),
            (false, many) => format!("{many} questions"),
        };
        let seconds = deadline.as_secs();
        text.say(&format!("\n  {}: {}, {questions}, {seconds} s", row.name, mode.name()));
        if messages < row.messages {
            text.say(", 1 message");
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
