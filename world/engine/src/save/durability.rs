//! Durability of screen output: whether it waits for the commit of the saved changes that it shows.

/// Durability level of output, from output that never waits for a commit to output that always
/// does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Durability {
    /// Output that shows no saved change, and is sent at once.
    #[default]
    None,
    /// Output that waits for its commit, unless players were told that saving is suspended: a move,
    /// or speech that a character takes note of.
    Soft,
    /// Output that always waits for its commit. Commands with such output are refused while saving
    /// is suspended.
    Hard,
}
