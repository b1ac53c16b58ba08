//! A position with the exact value of each of its moves: what a choice of move is measured against.
//!
//! The value of a move is what tables of kind shared say of the board after it, with the seeds that it captures: that of a game that begins after the move,
//! under the repetition rule `split`. The game that goes on from the position also knows the position itself, which ends it when it comes back. That can only
//! make moves worth less which win something, but let the opponent bring the position back before it is won; a best move that keeps its value there is always
//! left (`src/search.rs`, case 3). Such a move, which only puts off a win, counts as one that keeps the value, as it does in the tables.

use crate::board::Move;
use crate::notation::{Letters, PositionError, move_letter, parse_move, parse_position, position_text};
use crate::position::Position;
use crate::rules::Rules;
use crate::score::Value;
use crate::table::Tablebase;
use crate::variant::Variant;
use crate::with_rules;
use std::fmt;
use thiserror::Error;

/// A position and what its moves are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    position: Position,
    /// All legal moves in the order of their pits, at least one.
    moves: Vec<(Move, Value)>,
    best: Value,
}

/// A text that is no position with the values of its moves.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GradedError {
    /// No position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The game is over there.
    #[error("`{0}`: the position has no legal move; expected one in which there is a choice")]
    NoMove(String),
    /// Something else than the legal moves in their order, each with a value.
    #[error(
        "`{text}`: expected after the position {expected}, each with `=` and its value, which is no more than {seeds} seeds for either player, such as `A=-2`"
    )]
    Moves {
        /// The whole text.
        text: String,
        /// The legal moves.
        expected: String,
        /// Seeds on the board.
        seeds: u32,
    },
}

impl Graded {
    /// A position whose legal moves have these values; `None` if there is no move.
    fn new(position: Position, moves: Vec<(Move, Value)>) -> Option<Self> {
        let best = moves.iter().map(|&(_, value)| value).max()?;
        Some(Graded { position, moves, best })
    }

    /// Looks the values up, in tables of kind shared of the rule set. `None` if there is no legal move, or no table of a layer that a move leads to.
    #[must_use]
    pub fn by_tables<R: Rules>(position: Position, tables: &Tablebase) -> Option<Self> {
        let board = position.board();
        let value = |mv| {
            let played = R::play(board, mv);
            Some((mv, played.value(tables.value(played.board)?)))
        };
        Self::new(position, R::moves(board).map(value).collect::<Option<_>>()?)
    }

    /// Reads the text of [`Graded`]'s `Display`: a position, then each legal move with its value, separated by blanks.
    ///
    /// # Errors
    /// A [`GradedError`] if it is not that, or a value is beyond the seeds on the board.
    pub fn parse(text: &str, variant: Variant) -> Result<Self, GradedError> {
        let mut fields = text.split_whitespace();
        let position = parse_position(fields.next().unwrap_or_default(), variant.max_seeds())?;
        let (board, side) = (position.board(), position.to_move());
        let legal = with_rules!(variant, R => <R as Rules>::moves(board));
        if legal.is_empty() {
            return Err(GradedError::NoMove(text.to_owned()));
        }
        let read = |field: &str| {
            let (letter, value) = field.split_once('=')?;
            let mv = letter.parse().ok().and_then(|letter| parse_move(letter, side, Letters::Exact))?;
            let value: Value = value.parse().ok()?;
            (u32::from(value.unsigned_abs()) <= board.seeds()).then_some((mv, value))
        };
        let moves: Option<Vec<_>> = fields.map(read).collect();
        let moves = moves.filter(|moves| moves.iter().map(|&(mv, _)| mv).eq(legal));
        moves.and_then(|moves| Self::new(position, moves)).ok_or_else(|| {
            let letters: Vec<String> = legal.map(|mv| move_letter(mv, side).to_string()).collect();
            GradedError::Moves { text: text.to_owned(), expected: letters.join(", "), seeds: board.seeds() }
        })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The legal moves, each with its value: what the mover captures from here on minus what the opponent does, in seeds, with best play after it.
    #[must_use]
    pub fn moves(&self) -> &[(Move, Value)] {
        &self.moves
    }

    /// The value of the best moves, which is that of the position.
    #[must_use]
    pub const fn best(&self) -> Value {
        self.best
    }

    /// Seeds that a move loses against the best; `None` if it is not legal.
    #[must_use]
    pub fn loss(&self, mv: Move) -> Option<u32> {
        let value = self.moves.iter().find(|&&(other, _)| other == mv).map(|&(_, value)| value)?;
        Some(u32::from(self.best.abs_diff(value)))
    }

    /// Whether it matters what is played.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.moves.iter().any(|&(_, value)| value != self.best)
    }
}

/// `POSITION A=-2 C=0 F=3`.
impl fmt::Display for Graded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&position_text(self.position))?;
        self.moves.iter().try_for_each(|&(mv, value)| write!(f, " {}={value}", move_letter(mv, self.position.to_move())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::kalah::Kalah;
    use crate::table::{Kind, Sources};

    const TEXT: &str = "0-2-0-0-0-1-0-0-0-0-3-0-20-22-S B=-2 F=4";

    #[test]
    fn texts_come_back() {
        let graded = Graded::parse(TEXT, Variant::Kalah).unwrap();
        assert_eq!(graded.to_string(), TEXT);
        assert_eq!((graded.best(), graded.is_choice(), graded.moves().len()), (4, true, 2));
        assert_eq!([0, 1, 5].map(|pit| graded.loss(Move::from_pit(pit))), [None, Some(6), Some(0)]);
        assert!(!Graded::parse("0-2-0-0-0-1-0-0-0-0-3-0-20-22-S B=1 F=1", Variant::Kalah).unwrap().is_choice());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| Graded::parse(text, Variant::Kalah).unwrap_err().to_string();
        assert!(error("").contains("has 1 fields"));
        let position = TEXT.split_once(' ').unwrap().0;
        for moves in ["", " B=-2", " F=4 B=-2", " B=-2 F=4 F=4", " B=-2 F", " B=-2 F=x", " b=-2 F=4", " B=-2 F=7", " BF=2", " A=0 B=-2 F=4"]
        {
            let message = error(&format!("{position}{moves}"));
            assert!(message.contains("expected after the position B, F, each with") && message.contains("6 seeds"), "{message}");
        }
        assert!(error("0-0-0-0-0-0-0-0-0-0-3-0-20-22-S").contains("has no legal move"));
    }

    #[test]
    fn tables_grade_a_position() {
        let tables = Tablebase::open(Variant::Kalah, Kind::Shared, &Sources::All(Vec::new())).unwrap();
        let position = parse_position("0-0-0-0-1-1-0-0-0-0-1-0-0-0-S", 72).unwrap();
        let graded = Graded::by_tables::<Kalah>(position, &tables).unwrap();
        assert_eq!(Some(graded.best()), tables.value(position.board()));
        let over = parse_position("0-0-0-0-0-0-0-0-0-0-1-0-0-0-S", 72).unwrap();
        assert_eq!(Graded::by_tables::<Kalah>(over, &tables), None, "no move");
        let large = parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 72).unwrap();
        assert_eq!(Graded::by_tables::<Kalah>(large, &tables), None, "no table");
    }
}
