//! The door: where connections come in, whether they may, and what the outside is
//! told.

pub mod access;
pub mod limiter;
pub mod listing;
pub mod ports;
pub mod proxy;
pub mod rates;
pub mod tls;
