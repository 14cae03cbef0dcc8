//! Picture of the game, which others show beside a link to the page, and what is wrong with it.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    sync::Arc,
};

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tokio::task::spawn_blocking;
use world::content::{locate::Position, problem::Warning};

use super::PageVisit;

/// Path of the picture inside the content folder; it need not be there.
const OWN: &str = "page/picture.png";

/// Path of the picture's address.
pub(super) const PATH: &str = "/picture.png";

/// Maximum size of the picture, in bytes.
const MOST_BYTES: u64 = 2 * 1_024 * 1_024;

/// Endings of pictures, by which one under another name is found.
const ENDINGS: [&str; 8] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp"];

/// Type of a picture that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureType {
    Png,
    Jpeg,
}

impl PictureType {
    /// Returns the type of a file that begins so, whatever its name.
    fn of(first: &[u8]) -> Option<Self> {
        let starts = |bytes: &[u8]| first.starts_with(bytes);
        match () {
            () if starts(b"\x89PNG\r\n\x1a\n") => Some(Self::Png),
            () if starts(b"\xff\xd8\xff") => Some(Self::Jpeg),
            () => None,
        }
    }

    /// Returns its name in HTTP.
    fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// Reason why a picture is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PictureFault {
    /// There is none.
    Missing,
    /// It cannot be read.
    Unreadable(String),
    /// Its first bytes are those of neither type.
    Type,
    /// It has so many bytes.
    Size(u64),
}

impl PictureFault {
    /// Returns what is wrong, and what to do.
    fn sentence(&self) -> String {
        match self {
            Self::Missing => "there is no such picture".to_owned(),
            Self::Unreadable(why) => format!("this picture cannot be read: {why}"),
            Self::Type => {
                "this is neither a PNG nor a JPEG by its first bytes, so links to the page \
                are shown without it; save the picture as one of these"
                    .to_owned()
            }
            Self::Size(bytes) => format!(
                "this picture has {:.1} MiB, and links to the page are shown without one of more \
                 than 2 MiB; make it smaller",
                *bytes as f64 / (1_024.0 * 1_024.0)
            ),
        }
    }
}

/// Returns the type of the picture in a content folder.
fn look(content: &Path) -> Result<PictureType, PictureFault> {
    let is_missing = |error: &io::Error| {
        matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    };
    let unreadable = |error: io::Error| {
        if is_missing(&error) {
            PictureFault::Missing
        } else {
            PictureFault::Unreadable(error.to_string())
        }
    };
    let file = File::open(content.join(OWN)).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let mut first = Vec::new();
    file.take(8).read_to_end(&mut first).map_err(unreadable)?;
    let kind = PictureType::of(&first).ok_or(PictureFault::Type)?;
    if size > MOST_BYTES { Err(PictureFault::Size(size)) } else { Ok(kind) }
}

/// Returns what is wrong with the picture of a content folder: it cannot be shown, or stands there
/// under a name by which nobody looks for it. That there is none at all is no warning.
pub(crate) fn warning(content: &Path) -> Option<Warning> {
    let at = Position { line: 1, column: 1 };
    match look(content) {
        Ok(_) => None,
        Err(PictureFault::Missing) => {
            let name = other_name(content)?;
            let sentence = format!(
                "nobody looks for a picture of this name; links to the page are shown with {OWN}, \
                 which is missing"
            );
            Some(Warning::new(&format!("page/{name}"), at, sentence))
        }
        Err(fault) => Some(Warning::new(OWN, at, fault.sentence())),
    }
}

/// Returns whether a content folder has no picture, under any name.
pub(crate) fn is_missing(content: &Path) -> bool {
    look(content) == Err(PictureFault::Missing) && other_name(content).is_none()
}

/// Returns the name of a picture that stands where the game's picture is looked for; the first one.
fn other_name(content: &Path) -> Option<String> {
    let entries = fs::read_dir(content.join("page")).ok()?.filter_map(Result::ok);
    let names = entries.filter_map(|it| it.file_name().into_string().ok());
    let ending = |name: &str| Some(name.rsplit_once('.')?.1.to_ascii_lowercase());
    names.filter(|name| ending(name).is_some_and(|it| ENDINGS.contains(&&*it))).min()
}

/// Answers with the game's picture.
pub(super) async fn answer(State(visit): State<Arc<PageVisit>>) -> Response {
    let content = visit.context.config.server.content.clone();
    let reading = spawn_blocking(move || {
        let kind = look(&content).ok()?;
        let mut picture = Vec::new();
        let file = File::open(content.join(OWN)).ok()?;
        file.take(MOST_BYTES + 1).read_to_end(&mut picture).ok()?;
        // It may have been written anew since it was looked at.
        let fits = u64::try_from(picture.len()).is_ok_and(|it| it <= MOST_BYTES);
        (fits && PictureType::of(&picture) == Some(kind)).then_some((kind, picture))
    });
    match reading.await.ok().flatten() {
        Some((kind, picture)) => ([(header::CONTENT_TYPE, kind.mime())], picture).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns whether the game has a picture that is shown; the log says what is wrong with one that is not.
pub(super) async fn is_shown(content: &Path) -> bool {
    let content = content.to_owned();
    match spawn_blocking(move || look(&content)).await {
        Ok(Ok(_)) => true,
        Ok(Err(PictureFault::Missing)) | Err(_) => false,
        Ok(Err(fault)) => {
            tracing::warn!("{OWN}: {}", fault.sentence());
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_the_picture_is_told_with_what_to_do() {
        let home = tempfile::tempdir().unwrap();
        let told = || warning(home.path()).map(|it| it.to_string());
        assert_eq!((told(), is_missing(home.path())), (None, true));
        fs::create_dir(home.path().join("page")).unwrap();
        fs::write(home.path().join("page/Town.JPG"), b"\xff\xd8\xff").unwrap();
        let other = "page/Town.JPG:1:1: warning: nobody looks for a picture of this name; links to \
            the page are shown with page/picture.png, which is missing";
        assert_eq!((told().as_deref(), is_missing(home.path())), (Some(other), false));
        let large = [b"\x89PNG\r\n\x1a\n".to_vec(), vec![0; 3 * 1_024 * 1_024]].concat();
        for (bytes, says) in [
            (&b"\x89PNG\r\n\x1a\na picture"[..], None),
            (b"\xff\xd8\xff\xe0 under the name of the other type", None),
            (b"GIF89a", Some("this is neither a PNG nor a JPEG by its first bytes")),
            (b"", Some("this is neither a PNG nor a JPEG by its first bytes")),
            (&large, Some("this picture has 3.0 MiB")),
        ] {
            fs::write(home.path().join(OWN), bytes).unwrap();
            let told = told();
            let start = says.map(|it| format!("{OWN}:1:1: warning: {it}"));
            assert_eq!(told.is_some(), start.is_some(), "{told:?}");
            assert!(told.unwrap_or_default().starts_with(&start.unwrap_or_default()));
        }
        fs::remove_file(home.path().join(OWN)).unwrap();
        fs::create_dir(home.path().join(OWN)).unwrap();
        assert!(told().unwrap().contains("this picture cannot be read"));
    }
}
