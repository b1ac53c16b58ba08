//! The values along a game, seen from South: what is proven of each and what is estimated.
//!
//! One law ties them: a position is worth the best of its moves to the player to move, so a move of South never raises the value and a move of North never lowers
//! it. Proven bounds pass along a game by that law, least values from after a move of South to before it and from before a move of North to after it, most values
//! the other way. Nothing passes a move twice, so once backward, while the course is made, and once forward ([`Course::settle`]) are enough.
//!
//! Estimates follow: where the search has no better move than the one played, the value before it is that after it; else that after the better move. They always lie
//! within the bounds, and after both passes no move has made anything better for its player.

use crate::board::Side;
use crate::position::Position;
use crate::review::worth::{Worth, for_south};
use crate::score::Score;

/// What is known of the worth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    least: Score,
    most: Score,
    estimate: Score,
}

impl Point {
    /// A position that is worth so much to South, proven or not.
    #[must_use]
    pub fn new(position: Position, score: Score, exact: bool) -> Self {
        if exact {
            return Point { least: score, most: score, estimate: score };
        }
        let [stores, seeds] = [position.store(Side::South) as i32 - position.store(Side::North) as i32, position.board().seeds() as i32];
        let (least, most) = (Score::from_seeds(stores - seeds), Score::from_seeds(stores + seeds));
        Point { least, most, estimate: score.clamp(least, most) }
    }

    /// Whether the bounds meet.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// What it is worth as far as it is known.
    #[must_use]
    pub fn estimate(self) -> Score {
        self.estimate
    }

    /// A move of `mover` leads from here to a position that is `worth`.
    pub fn reach(&mut self, mover: Side, worth: Point) {
        match mover {
            Side::South => self.bound(worth.least, self.most),
            Side::North => self.bound(self.least, worth.most),
        }
    }

    /// Takes this estimate, as far as the bounds allow.
    pub fn estimate_at(&mut self, estimate: Score) {
        self.estimate = estimate.clamp(self.least, self.most);
    }

    /// These bounds are proven as well. Proofs do not contradict each other; should a damaged table make them, the older ones stay.
    fn bound(&mut self, least: Score, most: Score) {
        let (least, most) = (self.least.max(least), self.most.min(most));
        if least <= most {
            (self.least, self.most) = (least, most);
        }
        self.estimate_at(self.estimate);
    }

    fn worth(self) -> Worth {
        Worth { score: self.estimate, exact: self.is_exact() }
    }
}

/// A move of the course.
#[derive(Clone, Copy, Debug)]
struct Step {
    mover: Side,
    /// Whether no better move is known.
    kept: bool,
    /// Whether no other move is legal.
    forced: bool,
}

/// The last positions of a game and the moves between them.
#[derive(Clone, Debug)]
pub struct Course {
    /// From the last position back.
    points: Vec<Point>,
    /// From the last move back.
    steps: Vec<Step>,
}

impl Course {
    /// The last position alone.
    #[must_use]
    pub fn new(end: Point) -> Self {
        Course { points: vec![end], steps: Vec::new() }
    }

    /// The first position so far.
    #[must_use]
    pub fn start(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    /// What is proven of another position holds of the first one: the best move leads from there to here.
    pub fn narrow(&mut self, to: Point) {
        let last = self.points.len() - 1;
        self.points[last].bound(to.least, to.most);
    }

    /// Puts a position in front, from which a move of `mover` leads to the first. `kept` says that no better move is known, so that it is worth the same.
    pub fn precede(&mut self, mover: Side, mut point: Point, kept: bool) {
        let next = self.start();
        point.reach(mover, next);
        if kept || for_south(point.estimate - next.estimate, mover) < Score::ZERO {
            point.estimate_at(next.estimate);
        }
        self.points.push(point);
        self.steps.push(Step { mover, kept, forced: false });
    }

    /// Puts a position in front that has no other move than to the first, so that it is worth the same; `known` is that, if it is proven otherwise.
    pub fn force(&mut self, known: Option<Score>) {
        if let Some(score) = known {
            self.narrow(Point { least: score, most: score, estimate: score });
        }
        self.points.push(self.start());
        self.steps.push(Step { mover: Side::South, kept: true, forced: true });
    }

    /// Takes what is proven of each position on to those after it.
    pub fn settle(&mut self) {
        for i in (0..self.steps.len()).rev() {
            let (before, step) = (self.points[i + 1], self.steps[i]);
            let after = &mut self.points[i];
            match (step.forced, step.mover) {
                (true, _) => after.bound(before.least, before.most),
                (false, Side::South) => after.bound(after.least, before.most),
                (false, Side::North) => after.bound(before.least, after.most),
            }
            if step.kept || for_south(before.estimate - after.estimate, step.mover) < Score::ZERO {
                after.estimate_at(before.estimate);
            }
        }
    }

    /// What the positions before and after a move are worth, the first move being 0.
    #[must_use]
    pub fn around(&self, ply: usize) -> Option<[Worth; 2]> {
        let before = self.steps.len().checked_sub(ply).filter(|&before| before > 0)?;
        Some([self.points[before].worth(), self.points[before - 1].worth()])
    }

    /// What the last position is worth.
    #[must_use]
    pub fn end(&self) -> Worth {
        self.points[0].worth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{North, South};
    use proptest::prelude::*;

    fn point(hundredths: i16, exact: bool) -> Point {
        let score = Score::from_hundredths(hundredths);
        Point::new(Position::start(4).unwrap(), score, exact)
    }

    /// The values before and after each move, `(hundredths, exact)`.
    fn settled(mut course: Course) -> Vec<(i16, bool)> {
        course.settle();
        let befores = (0..course.steps.len()).map(|ply| course.around(ply).unwrap()[0]);
        befores.chain([course.end()]).map(|worth| (worth.score.hundredths(), worth.exact)).collect()
    }

    #[test]
    fn a_value_is_that_after_the_move_where_no_better_one_is_known() {
        let mut course = Course::new(point(150, false));
        course.precede(North, point(-300, false), true);
        course.precede(South, point(250, false), false);
        assert_eq!(settled(course), [(250, false), (150, false), (150, false)]);
    }

    #[test]
    fn no_move_makes_anything_better_for_its_player() {
        let mut course = Course::new(point(150, false));
        course.precede(South, point(100, false), false);
        course.precede(North, point(400, false), false);
        assert_eq!(settled(course), [(150, false), (150, false), (150, false)]);
    }

    #[test]
    fn exact_values_bound_those_beside_them() {
        // North keeps at least what South has for certain.
        let mut course = Course::new(point(-120, false));
        course.precede(North, point(200, true), true);
        assert_eq!(settled(course), [(200, true), (200, false)]);
        // South had at least what is certain after the move, and North then cannot lose less than the difference.
        let mut course = Course::new(point(600, true));
        course.precede(North, point(250, false), false);
        course.precede(South, point(400, true), true);
        assert_eq!(settled(course), [(400, true), (400, false), (600, true)]);
        // Bounds that meet are exact.
        let mut course = Course::new(point(200, true));
        course.precede(South, point(90, false), true);
        course.precede(South, point(200, true), true);
        assert_eq!(settled(course), [(200, true), (200, true), (200, true)]);
    }

    #[test]
    fn a_forced_move_changes_nothing() {
        let mut course = Course::new(point(-120, false));
        course.force(None);
        course.force(Some(Score::from_seeds(-4)));
        course.precede(South, point(0, false), false);
        assert_eq!(settled(course), [(0, false), (-400, true), (-400, true), (-400, true)]);
    }

    proptest! {
        #[test]
        fn losses_are_never_negative(
            truth in proptest::collection::vec((any::<bool>(), 0i16..9, any::<bool>(), -400i16..400, 0..3), 0..20),
            end in -400i16..400,
        ) {
            // True values, from which exact ones are told and estimates stray.
            let mut value = 100 * (end / 100);
            let mut course = Course::new(point(value, end % 2 == 0));
            let mut expected = vec![];
            for (south, loss, exact, stray, kind) in truth {
                let mover = if south { South } else { North };
                let loss = if kind == 0 { 0 } else { 100 * loss };
                value += if south { loss } else { -loss };
                match kind {
                    0 => course.force(exact.then(|| Score::from_hundredths(value))),
                    _ => course.precede(mover, point(if exact { value } else { value + stray }, exact), kind == 1),
                }
                expected.push((mover, value));
            }
            course.settle();
            for (ply, (mover, value)) in expected.into_iter().rev().enumerate() {
                let [before, after] = course.around(ply).unwrap();
                prop_assert!(course.steps[course.steps.len() - 1 - ply].forced || for_south(before.score - after.score, mover) >= Score::ZERO);
                prop_assert!(!before.exact || before.score == Score::from_hundredths(value));
            }
        }
    }
}
