//! Selection of the tools that a model is shown, by the authority of the turn and the way of
//! answering: always the same within a conversation, so that a provider's prompt cache fits.

use std::sync::Arc;

use serde_json::Value;

use super::{SPECS, TOOLS, Tool, ToolShown, is_open};
use crate::{
    llm::{
        ToolSpec,
        profile::{ModelProfile, QuestionForm},
        scene::SpokenWay,
    },
    persona::Persona,
    tools,
    turn::{
        ThoughtPhase, ToolClass,
        brief::{Brief, TurnAuthority},
    },
};

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
        use ToolShown::{Always, Apart, InOrders, Unplanned};
        let reply = |way, shown: &[ToolShown]| {
            specs(persona, |it| it.answers.fits(way) && shown.contains(&it.shown))
        };
        // Whoever is not there does not see who is, and no order says it.
        let apart = [Always, Unplanned, Apart];
        Self {
            aloud: reply(SpokenWay::Aloud, &[Always, Unplanned]),
            aside: reply(SpokenWay::Aside, &apart),
            channel: reply(SpokenWay::Channel, &apart),
            plan: specs(persona, |it| [&apart[..], &[InOrders]].concat().contains(&it.shown)),
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

/// Narrows the tools of a turn to those of a provider's form.
#[must_use]
pub fn for_form(tools: Arc<[ToolSpec]>, profile: Option<ModelProfile>) -> Arc<[ToolSpec]> {
    match profile.map(|it| it.form) {
        Some(QuestionForm::Tools) | None => tools,
        Some(form) => only(&tools, |it| it.least <= form),
    }
}

/// Returns those of the tools of a turn that are among others, too.
#[must_use]
pub fn among(tools: Arc<[ToolSpec]>, others: &[ToolSpec]) -> Arc<[ToolSpec]> {
    let is_there = |it: &&ToolSpec| others.iter().any(|of| of.name == it.name);
    tools.iter().filter(is_there).cloned().collect()
}

/// Returns the tools that a question of a thought shows in one of its phases.
#[must_use]
pub fn shown(brief: &Brief, phase: ThoughtPhase) -> Arc<[ToolSpec]> {
    match phase {
        // What may not be called any more stays, so that a provider's prompt cache fits.
        ThoughtPhase::Act | ThoughtPhase::Tell if brief.plans => planned(&brief.tools),
        ThoughtPhase::Act | ThoughtPhase::Tell => brief.tools.clone(),
        // Later turns of the character's own go by the plan, so nothing that players wrote makes one.
        ThoughtPhase::Plan if brief.kind == TurnAuthority::Reply => Arc::default(),
        ThoughtPhase::Assess | ThoughtPhase::Plan => {
            let of_phase = |it: &(&Tool, &ToolSpec)| it.0.shown == ToolShown::In(phase);
            TOOLS.iter().zip(SPECS.iter()).filter(of_phase).map(|(_, it)| it.clone()).collect()
        }
    }
}

/// Returns the tools that a model may call in one phase of a thought: those of its turn, shown or not, and
/// once it has read what a service answered, those for words.
#[must_use]
pub fn callable(brief: &Brief, phase: ThoughtPhase) -> Arc<[ToolSpec]> {
    match phase {
        ThoughtPhase::Act => brief.tools.clone(),
        ThoughtPhase::Tell => {
            only(&brief.tools, |it| matches!(it.category, ToolClass::Terminal | ToolClass::Silence))
        }
        ThoughtPhase::Assess | ThoughtPhase::Plan => shown(brief, phase),
    }
}

/// Returns the tools that a question of a planned reply shows, out of those of the turn.
#[must_use]
pub fn for_reply(tools: Arc<[ToolSpec]>, profile: ModelProfile) -> Arc<[ToolSpec]> {
    planned(&for_form(tools, Some(profile)))
}

fn planned(tools: &[ToolSpec]) -> Arc<[ToolSpec]> {
    only(tools, |it| it.shown != ToolShown::Unplanned)
}

fn only(tools: &[ToolSpec], fits: impl Fn(&Tool) -> bool) -> Arc<[ToolSpec]> {
    let fits = |it: &&ToolSpec| tools::of_call(&it.name).is_some_and(&fits);
    tools.iter().filter(fits).cloned().collect()
}

/// Returns whether a tool may be called in a turn by this name. A model may call those that it was shown,
/// and those whose result its prompt states anyhow; a script may call all that the persona may use.
#[must_use]
pub fn is_offered(
    (tool, name): (&Tool, &str),
    shown: Option<&[ToolSpec]>,
    persona: &Persona,
) -> bool {
    let is_shown =
        |all: &[ToolSpec]| tool.shown.is_stated() || all.iter().any(|it| it.name == name);
    is_open(tool, name, persona) && shown.is_none_or(is_shown)
}

fn specs(persona: &Persona, fits: impl Fn(&Tool) -> bool) -> Arc<[ToolSpec]> {
    let open = TOOLS.iter().zip(SPECS.iter()).filter(|(tool, _)| is_open(tool, tool.name, persona));
    let open = open.filter(|(tool, _)| fits(tool));
    open.map(|(tool, spec)| {
        if tool.choices.is_empty() && tool.unshown.is_empty() {
            return spec.clone();
        }
        let mut parameters = Value::clone(&spec.parameters);
        if let Some(Value::Object(all)) = parameters.pointer_mut("/properties") {
            all.retain(|name, _| !tool.unshown.contains(&name.as_str()));
            for (argument, choices) in tool.choices {
                let choices = choices(persona);
                match all.get_mut(*argument) {
                    // Without a choice there is nothing to pass.
                    _ if choices.is_empty() => drop(all.remove(*argument)),
                    Some(Value::Object(it)) => {
                        drop(it.insert("enum".to_owned(), Value::from(choices)));
                    }
                    Some(_) | None => {}
                }
            }
        }
        ToolSpec::new(spec.name.clone(), spec.description.clone(), parameters)
    })
    .collect()
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

    #[test]
    fn a_model_is_shown_what_it_may_set_and_the_values() {
        let persona: Persona = ron::from_str(
            r#"(id: "ann", voice: "Calm.", tools: (attributes: [
                    (of: "lantern", name: "lit", values: ["no", "yes"]),
                    (of: "lantern", name: "shade", values: ["up"]),
                    (of: "town/yard", name: "gate", values: ["open", "no"]),
                ]),
                body: (name: "Ann", description: "A woman.", home: "town/square", role: Builder))"#,
        )
        .unwrap();
        let tools = OfferedTools::of(&persona).for_turn(TurnAuthority::Own, SpokenWay::Aside);
        let spec = tools.iter().find(|it| it.name == "set_attribute").unwrap();
        let choices = |argument: &str| spec.parameters["properties"][argument]["enum"].to_string();
        assert_eq!(choices("target"), r#"["lantern","town/yard"]"#);
        assert_eq!(choices("name"), r#"["lit","shade","gate"]"#);
        assert_eq!(choices("value"), r#"["no","yes","up","open"]"#);
    }
}
