//! From text to records.

use super::error::OgnError;
use super::outcome::Outcome;
use super::record::Record;
use super::tags::{Tags, one_line};
use super::tokens::{Token, Tokens};
use crate::board::Move;
use crate::game::{Game, PlayError, Repetition};
use crate::notation::{Letters, parse_move, parse_position};
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;
use crate::with_rules;

impl Record {
    /// Reads all games of a file. Where a game has no tags for it, it is Oware Abapa under [`Repetition::Split`].
    ///
    /// # Errors
    /// An [`OgnError`] for the first fault.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, OgnError> {
        Self::parse_all_as(text, Variant::Abapa, Repetition::default())
    }

    /// Reads all games of a file, with the rules of those that do not say theirs.
    ///
    /// Lenient: tags may stand in any order, be missing or unknown; `Rules` overrides `Variant`; a tag that stands twice counts as it stands
    /// last; a bare move list is a game; comments (`{}`, `;`, lines that begin with `%`), variations, NAGs, marks such as `!?`, numbers and `+n` are
    /// passed over, whatever they say; the result as a word overrides the tag. A tag after a move, or anything after a result, begins the next game.
    /// Strict: a move has the letter of its side and is legal.
    ///
    /// # Errors
    /// An [`OgnError`] for the first fault.
    pub fn parse_all_as(text: &str, variant: Variant, repetition: Repetition) -> Result<Vec<Self>, OgnError> {
        let mut tokens = Tokens::new(text);
        let mut records = vec![];
        let mut draft = Draft::default();
        while let Some((line, token)) = tokens.next()? {
            match token {
                Token::Tag { name, value } => {
                    if !draft.moves.is_empty() {
                        records.push(std::mem::take(&mut draft).record(variant, repetition)?);
                    }
                    draft.tags.push((line, name, value));
                }
                Token::Move(letter) => draft.moves.push((line, letter)),
                Token::Result(outcome) => {
                    draft.result = Some(outcome);
                    records.push(std::mem::take(&mut draft).record(variant, repetition)?);
                }
            }
        }
        if !draft.tags.is_empty() || !draft.moves.is_empty() {
            records.push(draft.record(variant, repetition)?);
        }
        Ok(records)
    }
}

/// Longest part of a file that a message repeats, in characters. A position text is shorter.
const LONGEST_QUOTE: usize = 80;

/// A value for a message: its first part, on one line.
fn quoted(value: &str) -> String {
    let mut text: String = one_line(&value.chars().take(LONGEST_QUOTE).collect::<String>());
    if value.chars().nth(LONGEST_QUOTE).is_some() {
        text.push('…');
    }
    text
}

/// A game as it stands in the file.
#[derive(Default)]
struct Draft {
    /// Line, name and value.
    tags: Vec<(usize, String, String)>,
    /// Line and letter.
    moves: Vec<(usize, char)>,
    /// The last word, if it is a result.
    result: Option<Outcome>,
}

impl Draft {
    fn tag(&self, name: &str) -> Option<(usize, &str)> {
        self.tags.iter().rev().find(|(_, other, _)| other == name).map(|(line, _, value)| (*line, value.as_str()))
    }

    /// What a tag says; `None` if it is missing, empty or `?`.
    fn meaning<T>(&self, tag: &'static str, expected: &'static str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, OgnError> {
        match self.tag(tag) {
            None | Some((_, "" | "?")) => Ok(None),
            Some((line, value)) => match read(value) {
                Some(meaning) => Ok(Some(meaning)),
                None => Err(OgnError::Value { line, tag, value: quoted(value), expected }),
            },
        }
    }

    fn record(self, variant: Variant, repetition: Repetition) -> Result<Record, OgnError> {
        let rules = self.meaning("Rules", "abapa, abapa-play-on, wari, warri, kalah or kalah-strict", |name| name.parse().ok())?;
        let variant = match rules {
            Some(rules) => rules,
            None => {
                let expected = "Oware Abapa, Oware Abapa play-on, Wari, Warri, Kalah or Kalah strict";
                self.meaning("Variant", expected, Variant::from_title)?.unwrap_or(variant)
            }
        };
        let repetition = self.meaning("Repetition", "split or own-side", |name| name.parse().ok())?.unwrap_or(repetition);
        let told = self.meaning("Result", "1-0, 0-1, 1/2-1/2 or *", |text| text.parse().ok())?;
        let start = match self.tag("FEN") {
            None | Some((_, "" | "?")) => Position::start(4).expect("48 seeds"),
            Some((line, text)) if text.len() > LONGEST_QUOTE || text.contains(char::is_control) => {
                return Err(OgnError::Value { line, tag: "FEN", value: quoted(text), expected: "a position text" });
            }
            Some((line, text)) => parse_position(text, variant.max_seeds()).map_err(|reason| OgnError::Start { line, reason })?,
        };
        let moves = with_rules!(variant, R => self.play::<R>(start, repetition))?;
        let termination = self.tag("Termination").map(|(_, reason)| reason);
        let result = self.result.or(told).unwrap_or(Outcome::Unfinished);
        let mut record = Record::of_file(variant, repetition, start, moves, result, termination);
        *record.tags_mut() = Tags::of_file(self.tags.iter().map(|(_, name, value)| (name.as_str(), value.as_str())));
        Ok(record)
    }

    fn play<R: Rules>(&self, start: Position, repetition: Repetition) -> Result<Vec<Move>, OgnError> {
        let mut game = Game::<R>::new(start, repetition);
        let mut moves = Vec::with_capacity(self.moves.len());
        for (i, &(line, letter)) in self.moves.iter().enumerate() {
            let refused = |reason| OgnError::Move { line, ply: i + 1, letter, reason };
            if let Some(ending) = game.stop() {
                return Err(refused(PlayError::Over(ending)));
            }
            let side = game.position().to_move();
            game.replay(letter.encode_utf8(&mut [0; 4]), Letters::Exact).map_err(|error| refused(error.reason))?;
            moves.extend(parse_move(letter, side, Letters::Exact));
        }
        Ok(moves)
    }
}
