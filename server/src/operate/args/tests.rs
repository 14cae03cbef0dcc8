use std::{net::SocketAddr, path::PathBuf};

use assistants::llm::profile::{AnswersBy, QuestionForm};
use clap::{CommandFactory, Parser, error::ErrorKind};
use world::act::permission::Role;

use super::{
    Arguments, Task,
    account::{AccountTask, DataFolder},
    chronicle::ChronicleTask,
    model::ModelTask,
    play::{ModelCommand, PlayTask},
    serve::{PortChoice, Serve},
    why::{WhyMoment, WhyTask},
};
use crate::operate::config::Config;

fn task(line: &str) -> Task {
    read(line).unwrap_or_else(|error| panic!("{error}"))
}

fn read(line: &str) -> Result<Task, clap::Error> {
    let words = std::iter::once("hearsay").chain(line.split_whitespace());
    Arguments::try_parse_from(words).map(Arguments::task)
}

fn complaint(line: &str) -> String {
    read(line).expect_err(line).to_string()
}

#[test]
fn the_definition_holds_together() {
    Arguments::command().debug_assert();
}

#[test]
fn alone_it_serves() {
    assert_eq!(task(""), Task::Serve(Serve::default()));
    assert_eq!(task("serve"), task(""));
    assert_eq!(task("--seed 7"), task("serve --seed 7"));
}

#[test]
fn serving_takes_every_option() {
    let line = "serve --telnet 0.0.0.0:0 --tls [::]:1 --web [::]:2 --data d --content c \
                --config f.ron --seed 42";
    let serve = Serve {
        telnet: Some(SocketAddr::from(([0, 0, 0, 0], 0))),
        tls: Some(PortChoice::At(SocketAddr::from(([0; 16], 1)))),
        web: Some(PortChoice::At(SocketAddr::from(([0; 16], 2)))),
        data: Some(PathBuf::from("d")),
        content: Some(PathBuf::from("c")),
        config: Some(PathBuf::from("f.ron")),
        seed: Some(42),
    };
    assert_eq!(task(line), Task::Serve(serve));
}

#[test]
fn the_command_line_wins_over_the_settings() {
    let standard = Config::standard().unwrap();
    assert_eq!(Serve::default().settings().unwrap(), standard);

    let Task::Serve(serve) = task("--telnet [::1]:0 --data d --content c --seed 42") else {
        panic!("not serving");
    };
    let mut config = standard.clone();
    config.server.seed = Some(1);
    assert_eq!(Serve::default().over(config.clone()), config, "what is not given stays");
    let mut expected = standard;
    expected.server.telnet = "[::1]:0".parse().unwrap();
    expected.tls.listen = Some("127.0.0.1:0".parse().unwrap());
    expected.web.listen = Some("127.0.0.1:0".parse().unwrap());
    expected.server.data = "d".into();
    expected.server.content = "c".into();
    expected.server.seed = Some(42);
    assert_eq!(serve.over(config), expected);
}

#[test]
fn tls_can_be_moved_and_switched_off() {
    let at = |address: &str| Some(address.parse::<SocketAddr>().unwrap());
    for (line, expected) in [
        ("", at("127.0.0.1:4001")),
        ("--tls off", None),
        ("--tls [::1]:0", at("[::1]:0")),
        // Any free port for the one means any free port for the other, unless it is named.
        ("--telnet 0.0.0.0:0", at("127.0.0.1:0")),
        ("--telnet 0.0.0.0:0 --tls [::1]:7", at("[::1]:7")),
        ("--telnet 0.0.0.0:0 --tls off", None),
        ("--telnet 0.0.0.0:4000", at("127.0.0.1:4001")),
    ] {
        let Task::Serve(serve) = task(line) else { panic!("not serving") };
        assert_eq!(serve.clone().settings().unwrap().tls.listen, expected, "{line}");
        let mut without = Config::standard().unwrap();
        without.tls.listen = None;
        let named = expected.filter(|_| line.contains("--tls"));
        assert_eq!(serve.over(without).tls.listen, named, "{line}");
    }
    assert!(complaint("--tls on").contains("`on` is no address with a port"));
}

#[test]
fn the_page_can_be_moved_and_switched_off() {
    for (line, expected) in [
        ("", Some("127.0.0.1:4080")),
        ("--web off", None),
        ("--web [::1]:0", Some("[::1]:0")),
        ("--telnet 0.0.0.0:0", Some("127.0.0.1:0")),
        ("--telnet 0.0.0.0:0 --web off", None),
    ] {
        let Task::Serve(serve) = task(line) else { panic!("not serving") };
        let expected = expected.map(|it| it.parse::<SocketAddr>().unwrap());
        assert_eq!(serve.settings().unwrap().web.listen, expected, "{line}");
    }
}

#[test]
fn the_other_tasks_are_understood() {
    let check = |dir: Option<&str>, nouns, data: Option<&str>| {
        let [dir, data] = [dir, data].map(|it| it.map(PathBuf::from));
        Task::Check { dir, nouns, data }
    };
    assert_eq!(task("check"), check(None, false, None));
    assert_eq!(task("check content/"), check(Some("content/"), false, None));
    assert_eq!(task("check --nouns content/"), check(Some("content/"), true, None));
    assert_eq!(task("check --data d content/"), check(Some("content/"), false, Some("d")));
    let grant = |data| Task::Grant { name: "Ann".to_owned(), role: Role::Owner, data };
    assert_eq!(task("grant Ann owner"), grant(None));
    assert_eq!(task("grant Ann OWNER --data d"), grant(Some(PathBuf::from("d"))));
    assert_eq!(task("docs"), Task::Docs);
    let file = PathBuf::from("journal");
    assert_eq!(task("replay journal"), Task::Replay { file });
    assert_eq!(task("print-config"), Task::PrintConfig);
}

#[test]
fn what_is_done_with_accounts_is_understood() {
    let name = || "Ann".to_owned();
    let at = |folder: Option<&str>| DataFolder { folder: folder.map(PathBuf::from) };
    for (line, expected) in [
        ("list", AccountTask::List { from: String::new(), at: at(None) }),
        ("list Ann --data d", AccountTask::List { from: name(), at: at(Some("d")) }),
        ("show Ann", AccountTask::Show { name: name(), at: at(None) }),
        ("reset-password Ann", AccountTask::ResetPassword { name: name(), at: at(None) }),
        (
            "rename Ann Bea --content c",
            AccountTask::Rename {
                old: name(),
                new: "Bea".to_owned(),
                content: Some("c".into()),
                at: at(None),
            },
        ),
        ("delete Ann", AccountTask::Delete { name: name(), yes: false, at: at(None) }),
        (
            "delete Ann --yes --data d",
            AccountTask::Delete { name: name(), yes: true, at: at(Some("d")) },
        ),
        ("export Ann", AccountTask::Export { name: name(), to: None, at: at(None) }),
        (
            "export Ann --to a.json",
            AccountTask::Export { name: name(), to: Some("a.json".into()), at: at(None) },
        ),
    ] {
        assert_eq!(task(&format!("account {line}")), Task::Account(expected));
    }
    assert!(complaint("account").contains("reset-password"), "what there is is named");
    assert!(complaint("account rename Ann").contains("<NEW>"));
    let task = Arguments::command();
    let account = task.find_subcommand("account").unwrap();
    for task in account.get_subcommands() {
        let help = task.clone().render_long_help().to_string();
        assert!(help.contains("Example"), "{help}");
        let explained = |it: &clap::Arg| it.get_help().is_some();
        assert!(task.get_about().is_some() && task.get_arguments().all(explained), "{help}");
    }
}

#[test]
fn every_role_but_guest_can_be_granted() {
    for role in Role::ALL {
        let read = read(&format!("grant Ann {}", role.name()));
        assert_eq!(read.is_ok(), role != Role::Guest, "{role:?}");
    }
}

#[test]
fn mistakes_are_explained() {
    assert!(complaint("--telnet 4000").contains("`4000` is no address with a port"));
    assert!(complaint("serve --seed -1").contains("--seed"));
    assert!(complaint("serv").contains("serve"), "the nearest command is named");
    assert!(complaint("grant Ann onwer").contains("owner"), "the nearest role is named");
    assert!(complaint("grant Ann").contains("<ROLE>"));
    assert!(complaint("replay").contains("<FILE>"));
    assert!(complaint("--seed 7 check").contains("check"), "the seed would have no effect");
}

#[test]
fn the_help_names_every_task_and_explains_every_argument() {
    let error = read("--help").expect_err("help is no task");
    assert_eq!(error.kind(), ErrorKind::DisplayHelp);
    let help = error.to_string();
    for task in Arguments::command().get_subcommands() {
        let name = task.get_name();
        assert!(help.contains(&format!("\n  {name} ")), "{name} is missing");
        assert!(task.get_about().is_some(), "{name} says nothing of itself");
        for argument in task.get_arguments() {
            let id = argument.get_id();
            assert!(argument.get_help().is_some(), "{name} {id} is not explained");
        }
    }
}

#[test]
fn the_help_states_the_true_defaults() {
    let Config { server, tls, web, .. } = Config::standard().unwrap();
    let help = read("serve --help").expect_err("help is no task").to_string();
    // Long explanations are wrapped.
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for default in [
        server.telnet.to_string(),
        tls.listen.unwrap().to_string(),
        web.listen.unwrap().to_string(),
        server.data.display().to_string(),
        server.content.display().to_string(),
    ] {
        assert!(help.contains(&format!("[default: {default}]")), "{default}");
    }
}

#[test]
fn whose_thoughts_and_which_are_understood() {
    let newest =
        WhyTask { name: "mara".to_owned(), at: None, count: 1, private: false, data: None };
    assert_eq!(task("why mara"), Task::Why(newest.clone()));
    let at = Some(WhyMoment::Today((18 * 60 + 5) * 60_000));
    let all = WhyTask { at, count: 3, private: true, data: Some("d".into()), ..newest };
    assert_eq!(task("why mara --at 18:05 --count 3 --private --data d"), Task::Why(all));
    for wrong in ["why", "why mara --at noon", "why mara --count 0", "why mara --count 101"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_chronicle_is_of_a_day_that_there_is() {
    let newest = ChronicleTask { day: None, of: None, html: None, data: None };
    assert_eq!(task("chronicle"), Task::Chronicle(newest));
    let Task::Chronicle(told) = task("chronicle --day 2024-02-29 --of bell --html f --data d")
    else {
        panic!("no chronicle");
    };
    assert_eq!(told.day.map(|it| it.to_string()).as_deref(), Some("2024-02-29"));
    assert_eq!(
        (told.of.as_deref(), told.html, told.data),
        (Some("bell"), Some("f".into()), Some("d".into()))
    );
    for wrong in ["2023-02-29", "2024-2-29", "today", "24-02-29"] {
        complaint(&format!("chronicle --day {wrong}"));
    }
}

#[test]
fn a_model_is_tested_by_name_or_by_default_and_set_up() {
    let test = |name: Option<&str>, config: Option<&str>| {
        let (name, config) = (name.map(str::to_owned), config.map(PathBuf::from));
        Task::Model(ModelCommand::Endpoint(ModelTask::Test { name, config }))
    };
    assert_eq!(task("model test"), test(None, None));
    assert_eq!(task("model test cloud --config f.ron"), test(Some("cloud"), Some("f.ron")));
    assert_eq!(
        task("model setup"),
        Task::Model(ModelCommand::Endpoint(ModelTask::Setup { config: None }))
    );
    assert!(complaint("model").contains("setup"));
}

#[test]
fn a_play_takes_the_form_and_the_share_of_lines_in_any_case() {
    let play = PlayTask {
        file: "f.ron".into(),
        config: None,
        content: None,
        provider: None,
        form: None,
        answers: None,
        record: None,
        replay: None,
        json: false,
    };
    let read = |line: &str| {
        let Task::Model(ModelCommand::Play(it)) = task(line) else { panic!("{line}") };
        it
    };
    assert_eq!(read("model play f.ron"), play);
    let all = PlayTask {
        config: Some("my.ron".into()),
        provider: Some("small".to_owned()),
        form: Some(QuestionForm::Schema),
        answers: Some(AnswersBy::All),
        json: true,
        ..play
    };
    let line =
        "model play f.ron --config my.ron --provider small --form schema --answers ALL --json";
    assert_eq!(read(line), all);
    assert!(complaint("model play f.ron --form Prose").contains("Words"));
    let taped = PlayTask { replay: Some("c.jsonl".into()), json: true, ..all };
    let taped = PlayTask { config: None, provider: None, form: None, answers: None, ..taped };
    assert_eq!(read("model play f.ron --replay c.jsonl --json"), taped);
    for other in ["--record d", "--config my.ron", "--form Words"] {
        let complaint = complaint(&format!("model play f.ron --replay c.jsonl {other}"));
        assert!(complaint.contains("cannot be used with"), "{complaint}");
    }
}
