//! Who may do what. Everything that is not clearly allowed is refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rights, from least to most; each role may do all that those before it may.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub enum Role {
    /// Somebody without an account.
    #[default]
    Guest,
    /// Somebody with an account.
    Player,
    /// May build.
    Builder,
    /// Looks after the game.
    Staff,
    /// Runs the server.
    Owner,
}

impl Role {
    /// Every role, least first.
    pub const ALL: [Role; 5] = [Role::Guest, Role::Player, Role::Builder, Role::Staff, Role::Owner];

    /// The role's name as it is typed and shown.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Player => "player",
            Self::Builder => "builder",
            Self::Staff => "staff",
            Self::Owner => "owner",
        }
    }

    /// The role with this name, in any case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Role> {
        Self::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(name))
    }
}

/// Whether somebody may do what needs `needed`: the actor's own right and that
/// of everyone on whose word the act is done must all suffice.
#[must_use]
pub fn may(actor: Role, principals: impl IntoIterator<Item = Role>, needed: Role) -> bool {
    actor >= needed && principals.into_iter().all(|role| role >= needed)
}

/// Whether somebody may stop hearing another: the staff must reach those they
/// look after.
#[must_use]
pub fn can_ignore(who: Role, whom: Role) -> bool {
    whom < Role::Staff || who >= Role::Staff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_staff_may_ignore_staff() {
        assert!(can_ignore(Role::Guest, Role::Builder));
        assert!(!can_ignore(Role::Builder, Role::Staff));
        assert!(can_ignore(Role::Staff, Role::Owner));
    }

    #[test]
    fn an_act_needs_the_rights_of_all_who_are_behind_it() {
        assert!(may(Role::Staff, [], Role::Staff));
        assert!(!may(Role::Player, [], Role::Staff));
        assert!(!may(Role::Staff, [Role::Player], Role::Staff), "a deputy lends no rights");
        assert!(may(Role::Staff, [Role::Owner, Role::Staff], Role::Staff));
    }
}
