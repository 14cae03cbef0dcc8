//! The table of contexts in `docs/turns.md`.

use std::{env, fmt::Write, fs};

use assistants::turn::{
    brief::{Components, Fallback, ThoughtMode, TurnAuthority},
    context::{CONTEXTS, ContextRow},
};

use super::root;

const PAGE: &str = "docs/turns.md";
const BEGIN: &str = "<!-- contexts: UPDATE_DOCS=1 cargo test -p tests --test it contexts -->\n";
const END: &str = "<!-- end -->";

fn line(it: &ContextRow) -> String {
    let authority = match it.authority {
        TurnAuthority::Reply => "a reply to whose words are in it",
        TurnAuthority::Own => "the character's own, as long as no words of players are in it",
    };
    let mode = match it.mode {
        ThoughtMode::SingleAction => "single_action",
        ThoughtMode::ReactLoop => "react_loop",
    };
    let Components { memories, transcript, heard } = it.components;
    let parts = [(memories, "memories"), (transcript, "transcript"), (heard, "heard")];
    let parts: Vec<&str> =
        parts.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect();
    let parts = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    let asked = if it.by_script { 0 } else { it.max_iterations };
    let fallback = match it.fallback {
        Fallback::Script => "the script",
        Fallback::Nothing => "silence",
    };
    format!("| `{}` | {authority} | {mode} | {asked} | {parts} | {fallback} |\n", it.name)
}

#[test]
fn the_table_of_contexts_is_fresh() {
    let mut table = "| Context | Authority | Mode | Most questions to a model | Words in a question | When the model fails |\n".to_owned();
    writeln!(table, "|---|---|---|---|---|---|").unwrap();
    CONTEXTS.iter().for_each(|it| table.push_str(&line(it)));
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the table has its place");
    let (written, after) = rest.split_once(END).expect("the table ends");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert!(written == table, "run: UPDATE_DOCS=1 cargo test -p tests --test it contexts");
}
