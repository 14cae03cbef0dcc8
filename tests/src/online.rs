//! A story over sockets: a real server on a free port, and one connection for
//! each of its people.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use world::act::permission::Role;

use crate::{
    Trouble,
    brain::Brain,
    cast::{PASSWORD, WATCHER},
    client::Client,
    content,
    host::{Home, Host},
    play::Stage,
    story::Story,
};

/// Most times the watcher asks whether everybody has come to rest.
const MOST_PASSES: usize = 50_000;

/// A server with its connections.
pub struct Online {
    home: Home,
    host: Option<Host>,
    brain: Brain,
    story: Story,
    minds: Vec<String>,
    /// The lines that show that somebody thinks. How long that takes is the machine's affair, so nobody in a
    /// story reads them.
    ponders: BTreeSet<String>,
    clients: BTreeMap<String, Client>,
}

impl Online {
    /// Starts a server for a story.
    ///
    /// # Errors
    /// A server that cannot start.
    pub async fn new(story: &Story) -> Result<Self, Trouble> {
        let files = story.cast.content(story.place)?;
        let minds = files.iter().filter_map(|(path, _)| {
            let name = path.strip_prefix("personas/")?.strip_suffix(".ron")?;
            Some(name.to_owned())
        });
        let authored = content::checked(&files).map_err(|it| format!("{it:?}"))?;
        let ponders = authored.personas.iter().flat_map(|persona| {
            let name = &persona.body.name;
            let poses = persona.script.ponders.iter().map(move |it| format!("{name} {it}"));
            let words = persona.script.waits.iter().map(move |it| format!("{name} says, \"{it}\""));
            poses.chain(words)
        });
        let silent = story.cast.npcs.iter().filter(|it| !it.scripted);
        let mut online = Self {
            home: Home::new(&files)?,
            host: None,
            brain: Brain::new(silent.map(|it| it.id.clone())),
            story: story.clone(),
            minds: minds.collect(),
            ponders: ponders.collect(),
            clients: BTreeMap::new(),
        };
        let characters = story.cast.characters(story.place)?;
        online.home.save(characters).await?;
        online.start().await?;
        Ok(online)
    }

    async fn start(&mut self) -> Result<(), Trouble> {
        self.host = Some(self.home.start(self.brain.clone()).await?);
        self.seat(WATCHER).await
    }

    async fn seat(&mut self, who: &str) -> Result<(), Trouble> {
        let address = self.host.as_ref().ok_or("there is no server")?.address;
        let person = self.story.cast.person(who);
        let guest = person.is_ok_and(|it| it.role == Role::Guest);
        let line =
            if guest { "connect guest".to_owned() } else { format!("connect {who} {PASSWORD}") };
        let client = Client::come_in(address, &line).await?;
        self.clients.insert(who.to_owned(), client);
        self.settle().await
    }

    /// Ends the server and waits until it has saved everything.
    ///
    /// # Errors
    /// A server that does not end well.
    pub async fn stop(&mut self) -> Result<(), Trouble> {
        match self.host.take() {
            Some(host) => host.stop().await,
            None => Ok(()),
        }
    }

    fn client(&mut self, who: &str) -> Result<&mut Client, Trouble> {
        let client = self.clients.get_mut(who);
        client.ok_or_else(|| format!("{who} is not there"))
    }

    /// Waits until no mind thinks. A mind that ends its thought between two
    /// looks and sets off another has that one's thought show at the second
    /// look, so two looks alike with nobody thinking mean rest.
    async fn settle(&mut self) -> Result<(), Trouble> {
        let mut before = None;
        for _ in 0..MOST_PASSES {
            let mut look = Vec::new();
            for mind in self.minds.clone() {
                look.push(self.why(&mind).await?);
            }
            let rests = |it: &Vec<String>| {
                let last = last_entry(it);
                let begun = !last.ends_with(NOTHING_YET);
                it.is_empty() || !begun || reason(last).is_ok()
            };
            if look.iter().all(rests) {
                if before.as_ref() == Some(&look) {
                    return Ok(());
                }
                before = Some(look);
            } else {
                before = None;
            }
        }
        Err("the minds do not come to rest".into())
    }

    /// Somebody's next line that has come.
    fn take(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        loop {
            let line = self.client(who)?.take();
            if !line.as_ref().is_some_and(|it| self.ponders.contains(it)) {
                return Ok(line);
            }
        }
    }

    /// Lines of `why` about a mind's last thought.
    async fn why(&mut self, mind: &str) -> Result<Vec<String>, Trouble> {
        let watcher = self.client(WATCHER)?;
        while watcher.take().is_some() {}
        watcher.do_line(&format!("why {mind}")).await?;
        let mut lines = Vec::new();
        while let Some(line) = watcher.take() {
            lines.push(line);
        }
        Ok(lines)
    }
}

impl Stage for Online {
    fn brain(&self) -> &Brain {
        &self.brain
    }

    async fn enter(&mut self, who: &str) -> Result<(), Trouble> {
        self.seat(who).await?;
        let client = self.client(who)?;
        client.fence().await?;
        while client.take().is_some() {}
        Ok(())
    }

    async fn clear(&mut self) -> Result<(), Trouble> {
        for client in self.clients.values_mut() {
            client.fence().await?;
            while client.take().is_some() {}
        }
        Ok(())
    }

    async fn type_lines(&mut self, lines: &[(String, String)]) -> Result<(), Trouble> {
        for (who, line) in lines {
            let client = self.client(who)?;
            client.do_line(line).await?;
        }
        self.settle().await
    }

    async fn read(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        if let Some(line) = self.take(who)? {
            return Ok(Some(line));
        }
        // All has come to rest, so what there is has been sent.
        self.client(who)?.fence().await?;
        self.take(who)
    }

    async fn await_line(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        loop {
            // That nothing comes is told by what was expected.
            let line = self.client(who)?.line().await.unwrap_or_default();
            if !line.as_ref().is_some_and(|it| self.ponders.contains(it)) {
                return Ok(line);
            }
        }
    }

    async fn ended(&mut self, npc: &str) -> Result<String, Trouble> {
        let lines = self.why(npc).await?;
        reason(last_entry(&lines))
    }

    async fn wait(&mut self, _: Duration) -> Result<(), Trouble> {
        Err("no clock can be moved on here".into())
    }

    async fn restart(&mut self) -> Result<(), Trouble> {
        let back: Vec<String> = self.clients.keys().cloned().collect();
        self.stop().await?;
        self.clients.clear();
        self.start().await?;
        for who in back.iter().filter(|it| *it != WATCHER) {
            self.seat(who).await?;
        }
        self.clear().await
    }
}

/// Stop reason of a thought, from the last line that `why` shows.
fn reason(line: &str) -> Result<String, Trouble> {
    // After the time, so that no quoted words are taken for it.
    let ends = line.trim_start().split_once(' ').and_then(|(_, it)| it.strip_prefix("ends: "));
    let reason = ends.and_then(|it| it.split(' ').next());
    reason
        .map(str::to_owned)
        .ok_or_else(|| format!("no thought has ended; the record says: {line}"))
}

/// Answer of `why` for a mind that never thought.
const NOTHING_YET: &str = "has not thought about anything yet.";

/// The line with which the last entry begins: one that is too wide goes on below it.
fn last_entry(lines: &[String]) -> &str {
    if let Some(none) = lines.last().filter(|it| it.ends_with(NOTHING_YET)) {
        return none;
    }
    let is_time = |it: &str| it.len() == 8 && it.bytes().all(|b| b == b':' || b.is_ascii_digit());
    let begins = |it: &&String| it.split_whitespace().next().is_some_and(is_time);
    lines.iter().rev().find(begins).or(lines.last()).map_or("", String::as_str)
}
