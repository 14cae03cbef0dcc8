//! Web clients of other makers, by the subprotocols of mudstandards.org.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tests::{Trouble, client::patience::patiently, while_};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

use super::{Done, town};

/// A client of another maker, and what it received: text of binary frames, and text frames.
struct OtherClient {
    socket: WebSocketStream<TcpStream>,
    text: Vec<u8>,
    data: Vec<String>,
}

impl OtherClient {
    /// Opens a WebSocket with these subprotocols. A refusal is its status.
    async fn open(to: SocketAddr, named: &str, origin: Option<&str>) -> Result<Self, Trouble> {
        let stream = while_("connecting", TcpStream::connect(to).await)?;
        let mut request = while_("a request", format!("ws://{to}/play").into_client_request())?;
        let headers = request.headers_mut();
        headers.insert("sec-websocket-protocol", while_("a name", named.parse())?);
        if let Some(origin) = origin {
            headers.insert("origin", while_("an origin", origin.parse())?);
        }
        let shaken = while_("a handshake", patiently(client_async(request, stream)).await)?;
        let (socket, answer) = shaken.map_err(|error| {
            let refused =
                if let Error::Http(answer) = &error { Some(answer.status()) } else { None };
            refused.map_or_else(|| error.to_string(), |it| it.as_u16().to_string())
        })?;
        let chosen = answer.headers().get("sec-websocket-protocol");
        let chosen = chosen.and_then(|it| it.to_str().ok()).ok_or("no subprotocol")?;
        if !named.contains(chosen) {
            return Err(format!("{chosen} was not asked for"));
        }
        Ok(Self { socket, text: Vec::new(), data: Vec::new() })
    }

    async fn send(&mut self, message: Message) -> Done {
        while_("sending", self.socket.send(message).await)
    }

    async fn line(&mut self, bytes: impl AsRef<[u8]>) -> Done {
        self.send(Message::Binary(bytes.as_ref().to_vec().into())).await
    }

    /// Reads one message; false at the end.
    async fn read(&mut self) -> Result<bool, Trouble> {
        match while_("a message", patiently(self.socket.next()).await)? {
            Some(Ok(Message::Binary(bytes))) => self.text.extend_from_slice(&bytes),
            Some(Ok(Message::Text(text))) => self.data.push(text.to_string()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(false),
            Some(Ok(_)) => {}
        }
        Ok(true)
    }

    async fn until(&mut self, words: &str) -> Done {
        while !String::from_utf8_lossy(&self.text).contains(words) {
            if !self.read().await? {
                let seen = String::from_utf8_lossy(&self.text).into_owned();
                return Err(format!("it ended before {words}: {seen}"));
            }
        }
        Ok(())
    }
}

#[tokio::test]
async fn the_whole_of_telnet_comes_through() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut it = OtherClient::open(web, "telnet.mudstandards.org", None).await?;
    // It agrees to GMCP, and wants to know where it is.
    it.line(b"\xff\xfd\xc9\xff\xfa\xc9Core.Supports.Set [\"Room 1\"]\xff\xf0connect gu").await?;
    it.line(b"est\r\nsay over telnet\r\n").await?;
    it.until("You say, \"over telnet\"").await?;
    let has = |bytes: &[u8]| it.text.windows(bytes.len()).any(|it| it == bytes);
    assert!(has(b"\xff\xfb\xc9"), "GMCP is offered by a command");
    assert!(has(b"\xff\xfa\xc9Room.Info {"), "and its data comes by another");
    assert!(it.data.is_empty());
    host.stop().await
}

#[tokio::test]
async fn text_and_data_have_frames_of_their_own() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let both = "json.mudstandards.org, gmcp.mudstandards.org, telnet.mudstandards.org";
    let mut it = OtherClient::open(web, both, None).await?;
    it.send(Message::Text("Core.Supports.Set [\"Room 1\", \"Char 1\"]".into())).await?;
    // A frame is a line, with its end or without.
    it.line("connect guest").await?;
    it.line("say hé\r\nsay twice\n").await?;
    it.until("You say, \"twice\"").await?;
    assert!(!it.text.contains(&0xff), "no command is in the text");
    let room = it.data.iter().find_map(|it| it.strip_prefix("Room.Info ")).ok_or("no room")?;
    let room: serde_json::Value = while_("the room", serde_json::from_str(room))?;
    assert_eq!(room["name"], "The Square");
    host.stop().await
}

#[tokio::test]
async fn a_terminal_gets_text_alone() -> Done {
    let (_home, host, web) = town(|_| {}).await?;
    let mut it = OtherClient::open(web, "terminal.mudstandards.org", None).await?;
    it.line("create otto sesame99").await?;
    it.line("say plain").await?;
    it.until("You say, \"plain\"").await?;
    assert!(it.data.is_empty() && !it.text.contains(&0xff));
    assert!(it.text.contains(&0x1b), "with its colours");
    // It is a session like any other.
    let mut other = OtherClient::open(web, "gmcp.mudstandards.org", None).await?;
    other.line("connect otto sesame99").await?;
    it.until("You have connected from somewhere else").await?;
    while it.read().await? {}
    other.line("say mine now").await?;
    other.until("mine now").await?;
    host.stop().await
}

#[tokio::test]
async fn pages_from_elsewhere_and_other_subprotocols_are_refused_and_limits_hold() -> Done {
    let (_home, host, web) = town(|home| {
        home.config.limits.line_bytes = 256;
        home.config.web.origins = vec!["https://client.example.org".to_owned()];
    })
    .await?;
    let telnet = "telnet.mudstandards.org";
    let own = format!("http://{web}");
    for (named, origin, expected) in [
        (telnet, Some("http://evil.example"), Err("403".to_owned())),
        (telnet, Some("null"), Err("403".to_owned())),
        ("chat, binary", None, Err("400".to_owned())),
        (telnet, Some("https://client.example.org"), Ok(())),
        (telnet, Some(own.as_str()), Ok(())),
        (telnet, None, Ok(())),
    ] {
        let opened = OtherClient::open(web, named, origin).await.map(|_| ());
        assert_eq!(opened, expected, "{named} from {origin:?}");
    }
    let mut it = OtherClient::open(web, "terminal.mudstandards.org", None).await?;
    it.line("connect guest").await?;
    it.line("a".repeat(300)).await?;
    it.until("That line is too long").await?;
    // Whatever a client sends, the others play on.
    for odd in [&b"\xff\xfa\xc9"[..], b"\x00\x01\x02\xfe\xff\xff", b"\x1b[2J\r\r\n\n"] {
        it.line(odd).await?;
    }
    it.line("say still here").await?;
    it.until("still here").await?;
    it.line(vec![b'a'; 64 * 1_024]).await?;
    while it.read().await? {}
    host.stop().await
}
