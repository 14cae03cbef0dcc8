//! The gate: who will hear an answer, and what it may be made from.

pub mod audience;
