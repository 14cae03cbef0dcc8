//! Files of the page, which are part of the program.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// File of the page.
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

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// All files but the front page.
pub(super) static FILES: [PageFile; 16] = [
    PageFile { path: "/hearsay.css", kind: STYLE, text: include_str!("assets/hearsay.css") },
    PageFile { path: "/hearsay.js", kind: SCRIPT, text: include_str!("assets/hearsay.js") },
    PageFile { path: "/link.js", kind: SCRIPT, text: include_str!("assets/link.js") },
    PageFile { path: "/story.js", kind: SCRIPT, text: include_str!("assets/story.js") },
    PageFile { path: "/panels.js", kind: SCRIPT, text: include_str!("assets/panels.js") },
    PageFile { path: "/input.js", kind: SCRIPT, text: include_str!("assets/input.js") },
    PageFile { path: "/look.js", kind: SCRIPT, text: include_str!("assets/look.js") },
    PageFile { path: "/dom.js", kind: SCRIPT, text: include_str!("assets/dom.js") },
    PageFile { path: "/asks.js", kind: SCRIPT, text: include_str!("assets/asks.js") },
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
    PageFile {
        path: "/robots.txt",
        kind: "text/plain; charset=utf-8",
        text: "User-agent: *\nAllow: /$\nDisallow: /\n",
    },
];
