//! Search engine with the JSON API of SearXNG: `GET URL?q=…&format=json`.

use std::collections::BTreeMap;

use assistants::services::ServiceError;
use reqwest::{Client, Url};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::http;
use crate::operate::config::services::{CallConfig, SearchConfig};

/// Maximum length of the text of one result, in characters.
const LONGEST_RESULT: usize = 400;

/// Client of the search engine.
#[derive(Debug, Clone)]
pub(super) struct SearchService {
    client: Client,
    url: Url,
    parameters: BTreeMap<String, String>,
    results: usize,
    calls: CallConfig,
}

/// Answer of the engine, as far as it is read.
#[derive(Debug, Deserialize)]
struct SearchReply {
    #[serde(default)]
    results: Vec<SearchResult>,
    /// Direct answers, such as of a calculator: texts, or records with one.
    #[serde(default)]
    answers: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct SearchResult {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    content: Option<String>,
}

impl SearchService {
    /// Creates the client of a search API from its settings.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub(super) fn new(config: &SearchConfig) -> Result<Self, String> {
        let SearchConfig { url, parameters, results, calls } = config;
        Ok(Self {
            client: http::client(url).ok_or("the HTTP client cannot be made")?,
            url: Url::parse(url).map_err(|error| format!("`{url}` is no address: {error}"))?,
            parameters: parameters.clone(),
            results: *results,
            calls: *calls,
        })
    }

    pub(super) fn calls(&self) -> &CallConfig {
        &self.calls
    }

    pub(super) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Searches for the words of a call.
    ///
    /// # Errors
    /// [`ServiceError`]
    pub(super) async fn search(
        &self,
        arguments: &Map<String, Value>,
    ) -> Result<String, ServiceError> {
        let words = arguments.get("query").and_then(Value::as_str).unwrap_or_default();
        let mut url = self.url.clone();
        url.query_pairs_mut()
            .extend_pairs(&self.parameters)
            .append_pair("q", words)
            .append_pair("format", "json");
        let response = self.client.get(url).send().await.map_err(|it| http::failure(&it))?;
        let body = http::body(response).await?;
        let reply: SearchReply =
            serde_json::from_slice(&body).map_err(|_| ServiceError::Malformed)?;
        let text = reply.text(self.results);
        if text.is_empty() { Err(ServiceError::Empty) } else { Ok(text) }
    }
}

impl SearchReply {
    /// Returns the results of the search, a line each.
    fn text(&self, most: usize) -> String {
        let answer = |it: &Value| it.as_str().or_else(|| it.get("answer")?.as_str()).map(short);
        let answers = self.answers.iter().filter_map(answer).take(most);
        let results = self.results.iter().take(most).map(SearchResult::text);
        let lines = answers.chain(results).filter(|it| !it.is_empty()).zip(1..);
        let lines: Vec<String> = lines.map(|(it, number)| format!("{number}. {it}")).collect();
        lines.join("\n")
    }
}

impl SearchResult {
    /// Returns the title, the text and the host, as far as they are there; empty without title and text.
    fn text(&self) -> String {
        let parts = [&self.title, &self.content].map(|it| it.as_deref().map(short));
        let words: Vec<String> = parts.into_iter().flatten().filter(|it| !it.is_empty()).collect();
        let url = self.url.as_deref().and_then(|it| Url::parse(it).ok());
        match url.as_ref().and_then(Url::host_str) {
            Some(host) if !words.is_empty() => format!("{} ({host})", words.join(": ")),
            Some(_) | None => words.join(": "),
        }
    }
}

/// Returns a text on one line, cut at its maximum length.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_RESULT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_told_in_lines() {
        let reply = r#"{
            "query": "spoons",
            "answers": ["42", {"answer": "twelve"}],
            "results": [
                {"title": "Spoon", "url": "https://example.org/spoon?x=1", "content": "A spoon\n is a tool."},
                {"title": "", "url": "https://example.org/", "content": null},
                {"url": "no address", "content": "Ladles are larger."},
                {"title": "Left out"}
            ]
        }"#;
        let reply: SearchReply = serde_json::from_str(reply).unwrap();
        assert_eq!(
            reply.text(3),
            "1. 42\n2. twelve\n3. Spoon: A spoon is a tool. (example.org)\n4. Ladles are larger."
        );
        let nothing: SearchReply = serde_json::from_str(r#"{"results": []}"#).unwrap();
        assert_eq!(nothing.text(5), "");
    }
}
