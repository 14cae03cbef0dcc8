//! Projects of a mind: what it works on over time, of which one at most is active. Another one is paged
//! in with its notes, and the one that was active is paged out with its own.

use std::collections::VecDeque;

use bevy_ecs::prelude::*;
use engine::{clock::WorldTime, id::CharacterId, label::Label};
use serde::{Deserialize, Serialize};

pub mod saved;
#[cfg(test)]
mod tests;

/// Maximum number of projects that are not finished; further ones are refused.
pub const MOST_OPEN: usize = 8;
/// Maximum number of finished projects; the oldest is dropped.
const MOST_DONE: usize = 8;
/// Maximum number of notes of a project; the oldest is dropped.
const MOST_NOTES: usize = 12;
/// Maximum length of the name of a project, in characters.
pub const LONGEST_NAME: usize = 40;
/// Maximum length of a summary and of a note, in characters.
pub const LONGEST: usize = 300;

/// Number of a project of a mind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct ProjectId(pub u64);

/// Project of a mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub id: ProjectId,
    pub name: String,
    /// Subject and progress.
    pub summary: String,
    /// Notes, oldest first.
    #[serde(default)]
    pub notes: VecDeque<String>,
    /// Provenance label of everything that was written into it.
    pub label: Label,
    pub since: WorldTime,
    /// Time at which the project was active last.
    pub last: WorldTime,
    #[serde(default)]
    pub done: bool,
}

/// Reason why projects are not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectRefusal {
    #[error("there is no project \"{0}\"; there are: {1}")]
    Unknown(String, String),
    #[error("no project is active; name one")]
    NoneActive,
    #[error("there is a project \"{0}\" already; update it, or take another name")]
    Taken(String),
    #[error("there are {MOST_OPEN} projects that are not finished; finish one first")]
    TooMany,
    #[error("a project has a name of at most {LONGEST_NAME} characters and a summary")]
    Empty,
    #[error("that is longer than {LONGEST} characters; say it shorter")]
    TooLong,
    #[error("project \"{0}\" is finished")]
    Done(String),
    #[error("project \"{0}\" is active already")]
    Active(String),
    #[error("say what is new: the summary, a note, or that it is finished")]
    Nothing,
}

/// News of a project.
#[derive(Debug, Clone, Default)]
pub struct ProjectUpdate {
    pub summary: Option<String>,
    pub note: Option<String>,
    pub done: bool,
}

/// Projects of a mind, by number, and the active one. That is one number and no mark on each of them, so
/// that two are never active.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
pub struct Projects {
    all: Vec<Project>,
    active: Option<ProjectId>,
    /// Number of the last project.
    last: u64,
}

/// Returns a text as one line.
fn line(text: &str, longest: usize) -> Result<String, ProjectRefusal> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > longest { Err(ProjectRefusal::TooLong) } else { Ok(text) }
}

impl Projects {
    /// Creates the projects of a mind from what was saved.
    fn restored(all: Vec<Project>, active: Option<ProjectId>, last: u64) -> Self {
        let active = active.filter(|id| all.iter().any(|it| it.id == *id && !it.done));
        Self { all, active, last }
    }

    /// Returns all projects that are kept, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Project> {
        self.all.iter()
    }

    /// Returns the active project.
    #[must_use]
    pub fn active(&self) -> Option<&Project> {
        self.all.iter().find(|it| Some(it.id) == self.active)
    }

    fn find(&mut self, name: &str) -> Result<&mut Project, ProjectRefusal> {
        let name = name.trim();
        let at = self.all.iter().position(|it| it.name.eq_ignore_ascii_case(name));
        let known = self.all.iter().filter(|it| !it.done).map(|it| it.name.clone());
        let known = known.collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        let unknown = || ProjectRefusal::Unknown(name.chars().take(LONGEST_NAME).collect(), known);
        at.and_then(|at| self.all.get_mut(at)).ok_or_else(unknown)
    }

    /// Notes that the active project is put aside at this moment.
    fn page_out(&mut self, note: Option<String>, label: &Label, now: WorldTime) {
        let active = self.active.take();
        if let Some(old) = self.all.iter_mut().find(|it| Some(it.id) == active) {
            old.last = now;
            if let Some(note) = note {
                old.note(note);
                old.label.absorb(label);
            }
        }
    }

    /// Begins a project, which becomes the active one.
    ///
    /// # Errors
    /// The name is taken or empty, a text is too long, or too many are not finished.
    pub fn create(
        &mut self,
        name: &str,
        summary: &str,
        label: Label,
        now: WorldTime,
    ) -> Result<&Project, ProjectRefusal> {
        let name = line(name, LONGEST_NAME).map_err(|_| ProjectRefusal::Empty)?;
        let summary = line(summary, LONGEST)?;
        if name.is_empty() || summary.is_empty() {
            return Err(ProjectRefusal::Empty);
        }
        if self.all.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
            return Err(ProjectRefusal::Taken(name));
        }
        if self.all.iter().filter(|it| !it.done).count() >= MOST_OPEN {
            return Err(ProjectRefusal::TooMany);
        }
        self.page_out(None, &label, now);
        self.last = self.last.saturating_add(1);
        let id = ProjectId(self.last);
        let notes = VecDeque::new();
        self.all.push(Project {
            id,
            name,
            summary,
            notes,
            label,
            since: now,
            last: now,
            done: false,
        });
        self.active = Some(id);
        self.active().ok_or(ProjectRefusal::NoneActive)
    }

    /// Brings a project up to date; the active one if none is named.
    ///
    /// # Errors
    /// There is none, it is finished, nothing is new, or a text is too long.
    pub fn update(
        &mut self,
        name: Option<&str>,
        to: ProjectUpdate,
        label: &Label,
        now: WorldTime,
    ) -> Result<&Project, ProjectRefusal> {
        let ProjectUpdate { summary, note, done } = to;
        let summary = summary.map(|it| line(&it, LONGEST)).transpose()?.filter(|it| !it.is_empty());
        let note = note.map(|it| line(&it, LONGEST)).transpose()?.filter(|it| !it.is_empty());
        if summary.is_none() && note.is_none() && !done {
            return Err(ProjectRefusal::Nothing);
        }
        let name = match name {
            Some(name) => name.to_owned(),
            None => self.active().ok_or(ProjectRefusal::NoneActive)?.name.clone(),
        };
        let project = self.find(&name)?;
        if project.done {
            return Err(ProjectRefusal::Done(project.name.clone()));
        }
        let id = project.id;
        if summary.is_some() || note.is_some() {
            project.label.absorb(label);
        }
        project.summary = summary.unwrap_or_else(|| project.summary.clone());
        note.into_iter().for_each(|it| project.note(it));
        if done {
            (project.done, project.last) = (true, now);
            self.active = self.active.filter(|it| *it != id);
            self.drop_oldest();
        }
        self.all.iter().find(|it| it.id == id).ok_or(ProjectRefusal::NoneActive)
    }

    /// Takes up another project; the active one is put aside, with a note where it stopped.
    ///
    /// # Errors
    /// There is none, it is finished or active already, or the note is too long.
    pub fn swap(
        &mut self,
        to: &str,
        note: Option<String>,
        label: &Label,
        now: WorldTime,
    ) -> Result<&Project, ProjectRefusal> {
        let note = note.map(|it| line(&it, LONGEST)).transpose()?.filter(|it| !it.is_empty());
        let active = self.active;
        let project = self.find(to)?;
        if project.done {
            return Err(ProjectRefusal::Done(project.name.clone()));
        }
        if active == Some(project.id) {
            return Err(ProjectRefusal::Active(project.name.clone()));
        }
        let id = project.id;
        self.page_out(note, label, now);
        self.active = Some(id);
        self.active().ok_or(ProjectRefusal::NoneActive)
    }

    /// Drops the finished projects that were active longest ago, if too many are kept.
    fn drop_oldest(&mut self) {
        let done = self.all.iter().filter(|it| it.done);
        if done.clone().count() <= MOST_DONE {
            return;
        }
        let oldest = done.min_by_key(|it| (it.last, it.id)).map(|it| it.id);
        self.all.retain(|it| Some(it.id) != oldest);
    }

    /// Drops the projects that are such. Returns whether there were any.
    pub fn drop_such(&mut self, is_such: impl Fn(&Project) -> bool) -> bool {
        let before = self.all.len();
        self.all.retain(|it| !is_such(it));
        self.active = self.active.filter(|id| self.all.iter().any(|it| it.id == *id));
        self.all.len() != before
    }

    /// Drops the projects that came from words of a character. Returns whether there were any.
    pub fn forget(&mut self, whom: &CharacterId) -> bool {
        self.drop_such(|it| it.label.names(whom))
    }
}

impl Project {
    fn note(&mut self, note: String) {
        self.notes.push_back(note);
        if self.notes.len() > MOST_NOTES {
            self.notes.pop_front();
        }
    }

    /// Returns the summary of the project and its notes, a line each, for whoever takes it up.
    #[must_use]
    pub fn whole(&self) -> String {
        let notes = self.notes.iter().map(|it| format!("- {it}"));
        std::iter::once(format!("{}: {}", self.name, self.summary))
            .chain(notes)
            .collect::<Vec<_>>()
            .join("\n")
    }
}
