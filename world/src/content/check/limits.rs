//! Whether as many things may exist as an offer needs, and what goes with a
//! fixed one.

use engine::id::KindId;

use super::BodyCheck;
use crate::content::{locate::Node, schema::KindEntry};

/// How many copies of a kind may be allowed to exist at once.
pub(super) const LIMITS: std::ops::RangeInclusive<u16> = 1..=1_000;

/// How long a door may stay open, in seconds.
pub(super) const OPEN_SECONDS: std::ops::RangeInclusive<u32> = 5..=3_600;

pub(super) fn too_many(kind: &KindEntry) -> String {
    let KindEntry { id, limit, .. } = kind;
    format!("this is one `{id}` more than its limit of {limit}; raise the limit or remove it")
}

/// What a fixed kind has that only goes with one that can be taken: the field,
/// and what is wrong.
pub(super) fn fixed(kind: &KindEntry) -> impl Iterator<Item = (&'static str, String)> {
    let fields = [
        ("used", kind.used.is_some(), "cannot be used up, or it would be gone for everybody"),
        ("each", kind.each, "cannot be taken, so nobody finds one"),
        ("worn", kind.worn, "cannot be taken, so nobody wears it"),
    ];
    let wrong = fields.into_iter().filter(|(_, is_so, _)| kind.fixed && *is_so);
    wrong
        .map(|(field, _, why)| (field, format!("a fixed thing {why}; remove `fixed` or `{field}`")))
}

impl BodyCheck<'_> {
    /// Reports what is one too many of its kind: an offer that takes or gives
    /// more than there may be can never be accepted.
    pub(super) fn limits(&mut self, node: &Node, kinds: &[KindId]) {
        for (index, id) in kinds.iter().enumerate() {
            let Some(kind) = self.content.kinds.get(id) else { continue };
            let before = kinds.iter().take(index).filter(|it| *it == id).count();
            // That a limit is out of its range is told where it stands.
            if before == usize::from(kind.limit) && LIMITS.contains(&kind.limit) {
                self.report(node.item(index), too_many(kind));
            }
        }
    }
}
