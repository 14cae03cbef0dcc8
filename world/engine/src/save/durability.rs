//! How firmly screens wait for what they show to be saved.

/// What a screen shows of what is saved, from what never waits for its commit to what always does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Durability {
    /// Nothing, so it is shown at once.
    #[default]
    None,
    /// What waits for its commit, unless everybody was told that nothing is being saved: a walk, or
    /// speech that a character takes note of.
    Soft,
    /// What always waits for its commit. A command that shows this is refused while nothing is
    /// being saved.
    Hard,
}
