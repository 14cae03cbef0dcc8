//! The tables of contexts, classes of tasks and tools in `docs/turns.md`.

use std::{env, fmt::Write, fs};

use assistants::{
    llm::profile::QuestionForm,
    tools::{TOOLS, Tool, ToolShown, specs_of_all},
    turn::{
        ThoughtPhase, ToolClass,
        assess::CLASSES,
        brief::{Components, Fallback, TurnAuthority},
        context::{CONTEXTS, ContextRow},
    },
};

use super::root;

const PAGE: &str = "docs/turns.md";
const END: &str = "<!-- end -->";

fn context(it: &ContextRow) -> String {
    let authority = match it.authority {
        TurnAuthority::Reply => "a reply to whose words are in it",
        TurnAuthority::Own => "the character's own, as long as no words of players are in it",
    };
    let Components { memories, transcript, heard, goals } = it.components;
    let parts =
        [(memories, "memories"), (transcript, "transcript"), (heard, "heard"), (goals, "goals")];
    let parts: Vec<&str> =
        parts.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect();
    let parts = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    let asked = if it.by_script { 0 } else { it.max_iterations };
    let fallback = match it.fallback {
        Fallback::Script => "the script",
        Fallback::Nothing => "silence",
    };
    let review = if it.is_reviewed { "yes" } else { "no" };
    let (name, mode, share) = (it.name, it.mode.name(), it.share);
    let (messages, calls, rounds) = (it.messages, it.calls, it.rounds);
    let cadence = it.cadence.as_secs();
    format!(
        "| `{name}` | {authority} | {mode} | {asked} | {messages} | {calls} | {rounds} | {cadence} s | {parts} | {review} | {fallback} | {share} % |\n"
    )
}

fn contexts() -> String {
    let mut table = "| Context | Authority | Widest mode | Most questions to a model | Messages | Calls in a reply | Rounds of the script | Between two changes | Words in a question | Reviewed | When the model fails | Share of the budget |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n".to_owned();
    CONTEXTS.iter().for_each(|it| table.push_str(&context(it)));
    table
}

fn classes() -> String {
    let mut table = "| Class | Mode | Most questions in a thought | Steps of a long action | Messages |\n|---|---|---|---|---|\n".to_owned();
    for it in &CLASSES {
        let (mode, questions) = (it.mode.name(), it.questions);
        writeln!(table, "| {} | {mode} | {questions} | {} | {} |", it.name, it.steps, it.messages)
            .unwrap();
    }
    table
}

fn tool(it: &Tool, arguments: &str) -> String {
    let class = match it.category {
        ToolClass::SafeChain => "SafeChain",
        ToolClass::Terminal => "Terminal",
        ToolClass::Dangerous => "Dangerous",
        ToolClass::AsyncRequired => "AsyncRequired",
        ToolClass::Silence => "Silence",
    };
    let form = match it.least {
        QuestionForm::Words => "Words",
        QuestionForm::Schema => "Schema",
        QuestionForm::Tools => "Tools",
    };
    let shown = match it.shown {
        ToolShown::Always => "always",
        ToolShown::Unplanned => "where the script does not plan",
        ToolShown::Apart => "to answer whoever may be elsewhere, and in orders",
        ToolShown::InOrders => "in orders and time capsules",
        ToolShown::In(ThoughtPhase::Assess) => "to rate a task",
        ToolShown::In(ThoughtPhase::Plan) => "to plan a task",
        _ if it.is_of_service => "where the persona lists it and the settings have it",
        ToolShown::In(ThoughtPhase::Act | ThoughtPhase::Tell) => "to carry out a task",
    };
    format!("| `{}` | {class} | {arguments} | {form} | {shown} |\n", it.name)
}

fn tools() -> String {
    let mut table = "| Tool | Category | Arguments | From the form | Shown to models |\n|---|---|---|---|---|\n".to_owned();
    for (it, spec) in TOOLS.iter().zip(specs_of_all()) {
        let required = spec.parameters["required"].as_array().cloned().unwrap_or_default();
        let fields = spec.parameters["properties"].as_object().cloned().unwrap_or_default();
        let optional = |name: &String| !required.iter().any(|of| of.as_str() == Some(name));
        let mut names: Vec<&String> = fields.keys().collect();
        names.sort_by_key(|name| optional(name));
        let names: Vec<String> = names
            .into_iter()
            .map(|name| format!("`{name}{}`", if optional(name) { "?" } else { "" }))
            .collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        table.push_str(&tool(it, &names));
    }
    table
}

#[test]
fn the_tables_of_contexts_are_fresh() {
    let path = root().join(PAGE);
    let mut page = fs::read_to_string(&path).unwrap();
    let mut stale = Vec::new();
    for (name, table) in [("contexts", contexts()), ("classes", classes()), ("tools", tools())] {
        let begin =
            format!("<!-- {name}: UPDATE_DOCS=1 cargo test -p tests --test it contexts -->\n");
        let (before, rest) = page.split_once(&begin).expect("the table has its place");
        let (written, after) = rest.split_once(END).expect("the table ends");
        if written != table {
            stale.push(name);
        }
        page = format!("{before}{begin}{table}{END}{after}");
    }
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page).unwrap();
        return;
    }
    assert!(
        stale.is_empty(),
        "{stale:?}; run: UPDATE_DOCS=1 cargo test -p tests --test it contexts"
    );
}
