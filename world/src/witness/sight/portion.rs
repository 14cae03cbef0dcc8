//! Portions of items in a command: "two", "all but the pear".

use bevy_ecs::prelude::*;
use text::{
    parse::{self, Noun},
    styled::list_or,
};

use super::{Matches, Scope, Sight};
use crate::act::refusal::Refusal;

/// Maximum number of names in a question.
const MOST_NAMED: usize = 6;

impl Sight<'_, '_> {
    /// Resolves the items that were typed for a verb that takes several, without the exceptions.
    /// Worn items are left out unless all that fit are worn.
    ///
    /// # Errors
    /// As [`Sight::several`], and when nothing is left.
    pub fn portion(&self, actor: Entity, typed: &str, scope: Scope) -> Result<Matches, Refusal> {
        let (meant, out) = parse::except(typed);
        let noun = parse::noun(meant).unwrap_or_else(|| Noun::called(meant));
        let mut several = match (self.several(actor, &noun, scope), parse::many(meant)) {
            (Err(Refusal::NotHere { .. } | Refusal::NotCarried { .. }), Some(many)) => {
                self.any(actor, meant, many.into(), scope)?
            }
            (several, _) => several?,
        };
        if let Some(out) = out {
            let out = parse::noun(out)
                .ok_or_else(|| Refusal::because("All but what? For example: drop all but ring"))?;
            let out = self.several(actor, &out, scope)?;
            let kept: Vec<Entity> =
                out.fitting.into_iter().take(out.number.unwrap_or(usize::MAX)).collect();
            several.fitting.retain(|it| !kept.contains(it));
            if several.fitting.is_empty() {
                return Err(Refusal::because("That leaves nothing."));
            }
        }
        if several.fitting.iter().any(|it| !self.is_worn(*it)) {
            several.fitting.retain(|it| !self.is_worn(*it));
        }
        Ok(several)
    }

    /// Resolves a number without a noun to the items in the scope that can be taken, if all have
    /// the same name.
    fn any(
        &self,
        actor: Entity,
        typed: &str,
        many: usize,
        scope: Scope,
    ) -> Result<Matches, Refusal> {
        let mut fitting = self.candidates(actor, scope);
        fitting.retain(|it| !self.is_fixed(*it));
        let names: Vec<&str> =
            self.counted(fitting.iter().copied()).into_iter().map(|(name, _)| name).collect();
        match names.as_slice() {
            [] => Err(Refusal::because("There is nothing of which to take so many.")),
            [_] => Ok(Matches { fitting, number: Some(many) }),
            several => {
                let named: Vec<&str> = several.iter().copied().take(MOST_NAMED).collect();
                let options = list_or(&named);
                Err(Refusal::because(format!("{typed} of what: {options}?")))
            }
        }
    }
}
