//! Sounds of rooms: optional, and always told in words as well.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::Deserialize;

/// Sound of a room. Clients play it only for players who asked for sounds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sound {
    /// File name, below the address in `world.ron`.
    pub file: String,
    /// Caption: the sound in words, for players who cannot hear it.
    pub caption: String,
}

impl Sound {
    /// Validates the sound. Returns the wrong field and a sentence about it, if any.
    pub(crate) fn wrong(&self) -> Option<(&'static str, &'static str)> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
        if self.caption.trim().is_empty() {
            Some(("caption", "`caption` is empty; say in words what one hears"))
        } else if self.caption.contains('\n') {
            Some(("caption", "`caption` takes one line; write it without a line break"))
        } else if self.file.is_empty() || !self.file.bytes().all(plain) {
            Some(("file", "`file` is no plain name of a file, such as `brook.ogg`"))
        } else if self.file.starts_with('/') || self.file.contains("..") {
            Some(("file", "`file` leads out of the folder of sounds; write a name below it"))
        } else {
            None
        }
    }
}

/// Validates the address of all sounds. Returns a sentence if it is wrong.
pub(crate) fn wrong_address(address: &str) -> Option<&'static str> {
    let web = address.starts_with("https://") || address.starts_with("http://");
    let good = web && address.ends_with('/') && address.bytes().all(|it| it.is_ascii_graphic());
    (!good).then_some(
        "`sounds` is no address on the web that ends in a slash, such as `https://example.org/s/`",
    )
}

/// Sound of a room, as a component.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[component(immutable)]
pub struct RoomSound(pub Arc<Sound>);

/// Base address from which clients fetch sounds; none when the game has none.
#[derive(Resource, Debug, Clone, Default)]
pub struct SoundsAt(pub Option<Arc<str>>);

#[cfg(test)]
mod tests {
    use super::*;

    fn sound(file: &str, caption: &str) -> Sound {
        Sound { file: file.to_owned(), caption: caption.to_owned() }
    }

    #[test]
    fn sounds_are_checked() {
        assert_eq!(sound("river/brook-2.ogg", "A brook.").wrong(), None);
        for (file, caption, field) in [
            ("brook.ogg", " ", "caption"),
            ("", "A brook.", "file"),
            ("a b.ogg", "A brook.", "file"),
            ("/etc/passwd", "A brook.", "file"),
            ("../brook.ogg", "A brook.", "file"),
        ] {
            assert_eq!(sound(file, caption).wrong().map(|it| it.0), Some(field), "{file}");
        }
    }

    #[test]
    fn the_address_of_sounds_is_checked() {
        assert_eq!(wrong_address("https://example.org/sounds/"), None);
        for bad in ["", "example.org/", "ftp://example.org/", "https://example.org", "https://a b/"]
        {
            assert!(wrong_address(bad).is_some(), "{bad}");
        }
    }
}
