//! The game file: OGN, the Oware Game Notation of Aualé (`*.ogn`), for all rule sets.
//!
//! Like PGN: tags one a line, then the moves with their numbers, the result last; a file may hold many games.
//!
//! ```text
//! [Variant "Oware Abapa"]
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [South "Ama"]
//! [North "Kofi"]
//! [Result "1-0"]
//! [Rules "abapa"]
//! [Repetition "split"]
//! [Termination "resignation"]
//!
//! 1. F f 2. B e 3. D a+2 1-0
//! ```
//!
//! * Pits are letters, upper case for South and lower case for North, and no other case will do; the pass is `-`.
//! * `+n` after a turn that captured: the captured seeds, without those that the sowing drops into the store. Of the capture by a kalah
//!   seed in an empty pit that seed is part.
//! * A kalah turn of several sowings is one word (`CF`). A game that starts with North begins `1... f`.
//! * `FEN` holds the start where it is not four seeds in each pit. `Rules` overrides `Variant`; `Termination` is the reason of the end.
//!
//! Reading is lenient in everything but the moves: these are played, so that every [`Record`] is a game by its rules.

mod decision;
mod error;
mod outcome;
mod read;
mod record;
mod tags;
mod tokens;
mod write;

pub use decision::Decision;
pub use error::OgnError;
pub use outcome::{Outcome, UnknownOutcome};
pub use record::Record;
pub use tags::{Tag, TagName, Tags};
