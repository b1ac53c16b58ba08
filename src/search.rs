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
//! # Tables under `own-side`
//!
//! A `shared` table, for which endless play is worth 0, proves nothing there; it serves as evaluation. A `forced` table holds for each player
//! what can be forced by play that ends ([`crate::score::Forced`]). All n seeds of a board go to somebody under this rule, so who can force t of them gets
//! a difference of at least 2t − n ([`bounds::Bounds`]). When may the search take that as proven?
//!
//! A player X who can force t on a board has a way to do it whose boards all have a *rank* for X and t (the number of the round in which the
//! iteration from 0 up finds t there), and each move inside a layer leads to a lower rank: a move of X to some board of lower rank, any
//! move of the opponent likewise. So such play never meets a position twice by itself. It can only be cut short by a position that was there
//! *before* it began.
//!
//! * *After a capture* (below the root's layer). What "proven" says there is not "whatever was played on this line" but "X can force it on this board":
//!   by case 2 above no proof uses a repetition, so each proof is a finite tree of moves that ends, and by induction over it what it claims is no more than
//!   the fixed point of the board. Numbers of the table fit in at *every* node, also after quiet moves, where earlier boards of the line might
//!   cut a way short: a proof for the first board of the layer that goes through such a node makes the claim true of that first board's fixed point, and
//!   that is a way of its own, perhaps another one, which begins where there is no history. (Nor can a search below such a node prove more than its numbers;
//!   it ends there, with the value of the shared table, moved between the bounds, as the estimate.)
//! * *In the root's layer* the positions of the game, the root among them, are ends (case 3), each with its score: X then has the own row. "Proven" means
//!   there: can be forced in the game with these ends. X's way to t from the table meets of them only boards on which X can force t as well. So t holds if each
//!   position of the history on which X can force t has at least t seeds in X's row; of a number that does not hold, the largest smaller one that does is left
//!   ([`bounds::Targets`]).
//! * *One move after the root* the opponent of the root's mover needs not mind the root: if they can force t at the root at all, then after each of its moves,
//!   and by a lower rank than at the root.
//! * *At the root itself* neither does: each comes nearer to the end by playing on. So its bounds hold but for the earlier positions, and where they meet
//!   the root's score is exact, though again a move to a board of the right number need not keep it.
//! * *Where the boards of the root's layer that can be reached are few enough*, `forced_region.rs` finds the numbers with the history as ends. They bound
//!   each move of the root, and nothing else is needed there.
//!
//! Proven bounds of a node cut off, or narrow its window; a search that ends at a bound inside the window that was asked for has found the score.
//!
//! # What is not proven
//!
//! What is not proven is still stored, as an estimate with its depth. It may have been found through a repetition on another line, or on this one miss a
//! repetition that its own line did not meet, so such a score can be wrong here; that problem of all transposition tables under a rule on history remains. It is
//! bounded: estimates order moves and cut off, but nothing that rests on one is called proven; results under the root's history are kept apart by their marks, so
//! none survives the move that changes it; a node looks for its own repetition before it asks the table; and where a child's stored result would cut
//! off, whether the child repeats is looked at first.
//!
//! # Bounds without tables
//!
//! A board with n seeds is worth −n to n, so a window beyond that is settled. Scores leave stores out and each capture shifts the window, so this is
//! also the bound that stores give: a side that can no longer reach the window, a majority for instance, is cut off however the seeds left fall.
//!
//! # Threads
//!
//! Each thread deepens on its own, all share the transposition table, and a move on which another thread works is put off; whoever
//! finishes an iteration first hands its result to all ([`crew`]). With one thread and no time limit the result depends on the question alone.

//! # Where the time of a node goes
//!
//! Measured with callgrind and perf on an Intel Xeon (Sapphire Rapids), start position of `abapa` to depth 21, one thread: of 642,000 nodes 57 % are leaves,
//! 19 % are one move above them or end at once, and 24 % look into the transposition table and order their moves. A node takes 500 instructions and 4
//! mispredicted branches on average. Of the instructions a third goes into the recursion itself, 13 % into picking moves, 17 % into boards and
//! sowings, 8 % into the transposition table. Of the time a fifth is spent waiting for that table's memory, prefetches notwithstanding;
//! without large pages a search took 7–18 % longer.
//!
//! That was before the evaluation was learned. It takes 9 % of the time of `oware bench` where the processor has AVX2, and 19 % with vectors of 128 bits.

pub mod bounds;
mod buckets;
pub mod clock;
pub mod crew;
pub mod endgames;
pub mod evaluation;
pub mod findings;
mod forced_region;
pub mod iteration;
pub mod limits;
mod memory;
pub mod negamax;
mod ordering;
pub mod outcome;
mod probing;
pub mod proof;
mod reach;
mod region;
pub mod root;
pub mod searcher;
pub mod signals;
pub mod transposition;
pub mod window;
