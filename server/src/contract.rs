//! Contract between session and game: the messages of both directions.

pub mod face;
pub mod frame;
pub mod inbox;
pub mod question;
pub mod said;
pub mod screen;
pub mod terminal;
pub mod typed;

pub(crate) mod stay;
