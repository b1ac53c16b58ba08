//! The board that is played on, as South sees it: North's pits from right to left above, South's below, each with its number and its seeds, and the
//! stores left and right. A picture is lines of pieces, each in one ink; the line mode and the screen paint them in their own way.

use oware::board::{Move, PITS_PER_ROW, Side};
use oware::notation::move_letter;
use oware::position::Position;

/// What a piece shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Frames, and letters of pits that cannot be played.
    Faint,
    /// Names, numbers and seeds.
    Plain,
    /// The letter of a legal move.
    Legal,
    /// The pit that was played last.
    Played,
    /// A pit that lost its seeds by that.
    Captured,
    /// The pit under the cursor.
    Cursor,
}

/// A piece of a line.
pub type Piece = (String, Ink);

/// A pit of a player.
pub type Pit = (Side, usize);

/// What is marked on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Legal moves of the player to move.
    pub legal: Vec<Move>,
    /// The pit that was played last.
    pub played: Option<Pit>,
    /// Pits that this captured.
    pub captured: Vec<Pit>,
    /// The pit under the cursor.
    pub cursor: Option<Pit>,
}

/// The characters of a picture: corners and crossings of its lines from left to right, strokes, a seed.
struct Glyphs {
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
    across: char,
    down: char,
    seed: char,
}

const UNICODE: Glyphs =
    Glyphs {
        top: ['╭', '┬', '╮'], middle: ['├', '┼', '┤'], bottom: ['╰', '┴', '╯'], across: '─', down: '│', seed: '●'
    };
const ASCII: Glyphs = Glyphs { top: ['+'; 3], middle: ['+'; 3], bottom: ['+'; 3], across: '-', down: '|', seed: 'o' };

/// Columns of a pit and of a store within their frames.
const PIT: usize = 7;
/// Seeds drawn in a line of a pit, of which there are two.
const SEEDS: u32 = 5;

/// Columns of a picture.
pub const WIDTH: u16 = 71;
/// Lines of a picture.
pub const HEIGHT: u16 = 11;

/// The board with its marks. `ascii` draws it with characters of every keyboard.
pub fn picture(position: Position, marks: &Marks, ascii: bool) -> Vec<Vec<Piece>> {
    let drawing = Drawing { position, marks, glyphs: if ascii { &ASCII } else { &UNICODE } };
    let rows = 0..usize::from(HEIGHT);
    rows.map(|row| {
        let mut line = vec![drawing.store(Side::North, row), ("  ".to_owned(), Ink::Plain)];
        line.extend(drawing.pits(row));
        line.extend([("  ".to_owned(), Ink::Plain), drawing.store(Side::South, row)]);
        line
    })
    .collect()
}

struct Drawing<'a> {
    position: Position,
    marks: &'a Marks,
    glyphs: &'a Glyphs,
}

impl Drawing<'_> {
    /// A row of the picture between the stores.
    fn pits(&self, row: usize) -> Vec<Piece> {
        let glyphs = self.glyphs;
        match row {
            0 => self.letters(Side::North),
            1 => vec![frame(glyphs, glyphs.top, PITS_PER_ROW)],
            2 => self.cells(Side::North, |seeds| seeds.to_string()),
            3 => self.cells(Side::North, |seeds| self.heap(seeds.min(SEEDS))),
            4 => self.cells(Side::North, |seeds| self.rest(seeds)),
            5 => vec![frame(glyphs, glyphs.middle, PITS_PER_ROW)],
            6 => self.cells(Side::South, |seeds| self.rest(seeds)),
            7 => self.cells(Side::South, |seeds| self.heap(seeds.min(SEEDS))),
            8 => self.cells(Side::South, |seeds| seeds.to_string()),
            9 => vec![frame(glyphs, glyphs.bottom, PITS_PER_ROW)],
            _ => self.letters(Side::South),
        }
    }

    /// A row of a store.
    fn store(&self, side: Side, row: usize) -> Piece {
        let (glyphs, down) = (self.glyphs, self.glyphs.down);
        let inside = |text: &str| (format!("{down}{text:^PIT$}{down}"), Ink::Plain);
        match row {
            2 => frame(glyphs, glyphs.top, 1),
            3 | 6 | 7 => (format!("{down}{:PIT$}{down}", ""), Ink::Faint),
            4 => inside(&side.to_string()),
            5 => inside(&self.position.store(side).to_string()),
            8 => frame(glyphs, glyphs.bottom, 1),
            _ => (" ".repeat(PIT + 2), Ink::Plain),
        }
    }

    fn letters(&self, side: Side) -> Vec<Piece> {
        let letter = |pit| {
            let legal = self.position.to_move() == side && self.marks.legal.contains(&Move::from_pit(pit));
            let ink = if legal { Ink::Legal } else { Ink::Faint };
            (format!(" {:^PIT$}", move_letter(Move::from_pit(pit), side)), ink)
        };
        seen(side).map(letter).chain([(" ".to_owned(), Ink::Plain)]).collect()
    }

    /// One line of the pits of a row.
    fn cells(&self, side: Side, text: impl Fn(u32) -> String) -> Vec<Piece> {
        let down = (self.glyphs.down.to_string(), Ink::Faint);
        let cell = |pit| (format!("{:^PIT$}", text(self.position.row(side).pit(pit))), self.ink((side, pit)));
        seen(side).flat_map(|pit| [down.clone(), cell(pit)]).chain([down.clone()]).collect()
    }

    fn ink(&self, pit: Pit) -> Ink {
        let Marks { played, captured, cursor, .. } = self.marks;
        match () {
            () if *cursor == Some(pit) => Ink::Cursor,
            () if *played == Some(pit) => Ink::Played,
            () if captured.contains(&pit) => Ink::Captured,
            () => Ink::Plain,
        }
    }

    fn heap(&self, seeds: u32) -> String {
        self.glyphs.seed.to_string().repeat(seeds as usize)
    }

    /// The seeds of a pit that the first line has no room for.
    fn rest(&self, seeds: u32) -> String {
        let rest = seeds.saturating_sub(SEEDS);
        if rest > SEEDS { format!("{}+", self.heap(SEEDS - 1)) } else { self.heap(rest) }
    }
}

/// A line of a frame around so many pits.
fn frame(glyphs: &Glyphs, [left, between, right]: [char; 3], pits: usize) -> Piece {
    let stroke = glyphs.across.to_string().repeat(PIT);
    (format!("{left}{}{right}", vec![stroke; pits].join(&between.to_string())), Ink::Faint)
}

/// A row's pits from left to right.
fn seen(side: Side) -> impl Iterator<Item = usize> {
    (0..PITS_PER_ROW).map(move |column| if side == Side::South { column } else { PITS_PER_ROW - 1 - column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use oware::notation::parse_position;

    fn text(position: &str, ascii: bool) -> String {
        let position = parse_position(position, 72).unwrap();
        let lines = picture(position, &Marks::default(), ascii);
        lines.iter().map(|line| line.iter().map(|(text, _)| text.as_str()).collect::<String>() + "\n").collect()
    }

    #[test]
    fn a_board_looks_like_one() {
        let drawn = text("0-1-5-6-10-11-2-0-0-0-0-3-9-1-S", false);
        let expected = [
            "           ╭───────┬───────┬───────┬───────┬───────┬───────╮",
            "╭───────╮  │   3   │   0   │   0   │   0   │   0   │   2   │  ╭───────╮",
            "│       │  │  ●●●  │       │       │       │       │  ●●   │  │       │",
            "│ North │  │       │       │       │       │       │       │  │ South │",
            "│   1   │  ├───────┼───────┼───────┼───────┼───────┼───────┤  │   9   │",
            "│       │  │       │       │       │   ●   │ ●●●●● │ ●●●●+ │  │       │",
            "│       │  │       │   ●   │ ●●●●● │ ●●●●● │ ●●●●● │ ●●●●● │  │       │",
            "╰───────╯  │   0   │   1   │   5   │   6   │  10   │  11   │  ╰───────╯",
            "           ╰───────┴───────┴───────┴───────┴───────┴───────╯",
        ];
        let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
        assert_eq!(lines[1..10], expected, "{drawn}");
        assert_eq!(lines[0].trim(), "f       e       d       c       b       a");
        assert_eq!(drawn.lines().last().unwrap().trim(), "A       B       C       D       E       F");
    }

    #[test]
    fn every_line_has_the_width_that_is_told() {
        for ascii in [false, true] {
            let drawn = text("0-48-5-0-0-0-2-0-0-0-0-3-9-1-N", ascii);
            assert_eq!(drawn.lines().count(), usize::from(HEIGHT));
            assert!(drawn.lines().all(|line| line.chars().count() == usize::from(WIDTH)), "{drawn}");
            assert!(drawn.is_ascii() == ascii);
        }
    }

    #[test]
    fn marks_have_their_ink() {
        let position = parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", 48).unwrap();
        let marks = Marks {
            legal: vec![Move::from_pit(0), Move::from_pit(5)],
            played: Some((Side::South, 2)),
            captured: vec![(Side::North, 1)],
            cursor: Some((Side::North, 0)),
        };
        let lines = picture(position, &marks, false);
        let inked = |row: usize, ink| lines[row].iter().filter(|piece| piece.1 == ink).map(|piece| piece.0.trim()).collect::<String>();
        assert_eq!((inked(0, Ink::Legal), inked(10, Ink::Legal)), ("fa".to_owned(), String::new()));
        assert_eq!((inked(2, Ink::Captured), inked(2, Ink::Cursor), inked(8, Ink::Played)), ("4".into(), "4".into(), "4".into()));
    }
}
