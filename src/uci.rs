//! Engine mode: the dialect of UCI that the programs of the Aualé family speak.
//!
//! [`command`] reads what comes in, [`answer`] writes what goes out, [`options`] are what can be set, [`setup`] is the position asked about. The
//! [`session`] ties them together. Three threads take part, and each has one thing to do: one reads the input line by line, one searches, and one, the
//! session, hears from both by events, decides, and alone writes. So it answers while a search runs, and lines never mix.
//!
//! What the dialect leaves open is decided so:
//!
//! * `go` without any limit searches as `go infinite` does. `go ponder` without any ends at `ponderhit`.
//! * `position` is obeyed at any time; a running search has its own copy. `go`, `setoption` and `ucinewgame` are refused while a search waits for `stop` or
//!   `ponderhit`, and wait for the end of any other search. `isready`, `stop`, `ponderhit` and `quit` never wait.
//! * `quit` and the end of the input end a search with its `bestmove`; what has an end of its own is finished before the end of the input counts.
//! * With `OwnBook`, which is on unless something else is said, a move that the opening book knows is answered at once, with a remark that says so and an `info`
//!   line of depth 0. `go infinite`, `go depth` and `go nodes` ask for a search and get one.
//! * `ogn FILE`, which is no part of UCI, appends the game up to the last `position` to a file in the Oware Game Notation; `ogn` alone answers with it, a remark
//!   for each line. Either is done at once, also while a search runs, and says by `info string` what was done or why it cannot be.
//! * A `bestmove` has no `ponder` where the same player moves again or the game is over.

pub mod answer;
mod book;
pub mod command;
mod event;
pub mod options;
pub mod session;
pub mod setup;
mod worker;
