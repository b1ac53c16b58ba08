//! A review as a picture: the value over the game, the mistakes marked.
//!
//! Like all pictures here it can be read on white and on black, and is the same whenever the review is.

use crate::cli::output::{score, signed};
use crate::cli::svg::{self, LOSS, TEXT, WIN, rect, text};
use oware::board::Side;
use oware::notation::move_letter;
use oware::ogn::{Record, Tag};
use oware::review::Review;
use oware::review::grade::Grade;
use oware::review::ply::Ply;
use oware::review::worth::Worth;
use std::fmt::{self, Display, Formatter};

const HEIGHT: f64 = 440.0;
/// The values lie between these.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 940.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 376.0;
/// What marks a mistake.
const MARK: &str = "#d1495b";
/// Longest title, in characters.
const TITLE: usize = 100;

/// What there is to draw.
pub struct Chart<'a> {
    pub record: &'a Record,
    pub review: &'a Review,
}

impl Chart<'_> {
    /// The place of the position after so many moves.
    fn x(&self, moves: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * moves as f64 / self.review.moves.max(1) as f64
    }

    /// The largest value to be drawn, to either side, in seeds.
    fn extreme(&self) -> i32 {
        let most = self.review.worths().map(|worth| i32::from(worth.score.hundredths()).abs()).max().unwrap_or(0);
        most.div_euclid(100) + 2
    }

    fn y(&self, seeds: f64) -> f64 {
        let extreme = f64::from(self.extreme());
        TOP + (BOTTOM - TOP) * (extreme - seeds) / (2.0 * extreme)
    }

    fn title(&self) -> String {
        let name = |tag: Tag| self.record.tags().get(tag).unwrap_or(tag.name());
        let title = format!("{}: {} – {}, {}", self.record.variant(), name(Tag::South), name(Tag::North), self.record.result().name());
        if title.chars().count() <= TITLE { title } else { format!("{}…", title.chars().take(TITLE - 1).collect::<String>()) }
    }

    /// The worths with the numbers of the moves before them.
    fn points(&self) -> Vec<(usize, Worth)> {
        (self.review.moves - self.review.plies.len()..).zip(self.review.worths()).collect()
    }

    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let y = TOP - 30.0;
        for (x, dashes, name) in [(LEFT, "", "exact"), (LEFT + 88.0, DASHES, "estimate")] {
            writeln!(f, r#"<path d="M{x:.1} {y:.1}h28" stroke="{TEXT}" stroke-width="2.5"{dashes}/>"#)?;
            text(f, x + 34.0, y + 4.0, "start", name)?;
        }
        for (x, colour, name) in [(LEFT + 200.0, WIN, "South ahead"), (LEFT + 314.0, LOSS, "North ahead")] {
            rect(f, [x, y - 6.0, 12.0, 12.0], colour, 0.45)?;
            text(f, x + 17.0, y + 4.0, "start", name)?;
        }
        for (i, grade) in [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].into_iter().enumerate() {
            let x = LEFT + 446.0 + 104.0 * i as f64;
            dot(f, [x, y], grade)?;
            writeln!(f, "/>")?;
            text(f, x + 12.0, y + 4.0, "start", grade.name())?;
        }
        Ok(())
    }

    /// Lines across at whole values, the numbers of moves below, and what both are.
    fn axes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let extreme = self.extreme();
        let step = [1, 2, 4, 6, 12, 24].into_iter().find(|step| extreme / step <= 4).unwrap_or(24);
        for value in (-extreme..=extreme).filter(|value| value % step == 0) {
            let y = self.y(f64::from(value));
            svg::rule(f, [LEFT, RIGHT], y)?;
            text(f, LEFT - 8.0, y + 4.0, "end", signed(value).replace('-', "−"))?;
        }
        let moves = self.review.moves;
        let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| moves / step <= 20).unwrap_or(moves.div_ceil(20));
        for number in (0..=moves).step_by(step) {
            text(f, self.x(number), BOTTOM + 20.0, "middle", number)?;
        }
        text(f, f64::midpoint(LEFT, RIGHT), BOTTOM + 44.0, "middle", "moves played")?;
        let y = f64::midpoint(TOP, BOTTOM);
        writeln!(
            f,
            r#"<text x="18" y="{y:.1}" text-anchor="middle" transform="rotate(-90 18 {y:.1})">seeds South is ahead by at the end</text>"#
        )
    }

    /// The part of the game from which on all is exact.
    fn exact_part(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(ply) = self.review.exact_from() else { return Ok(()) };
        let x = self.x(ply - 1);
        rect(f, [x, TOP, RIGHT - x, BOTTOM - TOP], TEXT, 0.1)?;
        let words = if ply == 1 { "all exact".to_owned() } else { format!("exact from move {ply} on") };
        // On whichever side there is room.
        let anchor = if x > f64::midpoint(LEFT, RIGHT) { "end" } else { "start" };
        let x = if anchor == "end" { RIGHT - 6.0 } else { x + 6.0 };
        text(f, x, BOTTOM - 8.0, anchor, words)
    }

    /// The line of the values, and the ground below and above it.
    fn values(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let points = self.points();
        let zero = self.y(0.0);
        let place = |&(moves, worth): &(usize, Worth)| (self.x(moves), self.y(worth.score.seeds()));
        for part in points.chunk_by(|a, b| a.1.score == b.1.score) {
            let ((x, y), right) = (place(&part[0]), self.x((part[part.len() - 1].0 + 1).min(self.review.moves)));
            let colour = if y <= zero { WIN } else { LOSS };
            rect(f, [x, y.min(zero), right - x, (y - zero).abs()], colour, 0.3)?;
        }
        // The value holds until a move changes it.
        let alike = |a: &(usize, Worth), b: &(usize, Worth)| a.1.exact == b.1.exact;
        let mut last = None;
        for part in points.chunk_by(alike) {
            let dashes = if part[0].1.exact { "" } else { DASHES };
            let mut path = last.map_or_else(String::new, |y: f64| format!("M{:.1} {y:.1}", self.x(part[0].0)));
            for point in part {
                let (x, y) = place(point);
                path += &if path.is_empty() { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") };
            }
            let (moves, worth) = part[part.len() - 1];
            path += &format!("H{:.1}", self.x((moves + 1).min(self.review.moves)));
            last = Some(self.y(worth.score.seeds()));
            writeln!(f, r#"<path class="value" d="{path}" fill="none" stroke="{TEXT}" stroke-width="2.5"{dashes}/>"#)?;
        }
        Ok(())
    }

    fn mistakes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for ply in self.review.plies.iter().filter(|ply| ply.grade() != Grade::Good) {
            let (x, y) = (self.x(ply.number), self.y(ply.after.score.seeds()));
            dot(f, [x, y], ply.grade())?;
            writeln!(f, "><title>{}</title></circle>", about(ply))?;
            if ply.grade() > Grade::Inaccuracy {
                // Beside the end of the fall, away from the line.
                let y = if ply.mover() == Side::South { y + 20.0 } else { y - 11.0 };
                text(f, x, y, "middle", format_args!("{} {}", ply.number, move_letter(ply.played, ply.mover())))?;
            }
        }
        Ok(())
    }
}

/// The whole file.
impl Display for Chart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        svg::open(f, HEIGHT, LEFT, &self.title())?;
        self.legend(f)?;
        self.exact_part(f)?;
        self.axes(f)?;
        self.values(f)?;
        self.mistakes(f)?;
        writeln!(f, "</svg>")
    }
}

/// How a line is drawn that is estimated.
const DASHES: &str = r#" stroke-dasharray="5 4""#;

/// The mark of a mistake, its element left open.
fn dot(f: &mut Formatter<'_>, [x, y]: [f64; 2], grade: Grade) -> fmt::Result {
    let radius = match grade {
        Grade::Good | Grade::Inaccuracy => 3.5,
        Grade::Mistake => 5.0,
        Grade::Blunder => 7.0,
    };
    write!(f, r#"<circle class="{}" cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{MARK}""#, grade.name())
}

/// `move 12, c: mistake, −4 seeds (exact)`.
fn about(ply: &Ply) -> String {
    let sure = if ply.is_exact() { "exact" } else { "estimate" };
    let (letter, loss) = (move_letter(ply.played, ply.mover()), score(-ply.loss(), ply.is_exact()).replace('-', "−"));
    format!("move {}, {letter}: {}, {loss} seeds ({sure})", ply.number, ply.grade().name())
}
