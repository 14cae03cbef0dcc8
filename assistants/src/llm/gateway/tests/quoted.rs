//! Quotations of an endpoint: whatever it answers, none of its words is logged, and none stands in the
//! error that the game gets.

use std::{io, sync::mpsc};

use tracing::level_filters::LevelFilter;

use super::*;

/// Word of the question that every answer of the endpoint quotes.
const CANARY: &str = "quovadizzle";

/// Writer of the log of this thread, which sends what it gets.
struct LogLines(mpsc::Sender<Vec<u8>>);

impl io::Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Answers that are errors, or none, and quote the question wherever there is room.
fn quoting() -> Vec<CannedReply> {
    let error = format!(r#"{{"error":{{"message":"cannot say {CANARY}","code":"{CANARY}"}}}}"#);
    let bodies = [
        error.clone(),
        format!("{CANARY} is not JSON"),
        format!(r#"{{"choices":"{CANARY}"}}"#),
        format!(r#"{{"{CANARY}":[]}}"#),
        format!(r#"{{"choices":[{{"message":{{"content":7,"{CANARY}":0}}}}]}}"#),
        format!(r#"{{"choices":[{{"finish_reason":"{CANARY}","message":{{}}}}]}}"#),
        format!(r#"{{"choices":[{{"message":{{"tool_calls":[{{"{CANARY}":1}}]}}}}]}}"#),
    ];
    let refusals = [400, 401, 403, 404, 408, 413, 418, 422, 429, 500, 502, 503, 529];
    let heads = [
        "retry-after: quovadizzle\r\n",
        "content-type: quovadizzle\r\n",
        "content-encoding: quovadizzle\r\n",
        "location: http://quovadizzle.invalid/quovadizzle\r\n",
        "set-cookie: quovadizzle=quovadizzle\r\n",
    ];
    let raw: [&[u8]; 4] = [
        b"HTTP/1.1 500 quovadizzle\r\ncontent-length: 0\r\n\r\n",
        b"quovadizzle quovadizzle quovadizzle\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nquovadizzle",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nquovadizzle\r\n",
    ];
    let bodies = bodies.map(|it| CannedReply::Http(200, "", it));
    let refusals = refusals.map(|it| CannedReply::Http(it, "", error.clone()));
    let heads = heads
        .iter()
        .flat_map(|it| [200, 307, 503].map(|code| CannedReply::Http(code, it, CANARY.to_owned())));
    let raw = raw.map(CannedReply::Bytes);
    bodies.into_iter().chain(refusals).chain(heads).chain(raw).collect()
}

#[tokio::test]
async fn what_an_endpoint_quotes_stands_neither_in_the_log_nor_in_an_error() {
    let (lines, logged) = mpsc::channel();
    let log = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(move || LogLines(lines.clone()))
        .finish();
    let log = tracing::subscriber::set_default(log);
    let replies = quoting();
    let count = u64::try_from(replies.len()).unwrap();
    let settings = GatewaySettings { attempts: 1, ..quick() };
    let (_server, mut bench) = bench(replies, settings).await;
    let mut errors = String::new();
    for ticket in 0..count {
        bench.ask(ticket, "http").unwrap();
        let (_, result) = bench.next().await;
        let Err(error) = result else { continue };
        errors.push_str(&format!("{error} {error:?}\n"));
    }
    drop(log);
    assert!(errors.lines().count() > 30, "{errors}");
    assert!(!errors.contains(CANARY), "{errors}");
    let logged: Vec<u8> = logged.try_iter().flatten().collect();
    let logged = String::from_utf8(logged).unwrap();
    assert!(logged.contains("http"), "nothing was logged: {logged}");
    assert!(!logged.contains(CANARY), "{logged}");
}
