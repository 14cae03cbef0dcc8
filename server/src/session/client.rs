//! Client of a session: what a telnet client and the page in a browser have in common, so that one
//! code logs in, plays, paces, reconnects and says goodbye to both.

use std::{
    borrow::Cow,
    future::{Future, poll_fn},
    io,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use telnet::gmcp::GmcpMessage;
use world::witness::backlog::{LinkReport, SeenEvents, ShownUpto};

use super::{input::ClientInput, link::ClientLink, pass::PassToken};
use crate::contract::{frame::Frame, stay::StayBefore, terminal::Terminal};

/// Timeout for sending the last words and closing.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Advice to players whose clients do not reconnect by themselves.
const COME_BACK: &str = "To come back, please connect again in a minute.";

/// Connection to a client. What is added to it is kept until [`ClientConnection::flush`].
pub(crate) trait ClientConnection: Send + Sized + 'static {
    /// True if the client comes back with the pass of its stay by itself after a lost link.
    const RESUMES: bool = false;

    /// Returns the state of the link.
    fn link(&self) -> &ClientLink;

    /// Returns the state of the link, to change it.
    fn link_mut(&mut self) -> &mut ClientLink;

    /// Offers what the protocol can do; nothing waits for the answers.
    fn offer(&mut self) {}

    /// Waits a moment for what the client was asked about its terminal. Returns whether the
    /// connection still lasts.
    fn learn_terminal(&mut self) -> impl Future<Output = io::Result<bool>> + Send {
        std::future::ready(Ok(true))
    }

    /// Reads once, unless received input is not used yet; returns false at the end of the stream.
    /// While reading is [held](ClientLink::held), nothing is read.
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>>;

    /// Returns the next input that was received.
    fn next_heard(&mut self) -> Option<ClientInput>;

    /// Returns whether typed input is hidden.
    fn is_hidden(&self) -> bool;

    /// Hides typed input from now on, or shows it.
    fn hide_input(&mut self, hide: bool);

    /// Adds text of the server.
    fn show(&mut self, text: &str);

    /// Adds a message with data, if the client wants its module.
    fn send_gmcp(&mut self, message: &GmcpMessage<'_>);

    /// Adds the listing for crawlers (MSSP) in plain text.
    fn show_listing(&mut self) {}

    /// Adds a question, or the prompt of the game.
    fn prompt(&mut self, text: impl Into<Cow<'static, str>>);

    /// Returns whether the client shows a prompt after each answer; a screen reader would read it
    /// out again and again.
    fn has_prompts(&self) -> bool;

    /// Begins to add a frame: all of it but its lines.
    fn begin_frame(&mut self, frame: &Frame);

    /// Adds lines of the frame that was begun until the write [is full]; returns those that are
    /// left, to be added after it.
    ///
    /// [is full]: ClientConnection::is_full
    fn show_lines<'a>(&mut self, lines: &'a [Bytes]) -> &'a [Bytes];

    /// Returns whether the write is full and has to be sent before anything more is added.
    fn is_full(&self) -> bool;

    /// Notes that a character is played from now on, over this connection: its name, and the pass
    /// with which its client may come back.
    fn begin_stay(&mut self, name: &str, pass: Option<PassToken>);

    /// Adds what the client has not shown of a stay that it goes on with after the server was
    /// started again.
    fn show_stay(&mut self, _: &StayBefore, _: Option<&SeenEvents>) {}

    /// Returns the interval of the check of the connection.
    fn looks_every(&self) -> Duration;

    /// Adds a sign of life, unless something was sent since the last check.
    fn keep_alive(&mut self);

    /// Resets the note that something was sent, so that a keep-alive does not suppress the next
    /// one.
    fn rest(&mut self);

    /// Returns whether there is something to send, or the stream is broken.
    fn has_more(&self) -> bool;

    /// Sends what was added.
    fn flush(&mut self) -> impl Future<Output = io::Result<()>> + Send;

    /// Sends what was added and ends the stream.
    fn shut_down(&mut self) -> impl Future<Output = io::Result<()>> + Send;

    /// Waits for the client to end the connection, too, but not for long: it is a last sign of
    /// life.
    fn until_end(&mut self) -> impl Future<Output = ()> + Send;

    /// Notes up to where the client says that it has shown all lines.
    fn acknowledge(&mut self, _: ShownUpto) {}

    /// Takes out the pass of the stay, which its client comes back with.
    fn take_pass(&mut self) -> Option<PassToken> {
        None
    }

    /// Returns the state of the link for the game.
    fn report(&self) -> LinkReport {
        self.link().report()
    }

    /// Returns the capabilities of the terminal, as far as the client reported them.
    fn terminal(&self) -> Terminal;

    /// Returns the age of the connection.
    fn elapsed(&self) -> Duration {
        self.link().elapsed()
    }

    /// Reads once, as [`ClientConnection::poll_read`] does, as soon as the pace allows it.
    fn read(&mut self) -> impl Future<Output = io::Result<bool>> + Send {
        async {
            if let Some(hold) = self.link().held() {
                tokio::time::sleep(hold).await;
                self.link_mut().release();
            }
            poll_fn(|cx| self.poll_read(cx)).await
        }
    }

    /// Shows that lines were left out here, if any were.
    fn show_left_out(&mut self, lines: usize) {
        if lines > 0 {
            let what = if lines == 1 { "1 line was" } else { &format!("{lines} lines were") };
            self.show(&format!("[{what} left out, because the connection could not keep up.]"));
        }
    }

    /// Adds last words.
    fn say_goodbye(&mut self, words: &str) {
        self.hide_input(false);
        self.send_gmcp(&GmcpMessage::Goodbye(words));
        self.show(words);
    }

    /// Adds the last words of a server that stops.
    fn say_stops(&mut self, words: &str) {
        self.say_goodbye(&format!("{words} {COME_BACK}"));
    }

    /// Sends the last words of a server that stops, and ends the connection.
    fn last_of_all(&mut self, words: &str) -> impl Future<Output = ()> + Send {
        async {
            self.say_stops(words);
            self.close().await;
        }
    }

    /// Sends last words and ends the connection.
    fn last(&mut self, words: &str) -> impl Future<Output = ()> + Send {
        async {
            self.say_goodbye(words);
            self.close().await;
        }
    }

    /// Sends what was added and ends the connection.
    fn close(&mut self) -> impl Future<Output = ()> + Send {
        async {
            match tokio::time::timeout(LAST_WORDS, self.shut_down()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => tracing::debug!("somebody left before the last words"),
            }
        }
    }
}
