//! Services outside the game, as a story lays them out.

use std::time::Duration;

use assistants::services::{CacheScope, ServiceError, ServiceTool, is_name};
use serde_json::json;

use crate::{Trouble, while_};

/// Tool of a service, and what it answers to every call.
#[derive(Debug, Clone, PartialEq)]
pub struct FakeService {
    /// Name of the tool.
    pub tool: String,
    /// True if it is on another machine.
    pub outside: bool,
    /// True if its answers are kept over a restart.
    pub lasting: bool,
    /// Time that an answer takes.
    pub takes: Duration,
    /// Answers in order, of which the last one is repeated; never empty.
    pub answers: Vec<Result<String, ServiceError>>,
}

impl FakeService {
    /// Reads `wiki__lookup outside lasting after 6s says TEXT`, of which all but the name and the answer may
    /// be left out. An answer is `says TEXT`, `nothing`, `fails`, `is slow` or `refuses TEXT`; several are
    /// separated by ` | `.
    ///
    /// # Errors
    /// A text that is none.
    pub fn parse(text: &str) -> Result<Self, Trouble> {
        let (tool, mut rest) = text.split_once(' ').ok_or("write: service NAME ANSWER")?;
        if !is_name(tool) {
            return Err(format!("`{tool}` is no name of a service's tool"));
        }
        let [mut outside, mut lasting] = [false; 2];
        let mut takes = Duration::ZERO;
        loop {
            if let Some(after) = rest.strip_prefix("outside ") {
                (outside, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("lasting ") {
                (lasting, rest) = (true, after);
            } else if let Some((seconds, after)) =
                rest.strip_prefix("after ").and_then(|it| it.split_once("s "))
            {
                takes = Duration::from_secs(while_("how long a service takes", seconds.parse())?);
                rest = after;
            } else {
                break;
            }
        }
        let answers = rest.split(" | ").map(answer).collect::<Result<_, _>>()?;
        Ok(Self { tool: tool.to_owned(), outside, lasting, takes, answers })
    }

    /// The tool as the game knows it.
    #[must_use]
    pub fn tool(&self) -> ServiceTool {
        ServiceTool {
            name: self.tool.clone(),
            description: "Look something up.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string" },
                    "page": { "type": "integer", "minimum": 1, "maximum": 9 },
                },
                "required": ["query"],
            }),
            outside: self.outside,
            scope: if self.lasting { CacheScope::Persistent } else { CacheScope::Session },
            keep: Duration::from_secs(3_600),
        }
    }
}

fn answer(text: &str) -> Result<Result<String, ServiceError>, Trouble> {
    Ok(match text {
        "nothing" => Err(ServiceError::Empty),
        "fails" => Err(ServiceError::Unreachable),
        "is slow" => Err(ServiceError::Timeout { after: Duration::from_secs(10) }),
        _ => match (text.strip_prefix("says "), text.strip_prefix("refuses ")) {
            (Some(words), _) => Ok(words.to_owned()),
            (None, Some(why)) => Err(ServiceError::Refused { why: why.into() }),
            (None, None) => return Err(format!("`{text}` is no answer of a service")),
        },
    })
}
