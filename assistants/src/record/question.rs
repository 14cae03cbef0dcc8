//! What a question to a model was made of, and a hash that tells it from others.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::llm::{Arguments, ChatMessage, ChatRequest, ToolCall};

/// One kind of what a question is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionPart {
    /// What it is called: `rules`, `events`, `replies`, `results` or `tools`.
    pub name: Cow<'static, str>,
    /// How many pieces.
    pub pieces: usize,
    /// How long they are together, in bytes.
    pub bytes: usize,
}

/// The parts of a question, those that there are none of left out, in the order in which a model
/// reads them.
#[must_use]
pub fn parts(request: &ChatRequest) -> Vec<QuestionPart> {
    let mut parts = ["tools", "rules", "events", "replies", "results"].map(|name| QuestionPart {
        name: Cow::Borrowed(name),
        pieces: 0,
        bytes: 0,
    });
    let [tools, rules, events, replies, results] = &mut parts;
    for it in request.tools.iter() {
        let schema = &it.written;
        add(tools, it.name.len() + it.description.len() + schema.len());
    }
    for message in &request.messages {
        match message {
            ChatMessage::System(text) => add(rules, text.len()),
            ChatMessage::User(text) => add(events, text.len()),
            ChatMessage::Assistant { text, calls } => {
                let calls: usize = calls.iter().map(|it| it.name.len() + written(it).len()).sum();
                add(replies, text.as_ref().map_or(0, String::len) + calls);
            }
            ChatMessage::Tool { content, .. } => add(results, content.len()),
        }
    }
    parts.into_iter().filter(|it| it.pieces > 0).collect()
}

fn add(part: &mut QuestionPart, bytes: usize) {
    part.pieces += 1;
    part.bytes += bytes;
}

fn written(call: &ToolCall) -> Cow<'_, str> {
    match &call.arguments {
        Arguments::Object(map) => Cow::Owned(serde_json::to_string(map).unwrap_or_default()),
        Arguments::Malformed(raw) => Cow::Borrowed(raw),
    }
}

/// A hash of a whole question, as 16 hexadecimal digits: FNV-1a with 64 bits over its texts, each
/// with its kind before and its length after it. It is the same in every version of the program and
/// on every machine. It tells questions apart that came about by themselves; whoever wants two with
/// the same hash can make them.
#[must_use]
pub fn hash(request: &ChatRequest) -> String {
    let mut hash = Fnv::default();
    for text in [&request.provider, &request.model].into_iter().flatten() {
        hash.piece(b'm', text);
    }
    hash.piece(b'n', &format!("{:?} {:?}", request.temperature, request.max_tokens));
    for tool in request.tools.iter() {
        hash.piece(b't', tool.name);
        hash.piece(b'd', tool.description);
        hash.piece(b'p', &tool.written);
    }
    for message in &request.messages {
        match message {
            ChatMessage::System(text) => hash.piece(b'S', text),
            ChatMessage::User(text) => hash.piece(b'U', text),
            ChatMessage::Assistant { text, calls } => {
                hash.piece(b'A', text.as_deref().unwrap_or_default());
                for call in calls {
                    hash.piece(b'i', &call.id);
                    hash.piece(b'c', &call.name);
                    hash.piece(b'a', &written(call));
                }
            }
            ChatMessage::Tool { call, content } => {
                hash.piece(b'i', call);
                hash.piece(b'R', content);
            }
        }
    }
    format!("{:016x}", hash.0)
}

/// FNV-1a with 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn piece(&mut self, kind: u8, text: &str) {
        self.bytes(&[kind]);
        self.bytes(text.as_bytes());
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.bytes(&length.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_its_authors_publish() {
        let of = |text: &str| {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            hash.0
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn where_a_text_ends_counts() {
        let of = |texts: &[&str]| {
            let mut hash = Fnv::default();
            texts.iter().for_each(|text| hash.piece(b'U', text));
            hash.0
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["a", ""]));
    }
}
