//! Permissions: roles and their checks. The default is to refuse.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Role, from lowest to highest; each includes the rights of those below it.
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
    /// Player without an account.
    #[default]
    Guest,
    /// Player with an account.
    Player,
    /// Builder of the world.
    Builder,
    /// Staff, who moderate and administer the game.
    Staff,
    /// Owner of the server.
    Owner,
}

impl Role {
    /// Every role, lowest first.
    pub const ALL: [Role; 5] = [Role::Guest, Role::Player, Role::Builder, Role::Staff, Role::Owner];

    /// Returns the name of the role as it is typed and shown.
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

    /// Parses the name of a role, in any case.
    #[must_use]
    pub fn parse(name: &str) -> Option<Role> {
        Self::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(name))
    }
}

/// Returns whether an act that needs the role `needed` is permitted: the actor and all principals
/// on whose behalf it is done must have it.
#[must_use]
pub fn may(actor: Role, principals: impl IntoIterator<Item = Role>, needed: Role) -> bool {
    actor >= needed && principals.into_iter().all(|role| role >= needed)
}

/// Returns whether a character may ignore another: only staff may ignore staff.
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
