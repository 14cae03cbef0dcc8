//! Whether as many things may exist as an offer needs.

use super::BodyCheck;
use crate::{
    content::{locate::Node, schema::KindEntry},
    engine::id::KindId,
};

pub(super) fn too_many(kind: &KindEntry) -> String {
    let KindEntry { id, limit, .. } = kind;
    format!("this is one `{id}` more than its limit of {limit}; raise the limit or remove it")
}

impl BodyCheck<'_> {
    /// Reports what is one too many of its kind: an offer that takes or gives
    /// more than there may be can never be accepted.
    pub(super) fn limits(&mut self, node: &Node, kinds: &[KindId]) {
        for (index, id) in kinds.iter().enumerate() {
            let Some(kind) = self.content.kinds.get(id) else { continue };
            let before = kinds.iter().take(index).filter(|it| *it == id).count();
            if before == usize::from(kind.limit) {
                self.tell(node.item(index), too_many(kind));
            }
        }
    }
}
