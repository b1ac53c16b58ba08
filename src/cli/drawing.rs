//! A board drawn in text.

use oware::board::{PITS_PER_ROW, Side};
use oware::position::Position;
use std::fmt::Write;

/// The board as South sees it: North's pits from right to left above, South's below, stores beside them, and who is to move.
pub fn board(position: Position) -> String {
    let row = |side: Side| position.row(side).pits();
    let (mut north, south) = (row(Side::North), row(Side::South));
    north.reverse();
    let line = |pits: [u8; PITS_PER_ROW]| {
        pits.iter().fold(String::from("│"), |mut text, pit| {
            let _ = write!(text, " {pit:>2} │");
            text
        })
    };
    let pointer = |side: Side| if position.to_move() == side { "◀ to move" } else { "" };
    let mut text = String::new();
    let _ = writeln!(text, "             f    e    d    c    b    a");
    let _ = writeln!(text, "          ┌────┬────┬────┬────┬────┬────┐");
    let _ = writeln!(text, "  North   {}  {:>2} in store {}", line(north), position.store(Side::North), pointer(Side::North));
    let _ = writeln!(text, "          ├────┼────┼────┼────┼────┼────┤");
    let _ = writeln!(text, "  South   {}  {:>2} in store {}", line(south), position.store(Side::South), pointer(Side::South));
    let _ = writeln!(text, "          └────┴────┴────┴────┴────┴────┘");
    let _ = writeln!(text, "             A    B    C    D    E    F");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
