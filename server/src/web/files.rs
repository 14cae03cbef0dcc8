//! Files of the page, which are part of the program.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::{Arc, OnceLock},
};

use assistants::record::chronicle;
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use engine::digest::Fnv;
use tokio::task::spawn_blocking;

use super::PageVisit;

/// Asset of the web page, with its path and type.
pub(super) struct PageFile {
    /// Path of its address.
    pub(super) path: &'static str,
    /// Type of its content.
    kind: &'static str,
    text: &'static str,
}

impl PageFile {
    /// Returns the answer to a request for it.
    pub(super) fn response(&self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}

/// The front page, with places for what the game says of itself.
pub(super) const FRONT: &str = include_str!("assets/index.html");

/// Returns the id of this version of the page's files, by which a page sees that it is an older one.
pub(super) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut hash = Fnv::default();
        hash.piece(b'F', FRONT);
        FILES.iter().for_each(|it| hash.piece(b'F', it.text));
        format!("{:016x}", hash.value())
    })
}

/// Files of the content folder by which a game has the page look and speak its own way, neither of
/// which need be there: a style beside ours, and paragraphs of plain text for the front page.
const OWN_STYLE: &str = "page/style.css";
const OWN_TEXT: &str = "page/front.txt";

/// Maximum size of a style or a text, in bytes; of a larger one nothing is shown.
const MOST_OWN: u64 = 256 * 1_024;

/// Answers with the game's own style.
pub(super) async fn own_style(State(visit): State<Arc<PageVisit>>) -> Response {
    let style = own(&visit.context.config.server.content, OWN_STYLE).await;
    ([(header::CONTENT_TYPE, STYLE)], style).into_response()
}

/// Returns the paragraphs of the game's own text for the front page.
pub(super) async fn own_paragraphs(content: &Path) -> Vec<String> {
    let text = own(content, OWN_TEXT).await;
    let paragraphs = text.split("\n\n").map(str::trim).filter(|it| !it.is_empty());
    paragraphs.map(str::to_owned).collect()
}

/// Reads a file of the content folder as text; empty if it is not there, or too large.
async fn own(content: &Path, name: &str) -> String {
    let path = content.join(name);
    let reading = spawn_blocking(move || {
        let mut text = String::new();
        File::open(path)?.take(MOST_OWN + 1).read_to_string(&mut text)?;
        Ok::<_, io::Error>(text)
    });
    match reading.await.unwrap_or_else(|broken| Err(broken.into())) {
        Ok(text) if u64::try_from(text.len()).is_ok_and(|size| size <= MOST_OWN) => text,
        Ok(_) => {
            tracing::warn!(name, "it is too large for the page");
            String::new()
        }
        Err(error) => {
            tracing::debug!(name, %error, "the page has none of its own");
            String::new()
        }
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// All files but the front page.
pub(super) static FILES: [PageFile; 20] = [
    PageFile { path: "/hearsay.css", kind: STYLE, text: include_str!("assets/hearsay.css") },
    PageFile { path: "/hearsay.js", kind: SCRIPT, text: include_str!("assets/hearsay.js") },
    PageFile { path: "/link.js", kind: SCRIPT, text: include_str!("assets/link.js") },
    PageFile { path: "/story.js", kind: SCRIPT, text: include_str!("assets/story.js") },
    PageFile { path: "/panels.js", kind: SCRIPT, text: include_str!("assets/panels.js") },
    PageFile { path: "/input.js", kind: SCRIPT, text: include_str!("assets/input.js") },
    PageFile { path: "/look.js", kind: SCRIPT, text: include_str!("assets/look.js") },
    PageFile { path: "/voice.js", kind: SCRIPT, text: include_str!("assets/voice.js") },
    PageFile { path: "/guide.js", kind: SCRIPT, text: include_str!("assets/guide.js") },
    PageFile { path: "/dom.js", kind: SCRIPT, text: include_str!("assets/dom.js") },
    PageFile { path: "/asks.js", kind: SCRIPT, text: include_str!("assets/asks.js") },
    PageFile { path: "/boxes.js", kind: SCRIPT, text: include_str!("assets/boxes.js") },
    PageFile { path: "/sheet.js", kind: SCRIPT, text: include_str!("assets/sheet.js") },
    PageFile { path: "/account.js", kind: SCRIPT, text: include_str!("assets/account.js") },
    PageFile { path: "/staff.js", kind: SCRIPT, text: include_str!("assets/staff.js") },
    PageFile { path: "/thoughts.js", kind: SCRIPT, text: include_str!("assets/thoughts.js") },
    PageFile { path: "/pictures.js", kind: SCRIPT, text: include_str!("assets/pictures.js") },
    PageFile {
        path: "/icon.svg",
        kind: "image/svg+xml; charset=utf-8",
        text: include_str!("assets/icon.svg"),
    },
    PageFile { path: "/chronicle.css", kind: STYLE, text: chronicle::html::STYLE },
    PageFile {
        path: "/robots.txt",
        kind: "text/plain; charset=utf-8",
        text: "User-agent: *\nAllow: /$\nAllow: /at/\nAllow: /chronicle\nAllow: /mssp.json\nDisallow: /\n",
    },
];
