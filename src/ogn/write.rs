//! From a record to text.

use super::record::Record;
use super::tags::Tag;
use crate::board::Side;
use crate::notation::{move_letter, position_text};
use crate::position::Position;
use crate::rules::Rules;
use crate::with_rules;
use std::fmt;

/// The most characters of a line of moves.
const LINE: usize = 80;

impl fmt::Display for Record {
    /// Writes the whole game file, its end of line included. Between two games of a file stands an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tag(f, "Variant", self.variant().title())?;
        for known in Tag::ALL {
            tag(f, known.name(), self.tags().get(known).unwrap_or(known.unknown()))?;
        }
        tag(f, "Result", self.result().name())?;
        if Some(self.start()) != Position::start(4) {
            tag(f, "FEN", &position_text(self.start()))?;
        }
        tag(f, "Rules", self.variant().name())?;
        tag(f, "Repetition", self.repetition().name())?;
        if let Some(termination) = self.termination() {
            tag(f, "Termination", termination)?;
        }
        for (name, value) in self.tags().others() {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut words = with_rules!(self.variant(), R => words::<R>(self));
        words.push(self.result().name().to_owned());
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > LINE {
                writeln!(f)?;
                column = 0;
            }
            let space = if column > 0 { " " } else { "" };
            write!(f, "{space}{word}")?;
            column += space.len() + word.len();
        }
        writeln!(f)
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The moves, a turn a word, and the numbers before South's turns.
fn words<R: Rules>(record: &Record) -> Vec<String> {
    let mut words = vec![];
    let mut position = record.start();
    let (mut turn, mut captured, mut number) = (String::new(), 0, 0);
    for (i, &mv) in record.moves().iter().enumerate() {
        let (side, board) = (position.to_move(), position.board());
        if turn.is_empty() && (side == Side::South || i == 0) {
            number += 1;
            words.push(if side == Side::South { format!("{number}.") } else { format!("{number}...") });
        }
        let played = R::play(board, mv);
        turn.push(move_letter(mv, side));
        captured += played.gain - R::dropped(board, mv);
        position = position.after(played);
        if position.to_move() != side || i + 1 == record.moves().len() {
            if captured > 0 {
                turn.push_str(&format!("+{captured}"));
            }
            words.push(std::mem::take(&mut turn));
            captured = 0;
        }
    }
    words
}
