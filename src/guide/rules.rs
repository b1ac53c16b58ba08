//! In what the rule sets differ, on one board.
//!
//! South to move: `1 0 0 0 0 2` against `1 1 0 0 0 0`. The move F drops a seed into each of North's two pits; both hold two then, and
//! taking them would leave North nothing: a grand slam.
//!
//! | rule set | F | A | why |
//! |---|---|---|---|
//! | `abapa` | takes nothing, −5 | −5 | the sowing stands; North gets everything in the end |
//! | `abapa-play-on` | takes nothing, −4 | −4 | the same, but who has no seeds passes, and the seed that is left goes on |
//! | `wari` | illegal | −5 | a grand slam is illegal while there is another move |
//! | `warri` | takes four, +5 | −5 | North passes, and South, who cannot feed, takes the seed that is left |
//!
//! ```
//! use oware::board::Board;
//! use oware::engine::table_moves;
//! use oware::notation::move_letter;
//! use oware::board::Side;
//! use oware::table::{Kind, Sources, Tablebase};
//! use oware::variant::Variant;
//! use oware::with_rules;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = Board::from_pits([1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]).expect("five seeds");
//! let mut found = Vec::new();
//! for variant in [Variant::Abapa, Variant::AbapaPlayOn, Variant::Wari, Variant::Warri] {
//!     let tables = Tablebase::open(variant, Kind::Shared, &Sources::All(vec![]))?;
//!     let (value, moves) = with_rules!(variant, R => table_moves::<R>(&tables, board)).expect("the layers up to 8 are built in");
//!     found.push((value, moves.iter().map(|&mv| move_letter(mv, Side::South)).collect::<String>()));
//! }
//! let expected = [(-5, "AF"), (-4, "AF"), (-5, "A"), (5, "F")];
//! assert_eq!(found, expected.map(|(value, moves)| (value, moves.to_owned())));
//! # Ok(())
//! # }
//! ```
//!
//! `kalah` and `kalah-strict` differ in a last seed that falls into an empty pit of the own row with nothing opposite: it goes into the store, or stays.
//!
//! ```
//! use oware::notation::{parse_position, position_text};
//! use oware::board::Move;
//! use oware::rules::kalah::{Kalah, KalahStrict};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = parse_position("1-0-1-0-0-0-0-0-0-1-0-1-0-0-S", 72)?;
//! let third = Move::from_pit(2);
//! assert_eq!(position_text(position.play::<Kalah>(third)?), "1-0-0-0-0-0-0-0-0-1-0-1-1-0-N");
//! assert_eq!(position_text(position.play::<KalahStrict>(third)?), "1-0-0-1-0-0-0-0-0-1-0-1-0-0-N");
//! # Ok(())
//! # }
//! ```
