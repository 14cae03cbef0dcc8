//! `search_library`: looks something up in the documents that a character may read.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Tool, ToolContext, ToolUse, read, schema, validate::ArgumentRule};
use crate::turn::ToolClass;

/// Name of the tool.
pub const SEARCH_LIBRARY: &str = "search_library";

/// Arguments of the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Words to look for.
    #[serde(default)]
    query: Option<String>,
    /// A document to read, in place of a search.
    #[serde(default)]
    document: Option<String>,
    /// Its page.
    #[serde(default)]
    #[schemars(range(min = 1, max = 40))]
    page: Option<usize>,
}

pub(super) const TOOL: Tool = Tool {
    waits: true,
    needs: Some(|it| !it.library.is_empty()),
    choices: &[("document", |it| it.library.clone())],
    rules: &[ArgumentRule::OneOf("query", "document"), ArgumentRule::Needs("page", "document")],
    ..Tool::new(
        SEARCH_LIBRARY,
        "Look something up in your books and papers, or read a page of one.",
        ToolClass::SafeChain,
        schema::<Arguments>,
        apply,
    )
};

fn apply(arguments: &Map<String, Value>, context: &ToolContext) -> Result<ToolUse, String> {
    let Arguments { query, document, page } = read(arguments)?;
    let Some(name) = document else {
        return Ok(ToolUse::SearchLibrary { query: query.unwrap_or_default() });
    };
    let shelf = &context.persona.shelf;
    let document = shelf.iter().find(|it| it.name == name).ok_or_else(|| {
        let known: Vec<&str> = shelf.iter().map(|it| it.name.as_str()).collect();
        format!("you have no `{name}`; you have: {}", known.join(", "))
    })?;
    let (number, pages) = (page.unwrap_or(1), document.pages.len());
    let text = document
        .page(number)
        .ok_or_else(|| format!("`{name}` has no page {number}; it has {pages}"))?;
    Ok(ToolUse::ReadPage(format!("{}, page {number} of {pages}:\n{text}", document.title)))
}
