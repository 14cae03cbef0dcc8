//! The contract between session and game: what each says to the other.

pub mod frame;
pub mod inbox;
pub mod question;
pub mod said;
pub mod screen;
pub mod terminal;
pub mod typed;
