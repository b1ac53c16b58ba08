//! Text forms: positions as `p0-p1-…-p11-SOUTH-NORTH-T`, moves as letters `A`–`F` (South), `a`–`f` (North) and `-` (the pass).
//! This is the notation of the Aualé engine. South always comes first, whoever moves.

use crate::board::{Move, PITS, PITS_PER_ROW, Row, Side};
use crate::position::Position;
use crate::rules::Rules;
use thiserror::Error;

/// Fields of a position text: twelve pits, two stores, the side to move.
const FIELDS: usize = PITS + 3;

/// Why a text is no position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// Not fifteen fields.
    #[error("position `{text}` has {found} fields; expected 15: twelve pits, South's store, North's store and S or N, joined by `-`")]
    Fields {
        /// The whole text.
        text: String,
        /// How many fields it has.
        found: usize,
    },
    /// A field that is no count of seeds.
    #[error("position `{text}`: {what} is `{field}`; expected a number of seeds from 0 to {max}")]
    Count {
        /// The whole text.
        text: String,
        /// Which field.
        what: String,
        /// Its text.
        field: String,
        /// The largest count.
        max: u32,
    },
    /// Neither S nor N.
    #[error("position `{text}`: the side to move is `{field}`; expected S (South) or N (North)")]
    Turn {
        /// The whole text.
        text: String,
        /// The field's text.
        field: String,
    },
    /// Too many seeds.
    #[error("position `{text}` has {seeds} seeds in pits and stores; these rules play with at most {max}")]
    Seeds {
        /// The whole text.
        text: String,
        /// How many it has.
        seeds: u32,
        /// How many it may have.
        max: u32,
    },
}

/// Reads a position with at most `max_seeds` seeds in pits and stores.
///
/// # Errors
/// A [`PositionError`] that names the field and what is expected.
pub fn parse_position(text: &str, max_seeds: u32) -> Result<Position, PositionError> {
    let fields: Vec<&str> = text.trim().split('-').collect();
    if fields.len() != FIELDS {
        return Err(PositionError::Fields { text: text.to_owned(), found: fields.len() });
    }
    let count = |i: usize| {
        let field = fields[i];
        let digits = !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
        field.parse::<u8>().ok().filter(|&n| digits && u32::from(n) <= max_seeds).ok_or_else(|| PositionError::Count {
            text: text.to_owned(),
            what: match i {
                12 => "South's store".to_owned(),
                13 => "North's store".to_owned(),
                pit => format!("pit {} (field {})", pit_letter(pit), pit + 1),
            },
            field: field.to_owned(),
            max: max_seeds,
        })
    };
    let mut counts = [0; FIELDS - 1];
    for (i, slot) in counts.iter_mut().enumerate() {
        *slot = count(i)?;
    }
    let to_move = match fields[FIELDS - 1] {
        "S" => Side::South,
        "N" => Side::North,
        other => return Err(PositionError::Turn { text: text.to_owned(), field: other.to_owned() }),
    };
    let seeds = counts.iter().map(|&n| u32::from(n)).sum();
    let row = |first: usize| Row::from_pits(std::array::from_fn(|i| counts[first + i]));
    (seeds <= max_seeds)
        .then(|| Position::new(row(0), row(PITS_PER_ROW), [counts[PITS], counts[PITS + 1]], to_move))
        .flatten()
        .ok_or_else(|| PositionError::Seeds { text: text.to_owned(), seeds, max: max_seeds })
}

/// The position as text.
#[must_use]
pub fn position_text(position: Position) -> String {
    let mut fields: Vec<String> = Vec::with_capacity(FIELDS);
    for side in [Side::South, Side::North] {
        fields.extend(position.row(side).pits().map(|pit| pit.to_string()));
    }
    fields.extend([Side::South, Side::North].map(|side| position.store(side).to_string()));
    fields.push(side_letter(position.to_move()).to_string());
    fields.join("-")
}

const fn side_letter(side: Side) -> char {
    match side {
        Side::South => 'S',
        Side::North => 'N',
    }
}

/// `A`–`F`, `a`–`f` for pits 0–11 of the board.
const fn pit_letter(pit: usize) -> char {
    (if pit < PITS_PER_ROW { b'A' + pit as u8 } else { b'a' + (pit - PITS_PER_ROW) as u8 }) as char
}

/// The letter of a player's move, `-` for the pass.
#[must_use]
pub const fn move_letter(mv: Move, side: Side) -> char {
    if mv.is_pass() {
        return '-';
    }
    match side {
        Side::South => pit_letter(mv.index()),
        Side::North => pit_letter(mv.index() + PITS_PER_ROW),
    }
}

/// The letters of moves played one after another from a position, each legal in its turn.
#[must_use]
pub fn line_letters<R: Rules>(mut position: Position, line: &[Move]) -> Vec<String> {
    let letter = |&mv: &Move| {
        let letter = move_letter(mv, position.to_move()).to_string();
        position = position.play_unchecked::<R>(mv);
        letter
    };
    line.iter().map(letter).collect()
}

/// Whose letters a reader takes for a move of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// The mover's alone: upper case for South, lower case for North (UCI, OGN).
    Exact,
    /// Either case (where a person types).
    EitherCase,
}

/// The move that a letter stands for when `side` is to move; `None` if it stands for none.
#[must_use]
pub fn parse_move(letter: char, side: Side, letters: Letters) -> Option<Move> {
    let first = match (letter, side, letters) {
        ('-', _, _) => return Some(Move::PASS),
        ('A'..='F', Side::South, _) | ('A'..='F', _, Letters::EitherCase) => 'A',
        ('a'..='f', Side::North, _) | ('a'..='f', _, Letters::EitherCase) => 'a',
        _ => return None,
    };
    Some(Move::from_pit(letter as usize - first as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    #[test]
    fn positions_come_back() {
        for text in [START, "0-1-2-3-4-5-6-7-8-0-0-0-10-2-N", "0-0-0-0-0-0-0-0-0-0-0-48-0-0-S"] {
            assert_eq!(position_text(parse_position(text, 48).unwrap()), text);
        }
        assert_eq!(Position::start(4).map(position_text).as_deref(), Some(START));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| parse_position(text, 48).unwrap_err().to_string();
        assert!(error("4-4-4-4-4-4-4-4-4-4-4-4-0-S").contains("has 14 fields; expected 15"));
        assert!(error("4-4-4-4-4-4-4-4-4-4-4-4-4-0-0-S").contains("has 16 fields"));
        assert!(error("").contains("has 1 fields"));
        assert!(error("4-4-x-4-4-4-4-4-4-4-4-4-0-0-S").contains("pit C (field 3) is `x`"));
        assert!(error("4-4-4-4-4-4-4-+4-4-4-4-4-0-0-S").contains("pit b (field 8) is `+4`"));
        assert!(error("4-4-4-4-4-4-4-4-4-4-4-4-999-0-S").contains("South's store is `999`"));
        assert!(error("4-4-4-4-4-4-4-4-4-4-4-4-0-0-s").contains("expected S (South) or N (North)"));
        assert!(error("4-4-4-4-4-4-4-4-4-4-4-4-0-1-S").contains("has 49 seeds"));
        assert!(error("4--1-4-4-4-4-4-4-4-4-4-4-0-0-S").contains("has 16 fields"));
    }

    #[test]
    fn letters_belong_to_their_side_unless_a_person_types_them() {
        assert_eq!(parse_move('C', Side::South, Letters::Exact), Some(Move::from_pit(2)));
        assert_eq!(parse_move('c', Side::South, Letters::Exact), None);
        assert_eq!(parse_move('c', Side::South, Letters::EitherCase), Some(Move::from_pit(2)));
        assert_eq!(parse_move('F', Side::North, Letters::EitherCase), Some(Move::from_pit(5)));
        assert_eq!(parse_move('g', Side::North, Letters::EitherCase), None);
        assert_eq!(parse_move('-', Side::North, Letters::Exact), Some(Move::PASS));
        assert_eq!(move_letter(Move::from_pit(2), Side::North), 'c');
        assert_eq!(move_letter(Move::PASS, Side::South), '-');
    }
}
