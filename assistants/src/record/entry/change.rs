//! Changes of a mind itself: of its persona, and of whether it thinks.

use engine::clock::WorldTime;
use serde::{Deserialize, Serialize};
use world::beings::character::CharacterRef;

/// Change of notes by the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amendment {
    /// Notes were removed, with all copies.
    Retracted,
    /// Note counts as true.
    Endorsed,
}

/// Change of a mind, which is no thought and no memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum MindChange {
    /// Creation, by content that was read while the game ran.
    Created,
    /// Removal, because the content has no such persona any more.
    Removed,
    /// Configuration: its persona was read again and differs.
    Configured {
        /// Names of the fields of the persona that differ.
        fields: Vec<String>,
    },
    /// Setting that the staff put in place of that of the persona.
    Set {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
        /// Name of the setting.
        setting: String,
        /// New value; none for that of the persona.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<u32>,
    },
    /// Stop by the staff.
    Stopped {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
        /// True for the emergency stop of all minds at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        all: bool,
    },
    /// End of a stop or of a rest by the staff.
    Started {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
        /// True if all minds were started at once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        all: bool,
    },
    /// Pause by the staff, after which it goes on by itself.
    Paused {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
        /// End of the pause.
        until: WorldTime,
    },
    /// Reset by the staff: what it was about, and what it had just heard, is gone.
    Reset {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
    },
    /// Rest after too many errors of the model, in which the script answers.
    RestBegun {
        /// End of the rest, when one thought is a trial.
        until: WorldTime,
    },
    /// End of the rest: the trial succeeded.
    RestEnded,
    /// Beginning of sleep, by the routine or of its own accord.
    FellAsleep,
    /// End of sleep: the slot ended, or somebody is owed an answer.
    Woke,
    /// Beginning of sleep, by the staff.
    SentToSleep {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
    },
    /// End of sleep, by the staff.
    Woken {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CharacterRef>,
    },
}

impl MindChange {
    /// Returns the member of the staff who did it, if any.
    #[must_use]
    pub fn by(&self) -> Option<&CharacterRef> {
        match self {
            Self::Set { by, .. }
            | Self::Stopped { by, .. }
            | Self::Started { by, .. }
            | Self::Paused { by, .. }
            | Self::Reset { by }
            | Self::SentToSleep { by }
            | Self::Woken { by } => by.as_ref(),
            Self::Created
            | Self::Removed
            | Self::Configured { .. }
            | Self::RestBegun { .. }
            | Self::RestEnded
            | Self::FellAsleep
            | Self::Woke => None,
        }
    }

    /// Returns the place of the member of the staff who did it, for the deletion of characters.
    pub(super) fn by_mut(&mut self) -> Option<&mut Option<CharacterRef>> {
        match self {
            Self::Set { by, .. }
            | Self::Stopped { by, .. }
            | Self::Started { by, .. }
            | Self::Paused { by, .. }
            | Self::Reset { by }
            | Self::SentToSleep { by }
            | Self::Woken { by } => Some(by),
            Self::Created
            | Self::Removed
            | Self::Configured { .. }
            | Self::RestBegun { .. }
            | Self::RestEnded
            | Self::FellAsleep
            | Self::Woke => None,
        }
    }
}
