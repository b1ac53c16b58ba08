//! The moves of a position as a table of 80 columns: scores with bars, losses, and the play expected after each.

use crate::cli::output::{letters, score};
use oware::engine::{Analysis, MoveAnalysis};
use oware::game::Game;
use oware::rules::Rules;
use oware::score::Score;
use std::fmt::Write;

/// Room for a line of play, in characters.
const LINE: usize = 31;
/// Longest bar to either side, in characters.
const REACH: usize = 7;
/// A bar of full length stands for so many seeds at least: small differences shall look small.
const SMALLEST_SCALE: i32 = 4;

/// The table, with what its columns mean below it.
pub fn chart<R: Rules>(game: &Game<R>, analysis: &Analysis) -> String {
    let mover = game.position().to_move();
    let largest = analysis.moves.iter().map(|of| hundredths(of.score).abs()).max().unwrap_or_default();
    let scale = (largest + 99).div_euclid(100).max(SMALLEST_SCALE);
    let mut text = String::new();
    let _ = writeln!(text, "  move   score            loss  bar              line");
    for of in &analysis.moves {
        let line = letters(game, &of.line);
        let mark = if of.exact { "exact" } else { "estimate" };
        let _ = writeln!(
            text,
            "  {:<4}  {:>6} {mark:<8}  {:>5}  {}  {}",
            line[0],
            score(of.score, of.exact),
            loss(analysis, of),
            bar(hundredths(of.score), 100 * scale),
            shortened(&line)
        );
    }
    let _ = writeln!(text, "\n  score: seeds by which {mover} is ahead at the end, proven only where it is exact");
    let _ = writeln!(text, "  bar:   the score, to the right where {mover} wins; a full one is {scale} seeds");
    let _ = writeln!(text, "  loss:  seeds given away against the best move");
    text
}

fn hundredths(score: Score) -> i32 {
    i32::from(score.hundredths())
}

/// What a move gives away: a whole number where both scores are exact.
fn loss(analysis: &Analysis, of: &MoveAnalysis) -> String {
    let lost = analysis.score - of.score;
    if of.exact && analysis.exact { (lost.hundredths() / 100).to_string() } else { format!("{:.2}", lost.seeds()) }
}

/// A bar from the axis in the middle to the right, or to the left for less than nothing; `full` is what one of full length stands for. What is not nothing
/// is seen.
fn bar(value: i32, full: i32) -> String {
    // In halves of a character: there is no finer block that begins at the right.
    let most = 2 * REACH as i32;
    let halves = ((value.abs() * most + full / 2) / full).clamp(i32::from(value != 0), most) as usize;
    let (whole, half) = (halves / 2, halves % 2);
    let blocks = "█".repeat(whole);
    if value < 0 {
        format!("{:>REACH$}│{:REACH$}", "▐".repeat(half) + &blocks, "")
    } else {
        format!("{:REACH$}│{:<REACH$}", "", blocks + &"▌".repeat(half))
    }
}

/// A line of play that fits: whole letters, and a sign where there are more.
fn shortened(letters: &[String]) -> String {
    let whole = letters.join(" ");
    if whole.chars().count() <= LINE { whole } else { format!("{} …", letters[..(LINE - 1) / 2].join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_from_the_middle_in_halves_of_a_character() {
        for (value, expected) in [
            (0, "       │       "),
            (400, "       │███████"),
            (-400, "███████│       "),
            (200, "       │███▌   "),
            (-200, "   ▐███│       "),
            (1, "       │▌      "),
            (-1, "      ▐│       "),
        ] {
            assert_eq!(bar(value, 400), expected, "{value}");
        }
    }

    #[test]
    fn lines_are_cut_between_letters() {
        let letters = |count: usize| vec!["F".to_owned(); count];
        assert_eq!(shortened(&letters(16)), ["F"; 16].join(" "));
        assert_eq!(shortened(&letters(17)), format!("{} …", ["F"; 15].join(" ")));
    }
}
