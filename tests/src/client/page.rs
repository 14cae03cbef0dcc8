//! A small client of the page's WebSocket: what comes, object by object, and the numbers of lines.

use std::{collections::VecDeque, net::SocketAddr};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

use super::patience::patiently;
use crate::{Trouble, while_};

/// A line with its number: epoch and place.
pub type NumberedLine = ((u64, u64), String);

/// A page that is connected.
pub struct PageClient {
    socket: WebSocketStream<TcpStream>,
    items: VecDeque<Value>,
    /// All numbered lines that came, in order.
    pub lines: Vec<NumberedLine>,
    /// Pass of the stay, once there is one.
    pub pass: Option<String>,
}

impl PageClient {
    /// Connects as our page does.
    ///
    /// # Errors
    /// A refused connection.
    pub async fn connect(to: SocketAddr) -> Result<Self, Trouble> {
        let stream = while_("connecting", TcpStream::connect(to).await)?;
        Self::over(stream, to, Some(&format!("http://{to}"))).await
    }

    /// Opens a WebSocket over a connection, from a page of this origin.
    ///
    /// # Errors
    /// A refusal, whose status is its first word.
    pub async fn over(
        stream: TcpStream,
        to: SocketAddr,
        origin: Option<&str>,
    ) -> Result<Self, Trouble> {
        let request = format!("ws://{to}/play").into_client_request();
        let mut request = while_("a request", request)?;
        if let Some(origin) = origin {
            let origin = while_("an origin", origin.parse())?;
            request.headers_mut().insert("origin", origin);
        }
        let shaken = while_("a handshake", patiently(client_async(request, stream)).await)?;
        let (socket, _) = shaken.map_err(|error| {
            let status =
                if let Error::Http(answer) = &error { Some(answer.status()) } else { None };
            status.map_or_else(|| error.to_string(), |it| it.as_u16().to_string())
        })?;
        Ok(Self { socket, items: VecDeque::new(), lines: Vec::new(), pass: None })
    }

    /// Connects, and comes in by a message; what is read on the way stays.
    ///
    /// # Errors
    /// A login that fails.
    pub async fn come_in(to: SocketAddr, message: Value) -> Result<Self, Trouble> {
        let mut page = Self::connect(to).await?;
        page.send(message).await?;
        page.until_in().await?;
        Ok(page)
    }

    /// Waits until a character is played.
    ///
    /// # Errors
    /// A connection that ends before.
    pub async fn until_in(&mut self) -> Result<(), Trouble> {
        while self.pass.is_none() {
            let item = self.next().await?.ok_or("it ended before anybody came in")?;
            if at(&item, "/g") == "Core.Goodbye" {
                return Err(at(&item, "/d").to_string());
            }
        }
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn send(&mut self, message: Value) -> Result<(), Trouble> {
        self.send_text(&message.to_string()).await
    }

    /// Sends any text.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Trouble> {
        while_("sending", self.socket.send(Message::Text(text.into())).await)
    }

    /// Types a line.
    ///
    /// # Errors
    /// A lost connection.
    pub async fn line(&mut self, line: &str) -> Result<(), Trouble> {
        self.send(json!({"t": "line", "line": line})).await
    }

    /// Returns the next object; none at the end.
    ///
    /// # Errors
    /// Something that is no array of objects, or nothing at all for too long.
    pub async fn next(&mut self) -> Result<Option<Value>, Trouble> {
        loop {
            if let Some(item) = self.items.pop_front() {
                self.note(&item);
                return Ok(Some(item));
            }
            match while_("a message", patiently(self.socket.next()).await)? {
                Some(Ok(Message::Text(text))) => {
                    if text.contains(['<', '>', '&']) {
                        return Err(format!("there is markup in {text}"));
                    }
                    let items: Vec<Value> = while_("a message", serde_json::from_str(&text))?;
                    self.items.extend(items);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    fn note(&mut self, item: &Value) {
        if let (Some(epoch), Some(n)) = (at(item, "/n/0").as_u64(), at(item, "/n/1").as_u64()) {
            self.lines.push(((epoch, n), words(item)));
        }
        if let Some(pass) = at(item, "/in/pass").as_str() {
            self.pass = Some(pass.to_owned());
        }
    }

    /// Reads until words that contain a text.
    ///
    /// # Errors
    /// A connection that ends or falls silent before.
    pub async fn until(&mut self, text: &str) -> Result<Value, Trouble> {
        loop {
            let item = self.next().await?.ok_or_else(|| format!("it ended before: {text}"))?;
            if words(&item).contains(text) {
                return Ok(item);
            }
        }
    }

    /// Reads until data of this name.
    ///
    /// # Errors
    /// A connection that ends or falls silent before.
    pub async fn data(&mut self, name: &str) -> Result<Value, Trouble> {
        loop {
            let item = self.next().await?.ok_or_else(|| format!("it ended before {name}"))?;
            if at(&item, "/g") == name {
                return Ok(at(&item, "/d").clone());
            }
        }
    }

    /// Reads the answer to a login that failed.
    ///
    /// # Errors
    /// A connection that ends or falls silent before.
    pub async fn refusal(&mut self) -> Result<String, Trouble> {
        let result = self.data("Char.Login.Result").await?;
        if at(&result, "/success") == true {
            return Err("the login succeeded".into());
        }
        Ok(at(&result, "/message").as_str().unwrap_or_default().to_owned())
    }

    /// Reads to the end. Returns the last goodbye.
    ///
    /// # Errors
    /// A connection that falls silent and does not end.
    pub async fn until_end(&mut self) -> Result<Option<String>, Trouble> {
        let mut goodbye = None;
        while let Some(item) = self.next().await? {
            if at(&item, "/g") == "Core.Goodbye" {
                goodbye = at(&item, "/d").as_str().map(str::to_owned);
            }
        }
        Ok(goodbye)
    }

    /// Returns what it has shown, as it says when it comes back: up to the last line of this many
    /// before the end.
    #[must_use]
    pub fn resume(&self, but_last: usize) -> Value {
        let shown = self.lines.len().saturating_sub(but_last);
        let seen = self.lines.get(..shown).and_then(<[_]>::last);
        let seen = seen.map(|((epoch, n), _)| json!({"epoch": epoch, "n": n}));
        json!({"t": "resume", "pass": self.pass, "seen": seen})
    }
}

/// Returns the words of an object's blocks.
#[must_use]
pub fn words(item: &Value) -> String {
    let blocks = at(item, "/b").as_array().into_iter().flatten();
    let runs = blocks.flat_map(|it| at(it, "/r").as_array().into_iter().flatten());
    runs.filter_map(|it| at(it, "/1").as_str()).collect()
}

/// Returns what is at a place of an object; null where there is nothing.
fn at<'a>(item: &'a Value, place: &str) -> &'a Value {
    item.pointer(place).unwrap_or(&Value::Null)
}
