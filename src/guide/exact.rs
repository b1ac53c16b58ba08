//! What "exact" means, for a player.
//!
//! # A score
//!
//! is how many seeds more you will have at the end than the other player, seen from whoever is to move: `+3` is a win by three, `-12` a loss by twelve, `0` a
//! draw. It counts what is in the stores already. The game is thought of as played to its natural end, even where a majority would have ended it: then more of
//! a won game is to be had, and the engine says how much.
//!
//! # Exact
//!
//! An exact score is a fact of the game and no opinion of the engine: with best play of both sides the game ends with just this difference. However you play, an
//! opponent who makes no mistake will not let you have more; and there is a way to play that gets you no less. Nothing that is computed for longer changes it.
//! There are two ways to know such a thing, and the engine says which tables it used:
//!
//! * *Tables.* For each board with few seeds all that can follow was worked out, backwards from the ends of games ([`crate::solve`]). The program
//!   brings those of up to 8 seeds; `oware db build` makes larger ones.
//! * *A search to the end.* From a position with more seeds every line that matters was followed until the game or a table ended it.
//!
//! Boards solved by another program, published counts of wins and losses, and solved games of kalah agree with it (README tells which).
//!
//! # An estimate
//!
//! is everything else: `+2.75` with two digits after the point. The engine has looked so many moves ahead as `depth` says and judged what it saw there by experience, that is by what was learned
//! from positions whose values are known. It may be wrong, and more thinking may change it. It is good enough to beat you, and no proof.
//!
//! # What it cannot know
//!
//! * *What is best against you.* It looks for what is best against an opponent without mistakes. Of moves that are equally good in that sense, one may be
//!   harder for a person to answer; it does not know which.
//! * *What was played before, unless you tell.* In the oware family a position that comes back ends the game, so the same board may be worth something else in another game.
//!   The board below is lost by three. But in a game that came from it by way of the moves `FfAcBdCe`, going on with `DaEb` brings the first position back, and that is a draw:
//!
//! ```
//! use oware::engine::Engine;
//! use oware::game::{Game, Repetition};
//! use oware::notation::{Letters, parse_position};
//! use oware::rules::oware::Abapa;
//! use oware::search::limits::Limits;
//! use oware::search::signals::Signals;
//! use oware::table::{Kind, Sources, Tablebase};
//! use oware::variant::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tables = Tablebase::open(Variant::Abapa, Kind::Shared, &Sources::All(vec![]))?;
//! let mut engine = Engine::new(tables, 1, 1);
//! let mut score = |position: &str, moves: &str| {
//!     let mut game = Game::<Abapa>::new(parse_position(position, 48)?, Repetition::Split);
//!     game.replay(moves, Letters::Exact)?;
//!     let analysis = engine.best(&game, Limits { nodes: Some(100_000), ..Limits::default() }, &Signals::new());
//!     Ok::<_, Box<dyn std::error::Error>>((analysis.score.seeds(), analysis.exact))
//! };
//! assert_eq!(score("0-0-0-1-0-0-1-0-0-0-0-1-0-0-S", "")?, (-3.0, true));
//! assert_eq!(score("0-0-0-0-0-1-0-0-1-0-0-1-0-0-S", "FfAcBdCe")?, (0.0, true));
//! # Ok(())
//! # }
//! ```
//!
//! So give the moves (`--moves`, a game file) where you have them.
//!
//! * *By which custom you play.* Whether the seeds on the board count for nobody when a position comes back (`split`) or belong to the owners of the pits (`own-side`) changes
//!   what is best. A score is exact under the rule in force alone; under `own-side` there are positions in which each side can force something, and what lies between is open.
//! * *Positions with many seeds.* The start of oware has 48. Awari (`wari` here) was shown to be a draw by tables of all its 889 billion boards (J. W. Romein and H. E. Bal, 2002); this
//!   program has no such tables, and says of the start what it estimates.
