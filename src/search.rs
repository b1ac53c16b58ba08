//! The search: negamax with alpha-beta, iterative deepening and a transposition table, tables consulted at every node.
//!
//! # Scores
//!
//! A node is a board, seen from its mover, and its score is what the mover captures *from here on* minus what the opponent does. Stores take
//! no part, so boards that were reached with different captures share their results. A move that gains g and leads to a child of score c
//! is worth g − c, or g + c if the same player moves again; that is done in one place ([`negamax`]).
//!
//! # What is proven
//!
//! Each result carries whether its claim (at least, at most, or exactly the score) is *proven*. Proven are: a finished game, the bounds
//! ±n of a board with n seeds, a table's value, and what follows from proven claims: a cut-off from the move that made it, anything else from all moves.
//! An evaluation at the depth limit is not. The root's score is called exact when it is proven exact; then the search stops.
//!
//! # Repetition
//!
//! A position that comes back ends the game. Three cases:
//!
//! 1. *It came on the line from the root to here.* Under `split` its score is 0, proven but *resting on the earlier node*: a result keeps the
//!    distance from the root (`rests_on`) of the earliest node that it rests on. It becomes free of it when that node itself returns.
//!    Only free results are stored as proven. That is sound: let a proof say that the mover of b has at least s, free
//!    of nodes above b. The mover follows it, and where it says "this position came before" goes on from the earlier node, which promised
//!    at least s too. Either play ends with s or more, or it never ends, and then it is worth 0, which the cycle's leaf promised.
//!    So s bounds the value that tables hold, where endless play is worth 0, and table and stored results fit together. For upper bounds likewise.
//! 2. *The same under `own-side`.* What such an end is worth depends on how it was reached, so its score counts as an estimate, never as proven. What is
//!    proven without any such end can be forced by play that makes progress, and so never meets a position twice.
//! 3. *It came in the game*, at the root or before it (since the last capture). Then the game is over for certain: proven, with the rule's score.
//!    The boards of the root's layer are worth something else than without that history: they are kept under marked keys
//!    ([`transposition::Marks`]), and a table's value v is only a bound: under `split`, cutting a line short gives 0, so the worth lies between
//!    0 and v. It counts as v for the evaluation, and the search goes on below it. After a capture the history is gone and everything is as without it.
//!
//! That the root itself belongs to the history matters even if nothing was played before it. The table's value r is then the root's worth, but a
//! move to a board of the right value need not keep it: if the only way to win from there leads back through the root, it wins nothing any more.
//! What the tables say of the boards after such a root holds nevertheless (seen from the root's mover)
//!
//! * if r > 0, for values v ≤ 0: a root that is worth 0 in place of r cannot help the root's mover, and the worth lies between v and 0;
//! * if r ≤ 0, for the boards that one move leads to. The worth lies between 0 and v, and v ≤ r, so let v < 0. The opponent can force v by play that
//!   comes nearer to its end with each move. It meets the root only if it forces v there too, so only if r = v. But then every move of the
//!   root, this one too, leads to a board that is nearer to the end than the root.
//!
//! Where the boards that can be reached inside the root's layer are few enough, `region.rs` solves them with the history, and each move of
//! the root is exact. Elsewhere the search may end before a move is proven to keep r; then the root's worth is exact all the same, and only
//! the move's is not.
//!
//! Under `own-side`, a table for endless play worth 0 proves nothing; it serves as evaluation.
//! What is not proven is still stored, as an estimate with its depth, and may have been found through a repetition on another line.
//! Such a score can be wrong for this line; it is used for ordering, and for cut-offs that are not called proven.

pub mod bounds;
pub mod endgames;
pub mod evaluation;
pub mod findings;
mod forced_region;
pub mod iteration;
pub mod limits;
pub mod negamax;
mod ordering;
mod reach;
mod region;
pub mod root;
pub mod transposition;
pub mod window;
