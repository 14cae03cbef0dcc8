//! Validation of the attributes that a character may set: the content declares each of them and its
//! values, and the character has the right to the command.

use engine::id::{KindId, RoomId};
use world::{
    act::command::Command,
    content::{
        authored::Content,
        locate::Node,
        problem::{Problem, did_you_mean},
    },
    things::attribute::{AttributeEntry, command::SetAttribute},
};

use super::Persona;

/// Reports attributes that the content does not have, and a character without the right to set any.
pub(super) fn check(path: &str, node: &Node, persona: &Persona, content: &Content) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut report =
        |at: &Node, sentence: String| problems.push(Problem::new(path, at.position(), sentence));
    let node = node.field("attributes");
    let (role, command) = (SetAttribute::SPEC.role, SetAttribute::SPEC.name);
    if !persona.tools.attributes.is_empty() && persona.body.role < role {
        let sentence = format!(
            "whoever sets attributes has the right to `{command}`; write `role: {role:?}` in the body"
        );
        report(node, sentence);
    }
    for (index, settable) in persona.tools.attributes.iter().enumerate() {
        let item = node.item(index);
        let Some(entries) = declared(content, &settable.of) else {
            if !content.may_be_unread(&settable.of) {
                let kinds = content.kinds.keys().map(KindId::as_str);
                let hint = did_you_mean(&settable.of, kinds);
                let sentence =
                    format!("there is no kind of thing and no room `{}`{hint}", settable.of);
                report(item.field("of"), sentence);
            }
            continue;
        };
        let Some(entry) = entries.iter().find(|it| it.name == settable.name) else {
            let hint = did_you_mean(&settable.name, entries.iter().map(|it| it.name.as_str()));
            let sentence = format!("`{}` has no attribute `{}`{hint}", settable.of, settable.name);
            report(item.field("name"), sentence);
            continue;
        };
        let values = item.field("values");
        if settable.values.is_empty() {
            report(values, "no value may be set; write one of them".to_owned());
        }
        for (index, value) in settable.values.iter().enumerate() {
            if entry.text(value).is_none() {
                let hint = did_you_mean(value, entry.values.iter().map(|(it, _)| it.as_str()));
                let sentence = format!("`{}` has no value `{value}`{hint}", settable.name);
                report(values.item(index), sentence);
            }
        }
    }
    problems
}

/// Returns the attributes of a kind of thing or of a room; none if there is neither.
fn declared<'a>(content: &'a Content, id: &str) -> Option<&'a [AttributeEntry]> {
    let of_kind = KindId::new(id).ok().and_then(|id| content.kinds.get(&id));
    let of_room = || RoomId::new(id).ok().and_then(|id| content.rooms.get(&id));
    let kind = of_kind.map(|it| it.attributes.as_slice());
    kind.or_else(|| of_room().map(|it| it.attributes.as_slice()))
}
