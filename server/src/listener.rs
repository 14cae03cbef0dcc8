//! Listeners and access: ports, TLS, rate limits, access rules, and the data for the outside.

pub mod access;
pub mod limiter;
pub mod listing;
pub mod ports;
pub mod proxy;
pub mod rates;
pub mod tls;
