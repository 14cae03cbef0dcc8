//! Answers of an endpoint that quote the question: nothing of it stands in the text of an error, which
//! the log has.

use super::*;

/// Text of the question that an endpoint says back.
const SAID: &str = "quovadizzle";

/// Answers that say it, as endpoints put their errors and as they should never put anything.
fn answers() -> Vec<String> {
    let quoted = format!("cannot parse \"the word is {SAID}\" at {SAID}");
    let forms = [
        json!({"error": {"message": quoted, "type": SAID, "code": SAID, "param": SAID}}),
        json!({"error": quoted}),
        json!({"type": "error", "error": {"type": SAID, "message": quoted}}),
        json!({"detail": [{"loc": [SAID], "msg": quoted, "input": {SAID: SAID}}]}),
        json!({"choices": [{"message": {"content": [SAID, {SAID: SAID}]}, "finish_reason": SAID}]}),
        json!({"choices": SAID, "output": SAID, "content": SAID, "message": SAID}),
        json!({"choices": [], "output": [{SAID: SAID}], "content": [{"type": SAID}], "message": {}}),
        json!({SAID: SAID}),
        json!([SAID]),
    ];
    let whole = forms.iter().map(ToString::to_string);
    // Cut off in the middle, as a stream, and as no JSON at all.
    let cut = forms.iter().map(|it| it.to_string()).map(|it| it[..it.len() - 1].to_owned());
    let stream = forms.iter().map(|it| format!("data: {it}\n\ndata: [DONE]\n"));
    whole
        .chain(cut)
        .chain(stream)
        .chain([quoted.clone(), format!("<html>{SAID}"), SAID.to_owned()])
        .collect()
}

#[test]
fn what_an_endpoint_says_back_stands_in_no_error() {
    let mut errors = Vec::new();
    for body in answers() {
        for code in [400, 401, 404, 413, 422, 429, 500, 503, 529, 302] {
            errors.push(refusal(code, body.as_bytes(), None));
        }
        for wire in Wire::ALL {
            errors.extend(wire.read_reply(body.as_bytes(), &[tool("say")], CallsInText::All).err());
        }
    }
    let unreadable = |it: &LlmError| matches!(it, LlmError::Malformed { .. });
    assert!(errors.iter().any(unreadable), "none of them is unreadable");
    for error in errors {
        let text = format!("{error} {error:?} {error:#?}");
        assert!(!text.contains(SAID), "{text}");
    }
}
