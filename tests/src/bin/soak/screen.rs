//! A connection that asks one thing at a time and knows when it is done.

use std::net::SocketAddr;

use tests::{
    Trouble,
    client::{Client, unheard_noun},
};

/// The password of everybody.
pub(crate) const PASSWORD: &str = "soaked to the skin";
/// Text shown for a wrong password.
const WRONG: &str = "do not belong together";
/// Texts shown to somebody who comes back a moment too early.
pub(crate) const SOON: [&str; 2] =
    ["is just waking up as this character", "has just fallen asleep"];
/// Header above lines that may have been seen already, and footer below them.
pub(crate) const AGAIN: &str =
    "The last lines of your old connection, which you may have seen already:";
const NEW: &str = "From here on everything is new:";
const AWAY: &str = "While you were away";
/// Most lines before somebody is in: what was missed is shown, and what others do meanwhile.
const MOST_LINES: usize = 100_000;

/// A connection that is in the game.
pub(crate) struct Screen {
    client: Client,
}

/// Result of a login.
pub(crate) enum Entry {
    In(Box<Screen>),
    /// Name and password do not belong together.
    Wrong,
    /// The connection ended; whether the server had said welcome before.
    Ended {
        /// True when it had said welcome.
        welcomed: bool,
    },
    /// The login is to be tried again.
    Soon,
}

/// Returns whether a line may have been seen already, by the state before it.
pub(crate) fn is_again(before: bool, line: &str) -> bool {
    line == AGAIN || (before && line != NEW && !line.starts_with(AWAY))
}

impl Screen {
    /// Comes in with an account.
    ///
    /// # Errors
    /// A server that is silent for too long, or says something unexpected.
    pub(crate) async fn connect(to: SocketAddr, name: &str) -> Result<Entry, Trouble> {
        let line = format!("connect {name} {PASSWORD}");
        Self::enter(to, &line, &format!("Welcome back, {name}!")).await
    }

    /// Comes in as somebody new.
    ///
    /// # Errors
    /// As [`Screen::connect`].
    pub(crate) async fn create(to: SocketAddr, name: &str) -> Result<Entry, Trouble> {
        let line = format!("create {name} {PASSWORD}");
        Self::enter(to, &line, &format!("Welcome, {name}!")).await
    }

    /// Tries a password that is not the right one. Returns whether it was refused.
    ///
    /// # Errors
    /// As [`Screen::connect`].
    pub(crate) async fn is_refused(to: SocketAddr, name: &str) -> Result<bool, Trouble> {
        let line = format!("connect {name} {PASSWORD}!");
        let entry = Self::enter(to, &line, &format!("Welcome back, {name}!")).await?;
        Ok(matches!(entry, Entry::Wrong))
    }

    async fn enter(to: SocketAddr, line: &str, welcome: &str) -> Result<Entry, Trouble> {
        let ended = |welcomed| Ok(Entry::Ended { welcomed });
        let Ok(client) = Client::connect(to).await else { return ended(false) };
        let mut screen = Box::new(Self { client });
        // Who is gone already is noticed by reading.
        drop(screen.client.send(line).await);
        let mut done = None;
        for _ in 0..MOST_LINES {
            match screen.line().await? {
                None => return ended(done.is_some()),
                Some(line) if line.contains(WRONG) => return Ok(Entry::Wrong),
                Some(line) if SOON.iter().any(|words| line.contains(words)) => {
                    return Ok(Entry::Soon);
                }
                Some(line) if done.as_ref() == Some(&line) => return Ok(Entry::In(screen)),
                Some(line) if done.is_none() && line.contains(welcome) => {
                    done = Some(screen.send("").await);
                }
                Some(_) => {}
            }
        }
        Err("it was neither let in nor refused".to_owned())
    }

    /// Sends a line, and another whose answer shows that the first is done. Returns that answer;
    /// when the connection is gone already, it is not going to come.
    pub(crate) async fn send(&mut self, line: &str) -> String {
        let noun = unheard_noun();
        // Both go out as one, so that a kill cannot come between them.
        let lines = format!("{line}\nlook {noun}");
        drop(self.client.send(&lines).await);
        format!("You see no \"{noun}\" here.")
    }

    /// The next line, or none at the end.
    ///
    /// # Errors
    /// Silence for too long.
    pub(crate) async fn line(&mut self) -> Result<Option<String>, Trouble> {
        self.client.line().await
    }

    /// Sends a line and reads until it is done. None when the connection ended first.
    ///
    /// # Errors
    /// Silence for too long.
    pub(crate) async fn ask(&mut self, line: &str) -> Result<Option<Vec<String>>, Trouble> {
        let done = self.send(line).await;
        let mut lines = Vec::new();
        while let Some(line) = self.line().await? {
            if line == done {
                return Ok(Some(lines));
            }
            lines.push(line);
        }
        Ok(None)
    }

    /// Hangs up, and reads what still comes: whoever cuts a link with something unread cannot know
    /// what the server takes to have arrived.
    ///
    /// # Errors
    /// A server that does not end the connection.
    pub(crate) async fn hang_up(&mut self) -> Result<Vec<String>, Trouble> {
        // Who is gone already need not be told.
        drop(self.client.hang_up().await);
        self.rest().await
    }

    /// Reads what still comes over a connection that the server ends.
    ///
    /// # Errors
    /// A server that does not end the connection.
    pub(crate) async fn rest(&mut self) -> Result<Vec<String>, Trouble> {
        self.client.until_end().await
    }

    /// Leaves, and reads to the end.
    ///
    /// # Errors
    /// A server that does not end the connection.
    pub(crate) async fn quit(&mut self) -> Result<Vec<String>, Trouble> {
        // Who is gone already need not say goodbye.
        drop(self.client.send("quit").await);
        self.client.until_end().await
    }
}
