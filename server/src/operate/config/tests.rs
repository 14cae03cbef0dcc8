use std::time::Duration;

use assistants::llm::wire::{CallFormat, Wire};
use assistants::turn::context::{ThoughtContext, ThoughtMode};

use super::{
    check::{BACKUP, BUDGETS, LIMITS, MINDS, Number, PROVIDERS, SERVER, TELNET, WORLD},
    providers::EndpointConfig,
    *,
};

/// The defaults with one piece of text put in place of another, wherever it stands.
fn with(old: &str, new: &str) -> Result<Config, ConfigError> {
    assert!(DEFAULT.contains(old), "{old} is not in default.ron");
    Config::parse("my.ron", &DEFAULT.replace(old, new))
}

fn complaint(result: Result<Config, ConfigError>) -> String {
    result.expect_err("this should be refused").to_string()
}

/// The defaults with the example provider in force.
fn with_example() -> String {
    let (before, rest) = DEFAULT.split_once("// \"local\"").unwrap();
    let (example, after) = rest.split_once("    },\n").unwrap();
    let example: String = example
        .lines()
        .map(|line| line.trim_start().strip_prefix("// ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n");
    format!("{before}\"local\"{example}\n    }},\n{after}")
}

fn example() -> EndpointConfig {
    EndpointConfig {
        base_url: "http://127.0.0.1:8080/v1".to_owned(),
        urls: Vec::new(),
        model: "my-model".to_owned(),
        api_key_env: None,
        fallback: Vec::new(),
        temperature: None,
        stop: None,
        reasoning: None,
        reasoning_tokens: 1_024,
        reasoning_effort: None,
        form: None,
        answers: None,
        warms_up: None,
        context: None,
        max_tokens: None,
        extra: BTreeMap::new(),
        timeout_seconds: 120,
        max_completion_tokens: false,
        tool_choice: false,
        calls_in_text: false,
        call_format: CallFormat::Native,
    }
}

fn minds() -> MindsConfig {
    MindsConfig {
        provider: SCRIPTED.to_owned(),
        at_once: 8,
        queue: 64,
        timeout_seconds: 120,
        attempts: 4,
        deadline_seconds: 30,
        contexts: BTreeMap::new(),
        notes: 20_000,
        language: "English".to_owned(),
    }
}

fn budgets() -> BudgetsConfig {
    BudgetsConfig {
        account_questions: 600,
        account_tokens: 1_500_000,
        account_lines: 1_800,
        household_questions: 1_800,
        household_tokens: 4_500_000,
        household_lines: 5_400,
        character_questions: 1_800,
        character_tokens: 4_500_000,
        character_lines: 7_200,
        day_questions: 20_000,
        day_tokens: 40_000_000,
        day_lines: 2_000_000,
    }
}

fn web() -> WebConfig {
    WebConfig {
        listen: Some(SocketAddr::from(([127, 0, 0, 1], 4080))),
        tls: false,
        origins: Vec::new(),
        chronicle: false,
        source: None,
    }
}

fn no_services() -> ServicesConfig {
    ServicesConfig { web_search: None, mcp: BTreeMap::new(), at_once: 4, queue: 16, attempts: 4 }
}

#[test]
fn the_defaults_are_these() {
    let expected = Config {
        server: ServerConfig {
            telnet: SocketAddr::from(([127, 0, 0, 1], 4000)),
            data: PathBuf::from("data"),
            content: PathBuf::from("content"),
            seed: None,
            beat_milliseconds: 100,
            journal: false,
            journal_runs: 10,
            journal_mebibytes: 512,
            record_mebibytes: 64,
            record_days: 30,
        },
        telnet: TelnetConfig { keep_alive_seconds: 60, offer_mccp: false },
        mssp: Mssp {
            language: Some("English".to_owned()),
            gameplay: vec!["Roleplaying".to_owned()],
            ..Mssp::default()
        },
        limits: LimitsConfig {
            line_bytes: 4096,
            queued_lines: 32,
            lines_per_second: 8,
            burst_lines: 24,
            burst_on_channel: 10,
            burst_of_talk: 40,
            bytes_per_second: 64 * 1024,
            burst_bytes: 256 * 1024,
            backlog_bytes: 256 * 1024,
            connections: 10_000,
            per_address: 64,
            compressed: 500,
            connects_per_minute: 60,
            login_seconds: 120,
            characters: 5,
            login_tries: 3,
            failed_logins_per_minute: 10,
            link_dead_seconds: 180,
            idle_minutes: None,
        },
        tls: TlsConfig {
            listen: Some(SocketAddr::from(([127, 0, 0, 1], 4001))),
            certificate: None,
            key: None,
        },
        web: web(),
        proxy: ProxyConfig { trusted: Vec::new() },
        world: WorldConfig { day_minutes: 120 },
        store: StoreConfig { synchronous: Synchronous::Normal },
        backup: BackupConfig { hours: 0, folder: PathBuf::from("backups"), keep: 7 },
        minds: minds(),
        budgets: budgets(),
        providers: BTreeMap::new(),
        services: no_services(),
        log: LogConfig { filter: "info".to_owned() },
    };
    assert_eq!(Config::standard().unwrap(), expected);
}

#[test]
fn an_empty_file_changes_nothing() {
    assert_eq!(Config::parse("my.ron", "()").unwrap(), Config::standard().unwrap());
}

#[test]
fn a_section_changes_only_the_fields_that_it_names() {
    let config =
        Config::parse("my.ron", "(log: (filter: \"debug\"), minds: (at_once: 4))").unwrap();
    let mut expected = Config::standard().unwrap();
    "debug".clone_into(&mut expected.log.filter);
    expected.minds.at_once = 4;
    assert_eq!(config, expected);

    let config = Config::parse("my.ron", "(mssp: (gameplay: [\"Chat\"]), tls: (listen: None))");
    let config = config.unwrap();
    assert_eq!(config.mssp.gameplay, ["Chat"], "a list takes the place of the whole list");
    assert_eq!(config.mssp.language.as_deref(), Some("English"));
    assert_eq!(config.tls.listen, None, "None is a value like others");
}

/// The settings of `default.ron`: the section, the field, and its line.
fn fields() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut section = "";
    let mut fields = Vec::new();
    for line in DEFAULT.lines() {
        let code = line.trim_start();
        let Some((name, _)) = code.split_once(": ").filter(|_| !code.starts_with("//")) else {
            continue;
        };
        match line.len() - code.len() {
            4 => section = name,
            _ => fields.push((section, name, line)),
        }
    }
    fields
}

#[test]
fn a_file_may_leave_out_any_field() {
    let standard = Config::standard().unwrap();
    let fields = fields();
    assert!(fields.len() >= 45, "{fields:?}");
    for (section, name, line) in &fields {
        // The file of an earlier version, which did not know this field.
        let (before, after) = at_section(DEFAULT, section);
        let older = format!("{before}{}", after.replacen(&format!("{line}\n"), "", 1));
        assert_eq!(older.len() + line.len() + 1, DEFAULT.len(), "{section}.{name}");
        let config = Config::parse("my.ron", &older);
        let config = config.unwrap_or_else(|error| panic!("without {section}.{name}: {error}"));
        assert_eq!(config, standard, "without {section}.{name}");

        let alone = format!("({section}: ({}))", line.trim().trim_end_matches(','));
        let config = Config::parse("my.ron", &alone);
        let config = config.unwrap_or_else(|error| panic!("only {section}.{name}: {error}"));
        assert_eq!(config, standard, "only {section}.{name}");
    }
}

#[test]
fn a_problem_is_told_at_its_place_whatever_is_left_out() {
    for (text, place) in [
        ("(log: (), minds: (at_once: 0), tls: ())", "my.ron:1:28: `at_once` is 0"),
        ("(log: (), tls: (), sever: ())", "my.ron:1:20: nobody knows a field `sever`"),
        ("(\n  minds: (\n    timeout: 3))", "my.ron:3:5: nobody knows a field `timeout`"),
        (
            "(\n  log: (), minds: (at_once: x))",
            "my.ron:2:29: `at_once` takes a whole number, and the word `x`",
        ),
        ("(\n  log: (),\n  minds: (at_once: 4", "my.ron:3:10: this `(` is never closed"),
        ("(tls: (certificate: \"a\"))", "my.ron:1:7: `certificate` needs its `key`"),
    ] {
        let complaint = complaint(Config::parse("my.ron", text));
        assert!(complaint.starts_with(place) && !complaint.contains('\n'), "{text}: {complaint}");
    }
}

#[test]
fn other_values_are_understood() {
    let config = with("synchronous: Normal", "synchronous: Full").unwrap();
    assert_eq!(config.store.synchronous, Synchronous::Full);
    let config = with("idle_minutes: None", "idle_minutes: 30").unwrap();
    assert_eq!(config.limits.idle_minutes, Some(30));
    let config = with("seed: None", "seed: Some(18_446_744_073_709_551_615)").unwrap();
    assert_eq!(config.server.seed, Some(u64::MAX));
    let config = with("127.0.0.1:4000", "[::]:0").unwrap();
    assert_eq!(config.server.telnet, SocketAddr::from(([0; 16], 0)));
}

#[test]
fn the_page_is_anywhere_or_nowhere_and_its_origins_are_origins() {
    let config = with("Some(\"127.0.0.1:4080\")", "None").unwrap();
    assert_eq!(config.web.listen, None);
    let origins = |text: &str| with("origins: []", &format!("origins: [\"{text}\"]"));
    let config = origins("https://play.example.org").unwrap();
    assert_eq!(config.web.origins, ["https://play.example.org"]);
    for wrong in ["play.example.org", "https://play.example.org/", "https://", "https://*", ""] {
        let complaint = complaint(origins(wrong));
        assert!(complaint.contains("is no origin"), "{wrong}: {complaint}");
    }
    let source = |text: &str| with("source: None", &format!("source: Some(\"{text}\")"));
    let config = source("vscode://file/srv/{file}:{line}").unwrap();
    assert_eq!(config.web.source.as_deref(), Some("vscode://file/srv/{file}:{line}"));
    for wrong in [
        "{file}",
        "https://example.org",
        "javascript://{file}",
        "Data://x{file}",
        " https://{file}",
    ] {
        let complaint = complaint(source(wrong));
        assert!(complaint.contains("leads to no file"), "{wrong}: {complaint}");
    }
}

#[test]
fn the_icon_is_a_whole_address() {
    let icon = |text: &str| with("icon: None", &format!("icon: Some(\"{text}\")"));
    let config = icon("https://town.example/icon.png").unwrap();
    assert_eq!(config.mssp.icon.as_deref(), Some("https://town.example/icon.png"));
    for wrong in ["", "icon.png", "/icon.png", "https://", "https:///icon.png", "https://a b"] {
        let complaint = complaint(icon(wrong));
        assert!(complaint.contains("is no address of a picture"), "{wrong}: {complaint}");
    }
}

#[test]
fn thoughts_are_narrowed_by_context_within_ranges() {
    let contexts = |text: &str| with("contexts: {}", &format!("contexts: {{{text}}}"));
    let config =
        contexts("autonomous: (share: 5), order: (max_steps: 3, mode: ReactLoop)").unwrap();
    let of = |context| config.minds.contexts.get(&context).cloned().unwrap();
    assert_eq!(of(ThoughtContext::Autonomous).share, Some(5));
    assert_eq!(of(ThoughtContext::Order).mode, Some(ThoughtMode::ReactLoop));
    for (wrong, said) in [
        ("order: (max_steps: 11)", "`max_steps` is 11, but may only be 1 to 10"),
        ("order: (deadline_seconds: 0)", "`deadline_seconds` is 0, but may only be 1 to 3600"),
        ("event: (share: 101)", "`share` is 101, but may only be 0 to 100"),
        ("event: (without: [\"dance\"])", "there is no tool `dance`"),
        ("dinner: (share: 1)", "dinner"),
    ] {
        let complaint = complaint(contexts(wrong));
        assert!(complaint.contains(said), "{wrong}: {complaint}");
    }
}

#[test]
fn tls_is_anywhere_or_nowhere() {
    let config = with("Some(\"127.0.0.1:4001\")", "None").unwrap();
    assert_eq!(config.tls.listen, None);
    let config = with("127.0.0.1:4001", "[::1]:0").unwrap();
    assert_eq!(config.tls.listen, Some("[::1]:0".parse().unwrap()));
    let wrong = complaint(with("127.0.0.1:4001", "localhost:4001"));
    assert!(wrong.contains("`localhost:4001` is no address with a port"), "{wrong}");

    let config =
        with("None,\n        key: None", "Some(\"a\"),\n        key: Some(\"b\")").unwrap();
    assert_eq!((config.tls.certificate, config.tls.key), (Some("a".into()), Some("b".into())));
    let alone = complaint(with("certificate: None", "certificate: Some(\"a\")"));
    assert!(alone.contains("`certificate` needs its `key`"), "{alone}");
    let alone = complaint(with("key: None", "key: Some(\"b\")"));
    assert!(alone.contains("`key` needs its `certificate`"), "{alone}");
}

#[test]
fn proxies_are_addresses_and_subnets() {
    let list = r#"trusted: ["10.0.0.5", "192.168.7.7/16", "2001:db8::/32", "::ffff:10.0.0.9"]"#;
    let proxy = with("trusted: []", list).unwrap().proxy;
    for (peer, trusted) in [
        ("10.0.0.5", true),
        ("10.0.0.6", false),
        ("192.168.255.1", true),
        ("192.169.0.1", false),
        ("2001:db8:1::1", true),
        ("2001:db9::1", false),
        ("::ffff:10.0.0.5", true),
        ("10.0.0.9", true),
    ] {
        assert_eq!(proxy.trusts(peer.parse().unwrap()), trusted, "{peer}");
    }
    for bad in ["proxy.example.org", "10.0.0.0/33", "10.0.0", ""] {
        let complaint = complaint(with("trusted: []", &format!("trusted: [{bad:?}]")));
        assert!(complaint.contains(&format!("`{bad}` is no address and no subnet")), "{complaint}");
    }
}

#[test]
fn the_example_in_the_comments_is_a_right_one() {
    let config = Config::parse("my.ron", &with_example()).unwrap();
    let expected = BTreeMap::from([("local".to_owned(), ProviderConfig::OpenAi(example()))]);
    assert_eq!(config.providers, expected);
}

#[test]
fn a_provider_needs_little() {
    let text = r#"(providers: {"local": OpenAi(base_url: "http://127.0.0.1:8080/v1", model: "my-model")})"#;
    let config = Config::parse("my.ron", text).unwrap();
    assert_eq!(config.providers["local"], ProviderConfig::OpenAi(example()));
}

#[test]
fn unknown_words_are_named_with_the_nearest_known_one() {
    let text = "(\n  sever: (),\n  log: (\n    filtre: \"x\",\n    filter: \"info\",\n  ),\n)";
    let complaint = complaint(Config::parse("my.ron", text));
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines.len(), 2, "{complaint}");
    assert!(lines[0].starts_with("my.ron:2:3: "), "{complaint}");
    assert!(lines[0].contains("`sever`") && lines[0].contains("did you mean `server`"));
    assert!(lines[1].starts_with("my.ron:4:5: "), "{complaint}");
    assert!(lines[1].contains("`filtre`") && lines[1].contains("did you mean `filter`"));
}

#[test]
fn what_is_no_setting_at_all_is_refused_with_its_place() {
    for (text, place) in [
        ("(log: (filter: info))", "my.ron:1:1"),
        ("(\n  store: (synchronous: Fully),\n)", "my.ron:2:"),
        ("(\n  log: (filter: \"info\")", "my.ron:1:1: this `(` is never closed"),
        ("", "my.ron:1:1: this file is empty"),
    ] {
        let complaint = complaint(Config::parse("my.ron", text));
        assert!(complaint.starts_with(place), "{complaint}");
    }
    let address = complaint(with("127.0.0.1:4000", "localhost"));
    assert!(address.contains("`localhost` is no address with a port"), "{address}");
    let variant = complaint(with("synchronous: Normal", "synchronous: Norml"));
    assert!(variant.contains("did you mean `Normal`"), "{variant}");
    let negative = complaint(with("line_bytes: 4096", "line_bytes: -1"));
    assert!(negative.starts_with("my.ron:"), "{negative}");
}

/// Splits a text before the first setting of a section.
fn at_section<'a>(text: &'a str, section: &str) -> (&'a str, &'a str) {
    let heading = format!("\n    {section}: ");
    let at = text.find(&heading).expect(section) + heading.len();
    text.split_at(at)
}

/// Puts a number in place of a section's setting.
fn with_number(text: &str, section: &str, name: &str, number: u64) -> String {
    let (before, after) = at_section(text, section);
    let setting = format!(" {name}: ");
    let (skipped, old) = after.split_once(&setting).expect(name);
    let (_, rest) = old.split_once(',').expect(name);
    format!("{before}{skipped}{setting}{number},{rest}")
}

/// The comment above a section's setting, as one line.
fn comment(section: &str, name: &str) -> String {
    let (_, settings) = at_section(DEFAULT, section);
    let mut comment = String::new();
    for line in settings.lines().map(|line| line.trim_start_matches(['/', ' '])) {
        if line.starts_with(&format!("{name}: ")) {
            return comment;
        }
        if line.contains(": ") && line.ends_with(',') {
            comment.clear();
        } else {
            comment.push_str(line);
            comment.push(' ');
        }
    }
    panic!("{name} is not in default.ron");
}

fn check_numbers<S>(section: &str, numbers: &[Number<S>], in_force: impl Fn(&Config) -> &S) {
    let text = with_example();
    for Number { name, range, unit, of } in numbers {
        let (least, most) = (*range.start(), *range.end());
        let said = format!("{least} to {most} {unit}");
        assert!(comment(section, name).contains(&said), "no {said} above {name} in default.ron");
        for number in [least, most] {
            let text = with_number(&text, section, name, number);
            let config = Config::parse("my.ron", &text).unwrap();
            assert_eq!(of(in_force(&config)), Some(number), "{name}");
        }
        for number in [least.checked_sub(1), most.checked_add(1)].into_iter().flatten() {
            let text = with_number(&text, section, name, number);
            let complaint = complaint(Config::parse("my.ron", &text));
            let sentence = format!("`{name}` is {number}, but may only be {said}");
            assert!(complaint.contains(&sentence), "{complaint}");
        }
    }
}

#[test]
fn every_number_has_a_range_that_is_checked_and_documented() {
    check_numbers("server", &SERVER, |config| &config.server);
    check_numbers("telnet", &TELNET, |config| &config.telnet);
    check_numbers("limits", &LIMITS, |config| &config.limits);
    check_numbers("backup", &BACKUP, |config| &config.backup);
    check_numbers("world", &WORLD, |config| &config.world);
    check_numbers("minds", &MINDS, |config| &config.minds);
    check_numbers("budgets", &BUDGETS, |config| &config.budgets);
    check_numbers("providers", &PROVIDERS, |config| config.providers["local"].settings());
}

#[test]
fn a_problem_points_at_the_setting() {
    let text = DEFAULT.replace("at_once: 8", "at_once: 0");
    let line = text.lines().position(|line| line.contains("at_once: 0")).unwrap() + 1;
    let column = "        at_once: ".len() + 1;
    assert_eq!(
        complaint(Config::parse("my.ron", &text)),
        format!("my.ron:{line}:{column}: `at_once` is 0, but may only be 1 to 256 questions")
    );
}

#[test]
fn all_problems_are_told_at_once() {
    let text = DEFAULT
        .replace("data: \"data\"", "data: \"\"")
        .replace("content: \"content\"", "content: \"\"")
        .replace("queue: 64", "queue: 0")
        .replace("filter:", "filter: \"x\", fliter:");
    let complaint = complaint(Config::parse("my.ron", &text));
    assert_eq!(complaint.lines().count(), 4, "{complaint}");
}

#[test]
fn settings_must_fit_together() {
    let text = with_example().replace("extra: {}", "extra: {\"model\": \"other\"}");
    let twice = complaint(Config::parse("my.ron", &text));
    assert!(twice.contains("`model` has a setting of its own"), "{twice}");

    let text = with_example().replace("provider: \"scripted\"", "provider: \"lokal\"");
    let unknown = complaint(Config::parse("my.ron", &text));
    assert!(unknown.contains("no provider `lokal` (did you mean `local`?)"), "{unknown}");
    let text = with_example().replace("provider: \"scripted\"", "provider: \"local\"");
    assert_eq!(Config::parse("my.ron", &text).unwrap().minds.provider, "local");

    let text = with_example().replace("\"local\"", "\"scripted\"");
    let taken = complaint(Config::parse("my.ron", &text));
    assert!(taken.contains("`scripted` is built in"), "{taken}");
}

#[test]
fn what_is_built_in_costs_nothing() {
    let scripted = Config::standard().unwrap().budgets();
    assert_eq!(scripted.free, BTreeSet::from([None, Some(SCRIPTED.to_owned())]));
    assert_eq!(scripted.account.questions, 600);
    let text = with_example().replace("provider: \"scripted\"", "provider: \"local\"");
    let local = Config::parse("my.ron", &text).unwrap().budgets();
    assert_eq!(local.free, BTreeSet::from([Some(SCRIPTED.to_owned())]));
    assert_eq!(local.answer, 400);
}

#[test]
fn a_provider_is_checked() {
    for (old, new, part) in [
        ("http://127", "127", "http://"),
        ("http://127.0.0.1:8080/v1", "https://", "a host"),
        ("127.0.0.1:8080/v1", "me:pass@host/v1", "password"),
        ("8080/v1", "8080/ v1", "blank"),
        ("8080/v1", "8080/v1/chat/completions/", "leave that off"),
        ("my-model", " ", "`model` is empty"),
    ] {
        let complaint = complaint(Config::parse("my.ron", &with_example().replace(old, new)));
        assert!(complaint.contains(part), "{complaint}");
    }
}

#[test]
fn a_key_in_the_settings_is_refused_and_not_repeated() {
    for key in ["sk-proj-4711", "abcDEF123", "AIzaSy47", "", "1KEY"] {
        let text = with_example().replace("api_key_env: None", &format!("api_key_env: \"{key}\""));
        let complaint = complaint(Config::parse("my.ron", &text));
        assert!(complaint.contains("the key itself never stands here"), "{complaint}");
        assert!(key.is_empty() || !complaint.contains(key), "{complaint}");
    }
}

#[test]
fn keys_come_from_the_environment() {
    let endpoints =
        |settings: &EndpointConfig| ProviderConfig::Anthropic(settings.clone()).endpoints("local");
    let mut provider = example();
    provider.urls = vec!["http://127.0.0.1:8081/v1".to_owned()];
    let all = endpoints(&provider).unwrap();
    let addresses: Vec<&str> = all.iter().map(|it| &*it.base_url).collect();
    assert_eq!(addresses, ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8081/v1"]);
    let endpoint = all.first().unwrap();
    assert_eq!((&*endpoint.provider, endpoint.wire), ("local", Wire::Anthropic));
    assert_eq!(endpoint.timeout, Duration::from_secs(120));
    assert_eq!(endpoint.key, None);

    provider.api_key_env = Some("PATH".to_owned());
    assert!(endpoints(&provider).unwrap().iter().all(|it| it.key.is_some()));

    assert!(key("KEY", Some("abc".to_owned())).is_ok());
    assert_eq!(key("KEY", Some(" \n".to_owned())), Err(NoSecret("KEY".to_owned())));

    provider.api_key_env = Some("HEARSAY_TEST_NO_SUCH_KEY".to_owned());
    let error = endpoints(&provider).expect_err("it is not set").to_string();
    assert!(error.contains("`HEARSAY_TEST_NO_SUCH_KEY` holds no key"), "{error}");
}

#[test]
fn the_api_of_a_provider_decides_its_path_and_its_own_fields() {
    for (wire, path, field, free) in [
        (Wire::OpenAi, "/chat/completions", "messages", "top_k"),
        (Wire::Responses, "/responses", "input", "messages"),
        (Wire::Anthropic, "/messages", "thinking", "top_k"),
        (Wire::Ollama, "/api/chat", "options", "keep_alive"),
    ] {
        let parse = |more: &str, path: &str| {
            let text = format!(
                "(providers: {{\"a\": {}(base_url: \"http://h{path}\", model: \"m\", {more})}})",
                wire.name()
            );
            Config::parse("my.ron", &text)
        };
        assert_eq!(parse("", "").unwrap().providers["a"].wire(), wire);
        let wrong = complaint(parse("", path));
        assert!(wrong.contains(&format!("ends before `{path}`")), "{wrong}");
        let wrong = complaint(parse(&format!("extra: {{\"{field}\": 1}}"), ""));
        assert!(wrong.contains(&format!("`{field}` has a setting of its own")), "{wrong}");
        parse(&format!("extra: {{\"{free}\": 1}}"), "").unwrap();
    }
}

#[test]
fn fallbacks_stops_and_addresses_are_checked_where_they_stand() {
    let parse = |more: &str| {
        let text = format!(
            "(\n  providers: {{\n    \"a\": OpenAi(base_url: \"http://h\", model: \"m\",\n      \
             {more}),\n    \"b\": OpenAi(base_url: \"http://127.0.0.1\", model: \"m\"),\n  }},\n  \
             minds: (provider: \"a\"),\n)"
        );
        Config::parse("my.ron", &text)
    };
    for (more, part) in [
        ("fallback: [\"c\"]", "there is no provider `c`"),
        ("fallback: [\"a\"]", "`a` is this provider"),
        ("fallback: [\"b\", \"b\", \"b\", \"b\", \"b\"]", "4 providers at most"),
        ("stop: Some([\"\"])", "no empty one"),
        ("stop: Some([\"a\", \"b\", \"c\", \"d\", \"e\"])", "4 texts at most"),
        ("urls: [\"ftp://h\"]", "`urls` must start with http://"),
    ] {
        let complaint = complaint(parse(more));
        let column = 7 + more.find(": ").unwrap() + 2;
        let place = format!("my.ron:4:{column}: ");
        assert!(complaint.starts_with(&place) && complaint.contains(part), "{complaint}");
    }
    let config = parse("fallback: [\"b\", \"scripted\"], stop: Some([])").unwrap();
    let named = vec!["b".to_owned(), "scripted".to_owned()];
    let expected = [(None, named.clone()), (Some("a".to_owned()), named)];
    assert_eq!(config.fallbacks().0, expected);
    let outside = config.outside_models().0;
    assert_eq!(outside, BTreeSet::from([None, Some("a".to_owned())]));
    let config = parse("").unwrap();
    let elsewhere = parse("urls: [\"http://127.0.0.1\"]").unwrap();
    assert_eq!(config.outside_models(), elsewhere.outside_models(), "one address is enough");
}

#[test]
fn a_missing_file_is_named() {
    let path = Path::new("no/such/settings.ron");
    let complaint = complaint(Config::load(path));
    assert!(complaint.contains("no/such/settings.ron"), "{complaint}");
    assert!(complaint.contains("--config"), "{complaint}");
}

#[test]
fn services_are_checked_with_sentences_that_say_what_to_write() {
    let problems = |services: &str| -> Vec<String> {
        match Config::parse("my.ron", &format!("(services: ({services}))")) {
            Ok(_) => Vec::new(),
            Err(ConfigError::Wrong(all)) => all.iter().map(ToString::to_string).collect(),
            Err(other) => panic!("{other}"),
        }
    };
    // The example of the page for operators, and that of the default settings.
    let page = include_str!("../../../../docs/operations.md");
    let (_, example) = page.split_once("```ron\n(services: (\n").unwrap();
    let (example, _) = example.split_once("\n))\n```").unwrap();
    assert_eq!(problems(example), [""; 0]);
    let (_, commented) = DEFAULT.split_once("may be left out:\n        //\n").unwrap();
    let commented = commented.lines().map(|line| line.trim().trim_start_matches("// "));
    let commented: Vec<&str> =
        commented.take_while(|line| !line.starts_with("web_search: None")).collect();
    assert_eq!(problems(&commented.join("\n")), [""; 0], "{commented:?}");
    let (_, commented) = DEFAULT.rsplit_once("may be left out:\n        //\n").unwrap();
    let commented = commented.lines().map(|line| line.trim().trim_start_matches("// "));
    let commented: Vec<&str> = commented.take_while(|line| !line.starts_with("mcp: {},")).collect();
    assert_eq!(problems(&commented.join("\n")), [""; 0], "{commented:?}");
    for (wrong, sentence) in [
        ("at_once: 0", "`at_once` is 0, but may only be 1 to 64 calls"),
        (
            r#"web_search: Some(url: "here")"#,
            "`url` must start with http:// or https:// and a host",
        ),
        (
            r#"web_search: Some(url: "http://h", results: 11)"#,
            "`results` is 11, but may only be 1 to 10 results",
        ),
        (
            r#"mcp: {"wiki": (url: "http://h", tools: {"lookup": "It."}, calls: (timeout_seconds: 90))}"#,
            "`timeout_seconds` is 90, but may only be 1 to 60 seconds",
        ),
        (
            r#"mcp: {"wiki": (url: "http://u:p@h", tools: {"lookup": "It."})}"#,
            "`url` holds a password; name the variable of a token in `token_env`",
        ),
        (
            r#"mcp: {"wiki": (url: "http://h", token_env: Some("sk-1"), tools: {"lookup": "It."})}"#,
            "`token_env` is no name of an environment variable",
        ),
        (r#"mcp: {"wiki": (url: "http://h", tools: {})}"#, "`tools` lists 1 to 32 tools"),
        (
            r#"mcp: {"my wiki": (url: "http://h", tools: {"lookup": "It."})}"#,
            "`my wiki__lookup` is no name for a tool",
        ),
        (
            r#"mcp: {"wiki": (url: "http://h", tools: {"lookup": " "})}"#,
            "the text of `lookup` has 1 to 200 characters",
        ),
    ] {
        let all = problems(wrong);
        assert!(all.iter().any(|it| it.contains(sentence)), "{wrong}: {all:?}");
        assert!(all.iter().all(|it| !it.contains("sk-1")), "it may be the token");
    }
}
