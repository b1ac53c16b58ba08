//! The text of a book, which people can read and compare.
//!
//! ```text
//! oware opening book 1
//! rules wari
//! built nodes=100000 hash=4 tables=0-24 batch=16 own=8 opponent=2
//! positions 300
//! 4-4-4-4-4-4-4-4-4-4-4-4 F-15 E-110 … # start
//! 5-5-5-5-4-4-4-4-4-4-4-0 … # F
//! ```
//!
//! Four lines are the head: format and version, rule set, how it was built (any text), and the number of positions. Then a line for each position: its
//! pits, seen from the player to move, and all legal moves as that player would write them as South, from the best score down. A score is in hundredths of a
//! seed, always with its sign; `!` after it says that it is proven, `~` that the move leads back to an earlier position of the line and is worth 0 for that. What
//! follows a `#` is not read; `build-book` writes a shortest line of moves from the start there, and puts the positions into the order of these lines.

use super::entry::{BookMove, Entry};
use super::error::BookError;
use crate::board::{Board, MAX_SEEDS, Move, Moves, PITS, Side};
use crate::notation::{Letters, move_letter, parse_move};
use crate::rules::Rules;
use crate::score::Score;
use crate::variant::Variant;
use crate::with_rules;
use std::collections::HashMap;
use std::fmt::Write as _;

/// The first line: format and version.
const FORMAT: &str = "oware opening book 1";

/// Largest score of a move, in hundredths of a seed.
const MAX_SCORE: i16 = 100 * MAX_SEEDS as i16;

/// A book as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rule set.
    pub variant: Variant,
    /// How it was built, in one line.
    pub built: String,
    /// Its positions.
    pub entries: Vec<Entry>,
    /// A remark on each position, in one line.
    pub remarks: Vec<String>,
}

impl Record {
    /// Reads a book and checks it: legal moves, and scores that follow from each other.
    ///
    /// # Errors
    /// A [`BookError`] that names the line and what is expected there.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let mut head = |prefix: &str, expected: &str| {
            let (line, text) = lines.next().unwrap_or((text.lines().count() + 1, ""));
            let error = || BookError::Head { line, found: text.to_owned(), expected: expected.to_owned() };
            text.strip_prefix(prefix).map(|rest| (rest, error())).ok_or_else(error)
        };
        let (rest, error) = head(FORMAT, &format!("`{FORMAT}`"))?;
        if !rest.is_empty() {
            return Err(error);
        }
        let (name, error) = head("rules ", "`rules` and the name of a rule set")?;
        let variant: Variant = name.parse().map_err(|_| error)?;
        let (built, _) = head("built ", "`built` and how")?;
        let (number, error) = head("positions ", "`positions` and their number")?;
        let expected: usize = number.parse().map_err(|_| error)?;
        let (mut entries, mut remarks) = (Vec::new(), Vec::new());
        let mut numbers = Vec::new();
        for (line, text) in lines {
            let (known, remark) = text.split_once('#').unwrap_or((text, ""));
            entries.push(with_rules!(variant, R => parse_entry::<R>(line, known))?);
            remarks.push(remark.trim().to_owned());
            numbers.push(line);
        }
        if entries.len() != expected {
            return Err(BookError::Length { found: entries.len(), expected });
        }
        with_rules!(variant, R => check::<R>(&entries, &numbers))?;
        Ok(Record { variant, built: built.to_owned(), entries, remarks })
    }
}

fn parse_entry<R: Rules>(line: usize, text: &str) -> Result<Entry, BookError> {
    let mut words = text.split_whitespace();
    let pits = words.next().unwrap_or_default();
    let board = parse_board(pits, R::MAX_SEEDS).ok_or_else(|| BookError::Board { line, found: pits.to_owned(), max: R::MAX_SEEDS })?;
    let moves: Vec<BookMove> =
        words.map(|word| parse_known(word).ok_or_else(|| BookError::Move { line, found: word.to_owned() })).collect::<Result<_, _>>()?;
    let legal = R::moves(board);
    let found = moves.iter().fold(Moves::NONE, |found, known| found.with(known.mv));
    if found != legal || moves.len() != legal.len() as usize || moves.is_empty() {
        let found = moves.iter().map(|known| letter(known.mv)).collect();
        return Err(BookError::Moves { line, found, expected: legal.map(letter).collect() });
    }
    if !moves.is_sorted_by(|one, next| one.score >= next.score) {
        return Err(BookError::Order { line });
    }
    Ok(Entry { board, moves })
}

fn letter(mv: Move) -> char {
    move_letter(mv, Side::South)
}

fn parse_board(text: &str, max_seeds: u32) -> Option<Board> {
    let pits: Vec<u8> = text.split('-').map(|field| field.parse().ok().filter(|_| is_digits(field))).collect::<Option<_>>()?;
    Board::from_pits(<[u8; PITS]>::try_from(pits).ok()?).filter(|board| board.seeds() <= max_seeds)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_known(word: &str) -> Option<BookMove> {
    let mut letters = word.chars();
    let mv = parse_move(letters.next()?, Side::South, Letters::Exact)?;
    let rest = letters.as_str();
    let (rest, exact) = rest.strip_suffix('!').map_or((rest, false), |rest| (rest, true));
    let (rest, repeats) = rest.strip_suffix('~').map_or((rest, false), |rest| (rest, true));
    let digits = rest.strip_prefix(['+', '-']).filter(|digits| !digits.is_empty() && is_digits(digits));
    let score = digits.and_then(|_| rest.parse().ok()).filter(|score: &i16| (-MAX_SCORE..=MAX_SCORE).contains(score))?;
    let possible = !repeats || !exact && score == 0;
    possible.then_some(BookMove { mv, score: Score::from_hundredths(score), exact, repeats })
}

/// Whether no position stands twice, and each score follows from those of the position after the move, if the book has it. A proven one need not: what is
/// known of the moves there may be estimates.
fn check<R: Rules>(entries: &[Entry], lines: &[usize]) -> Result<(), BookError> {
    let mut places: HashMap<Board, usize> = HashMap::new();
    for (place, entry) in entries.iter().enumerate() {
        if let Some(first) = places.insert(entry.board, place) {
            return Err(BookError::Twice { line: lines[place], first: lines[first] });
        }
    }
    for (entry, &line) in entries.iter().zip(lines) {
        for known in entry.moves.iter().filter(|known| !known.exact && !known.repeats) {
            let played = R::play(entry.board, known.mv);
            let Some(&after) = places.get(&played.board) else { continue };
            let expected = played.score(entries[after].score());
            if known.score != expected {
                let (found, expected) = (known.score.hundredths(), expected.hundredths());
                return Err(BookError::Score { line, letter: letter(known.mv), found, expected, after: lines[after] });
            }
        }
    }
    Ok(())
}

/// A book as text: see the [module](self).
#[must_use]
pub fn book_text(record: &Record) -> String {
    let Record { variant, built, entries, remarks } = record;
    let mut text = format!("{FORMAT}\nrules {variant}\nbuilt {built}\npositions {}\n", entries.len());
    for (i, Entry { board, moves }) in entries.iter().enumerate() {
        text += &board.pits().map(|pit| pit.to_string()).join("-");
        for &BookMove { mv, score, exact, repeats } in moves {
            let marks = [if repeats { "~" } else { "" }, if exact { "!" } else { "" }].concat();
            // Writing to a text does not fail.
            let _ = write!(text, " {}{:+}{marks}", letter(mv), score.hundredths());
        }
        if let Some(remark) = remarks.get(i).filter(|remark| !remark.is_empty()) {
            text += " # ";
            text += remark;
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "oware opening book 1\nrules wari\nbuilt by hand\npositions ";
    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4 F-15 E-110 D-120 A-300 B-300 C-310 # start";
    const AFTER: &str = "4-4-4-4-4-4-4-4-4-4-0-5";

    fn error(text: &str) -> String {
        Record::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_book_comes_back() {
        let text = format!("{HEAD}2\n{START}\n0-0-0-0-0-1-0-1-0-0-0-0 F+0~ # somewhere\n");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.entries[0].score(), Score::from_hundredths(-15));
        assert!(record.entries[1].moves[0].repeats);
        assert_eq!(record.remarks, ["start", "somewhere"]);
        assert_eq!(book_text(&record), text);
        let windows = text.replace('\n', "\r\n");
        assert_eq!(Record::parse(&windows), Ok(record));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let cases = [
            ("", "line 1: found ``; expected `oware opening book 1`"),
            ("oware opening book 12\n", "line 1: found `oware opening book 12`"),
            ("oware opening book 1\nrules chess\n", "line 2: found `rules chess`; expected `rules` and"),
            ("oware opening book 1\nrules wari\n", "line 3: found ``"),
            (&format!("{HEAD}many\n"), "line 4: found `positions many`"),
            (&format!("{HEAD}2\n{START}\n"), "1 positions; expected 2"),
            (&format!("{HEAD}2\n{START}\n{START}\n"), "line 6: the position of line 5 again"),
            (&format!("{HEAD}1\n{AFTER}-0 A+0\n"), "line 5: found `4-4-4-4-4-4-4-4-4-4-0-5-0`; expected twelve numbers"),
            (&format!("{HEAD}1\n9-{}\n", &START[2..]), "at most 48 seeds"),
            (&format!("{HEAD}1\n+4-{}\n", &START[2..]), "expected twelve numbers"),
            (&format!("{HEAD}1\n\n"), "line 5: found ``"),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15", "G-15")), "line 5: found `G-15`; expected a move A to F"),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15", "F15")), "found `F15`"),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15", "F-15~")), "found `F-15~`"),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15", "F+7201")), "found `F+7201`"),
            (
                &format!("{HEAD}1\n{}\n", START.replace("F-15", "E-15")),
                "line 5: the moves are `EEDABC`; expected each legal move once, `ABCDEF`",
            ),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15 ", "")), "the moves are `EDABC`"),
            (&format!("{HEAD}1\n{}\n", START.replace("F-15", "F-115")), "line 5: the moves are out of order"),
        ];
        for (text, words) in cases {
            let error = error(text);
            assert!(error.contains(words) && error.contains("build-book"), "{text}: `{words}` is not in: {error}");
        }
    }

    #[test]
    fn scores_follow_from_each_other_unless_they_are_proven() {
        let line = |best: i16| format!("5-5-5-5-4-4-4-4-4-4-4-0 F{best:+} A-500 B-500 C-500 D-500 E-500");
        let book = |start: &str, best| format!("{HEAD}2\n{start}\n{}\n", line(best));
        assert!(Record::parse(&book(START, 15)).is_ok());
        assert!(error(&book(START, 20)).starts_with("line 5: F has the score -15; expected -20, by the best move of line 6"));
        assert!(Record::parse(&book(&START.replace("F-15", "F-15!"), 20)).is_ok());
    }
}
