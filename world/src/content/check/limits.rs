//! Checks of numeric limits: copies of kinds in offers, and fields that a fixed kind must not have.

use engine::id::KindId;

use super::BodyCheck;
use crate::content::{locate::Node, schema::KindEntry};

/// Range of the limit of copies of a kind.
pub(super) const LIMITS: std::ops::RangeInclusive<u16> = 1..=1_000;

/// Range of the time that a door may stay open, in seconds.
pub(super) const OPEN_SECONDS: std::ops::RangeInclusive<u32> = 5..=3_600;

pub(super) fn too_many(kind: &KindEntry) -> String {
    let KindEntry { id, limit, .. } = kind;
    format!("this is one `{id}` more than its limit of {limit}; raise the limit or remove it")
}

/// Returns the fields that a fixed kind must not have, each with its message.
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
    /// Reports more copies in one list of an offer than the kind's limit allows: such an offer can
    /// never be accepted.
    pub(super) fn limits(&mut self, node: &Node, kinds: &[KindId]) {
        for (index, id) in kinds.iter().enumerate() {
            let Some(kind) = self.content.kinds.get(id) else { continue };
            let before = kinds.iter().take(index).filter(|it| *it == id).count();
            // A limit out of range is reported at its own position.
            if before == usize::from(kind.limit) && LIMITS.contains(&kind.limit) {
                self.report(node.item(index), too_many(kind));
            }
        }
    }
}
