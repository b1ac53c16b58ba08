//! What the engine says, as lines without their ends.

use crate::board::Move;
use crate::engine::Analysis;
use crate::game::Game;
use crate::notation::{line_letters, move_letter};
use crate::rules::Rules;
use crate::uci::options::Options;
use std::fmt::Display;

/// The answer of a game that is over, and of a position that is none.
pub const NO_MOVE: &str = "bestmove 0000";

/// Longest remark, in characters: it may quote what came in.
const LONGEST_REMARK: usize = 400;

/// Who this is and what can be set: the answer to `uci`.
#[must_use]
pub fn introduction(options: &Options) -> Vec<String> {
    let mut lines = vec![format!("id name oware {}", env!("CARGO_PKG_VERSION")), "id author the authors of oware".to_owned()];
    lines.extend(options.declarations().into_iter().map(|option| format!("option name {option}")));
    lines.push("uciok".to_owned());
    lines
}

/// A remark for a person, in one line.
#[must_use]
pub fn remark(text: impl Display) -> String {
    let text = text.to_string();
    let mut line: String = text.chars().take(LONGEST_REMARK).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST_REMARK).is_some() {
        line.push('…');
    }
    format!("info string {line}")
}

/// What is known of a position by now.
#[must_use]
pub fn info<R: Rules>(game: &Game<R>, analysis: &Analysis) -> String {
    let Analysis { depth, nodes, time, .. } = *analysis;
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let line = analysis.moves.first().map_or(&[][..], |best| &best.line);
    let score = analysis.score.hundredths();
    let mut text = format!("info depth {depth} score cp {score} nodes {nodes} nps {speed} time {}", time.as_millis());
    if !line.is_empty() {
        text += " pv ";
        text += &line_letters::<R>(game.position(), line).join(" ");
    }
    text
}

/// The move to play, and the one expected from the opponent. Both are legal.
#[must_use]
pub fn best_move<R: Rules>(game: &Game<R>, analysis: &Analysis) -> String {
    let line = analysis.moves.first().map_or(&[][..], |best| &best.line);
    // A move that is not legal would be a fault of the search; the game goes on all the same.
    let best = line.first().copied().filter(|&mv| game.moves().contains(mv));
    let Some(best) = best.or_else(|| game.moves().next()) else { return NO_MOVE.to_owned() };
    let to_move = game.position().to_move();
    let mut text = format!("bestmove {}", move_letter(best, to_move));
    if let Some(reply) = line.get(1).and_then(|&reply| expected(game, best, reply)) {
        text += &format!(" ponder {}", move_letter(reply, to_move.other()));
    }
    text
}

/// The reply, if it is one: the opponent is to move then, in a game that is not over.
fn expected<R: Rules>(game: &Game<R>, best: Move, reply: Move) -> Option<Move> {
    let mut after = game.clone();
    let played = after.play(best).ok()?;
    (!played.again && after.ending().is_none() && after.moves().contains(reply)).then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_one_short_line() {
        assert_eq!(remark("a\nb\r\tc"), "info string a b  c");
        let long = remark("é".repeat(1000));
        assert_eq!(long.chars().count(), "info string ".len() + LONGEST_REMARK + 1);
    }
}
