//! The wire: the protocols that clients speak.

pub mod telnet;
