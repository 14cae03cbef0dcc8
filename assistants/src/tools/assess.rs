//! `assess`: rates a task before anything is done about it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolShown, ToolUse, read, schema};
use crate::{
    llm::profile::QuestionForm,
    turn::{
        ThoughtPhase, ToolClass,
        assess::{ASSESS, ModelAssessment},
    },
};

pub(super) const TOOL: Tool = Tool {
    shown: ToolShown::In(ThoughtPhase::Assess),
    least: QuestionForm::Schema,
    ..Tool::new(
        ASSESS,
        "Rate the task: complexity 1 to 5; mode single_action, react_loop or plan_execute; how many \
         questions it may take, 1 to 10; whether to be asked before anything is changed; why.",
        ToolClass::AsyncRequired,
        parameters,
        apply,
    )
};

fn parameters() -> Value {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "this is the form that a model fills in")]
    struct Form {
        #[schemars(range(min = 1, max = 5))]
        complexity: u8,
        #[schemars(extend("enum" = ["single_action", "react_loop", "plan_execute"]))]
        mode: String,
        #[schemars(range(min = 1, max = 10))]
        questions: u8,
        confirm_dangerous: bool,
        reasoning: String,
    }
    schema::<Form>()
}

fn apply(arguments: &Map<String, Value>, _: &ToolContext) -> Result<ToolUse, String> {
    let scores: ModelAssessment = read(arguments)?;
    scores.check().map(|()| ToolUse::Nothing)
}
