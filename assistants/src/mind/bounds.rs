//! Bounds of what a mind keeps, as a resource, so that a game may have smaller ones.

use bevy_ecs::prelude::*;

/// Bounds of what each mind keeps. Each is one of its kind (decision 0142): what some say in private
/// puts out nothing that everybody may know. So a mind that everybody talks with in private keeps
/// more than this in all; how much more stands with each collection.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MindBounds {
    /// Maximum number of lines of the perception stream that the same readers may know.
    pub lines: usize,
    /// Maximum number of cached notes other than lines that the same readers may know; duplicates and
    /// quotas are checked against them.
    pub fresh: usize,
    /// Maximum number of cached notes of lines that the same readers may know.
    pub fresh_lines: usize,
    /// Maximum number of noted conversations in progress that everybody may know of.
    pub talks: usize,
    /// Maximum number of leads that everybody may know of.
    pub leads: usize,
    /// Maximum number of acquaintances of whom everybody may know, and maximum number of the others.
    pub acquaintances: usize,
    /// Maximum number of characters with a count of thoughts that everybody may know of, and maximum
    /// number of the others.
    pub draws: usize,
    /// Maximum number of rumours.
    pub rumours: usize,
    /// Maximum number of recorded thoughts that everybody may know of, and maximum number of the
    /// others.
    pub thoughts: usize,
    /// Maximum number of entries beside the thoughts that everybody may know of, and maximum number of
    /// the others.
    pub passed_over: usize,
}

impl MindBounds {
    /// Bounds in play.
    pub const IN_PLAY: Self = Self {
        lines: 120,
        fresh: 64,
        fresh_lines: 16,
        talks: 16,
        leads: 8,
        acquaintances: 500,
        draws: 256,
        rumours: 64,
        thoughts: 12,
        passed_over: 20,
    };
}

impl Default for MindBounds {
    fn default() -> Self {
        Self::IN_PLAY
    }
}
