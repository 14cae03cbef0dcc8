//! The record: why a character did what it did.

pub mod trace;
