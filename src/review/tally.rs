//! How well a player did.

use crate::review::grade::Grade;
use crate::review::ply::Ply;
use crate::score::Score;

/// The moves of a player, counted. Only those count that were a choice: a forced move says nothing about who makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves, by [`Grade`].
    counts: [u32; Grade::ALL.len()],
    /// What they lost, in hundredths of a seed.
    lost: u32,
}

impl Tally {
    /// Of these moves.
    pub(super) fn of<'a>(plies: impl Iterator<Item = &'a Ply>) -> Self {
        let mut tally = Tally::default();
        for ply in plies.filter(|ply| !ply.forced) {
            tally.counts[ply.grade() as usize] += 1;
            tally.lost += u32::from(ply.loss().max(Score::ZERO).hundredths().unsigned_abs());
        }
        tally
    }

    /// Moves that were a choice.
    #[must_use]
    pub fn moves(self) -> u32 {
        self.counts.iter().sum()
    }

    /// Moves of a grade.
    #[must_use]
    pub fn count(self, grade: Grade) -> u32 {
        self.counts[grade as usize]
    }

    /// The share of moves that keep the value, 0 to 1 ([`Grade::Good`]). `None` without moves.
    #[must_use]
    pub fn share_kept(self) -> Option<f64> {
        (self.moves() > 0).then(|| f64::from(self.count(Grade::Good)) / f64::from(self.moves()))
    }

    /// Seeds lost a move, in the mean of all. `None` without moves.
    #[must_use]
    pub fn mean_loss(self) -> Option<f64> {
        (self.moves() > 0).then(|| f64::from(self.lost) / 100.0 / f64::from(self.moves()))
    }
}
