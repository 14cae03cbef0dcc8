//! A character that calls a tool of a real MCP server, for a player over a connection.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use server::operate::config::services::{CallConfig, McpConfig};
use tests::{
    brain::{self, Brain},
    client::Client,
    host::Home,
    while_,
};

use super::{Done, run, skip};

/// A persona that may call the tool of the server.
const ANN: &str = r#"(id: "ann", voice: "Calm.", tools: (services: ["wiki__lookup"]),
    body: (name: "Ann", description: "A woman.", home: "town/square"),
    topics: [(name: "otherwise", steps: [Silence])], answers: {"excuse": ["My thoughts are elsewhere."]})"#;

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill().and_then(|()| self.0.wait()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "nightly: plays with programs that must be installed"]
async fn a_real_mcp_server_is_asked_and_its_answer_told() -> Done {
    drop(rustls::crypto::ring::default_provider().install_default());
    let Some(python) = super::python("mcp") else { return skip("the Python package mcp") };
    assert!(run(&python, &["--version"], "")?.starts_with("Python"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/mcp_server.py");
    let mut command = Command::new(&python);
    let started = command.arg(script).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = Running(while_("the MCP server", started)?);
    let mut port = String::new();
    let out = server.0.stdout.take().ok_or("no output")?;
    while_("its port", BufReader::new(out).read_line(&mut port))?;

    let mut home = Home::town(&[("personas/ann.ron", ANN)])?;
    let wiki = McpConfig {
        url: format!("http://127.0.0.1:{}/mcp", port.trim()),
        token_env: None,
        tools: [("lookup".to_owned(), "Look it up.".to_owned())].into(),
        calls: CallConfig::default(),
    };
    home.config.services.mcp.insert("wiki".to_owned(), wiki);
    let ann = Brain::new(["ann".to_owned()]);
    let host = home.start(ann.clone()).await?;
    let mut bob = Client::come_in(host.address, "create bob long enough for us").await?;
    let lay_out = |replies: &[&str]| -> Done {
        for (line, reply) in replies.iter().enumerate() {
            ann.lay_out("ann", line, brain::play(reply)?);
        }
        Ok(())
    };
    // Its tools are known once it has answered, which the server may take a moment for.
    let mut is_told = false;
    for number in 0..100 {
        let call = format!(r#"wiki__lookup {{"query": "lighthouse {number}"}}"#);
        lay_out(&[&call, "text So it is."])?;
        bob.send(&format!("say ann, look the lighthouse up, please, time {number}")).await?;
        bob.until("So it is.").await?;
        is_told =
            ann.asked("ann").is_some_and(|it| it.contains("The lighthouse has ninety steps."));
        if is_told {
            break;
        }
    }
    assert!(is_told, "{:?}", ann.asked("ann"));
    for (query, told) in [("spoons", "nothing was found"), ("refuse", "it refused the call")] {
        let call = format!(r#"wiki__lookup {{"query": "{query}"}}"#);
        lay_out(&[&call, &format!("text As for {query}, I cannot say.")])?;
        bob.send(&format!("say ann, and {query}?")).await?;
        bob.until(&format!("As for {query}, I cannot say.")).await?;
        let asked = ann.asked("ann").ok_or("she was not asked")?;
        assert!(asked.contains(told) && !asked.contains("Eve"), "{asked}");
    }
    host.stop().await
}
