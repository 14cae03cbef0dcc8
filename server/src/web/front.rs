//! Front page: what the place is, who is on as far as they allow it, and the news. Nothing on it is
//! private.

use std::{fmt::Write, sync::Arc, time::Duration};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use engine::id::RoomId;
use tokio::sync::{oneshot, watch};
use world::act::{command::CommandSpec, permission::Role};

use super::{
    PageVisit,
    chronicle::LastChronicle,
    files::{self, FRONT},
    picture,
    texts::{PageWords, escaped, text},
};
use crate::contract::{face::PublicFace, inbox::ToGame};

/// Age at which the public face of the game is asked for again.
const FRESH: Duration = Duration::from_secs(5);

/// Timeout for the game's answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// Texts of the page that stay the same while the server runs, and the last public face.
#[derive(Debug)]
pub struct PageTexts {
    name: String,
    /// Description of the place, in the words of the banner.
    about: String,
    /// The words that can be completed, as JSON.
    words: String,
    /// The last public face, and when it was asked for.
    face: watch::Sender<(Option<Duration>, Arc<PublicFace>)>,
    /// The last chronicle, which takes a while to make.
    pub(super) chronicle: LastChronicle,
}

impl PageTexts {
    /// Creates the texts from the game's name, its banner and its commands.
    #[must_use]
    pub fn new(name: &str, banner: &str, commands: &[&'static CommandSpec]) -> Self {
        let verbs = commands.iter().filter(|it| it.role <= Role::Player);
        let mut verbs: Vec<&str> = verbs.map(|it| it.name).collect();
        verbs.sort_unstable();
        // The banner begins with the name, which stands above it.
        let about = banner.trim().strip_prefix(name).unwrap_or(banner).trim();
        Self {
            name: name.to_owned(),
            about: about.to_owned(),
            words: serde_json::json!(verbs).to_string(),
            face: watch::Sender::new((None, Arc::default())),
            chronicle: LastChronicle::default(),
        }
    }

    /// Returns whether a link may lead newcomers to a room, by the last public face.
    pub(crate) fn leads_to(&self, room: &RoomId) -> bool {
        self.face.borrow().1.rooms.iter().any(|(it, _)| it == room)
    }
}

/// Answers with the front page.
pub(super) async fn front(State(visit): State<Arc<PageVisit>>, headers: HeaderMap) -> Response {
    answer(&visit, &*face(&visit).await, None, &headers).await
}

/// Answers with the front page for somebody who followed a link to a room; to any other room it
/// leads to the front page itself.
pub(super) async fn landing(
    State(visit): State<Arc<PageVisit>>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    let face = face(&visit).await;
    match face.rooms.iter().find(|(id, _)| id.as_str() == room) {
        Some(room) => answer(&visit, &face, Some(room), &headers).await,
        None => Redirect::to("/").into_response(),
    }
}

async fn answer(
    visit: &PageVisit,
    face: &PublicFace,
    room: Option<&(RoomId, String)>,
    headers: &HeaderMap,
) -> Response {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let scheme = if visit.origin.encrypted { "https" } else { "http" };
    let path = room.map_or_else(|| "/".to_owned(), |(id, _)| format!("/at/{id}"));
    let config = &visit.context.config;
    let own = picture::is_shown(&config.server.content).await;
    let own = own.then(|| format!("{scheme}://{host}{}", picture::PATH));
    let shown = FrontDetails {
        room,
        url: format!("{scheme}://{host}{path}"),
        picture: own.or_else(|| config.mssp.icon.clone()),
        chronicle: config.web.chronicle,
        paragraphs: files::own_paragraphs(&config.server.content).await,
    };
    Html(page(&visit.context.page, face, &shown)).into_response()
}

/// Details that a front page shows beside the public face.
#[derive(Default)]
struct FrontDetails<'a> {
    /// Room to which a link led.
    room: Option<&'a (RoomId, String)>,
    /// Address of the page.
    url: String,
    /// Address of the picture that others show beside a link to the page.
    picture: Option<String>,
    /// True if there is a chronicle.
    chronicle: bool,
    /// Paragraphs of the game's own.
    paragraphs: Vec<String>,
}

/// Answers with what listing sites are told by telnet, as JSON.
pub(super) async fn listing(State(visit): State<Arc<PageVisit>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, visit.context.about.listing().json()).into_response()
}

/// Answers with the module by which the page's scripts have their texts.
pub(super) async fn texts(State(visit): State<Arc<PageVisit>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (kind, PageWords(&face(&visit).await.texts).script()).into_response()
}

/// Answers with the words that can be completed.
pub(super) async fn words(State(visit): State<Arc<PageVisit>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, visit.context.page.words.clone()).into_response()
}

/// Returns the public face of the game, a few seconds old at most, or the last one if the game is
/// busy.
async fn face(visit: &PageVisit) -> Arc<PublicFace> {
    let (cached, now) = (&visit.context.page.face, visit.context.watch.elapsed());
    let (asked, last) = cached.borrow().clone();
    if asked.is_some_and(|it| now.saturating_sub(it) < FRESH) {
        return last;
    }
    // Whoever comes meanwhile is shown the last one.
    cached.send_replace((Some(now), last.clone()));
    let (answer, face) = oneshot::channel();
    let asking = async {
        visit.context.to_game.send(ToGame::Face(answer)).await.ok()?;
        face.await.ok()
    };
    match tokio::time::timeout(ANSWERS_WITHIN, asking).await {
        Ok(Some(face)) => {
            let face = Arc::new(face);
            cached.send_replace((Some(now), face.clone()));
            face
        }
        Ok(None) | Err(_) => last,
    }
}

/// Returns the front page.
fn page(texts: &PageTexts, face: &PublicFace, shown: &FrontDetails<'_>) -> String {
    let words = PageWords(&face.texts);
    let front = words.fill(FRONT);
    let room = shown.room.map(|(_, name)| escaped(name));
    let title = escaped(&texts.name);
    let places = [
        ("{{title}}", room.as_ref().map_or_else(|| title.clone(), |it| format!("{it} – {title}"))),
        ("{{at}}", escaped(shown.room.map_or("", |(id, _)| id.as_str()))),
        ("{{build}}", files::build().to_owned()),
        ("{{begin}}", begin(words, room.as_deref())),
        ("{{more}}", shown.paragraphs.iter().map(|it| paragraph(it)).collect()),
        ("{{url}}", escaped(&shown.url)),
        ("{{picture}}", shown.picture.as_deref().map(picture).unwrap_or_default()),
        ("{{chronicle}}", if shown.chronicle { chronicle(words) } else { String::new() }),
        ("{{name}}", title),
        ("{{about}}", escaped(&texts.about)),
        ("{{line}}", escaped(texts.about.lines().next().unwrap_or_default())),
        ("{{awake}}", awake(words, face)),
        ("{{news}}", news(words, face)),
    ];
    let mut page = String::with_capacity(front.len() + 2_048);
    let mut rest = &*front;
    // Each place once, from the front: what was put in is not looked at again.
    while let Some((at, (place, text))) =
        places.iter().filter_map(|it| Some((rest.find(it.0)?, it))).min_by_key(|it| it.0)
    {
        let (before, after) = rest.split_at(at);
        page.push_str(before);
        page.push_str(text);
        rest = after.strip_prefix(place).unwrap_or_default();
    }
    page + rest
}

/// Returns the name of the picture for those who show links.
fn picture(address: &str) -> String {
    format!("<meta property=\"og:image\" content=\"{}\">", escaped(address))
}

fn paragraph(text: &str) -> String {
    format!("<p class=\"more\">{}</p>", escaped(text))
}

/// Writes the link to the chronicle.
fn chronicle(words: PageWords<'_>) -> String {
    format!("<p><a href=\"/chronicle\">{}</a></p>", text(words.get("front.chronicle")))
}

/// Returns where a guest begins, as markup.
fn begin(words: PageWords<'_>, room: Option<&str>) -> String {
    match room {
        Some(room) => {
            let (before, after) = parts(words.get("front.begin-at"), "{room}");
            format!("{}<strong>{room}</strong>{}", text(before), text(after))
        }
        None => text(words.get("front.begin")),
    }
}

/// Returns who is awake, as markup.
fn awake(words: PageWords<'_>, face: &PublicFace) -> String {
    let mut all = match face.awake {
        0 => text(words.get("front.nobody")),
        1 => text(words.get("front.one")),
        n => {
            let (before, after) = parts(words.get("front.many"), "{number}");
            format!("{}{n}{}", text(before), text(after))
        }
    };
    if !face.names.is_empty() {
        let (before, after) = parts(words.get("front.among"), "{names}");
        all.push_str(&format!(
            " {}{}{}",
            text(before),
            escaped(&face.names.join(", ")),
            text(after)
        ));
    }
    all
}

/// Returns what stands before a place of a text, and behind it.
fn parts<'a>(words: &'a str, place: &str) -> (&'a str, &'a str) {
    words.split_once(place).unwrap_or((words, ""))
}

/// Returns the news, as markup.
fn news(words: PageWords<'_>, face: &PublicFace) -> String {
    let mut list = String::new();
    for (date, told) in &face.news {
        let (date, told) = (escaped(date), escaped(told));
        let entry = write!(list, "<li><time datetime=\"{date}\">{date}</time> {told}</li>");
        // Writing to a string does not fail.
        entry.unwrap_or_default();
    }
    if list.is_empty() { format!("<li>{}</li>", text(words.get("front.no-news"))) } else { list }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_put_in_becomes_markup_or_another_place() {
        let evil = "<script>alert(1)</script>\" onload='x' {{news}}";
        let texts = PageTexts::new(evil, evil, &[]);
        let face = PublicFace {
            awake: 2,
            names: vec![evil.to_owned()],
            news: vec![(evil.to_owned(), evil.to_owned())],
            ..PublicFace::default()
        };
        let room = (RoomId::new("town/inn").unwrap(), evil.to_owned());
        let shown = |room, words: &str| FrontDetails {
            room,
            url: words.to_owned(),
            picture: Some(words.to_owned()),
            chronicle: true,
            paragraphs: vec![words.to_owned()],
        };
        let page = page(&texts, &face, &shown(Some(&room), evil));
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("onload='"), "{page}");
        let tags = |it: &str| it.matches('<').count();
        let plain = super::page(
            &PageTexts::new("a", "b", &[]),
            &PublicFace {
                awake: 2,
                names: vec!["c".to_owned()],
                news: vec![("d".to_owned(), "e".to_owned())],
                ..PublicFace::default()
            },
            &shown(Some(&(room.0.clone(), "f".to_owned())), "g"),
        );
        assert_eq!(tags(&page), tags(&plain));
        assert!(page.contains("{{news}}"), "it is text where somebody wrote it");
        assert!(!plain.contains("{{"), "every place is filled");
    }

    #[test]
    fn the_banner_is_told_without_the_name_that_stands_above_it() {
        let texts = PageTexts::new("Hearsay", "Hearsay\nA small town.", &[]);
        assert_eq!(texts.about, "A small town.");
    }
}
