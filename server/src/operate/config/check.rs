//! Check that the settings are in their ranges and fit together.

use std::{fmt::Display, ops::RangeInclusive, path::Path};

use assistants::{
    gate::budget::MOST,
    llm::{chain::MOST_FALLBACKS, wire::Wire},
    memory::index::Language,
    services, tools,
};
use world::content::{
    locate::Node,
    problem::{Problem, did_you_mean},
};

use super::{
    BackupConfig, BudgetsConfig, Config, LimitsConfig, MindsConfig, SCRIPTED, ServerConfig,
    TelnetConfig, TlsConfig, WebConfig, WorldConfig,
    providers::{EndpointConfig, ProviderConfig},
    services::{CallConfig, SearchConfig, ServicesConfig},
};

/// Maximum numbers of further addresses and of texts that end an answer.
const MOST_URLS: usize = 15;
const MOST_STOPS: usize = 4;

/// Maximum number of tools of an MCP server, and of characters in what models are told of one.
const MOST_MCP_TOOLS: usize = 32;
const LONGEST_DESCRIPTION: usize = 200;

/// A setting that is a number, and what it may be.
pub(super) struct Number<S> {
    pub(super) name: &'static str,
    pub(super) range: RangeInclusive<u64>,
    pub(super) unit: &'static str,
    /// The number in its section, if it is set.
    pub(super) of: fn(&S) -> Option<u64>,
}

impl<S> Number<S> {
    const fn new(
        name: &'static str,
        range: RangeInclusive<u64>,
        unit: &'static str,
        of: fn(&S) -> Option<u64>,
    ) -> Self {
        Self { name, range, unit, of }
    }
}

/// Converts a number of things in memory to 64 bits, which always fits.
fn size(number: usize) -> Option<u64> {
    u64::try_from(number).ok()
}

pub(super) const SERVER: [Number<ServerConfig>; 5] = [
    Number::new("beat_milliseconds", 5..=100, "milliseconds", |it| Some(it.beat_milliseconds)),
    Number::new("journal_runs", 1..=100, "runs", |it| size(it.journal_runs)),
    Number::new("journal_mebibytes", 1..=1_048_576, "MiB", |it| Some(it.journal_mebibytes)),
    Number::new("record_mebibytes", 0..=65_536, "MiB", |it| Some(it.record_mebibytes)),
    Number::new("record_days", 1..=3_650, "days", |it| Some(it.record_days.into())),
];

pub(super) const TELNET: [Number<TelnetConfig>; 1] =
    [Number::new("keep_alive_seconds", 0..=3_600, "seconds", |it| {
        Some(it.keep_alive_seconds.into())
    })];

pub(super) const LIMITS: [Number<LimitsConfig>; 19] = [
    Number::new("line_bytes", 256..=65_536, "bytes", |it| size(it.line_bytes)),
    Number::new("queued_lines", 1..=1_024, "lines", |it| size(it.queued_lines)),
    Number::new("lines_per_second", 1..=100_000, "lines a second", |it| {
        Some(it.lines_per_second.into())
    }),
    Number::new("burst_lines", 1..=100_000, "lines", |it| Some(it.burst_lines.into())),
    Number::new("burst_on_channel", 1..=100_000, "lines", |it| Some(it.burst_on_channel.into())),
    Number::new("burst_of_talk", 1..=100_000, "lines", |it| Some(it.burst_of_talk.into())),
    Number::new("bytes_per_second", 1_024..=16_777_216, "bytes a second", |it| {
        Some(it.bytes_per_second.into())
    }),
    Number::new("burst_bytes", 4_096..=16_777_216, "bytes", |it| Some(it.burst_bytes.into())),
    Number::new("backlog_bytes", 16_384..=16_777_216, "bytes", |it| size(it.backlog_bytes)),
    Number::new("connections", 1..=100_000, "connections", |it| size(it.connections)),
    Number::new("per_address", 1..=100_000, "connections", |it| size(it.per_address)),
    Number::new("compressed", 0..=100_000, "connections", |it| size(it.compressed)),
    Number::new("connects_per_minute", 1..=100_000, "connections", |it| {
        Some(it.connects_per_minute.into())
    }),
    Number::new("login_seconds", 10..=3_600, "seconds", |it| Some(it.login_seconds)),
    Number::new("characters", 1..=100, "characters", |it| size(it.characters)),
    Number::new("login_tries", 1..=20, "tries", |it| Some(it.login_tries.into())),
    Number::new("failed_logins_per_minute", 1..=1_000, "passwords", |it| {
        Some(it.failed_logins_per_minute.into())
    }),
    Number::new("link_dead_seconds", 0..=3_600, "seconds", |it| Some(it.link_dead_seconds.into())),
    Number::new("idle_minutes", 1..=10_080, "minutes", |it| it.idle_minutes),
];

pub(super) const WORLD: [Number<WorldConfig>; 1] =
    [Number::new("day_minutes", 1..=1_440, "minutes", |it| Some(it.day_minutes))];

pub(super) const BACKUP: [Number<BackupConfig>; 2] = [
    Number::new("hours", 0..=8_760, "hours", |it| Some(it.hours.into())),
    Number::new("keep", 1..=1_000, "backups", |it| size(it.keep)),
];

pub(super) const MINDS: [Number<MindsConfig>; 6] = [
    Number::new("at_once", 1..=256, "questions", |it| size(it.at_once)),
    Number::new("queue", 1..=4_096, "questions", |it| size(it.queue)),
    Number::new("timeout_seconds", 1..=600, "seconds", |it| Some(it.timeout_seconds)),
    Number::new("attempts", 1..=10, "tries", |it| Some(it.attempts.into())),
    Number::new("deadline_seconds", 1..=3_600, "seconds", |it| Some(it.deadline_seconds)),
    Number::new("notes", 100..=1_000_000, "notes", |it| size(it.notes)),
];

pub(super) const BUDGETS: [Number<BudgetsConfig>; 12] = [
    Number::new("account_questions", 0..=MOST, "questions", |it| Some(it.account_questions)),
    Number::new("account_tokens", 0..=MOST, "tokens", |it| Some(it.account_tokens)),
    Number::new("account_lines", 0..=MOST, "lines", |it| Some(it.account_lines)),
    Number::new("household_questions", 0..=MOST, "questions", |it| Some(it.household_questions)),
    Number::new("household_tokens", 0..=MOST, "tokens", |it| Some(it.household_tokens)),
    Number::new("household_lines", 0..=MOST, "lines", |it| Some(it.household_lines)),
    Number::new("character_questions", 0..=MOST, "questions", |it| Some(it.character_questions)),
    Number::new("character_tokens", 0..=MOST, "tokens", |it| Some(it.character_tokens)),
    Number::new("character_lines", 0..=MOST, "lines", |it| Some(it.character_lines)),
    Number::new("day_questions", 0..=MOST, "questions", |it| Some(it.day_questions)),
    Number::new("day_tokens", 0..=MOST, "tokens", |it| Some(it.day_tokens)),
    Number::new("day_lines", 0..=MOST, "lines", |it| Some(it.day_lines)),
];

pub(super) const PROVIDERS: [Number<EndpointConfig>; 5] = [
    Number::new("temperature", 0..=200, "percent", |it| it.temperature.map(u64::from)),
    Number::new("max_tokens", 16..=32_768, "tokens", |it| it.max_tokens.map(u64::from)),
    Number::new("reasoning_tokens", 16..=32_768, "tokens", |it| Some(it.reasoning_tokens.into())),
    Number::new("context", 1_024..=10_000_000, "tokens", |it| it.context.map(u64::from)),
    Number::new("timeout_seconds", 1..=600, "seconds", |it| Some(it.timeout_seconds)),
];

pub(super) const SERVICES: [Number<ServicesConfig>; 3] = [
    Number::new("at_once", 1..=64, "calls", |it| size(it.at_once)),
    Number::new("queue", 1..=1_024, "calls", |it| size(it.queue)),
    Number::new("attempts", 1..=10, "tries", |it| Some(it.attempts.into())),
];

pub(super) const WEB_SEARCH: [Number<SearchConfig>; 1] =
    [Number::new("results", 1..=10, "results", |it| size(it.results))];

pub(super) const CALLS: [Number<CallConfig>; 2] = [
    Number::new("timeout_seconds", 1..=60, "seconds", |it| Some(it.timeout_seconds)),
    Number::new("cache_minutes", 1..=43_200, "minutes", |it| Some(it.cache_minutes)),
];

/// Adds all that is wrong with `config` to `problems`, each at its place in the file at `path`,
/// which has the shape `tree`. What does not stand in that file is a default and is right.
pub(super) fn check(path: &str, tree: &Node, config: &Config, problems: &mut Vec<Problem>) {
    ConfigCheck { path, problems }.config(tree, config);
}

/// Check of one settings file, which appends to `problems`.
struct ConfigCheck<'a> {
    path: &'a str,
    problems: &'a mut Vec<Problem>,
}

impl ConfigCheck<'_> {
    fn config(&mut self, tree: &Node, config: &Config) {
        let server = tree.field("server");
        self.numbers(server, &config.server, &SERVER);
        self.folder(server, "data", &config.server.data);
        self.folder(server, "content", &config.server.content);
        self.numbers(tree.field("telnet"), &config.telnet, &TELNET);
        self.numbers(tree.field("limits"), &config.limits, &LIMITS);
        self.tls(tree.field("tls"), &config.tls);
        self.web(tree.field("web"), &config.web);
        self.icon(tree.field("mssp"), config.mssp.icon.as_deref());
        self.numbers(tree.field("world"), &config.world, &WORLD);
        let backup = tree.field("backup");
        self.numbers(backup, &config.backup, &BACKUP);
        self.folder(backup, "folder", &config.backup.folder);
        self.minds(tree.field("minds"), config);
        self.numbers(tree.field("budgets"), &config.budgets, &BUDGETS);
        for (name, provider) in &config.providers {
            let node = tree.field("providers");
            if name == SCRIPTED {
                let at = node.key(name);
                let sentence = format!("`{SCRIPTED}` is built in; give this provider another name");
                self.problems.push(Problem::new(self.path, at, sentence));
            }
            self.provider(node.field(name), name, provider, config);
        }
        self.services(tree.field("services"), &config.services);
    }

    fn wrong(&mut self, section: &Node, name: &str, sentence: impl Into<String>) {
        let at = section.field(name).position();
        self.problems.push(Problem::new(self.path, at, sentence));
    }

    fn numbers<S>(&mut self, section: &Node, settings: &S, numbers: &[Number<S>]) {
        for Number { name, range, unit, of } in numbers {
            if let Some(number) = of(settings).filter(|number| !range.contains(number)) {
                let (least, most) = (range.start(), range.end());
                let sentence = out_of_range(name, number, least, most);
                self.wrong(section, name, format!("{sentence} {unit}"));
            }
        }
    }

    fn folder(&mut self, section: &Node, name: &str, folder: &Path) {
        if folder.as_os_str().is_empty() {
            self.wrong(section, name, format!("`{name}` is empty; write the path of a folder"));
        }
    }

    fn tls(&mut self, section: &Node, tls_config: &TlsConfig) {
        let alone = match (&tls_config.certificate, &tls_config.key) {
            (Some(_), None) => Some(("key", "`certificate` needs its `key`; name that file, too")),
            (None, Some(_)) => {
                Some(("certificate", "`key` needs its `certificate`; name that file, too"))
            }
            (Some(_), Some(_)) | (None, None) => None,
        };
        if let Some((name, sentence)) = alone {
            self.wrong(section, name, sentence);
        }
    }

    fn web(&mut self, section: &Node, web_config: &WebConfig) {
        for origin in web_config.origins.iter().filter(|origin| !is_origin(origin)) {
            let sentence = format!(
                "`{origin}` is no origin; write it as browsers do, without a path, such as \
                 \"https://play.example.org\" or \"http://localhost:8080\""
            );
            self.wrong(section, "origins", sentence);
        }
        if let Some(source) = web_config.source.as_deref().filter(|text| !is_source(text)) {
            let sentence = format!(
                "`{source}` leads to no file; write an address of https, http or an editor with \
                 {{file}} in it, such as \"https://git.example.org/town/{{file}}#L{{line}}\""
            );
            self.wrong(section, "source", sentence);
        }
    }

    fn icon(&mut self, section: &Node, icon: Option<&str>) {
        if let Some(icon) = icon.filter(|text| !is_web_address(text)) {
            let sentence = format!(
                "`{icon}` is no address of a picture for listing sites and links; write one of https \
                 or http, such as \"https://play.example.org/icon.png\""
            );
            self.wrong(section, "icon", sentence);
        }
    }

    fn minds(&mut self, section: &Node, config: &Config) {
        let minds = &config.minds;
        self.numbers(section, minds, &MINDS);
        if Language::parse(&minds.language).is_none() {
            let sentence = format!(
                "there is no stemmer for `{}`; take the English name of a language, such as \"German\"",
                minds.language
            );
            self.wrong(section, "language", sentence);
        }
        if let Some(sentence) = unknown_provider(config, &minds.provider) {
            self.wrong(section, "provider", sentence);
        }
        let contexts = section.field("contexts");
        for (context, limits) in &minds.contexts {
            let context = contexts.field(context.row().name);
            for it in limits.out_of_range() {
                let (least, most) = (it.range.start(), it.range.end());
                self.wrong(context, it.field, out_of_range(it.field, it.number, least, most));
            }
            for name in limits.without.iter().filter(|it| tools::find(it).is_none()) {
                self.wrong(context, "without", format!("there is no tool `{name}`"));
            }
        }
    }

    fn provider(&mut self, section: &Node, name: &str, provider: &ProviderConfig, config: &Config) {
        let (it, wire) = (provider.settings(), provider.wire());
        self.numbers(section, it, &PROVIDERS);
        if let Some(sentence) = wrong_address("base_url", &it.base_url, wire) {
            self.wrong(section, "base_url", sentence);
        }
        for sentence in it.urls.iter().filter_map(|url| wrong_address("urls", url, wire)) {
            self.wrong(section, "urls", sentence);
        }
        if it.urls.len() > MOST_URLS {
            self.wrong(section, "urls", format!("`urls` may hold {MOST_URLS} addresses at most"));
        }
        if it.model.trim().is_empty() {
            self.wrong(section, "model", "`model` is empty; write the endpoint's name for it");
        }
        let own = wire.format().own_fields().iter();
        for name in own.filter(|name| it.extra.contains_key(**name)) {
            let sentence =
                format!("`{name}` has a setting of its own, or none; take it out of `extra`");
            self.wrong(section, "extra", sentence);
        }
        let stop = it.stop.as_deref().unwrap_or_default();
        if stop.len() > MOST_STOPS || stop.iter().any(String::is_empty) {
            let sentence = format!("`stop` holds {MOST_STOPS} texts at most, and no empty one");
            self.wrong(section, "stop", sentence);
        }
        self.fallback(section, name, &it.fallback, config);
        if !it.api_key_env.as_deref().is_none_or(is_variable) {
            // It may well be the key, so it is not repeated.
            let sentence = "`api_key_env` is no name of an environment variable in capital \
                            letters, such as `OPENAI_API_KEY`; the key itself never stands here";
            self.wrong(section, "api_key_env", sentence);
        }
    }

    fn services(&mut self, section: &Node, services_config: &ServicesConfig) {
        self.numbers(section, services_config, &SERVICES);
        if let Some(search) = &services_config.web_search {
            let node = section.field("web_search");
            self.numbers(node, search, &WEB_SEARCH);
            self.calls(node, &search.url, &search.calls);
        }
        for (name, server) in &services_config.mcp {
            let node = section.field("mcp").field(name);
            self.calls(node, &server.url, &server.calls);
            if !server.token_env.as_deref().is_none_or(is_variable) {
                let sentence = "`token_env` is no name of an environment variable in capital letters, \
                                such as `WIKI_TOKEN`; the token itself never stands here";
                self.wrong(node, "token_env", sentence);
            }
            if !(1..=MOST_MCP_TOOLS).contains(&server.tools.len()) {
                let sentence =
                    format!("`tools` lists 1 to {MOST_MCP_TOOLS} tools, each with a text");
                self.wrong(node, "tools", sentence);
            }
            for (tool, text) in &server.tools {
                if !services::is_name(&services::name_of(name, tool)) {
                    let sentence = format!(
                        "`{name}__{tool}` is no name for a tool; both parts have letters, digits, `-` \
                         and `_`, and together at most {} characters",
                        services::LONGEST_NAME
                    );
                    self.wrong(node, "tools", sentence);
                }
                if text.trim().is_empty() || text.chars().count() > LONGEST_DESCRIPTION {
                    let sentence = format!(
                        "the text of `{tool}` has 1 to {LONGEST_DESCRIPTION} characters; say what the \
                         tool is for"
                    );
                    self.wrong(node, "tools", sentence);
                }
            }
        }
    }

    /// Checks the address of a service and the limits of its calls.
    fn calls(&mut self, section: &Node, url: &str, calls: &CallConfig) {
        self.numbers(section.field("calls"), calls, &CALLS);
        if let Some(sentence) =
            wrong_host("url", url, "name the variable of a token in `token_env`")
        {
            self.wrong(section, "url", sentence);
        }
    }

    fn fallback(&mut self, section: &Node, name: &str, fallback: &[String], config: &Config) {
        if fallback.len() > MOST_FALLBACKS {
            let sentence = format!("`fallback` names {MOST_FALLBACKS} providers at most");
            self.wrong(section, "fallback", sentence);
        }
        for next in fallback {
            if next == name {
                let sentence = format!("`{next}` is this provider; name others in `fallback`");
                self.wrong(section, "fallback", sentence);
            } else if let Some(sentence) = unknown_provider(config, next) {
                self.wrong(section, "fallback", sentence);
            }
        }
    }
}

/// Returns the error sentence for a number out of its range.
fn out_of_range(
    name: &str,
    number: impl Display,
    least: impl Display,
    most: impl Display,
) -> String {
    format!("`{name}` is {number}, but may only be {least} to {most}")
}

/// Returns the problem with the name of a provider, if any.
fn unknown_provider(config: &Config, name: &str) -> Option<String> {
    let mut known = vec![SCRIPTED];
    known.extend(config.providers.keys().map(String::as_str));
    let near = || did_you_mean(name, known.iter().copied());
    let is_unknown = !known.contains(&name);
    is_unknown.then(|| {
        format!("there is no provider `{name}`{}; there are: {}", near(), known.join(", "))
    })
}

/// Returns the problem with an endpoint's address in the setting `name`, if any.
fn wrong_address(name: &str, url: &str, wire: Wire) -> Option<String> {
    let path = wire.format().path();
    let ends_too_late = url.trim_end_matches('/').ends_with(path);
    wrong_host(name, url, "name the key's variable in `api_key_env` instead")
        .or_else(|| ends_too_late.then(|| format!("`{name}` ends before `{path}`; leave that off")))
}

/// Returns the problem with the scheme and host of an address in the setting `name`, if any;
/// `instead` says where a password belongs.
fn wrong_host(name: &str, url: &str, instead: &str) -> Option<String> {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match rest.and_then(|rest| rest.split('/').next()) {
        Some("") | None => Some(format!("`{name}` must start with http:// or https:// and a host")),
        Some(host) if host.contains('@') => Some(format!("`{name}` holds a password; {instead}")),
        Some(_) if url.contains(char::is_whitespace) => {
            Some(format!("`{name}` holds a blank; write the address without it"))
        }
        Some(_) => None,
    }
}

/// Returns whether a text is an address of a content file: of a scheme that runs no script, with a
/// place for the path.
fn is_source(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_name = scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+.-".contains(&it));
    let runs = ["javascript", "data", "vbscript", "blob"];
    let is_safe = !runs.contains(&scheme.to_ascii_lowercase().as_str());
    !scheme.is_empty() && is_name && is_safe && rest.starts_with("//") && rest.contains("{file}")
}

/// Returns whether this is a complete address of the web.
fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let is_printable = text.chars().all(|c| c.is_ascii_graphic());
    is_printable && rest.is_some_and(|it| !it.is_empty() && !it.starts_with('/'))
}

/// Returns whether this is an origin as browsers write it: scheme and host in small letters, and a
/// port that is not the usual one.
fn is_origin(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:[]".contains(c);
    rest.is_some_and(|host| !host.is_empty() && host.chars().all(allowed))
}

/// Returns whether this is a plausible name of an environment variable. Keys have small letters or
/// dashes, so one that was pasted by mistake is told from it.
fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}
