//! Content with its made characters: those that it has no place for, and another set of them.

use std::{collections::BTreeSet, sync::Arc};

use assistants::{mind::made::FOLDER, persona::Persona};
use engine::id::CharacterId;

use super::{TextFiles, documents};
use crate::setup::files::Authored;

impl Authored {
    /// Returns the made characters as files beside those of the content.
    #[must_use]
    pub fn made_files(&self) -> TextFiles {
        documents(self.made.clone())
    }

    /// Logs the made characters that have no place beside the content.
    pub fn log_put_away(&self) {
        for (id, why) in &self.put_away {
            tracing::warn!(
                %id, %why,
                "a character that the staff made is not there, because of the content; to delete \
                 what is saved of it: @npc remove"
            );
        }
    }

    /// Returns the former content with one made character more or less, if that is all that this
    /// content differs in. Characters that stay are the very same, and a new one reads lines by the
    /// examples that the others have learned from.
    #[must_use]
    pub(in crate::setup) fn with_one_changed(&self, before: &Self) -> Option<Self> {
        let of_content = |it: &Self| {
            let texts = it.texts.iter().filter(|(path, _)| !path.starts_with(FOLDER));
            texts.map(|(path, hash)| (path.clone(), *hash)).collect::<Vec<_>>()
        };
        let all: BTreeSet<&CharacterId> = self.made.keys().chain(before.made.keys()).collect();
        let changed = all.iter().filter(|id| self.made.get(**id) != before.made.get(**id)).count();
        if changed != 1 || of_content(self) != of_content(before) {
            return None;
        }
        let known = |id| before.personas.iter().find(|it| it.id == id);
        let examples = before.personas.first().map(|it| it.script.examples().clone());
        let persona = |it: &Arc<Persona>| {
            let same = self.made.get(&it.id) == before.made.get(&it.id);
            if let Some(known) = known(it.id.clone()).filter(|_| same) {
                return known.clone();
            }
            let mut new = Persona::clone(it);
            if let Some(examples) = &examples {
                new.script = new.script.with_examples(examples.clone());
            }
            Arc::new(new)
        };
        Some(Self {
            content: before.content.clone(),
            personas: self.personas.iter().map(persona).collect(),
            page: self.page.clone(),
            texts: self.texts.clone(),
            made: self.made.clone(),
            put_away: self.put_away.clone(),
        })
    }
}
