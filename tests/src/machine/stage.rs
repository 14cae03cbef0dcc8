//! Machine as the stage of a story: typing, reading and waiting without sockets.

use std::{collections::VecDeque, time::Duration};

use assistants::{
    mind::body,
    record::{entry::Recorded, newest::NewestRecord},
};
use engine::id::CharacterId;
use text::styled::CleanText;
use world::input::Input;

use super::Machine;
use crate::{Trouble, brain::Brain, cast::WATCHER, play::Stage, while_};

impl Stage for Machine {
    fn brain(&self) -> &Brain {
        &self.brain
    }

    async fn enter(&mut self, who: &str) -> Result<(), Trouble> {
        self.seat(who)?;
        let session = self.session(who)?;
        self.heard.insert(session, VecDeque::new());
        Ok(())
    }

    async fn clear(&mut self) -> Result<(), Trouble> {
        self.heard.values_mut().for_each(VecDeque::clear);
        Ok(())
    }

    async fn type_lines(&mut self, lines: &[(String, String)]) -> Result<(), Trouble> {
        for (who, line) in lines {
            let session = self.session(who)?;
            let line = CleanText::new(line);
            self.sim.put(Input::Line { session, line });
        }
        self.run()
    }

    async fn read(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        // Last words are read although their reader is gone.
        let session = self.read_from.get(who).copied();
        let session = session.ok_or_else(|| format!("{who} was never there"))?;
        Ok(self.heard.get_mut(&session).and_then(VecDeque::pop_front))
    }

    async fn await_line(&mut self, who: &str) -> Result<Option<String>, Trouble> {
        self.read(who).await
    }

    async fn ended(&mut self, npc: &str) -> Result<String, Trouble> {
        let id = while_("a name", CharacterId::new(npc))?;
        let world = self.sim.world();
        let newest = body::find(world, &id).and_then(|it| world.get::<NewestRecord>(it));
        let newest = newest.ok_or_else(|| format!("there is no assistant {npc}"))?;
        let last = newest.thoughts().next().and_then(|it| it.entries().last());
        match last.map(|it| &it.what) {
            Some(Recorded::Ended(end)) => Ok(end.reason.name().to_owned()),
            other => Err(format!("no thought has ended; the record says: {other:?}")),
        }
    }

    fn calls_of(&self, tool: &str) -> usize {
        self.service_calls.of(tool)
    }

    async fn wait(&mut self, span: Duration) -> Result<(), Trouble> {
        let end = self.now.after(span);
        // What falls due on the way happens at its time, not all at the end.
        loop {
            let late = self.late.iter().map(|(at, _)| *at);
            match self.due.into_iter().chain(late).filter(|it| *it < end).min() {
                Some(next) => self.now = self.now.max(next),
                None => break,
            }
            self.run()?;
        }
        self.now = end;
        self.run()
    }

    async fn restart(&mut self) -> Result<(), Trouble> {
        let back: Vec<String> = self.seats.keys().cloned().collect();
        self.stop()?;
        self.start()?;
        for who in back.iter().filter(|it| *it != WATCHER) {
            self.seat(who)?;
        }
        self.clear().await
    }
}
