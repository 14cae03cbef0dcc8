//! JSON records of lines, for questions with tool calls.

use serde_json::{Value, json};
use world::witness::fact::Source;

use crate::perceive::stream::StreamLine;

/// Returns a line as a JSON record. Names are unique, so they serve as handles.
pub(super) fn record(line: &StreamLine) -> Value {
    let mut value = json!({ "t": way(line.source), "text": line.words });
    if let (Some(map), Some(channel)) = (value.as_object_mut(), &line.channel) {
        map.insert("channel".to_owned(), json!(channel.as_str()));
    }
    if let Some(map) = value.as_object_mut() {
        let name = line.who.as_ref().map_or("the world", |(_, name)| &**name);
        let (key, from) = if line.own { ("you", json!(true)) } else { ("from", json!(name)) };
        map.insert(key.to_owned(), from);
    }
    value
}

pub(super) fn way(source: Source) -> &'static str {
    match source {
        Source::Whisper => "whisper",
        Source::Page => "page",
        Source::Channel => "channel",
        Source::Say => "say",
        Source::Shout => "shout",
        Source::Pose => "pose",
        Source::Emit => "emit",
        Source::Deed => "deed",
        Source::Feedback => "notice",
    }
}
