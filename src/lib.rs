//! A mancala engine: exact endgame tables and a search that uses them, for the oware family and kalah.
//!
//! The modules form levels; each imports only from levels below its own (a test holds them to it):
//!
//! | level | modules |
//! |---|---|
//! | 0 | [`board`], [`score`]: the packed board, seed differences |
//! | 1 | [`rules`], [`index`]: what a rule set is; numbers for boards |
//! | 2 | [`rules::oware`], [`rules::kalah`], [`position`]: the rule sets; board, stores and turn |
//! | 3 | [`variant`], [`notation`], [`motion`], [`perft`], [`game`], [`ogn`]: names, text forms, a move seed by seed, counting, played games, game files |
//! | 4 | [`table`], [`search`], [`book`]: endgame table files; negamax; opening books |
//! | 5 | [`solve`]: the retrograde solver, builds, checks, counts of values |
//! | 6 | [`engine`]: rules, tables and search together |
//! | 7 | [`mod@bench`], [`arena`], [`review`]: the signature of the engine's behaviour; engine against engine; what each move of a game lost |
//! | 8 | [`uci`]: engine mode |
//!
//! [`guide`] answers questions rather than describing modules: what "exact" means, in what the rule sets differ, how to use all this from another program.
//!
//! The command line (level 8, too) is part of the program, not of the library: the library never prints and never exits.

pub mod arena;
pub mod bench;
pub mod board;
pub mod book;
pub mod engine;
pub mod game;
pub mod guide;
pub mod index;
pub mod motion;
pub mod notation;
pub mod ogn;
pub mod perft;
pub mod position;
pub mod review;
pub mod rules;
pub mod score;
pub mod search;
pub mod solve;
pub mod table;
pub mod uci;
pub mod variant;
