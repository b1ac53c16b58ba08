//! The library from another program.
//!
//! A rule set is a type in everything that is fast ([`Abapa`](crate::rules::oware::Abapa) and the others), and a value where it is known at run time only
//! ([`Variant`](crate::variant::Variant)); [`with_rules`](crate::with_rules) leads from one to the other. The library prints nothing and does not panic on input; an error names
//! what was found and what is expected.
//!
//! # The best move
//!
//! ```
//! use oware::engine::Engine;
//! use oware::game::{Game, Repetition};
//! use oware::notation::move_letter;
//! use oware::position::Position;
//! use oware::rules::kalah::Kalah;
//! use oware::search::limits::Limits;
//! use oware::search::signals::Signals;
//! use oware::table::{Kind, Sources, Tablebase};
//! use oware::variant::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The tables of the program itself; `Sources::new(None)` looks into the user's folders as well.
//! let tables = Tablebase::open(Variant::Kalah, Kind::Shared, &Sources::All(vec![]))?;
//! // 16 MiB for what the search remembers, one thread.
//! let mut engine = Engine::new(tables, 16, 1);
//! let game = Game::<Kalah>::new(Position::start(2).expect("24 seeds"), Repetition::Split);
//! let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
//! let analysis = engine.best(&game, limits, &Signals::new());
//! let best = analysis.best_move().expect("the game is not over");
//! // Kalah with two seeds in each pit is a win by ten (Irving, Donkers and Uiterwijk, 2000).
//! assert_eq!((analysis.score.seeds(), analysis.exact), (10.0, true));
//! assert!(game.moves().any(|mv| mv == best), "{}", move_letter(best, game.position().to_move()));
//! # Ok(())
//! # }
//! ```
//!
//! [`Signals`](crate::search::signals::Signals) stop a search from another thread; [`Engine::analyse_aloud`](crate::engine::Engine::analyse_aloud) tells how it goes on.
//!
//! # Asking a table
//!
//! ```
//! use oware::board::Board;
//! use oware::table::{Kind, Sources, Tablebase};
//! use oware::variant::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let tables = Tablebase::open(Variant::Wari, Kind::Shared, &Sources::All(vec![]))?;
//! // The mover's pits first. The value is what the mover will capture from here on, less what the opponent will.
//! let board = Board::from_pits([1, 1, 0, 1, 0, 2, 1, 0, 0, 1, 0, 1]).expect("8 seeds");
//! assert_eq!(tables.value(board), Some(8));
//! let larger = Board::from_pits([1, 1, 0, 1, 0, 2, 1, 0, 0, 1, 0, 2]).expect("9 seeds");
//! assert_eq!(tables.value(larger), None, "layers 0 to 8 are built in");
//! # Ok(())
//! # }
//! ```
//!
//! # Building layers
//!
//! ```
//! use oware::board::Board;
//! use oware::solve::Unwatched;
//! use oware::solve::build::{Options, Plan};
//! use oware::table::{Kind, Sources, TableId, Tablebase};
//! use oware::variant::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let plan = Plan::new(folder.path(), TableId::new(Variant::Wari, Kind::Shared, 9)?, Options::default())?;
//! assert_eq!(plan.missing().len(), 10);
//! let mut boards = 0;
//! plan.carry_out(&Unwatched, |table| boards += table.id().boards())?;
//! assert_eq!(boards, 293_930); // C(9 + 12, 12)
//! let tables = Tablebase::open(Variant::Wari, Kind::Shared, &Sources::Only(folder.path().to_owned()))?;
//! let board = Board::from_pits([1, 1, 0, 1, 0, 2, 1, 0, 0, 1, 0, 2]).expect("9 seeds");
//! assert_eq!(tables.value(board), Some(5));
//! # Ok(())
//! # }
//! ```
//!
//! # Playing a game, and its file
//!
//! ```
//! use oware::game::{Game, Repetition};
//! use oware::notation::{Letters, position_text};
//! use oware::ogn::Record;
//! use oware::position::Position;
//! use oware::rules::oware::Abapa;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = Game::<Abapa>::new(Position::start(4).expect("48 seeds"), Repetition::Split);
//! game.replay("F f B e D a", Letters::Exact)?;
//! assert_eq!(position_text(game.position()), "7-0-7-0-6-2-0-7-7-7-1-2-0-2-S");
//! let wrong = game.replay("F B", Letters::Exact).unwrap_err();
//! assert_eq!(wrong.to_string(), "move 2 of `F B`, `B`: not a move of North; expected one of a, b, c, d, e, f");
//!
//! let games = Record::parse_all("[South \"Ama\"] [North \"Kofi\"] 1. F f 2. B e 3. D a+2 1-0")?;
//! let again = games[0].replay::<Abapa>()?;
//! assert_eq!(position_text(again.position()), "7-0-7-0-6-2-0-7-7-7-1-2-0-2-S");
//! assert!(games[0].to_string().ends_with("\n1. F f 2. B e 3. D a+2 1-0\n"));
//! # Ok(())
//! # }
//! ```
