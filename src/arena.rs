//! Engine against engine.

pub mod statistics;
