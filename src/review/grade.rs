//! How bad a move is, in words.

use crate::score::Score;

/// A class of moves by what they lose. Where all seeds go to somebody, a difference changes by two at a time, so an exact loss of 2 is one seed less than
/// could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Loses nothing, or, by an estimate, less than a seed.
    Good,
    /// Loses 1 seed or more.
    Inaccuracy,
    /// Loses 3 seeds or more.
    Mistake,
    /// Loses 7 seeds or more.
    Blunder,
}

impl Grade {
    /// All, from the best.
    pub const ALL: [Grade; 4] = [Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The least loss of the grade, in seeds.
    #[must_use]
    pub const fn least(self) -> Score {
        Score::from_seeds(match self {
            Grade::Good => 0,
            Grade::Inaccuracy => 1,
            Grade::Mistake => 3,
            Grade::Blunder => 7,
        })
    }

    /// The grade of a move that loses so much.
    #[must_use]
    pub fn of(loss: Score) -> Self {
        Grade::ALL.into_iter().rfind(|grade| loss >= grade.least()).unwrap_or(Grade::Good)
    }

    /// The name in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_least_loss() {
        let names = [0, 99, 100, 299, 300, 699, 700, 4800].map(|loss| Grade::of(Score::from_hundredths(loss)).name());
        assert_eq!(names, ["good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder"]);
    }
}
