//! What a position is worth.

use crate::board::Side;
use crate::score::Score;

/// The final difference in seeds, seen from South.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In favour of South.
    pub score: Score,
    /// Whether it is proven: by tables, by a search to the end, or by both.
    pub exact: bool,
}

/// An estimate of less than so much says of nobody that they are ahead.
const CLOSE: Score = Score::from_seeds(1);

impl Worth {
    /// Who has more seeds at the end; of an estimate, who does by a seed or more.
    #[must_use]
    pub fn leader(self) -> Option<Side> {
        let least = if self.exact { Score::STEP } else { CLOSE };
        [Side::South, Side::North].into_iter().find(|&side| for_south(self.score, side) >= least)
    }
}

/// A score seen from a player as South sees it, and back.
#[must_use]
pub fn for_south(score: Score, side: Side) -> Score {
    match side {
        Side::South => score,
        Side::North => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_of_less_than_a_seed_favours_nobody() {
        let leader = |hundredths, exact| Worth { score: Score::from_hundredths(hundredths), exact }.leader();
        assert_eq!([leader(99, false), leader(-99, false), leader(0, true)], [None; 3]);
        assert_eq!([leader(100, false), leader(100, true)], [Some(Side::South); 2]);
        assert_eq!([leader(-100, false), leader(-100, true)], [Some(Side::North); 2]);
    }
}
