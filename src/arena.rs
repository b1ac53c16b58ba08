//! Engine against engine: matches from an opening suite, each opening played with both colours.
//!
//! A [`contest::Contest`] is played by workers side by side. Each worker has its own two [`player::Player`]s, an engine of this program or an external one
//! ([`external`]), and plays one pair of games after another ([`duel`]). What a player does wrong costs it the game and never the match: it is
//! started anew for the next game. With limits of nodes or depth and one thread a player, the games do not depend on the number of workers.

pub mod contest;
pub mod duel;
pub mod external;
pub mod fault;
pub mod log;
pub mod openings;
pub mod pace;
pub mod player;
pub mod self_play;
pub mod standings;
pub mod statistics;
