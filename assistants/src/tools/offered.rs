//! Selection of the tools that a model is shown, by the authority of the turn and the way of
//! answering: always the same within a conversation, so that a provider's prompt cache fits.

use std::sync::Arc;

use serde_json::Value;

use super::{SPECS, TOOLS, Tool, is_open};
use crate::{
    llm::{
        ToolSpec,
        profile::{ModelProfile, QuestionForm},
        scene::SpokenWay,
    },
    persona::Persona,
    turn::brief::{Brief, TurnAuthority},
};

/// Tools whose results are part of every prompt anyway, as far as its readers may know them; they
/// are not shown.
pub const TOLD_ANYHOW: [&str; 2] = ["who_is_here", "time"];

/// Tools that the models of a persona are shown, by kind of turn.
#[derive(Debug, Clone, Default)]
pub struct OfferedTools {
    aloud: Arc<[ToolSpec]>,
    aside: Arc<[ToolSpec]>,
    channel: Arc<[ToolSpec]>,
    plan: Arc<[ToolSpec]>,
}

impl OfferedTools {
    /// Builds the tools of a persona. An argument with few possible values becomes an enumeration.
    #[must_use]
    pub fn of(persona: &Persona) -> Self {
        let reply = |way| {
            let fits = |tool: &str| answers(tool, way);
            specs(persona, fits)
        };
        Self {
            aloud: reply(SpokenWay::Aloud),
            aside: reply(SpokenWay::Aside),
            channel: reply(SpokenWay::Channel),
            plan: specs(persona, |_| true),
        }
    }

    /// Returns the tools for one turn.
    #[must_use]
    pub fn for_turn(&self, kind: TurnAuthority, way: SpokenWay) -> Arc<[ToolSpec]> {
        let tools = match (kind, way) {
            (TurnAuthority::Own, _) => &self.plan,
            (TurnAuthority::Reply, SpokenWay::Aloud) => &self.aloud,
            (TurnAuthority::Reply, SpokenWay::Aside) => &self.aside,
            (TurnAuthority::Reply, SpokenWay::Channel) => &self.channel,
        };
        tools.clone()
    }
}

/// Tools that are not shown to a model whose script plans the answer: the engine keeps facts and
/// regard itself, and the prompt states what they would tell. A call of one of them is still carried
/// out.
const BY_ENGINE: [&str; 5] =
    ["remember_fact", "feel", "inspect_location", "search_objects", "page"];

/// Tools of a question whose reply is plain text.
const BY_WORDS: [&str; 6] = ["say", "emote", "whisper", "page", "channel_say", "noop"];

/// Acts of a question whose reply has a JSON schema; commands are offered for orders alone.
pub const BY_SCHEMA: [&str; 3] = ["offer", "inspect", "execute_command"];

/// Narrows the tools of a turn to those of a provider's form.
#[must_use]
pub fn for_form(tools: Arc<[ToolSpec]>, profile: Option<ModelProfile>) -> Arc<[ToolSpec]> {
    let only = |is_such: &dyn Fn(&str) -> bool| {
        tools.iter().filter(|it| is_such(it.name)).cloned().collect()
    };
    match profile.map(|it| it.form) {
        Some(QuestionForm::Words) => only(&|it| BY_WORDS.contains(&it)),
        Some(QuestionForm::Schema) => only(&|it| BY_WORDS.contains(&it) || BY_SCHEMA.contains(&it)),
        Some(QuestionForm::Tools) | None => tools,
    }
}

/// Returns the tools that a question of a thought shows.
#[must_use]
pub fn shown(brief: &Brief) -> Arc<[ToolSpec]> {
    if brief.plans { planned(&brief.tools) } else { brief.tools.clone() }
}

/// Returns the tools that a question of a planned reply shows, out of those of the turn.
#[must_use]
pub fn for_reply(tools: Arc<[ToolSpec]>, profile: ModelProfile) -> Arc<[ToolSpec]> {
    planned(&for_form(tools, Some(profile)))
}

fn planned(tools: &[ToolSpec]) -> Arc<[ToolSpec]> {
    tools.iter().filter(|it| !BY_ENGINE.contains(&it.name)).cloned().collect()
}

/// Returns whether a tool may be called in a turn. A model may call those that it was shown and
/// those of [`TOLD_ANYHOW`]; a script may call all that the persona may use.
#[must_use]
pub fn is_offered(tool: &Tool, shown: Option<&[ToolSpec]>, persona: &Persona) -> bool {
    let is_shown = |all: &[ToolSpec]| {
        TOLD_ANYHOW.contains(&tool.name) || all.iter().any(|it| it.name == tool.name)
    };
    is_open(tool, persona) && shown.is_none_or(is_shown)
}

/// Returns whether a tool may answer words that came this way: by the same way, or more privately.
fn answers(tool: &str, way: SpokenWay) -> bool {
    match tool {
        "say" | "emote" => way == SpokenWay::Aloud,
        "channel_say" => way == SpokenWay::Channel,
        "execute_command" => false,
        _ => true,
    }
}

fn specs(persona: &Persona, fits: impl Fn(&str) -> bool) -> Arc<[ToolSpec]> {
    let open = TOOLS.iter().zip(SPECS.iter()).filter(|(tool, _)| is_open(tool, persona));
    let open = open.filter(|(tool, _)| !TOLD_ANYHOW.contains(&tool.name) && fits(tool.name));
    open.map(|(_, spec)| {
        if let Some((argument, choices)) = choices(spec.name, persona) {
            let mut parameters = Value::clone(&spec.parameters);
            if let Some(Value::Object(it)) =
                parameters.pointer_mut(&format!("/properties/{argument}"))
            {
                it.insert("enum".to_owned(), choices);
            }
            return ToolSpec::new(spec.name, spec.description, parameters);
        }
        spec.clone()
    })
    .collect()
}

/// Returns the argument of a tool that has few possible values, and those values for a persona.
fn choices(tool: &str, persona: &Persona) -> Option<(&'static str, Value)> {
    let list = |ids: Vec<&str>| Value::from(ids);
    match tool {
        "offer" => {
            Some(("id", list(persona.body.offers.iter().map(|it| it.id.as_str()).collect())))
        }
        "execute_command" => {
            Some(("verb", list(persona.tools.commands.iter().map(String::as_str).collect())))
        }
        "remember_fact" => {
            Some(("slot", list(persona.script.slots.keys().map(String::as_str).collect())))
        }
        "channel_say" => {
            let channels = persona.attention.channels.keys();
            Some(("channel", list(channels.map(|it| it.as_str()).collect())))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_answered_as_one_spoke_or_more_privately_and_only_a_plan_gives_commands() {
        let persona: Persona = ron::from_str(
            r#"(id: "ann", voice: "Calm.", tools: (commands: ["get"]),
                attention: (channels: {"gossip": Context}),
                body: (name: "Ann", description: "A woman.", home: "town/square"))"#,
        )
        .unwrap();
        let all = OfferedTools::of(&persona);
        let names = |kind, way| -> Vec<&str> {
            let speech = ["say", "emote", "whisper", "page", "channel_say", "execute_command"];
            let tools = all.for_turn(kind, way);
            speech.into_iter().filter(|it| tools.iter().any(|of| of.name == *it)).collect()
        };
        let reply = |way| names(TurnAuthority::Reply, way);
        assert_eq!(reply(SpokenWay::Aloud), ["say", "emote", "whisper", "page"]);
        assert_eq!(reply(SpokenWay::Aside), ["whisper", "page"]);
        assert_eq!(reply(SpokenWay::Channel), ["whisper", "page", "channel_say"]);
        assert_eq!(names(TurnAuthority::Own, SpokenWay::Aside).len(), 6);
    }
}
