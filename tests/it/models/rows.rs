//! The faults of a model, one row for each: what its endpoint does, what is said meanwhile, and what
//! has to come of it.

use std::time::Duration;

use serde_json::{Value, json};

use super::endpoint::WireAct;

/// Excuse of Ann's script in place of her model.
pub(super) const EXCUSE: &str = "Forgive me, I was far away.";

/// Answer of her model when it is sound.
pub(super) const GOOD: &str = "The well is deep.";

/// The same, when it goes on and on.
const AT_LENGTH: &str = "The well is deep. la la …";

/// Addressee of Ann's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Nobody,
    Bob,
    Carol,
}

/// Step of a row, in order.
#[derive(Debug, Clone, Copy)]
pub(super) enum TableStep {
    /// Bob says something to Ann.
    Bob(&'static str),
    /// Carol does.
    Carol(&'static str),
    /// Both have read that Ann said this to somebody; where it ends with an ellipsis, that it is the
    /// beginning of more, which is cut at 360 characters.
    Ann(To, &'static str),
    /// The endpoint has got so many requests.
    Asked(usize),
    /// Waits until so many of them are over at the endpoint.
    Over(usize),
}

use TableStep::{Ann, Asked, Bob, Carol, Over};

/// One fault.
#[derive(Debug, Clone)]
pub(super) struct FaultRow {
    pub(super) name: &'static str,
    /// Behaviour of the endpoint, request by request; nobody listens where there is none.
    pub(super) acts: Vec<WireAct>,
    pub(super) attempts: u32,
    /// Timeouts of a question and of one of its calls, in seconds.
    pub(super) seconds: (u64, u64),
    /// Timeout of a thought, in seconds.
    pub(super) deadline: u64,
    pub(super) steps: Vec<TableStep>,
    /// Number of requests that the endpoint gets.
    pub(super) requests: usize,
    /// Texts in the record, in this order, each in a line of its own.
    pub(super) record: Vec<&'static str>,
    /// Texts that nobody may ever read.
    pub(super) never: Vec<&'static str>,
}

/// Texts in the record when the script had to answer.
const SCRIPTED: [&str; 2] =
    ["script answers: ", "ends: terminal_tool (the model's own: llm_error)"];

impl FaultRow {
    /// A row in which Bob asks once and hears the excuse, after one request that fails with this error.
    fn fails(name: &'static str, acts: Vec<WireAct>, error: &'static str) -> Self {
        let [script, end] = SCRIPTED;
        Self {
            name,
            requests: acts.len(),
            acts,
            attempts: 1,
            seconds: (20, 20),
            deadline: 60,
            steps: vec![Bob("hello"), Ann(To::Bob, EXCUSE)],
            record: vec!["asks the model (question 1)", error, script, end],
            never: Vec::new(),
        }
    }

    /// A row in which the model answers Bob in the end.
    fn answers(name: &'static str, acts: Vec<WireAct>, record: &[&'static str]) -> Self {
        Self {
            steps: vec![Bob("hello"), Ann(To::Nobody, GOOD)],
            record: [record, &["ends: terminal_tool after"]].concat(),
            ..Self::fails(name, acts, "")
        }
    }

    fn attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    fn seconds(self, question: u64, call: u64) -> Self {
        Self { seconds: (question, call), ..self }
    }

    fn deadline(self, deadline: u64) -> Self {
        Self { deadline, ..self }
    }

    fn requests(self, requests: usize) -> Self {
        Self { requests, ..self }
    }

    fn steps(self, steps: &[TableStep]) -> Self {
        Self { steps: steps.to_vec(), ..self }
    }

    fn record(self, record: &[&'static str]) -> Self {
        Self { record: record.to_vec(), ..self }
    }

    fn never(self, never: &[&'static str]) -> Self {
        Self { never: never.to_vec(), ..self }
    }
}

/// A whole answer over HTTP.
fn http(code: u16, head: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head =
        format!("HTTP/1.1 {code} X\r\nconnection: close\r\ncontent-length: {length}\r\n{head}\r\n");
    [head.as_bytes(), body].concat()
}

fn sends(code: u16, head: &str, body: &str) -> WireAct {
    WireAct::Sends(http(code, head, body.as_bytes()))
}

/// An answer that calls tools: id, name, and arguments as they stand on the wire.
fn calls(calls: &[(&str, &str, &str)]) -> Vec<u8> {
    let call = |&(id, name, arguments): &(&str, &str, &str)| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let calls: Vec<Value> = calls.iter().map(call).collect();
    let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
    let body = json!({"choices": [{"message": message, "finish_reason": "tool_calls"}]});
    http(200, "content-type: application/json\r\n", body.to_string().as_bytes())
}

/// An answer that says something.
fn says(text: &str) -> Vec<u8> {
    calls(&[("one", "say", &json!({ "text": text }).to_string())])
}

fn good() -> WireAct {
    WireAct::Sends(says(GOOD))
}

/// All rows.
pub(super) fn rows() -> Vec<FaultRow> {
    [network(), slow(), late(), refusals(), unreadable(), odd_calls(), odd_texts()].concat()
}

/// Faults of the connection.
fn network() -> Vec<FaultRow> {
    let fails = FaultRow::fails;
    let cut = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"Half a sent";
    vec![
        fails("down", Vec::new(), "the model cannot be reached").attempts(2),
        fails("cut in mid-body", vec![WireAct::Sends(cut.to_vec()); 2], "broke")
            .attempts(2)
            .never(&["Half a sent", "choices"]),
        fails("no HTTP", vec![WireAct::Sends(b"SSH-2.0-nobody\r\n".to_vec())], "broke")
            .never(&["SSH"]),
    ]
}

/// Answers that take their time.
fn slow() -> Vec<FaultRow> {
    let hangs = || WireAct::Hangs(Vec::new());
    vec![
        FaultRow::answers(
            "slow, 2 s",
            vec![WireAct::After(Duration::from_secs(2), says(GOOD))],
            &["asks the model (question 1)", "model answered: \"say\""],
        ),
        FaultRow::answers(
            "slow, 7 s, and Carol asks meanwhile",
            vec![WireAct::After(Duration::from_secs(7), says(GOOD))],
            &[],
        )
        .steps(&[
            Bob("hello"),
            Asked(1),
            Carol("and me"),
            Ann(To::Carol, EXCUSE),
            Ann(To::Nobody, GOOD),
        ])
        .record(&[
            "the model still thinks for somebody else: the script answers",
            "script answers: \"say\"",
            "ends: terminal_tool after",
        ]),
        FaultRow::fails("hangs", vec![hangs()], "did not answer within 2 seconds").seconds(2, 2),
        FaultRow::answers("hangs, then good", vec![hangs(), good()], &["model answered: \"say\""])
            .attempts(2)
            .seconds(20, 1),
    ]
}

/// Answers that come when they are not waited for any more, and are none to the next question.
fn late() -> Vec<FaultRow> {
    let (fails, span) = (FaultRow::fails, Duration::from_secs(3));
    let steps =
        [Bob("hello"), Ann(To::Bob, EXCUSE), Over(1), Bob("how deep"), Ann(To::Nobody, GOOD)];
    vec![
        fails(
            "late, after the time-out",
            vec![WireAct::After(span, says("Too late.")), good()],
            "did not answer within 1 seconds",
        )
        .seconds(1, 1)
        .steps(&steps)
        .never(&["Too late"]),
        fails(
            "late, after the thought's deadline",
            vec![WireAct::After(span, says("Too late.")), good()],
            "asks the model",
        )
        .deadline(1)
        .steps(&steps)
        .record(&[
            "script answers: ",
            "ends: terminal_tool (the model's own: expired)",
            "model answered: \"say\"",
            "ends: terminal_tool after",
        ])
        .never(&["Too late"]),
    ]
}

/// Answers with a status that is none of success.
fn refusals() -> Vec<FaultRow> {
    let fails = FaultRow::fails;
    let broken = sends(500, "", "{\"error\": \"stack overflow in cuda\"}");
    let busy = |head: &str| sends(429, head, "slow down");
    let endless = b"HTTP/1.1 500 X\r\ncontent-length: 900\r\n\r\noops".to_vec();
    vec![
        fails("500, always", vec![broken.clone(); 3], "answered with status 500")
            .attempts(3)
            .never(&["cuda", "stack"]),
        five_times(broken.clone()),
        FaultRow::answers("500, then good", vec![broken, good()], &["model answered: \"say\""])
            .attempts(4)
            .never(&["cuda", "stack"]),
        fails(
            "500, and its words never end",
            vec![WireAct::Hangs(endless)],
            "answered with status 500",
        )
        .never(&["oops"]),
        fails("401", vec![sends(401, "", "bad key")], "answered with status 401").attempts(4),
        FaultRow::answers(
            "429, Retry-After 1, then good",
            vec![busy("retry-after: 1\r\n"), good()],
            &["model answered: \"say\""],
        )
        .attempts(4),
        fails("429, Retry-After 600", vec![busy("retry-after: 600\r\n")], "")
            .attempts(4)
            .steps(&[Bob("hello"), Ann(To::Bob, EXCUSE), Carol("and me"), Ann(To::Carol, EXCUSE)])
            .record(&[
                "answered with status 429",
                "script answers: \"say\"",
                "ends: terminal_tool (the model's own: llm_error)",
                "begins: event by \"Carol\"",
                "given a rest",
                "script answers: \"say\"",
                "ends: terminal_tool (the model's own: llm_error)",
            ])
            .never(&["slow down"]),
    ]
}

/// Five questions fail, and nothing is asked any more: each counts once, however often it was tried.
fn five_times(broken: WireAct) -> FaultRow {
    let one = [Bob("hello"), Ann(To::Bob, EXCUSE)];
    FaultRow::fails("500, five questions, and a sixth", vec![broken], "")
        .attempts(2)
        .requests(10)
        .steps(&one.repeat(6))
        .record(&[
            "begins: event by \"Bob\"",
            "answered with status 500",
            "ends: terminal_tool (the model's own: llm_error)",
            "rests after too many errors: the script answers",
            "script answers: ",
            "ends: terminal_tool after",
        ])
}

/// A question that hangs while the server is stopped, and one to the next.
pub(super) fn restart() -> FaultRow {
    FaultRow::fails("restart in mid-turn", vec![WireAct::Hangs(Vec::new()), good()], "").record(&[
        "\"@ann hello\"",
        "asks the model (question 1)",
        "\"@ann how deep\"",
        "asks the model (question 1)",
        "model answered: \"say\"",
        "ends: terminal_tool after",
    ])
}

/// Answers with a status of success that nobody can read.
fn unreadable() -> Vec<FaultRow> {
    let fails = FaultRow::fails;
    let page = "<html><body><h1>It works!</h1></body></html>";
    let torn = b"{\"choices\":[{\"message\":{\"content\":\"Good \xff\xfe day\"}}]}";
    vec![
        fails(
            "garbage",
            vec![WireAct::Sends(http(200, "", &[0xff, 0xfe, 0x00, 0x9b, b'J', b'u', b'n', b'k']))],
            "cannot be read: \"it is not JSON",
        )
        .attempts(4)
        .never(&["Junk", "\u{fffd}"]),
        fails(
            "garbage in a text",
            vec![WireAct::Sends(http(200, "", torn))],
            "cannot be read: \"it is not UTF-8",
        )
        .attempts(4)
        .never(&["Good", "\u{fffd}"]),
        fails("empty", vec![sends(200, "", "")], "cannot be read: \"it is not JSON").attempts(4),
        fails(
            "a page of HTML",
            vec![sends(200, "content-type: text/html\r\n", page)],
            "cannot be read: \"it is not JSON: <html>",
        )
        .attempts(4)
        .never(&["html", "It works"]),
        fails(
            "JSON without choices",
            vec![sends(200, "", "{\"id\": \"chat-1\", \"object\": \"chat.completion\"}")],
            "cannot be read: \"it has no `choices`",
        )
        .attempts(4)
        .never(&["chat-1"]),
        fails(
            "an error with status 200",
            vec![sends(200, "", "{\"error\": {\"message\": \"context too long\"}}")],
            "cannot be read: \"it reports an error: context too long",
        )
        .attempts(4)
        .never(&["context"]),
    ]
}

/// Answers that can be read and whose calls are not as they should be.
fn odd_calls() -> Vec<FaultRow> {
    let answers = FaultRow::answers;
    let again = "asks the model (question 2)";
    let broken = calls(&[("one", "say", "{\"text\": \"Half a se")]);
    let extra = json!({"text": GOOD, "volume": 11, "mood": "calm"}).to_string();
    let twins = calls(&[("twin", "time", "{}"), ("twin", "inspect_location", "{}")]);
    vec![
        answers(
            "broken arguments, then good",
            vec![WireAct::Sends(broken), good()],
            &[
                "model answered: \"say\" (malformed: ",
                "\"say\": refused: \"the arguments are not a JSON object\"",
                again,
                "\"say\": done",
            ],
        )
        .never(&["Half a se", "JSON"]),
        answers(
            "extra arguments",
            vec![WireAct::Sends(calls(&[("one", "say", &extra)]))],
            &["`say` does not take `mood`", "`say` does not take `volume`", "\"say\": done"],
        )
        .never(&["volume", "mood", "11"]),
        answers(
            "a tool that is not there, then good",
            vec![WireAct::Sends(calls(&[("one", "fly_away", "{}")])), good()],
            &["\"fly_away\": refused: \"there is no tool `fly_away`", again, "\"say\": done"],
        )
        .never(&["fly", "tool"]),
        answers(
            "two calls with one id, then good",
            vec![WireAct::Sends(twins), good()],
            &["\"time\": done", "\"inspect_location\": done", again, "\"say\": done"],
        )
        .never(&["twin"]),
    ]
}

/// Answers whose words or calls stand in a text, and long ones.
fn odd_texts() -> Vec<FaultRow> {
    let answers = FaultRow::answers;
    let again = "asks the model (question 2)";
    vec![
        answers(
            "100 KB of words",
            vec![WireAct::Sends(says(&format!("{GOOD} {}", "la ".repeat(33_334))))],
            &["`text` has more than 360 characters, and is cut", "\"say\": done"],
        )
        .steps(&[Bob("hello"), Ann(To::Nobody, AT_LENGTH)]),
        answers(
            "100 KB of words that are no call",
            vec![sends(
                200,
                "",
                &json!({"choices": [{"message": {"content": format!("{GOOD} {}", "la ".repeat(33_334))}}]})
                    .to_string(),
            )],
            &["said no call", "`text` has more than 360 characters, and is cut", "\"say\": done"],
        )
        .steps(&[Bob("hello"), Ann(To::Bob, AT_LENGTH)]),
        answers(
            "nothing but a call in a text of a tool that acts",
            vec![sends(200, "", &text_call("store_memory", "content", "Injected.")), good()],
            &[again],
        )
        .never(&["tool_call", "arguments", "Injected"]),
        answers(
            "nothing but words in a call in a text",
            vec![sends(200, "", &text_call("say", "text", GOOD))],
            &["\"say\": done"],
        )
        .never(&["tool_call", "arguments"]),
    ]
}

/// A call that stands in the text.
fn text_call(tool: &str, argument: &str, text: &str) -> String {
    let call = json!({ "name": tool, "arguments": { argument: text } });
    let text = format!("<tool_call>{call}</tool_call>");
    json!({ "choices": [{ "message": { "content": text } }] }).to_string()
}
