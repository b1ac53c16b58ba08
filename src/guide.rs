//! A guide, by question. It has no code of its own; its examples are tests.
//!
//! | you ask | read |
//! |---|---|
//! | what does the engine know for certain, and what can it not know? | [`exact`] |
//! | in what do the rule sets differ? | [`rules`], the rules themselves in [`crate::rules::oware`] and [`crate::rules::kalah`] |
//! | how do I use it from a program of my own? | [`library`] |
//! | how are the tables solved, and why are they right? | [`crate::solve`] |
//! | what is in a table file? | [`crate::table`] |
//! | how does the search tell what is proven from what is not? | [`crate::search`], [`crate::search::proof`] |
//! | how does another program talk to the engine? | [`crate::uci`] |
//! | what is in a game file? | [`crate::ogn`] |

pub mod exact;
pub mod library;
pub mod rules;
