//! What a search finds out about a node.

use crate::rules::Played;
use crate::score::Score;
use crate::search::bounds::Bounds;

/// A distance from the root beyond every node: a result that rests on no earlier node.
pub(super) const FREE: u16 = u16::MAX;

/// What was found out about a node. Small enough to be returned in a register.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// At least `beta`: the value is at least this. At most `alpha`: at most this. Between: this.
    pub score: Score,
    /// Whether that is certain.
    pub proven: bool,
    /// The earliest node of the line, by distance from the root, whose repetition the proof rests on.
    pub(super) rests_on: u16,
}

impl Outcome {
    #[inline]
    pub(super) fn proven(score: Score) -> Self {
        Outcome { score, proven: true, rests_on: FREE }
    }

    #[inline]
    pub(super) fn estimate(score: Score) -> Self {
        Outcome { score, proven: false, rests_on: FREE }
    }

    /// The outcome that bounds allow and that is nearest to this one.
    #[inline]
    pub(super) fn within(self, bounds: Option<Bounds>) -> Self {
        Outcome { score: bounds.map_or(self.score, |bounds| bounds.nearest(self.score)), ..self }
    }

    /// The outcome for the player who made a move, given that of the board after it.
    #[inline]
    pub(super) fn before(self, played: Played) -> Self {
        Outcome { score: played.score(self.score), ..self }
    }

    /// The same, without what it rests on at this distance from the root or beyond: its return settles that.
    #[inline]
    pub(super) fn settled_at(self, ply: u16) -> Self {
        if self.rests_on >= ply { Outcome { rests_on: FREE, ..self } } else { self }
    }
}
