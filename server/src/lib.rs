//! Server: sockets, files, processes, and the one task that owns the world.
//!
//! | Room | What it holds |
//! |---|---|
//! | [`operate`] | what the operator says, what the log tells, the manual |
//! | [`listener`] | who connects, from where, how often, and TLS |
//! | [`account`] | names and passwords |
//! | [`render`] | words as a terminal shows them |
//! | [`web`] | the page for browsers, and its WebSocket |
//! | [`session`] | a task per connection, from its first byte to its last frame |
//! | [`contract`] | what session and game say to each other |
//! | [`game`] | the task that owns the world, and its log of inputs |
//! | [`screen`] | what people perceive, as text and panels |
//! | [`record`] | the record of minds, in files that may lose entries |
//! | [`sandbox`] | one talks to one character in a terminal, without a server |
//! | [`setup`] | content and saved rows become a game |
//! | [`run`], [`clock`] | everything put together, and the time |
//!
//! Invariants: only this crate knows sockets, files, time and processes. Every
//! queue is bounded and says what happens when it is full. A frame that shows a
//! change leaves after the change is saved.

pub mod account;
pub mod clock;
pub mod contract;
pub mod game;
pub mod listener;
pub mod operate;
pub mod record;
pub mod render;
pub mod run;
pub mod sandbox;
pub mod screen;
pub mod session;
pub mod setup;
pub mod web;
