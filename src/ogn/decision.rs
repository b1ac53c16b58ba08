//! What ends a game that the rules have not ended.

use super::outcome::Outcome;
use crate::board::Side;

/// What decides a game other than its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// This player gave up.
    Resignation(Side),
    /// The players agreed to a draw.
    Agreement,
    /// This player's time ran out.
    TimeLoss(Side),
    /// This player made a move that the rules forbid.
    IllegalMove(Side),
    /// This player's program stopped or fell silent.
    Disconnection(Side),
    /// A referee or a rule of the match decided so.
    Adjudication(Outcome),
    /// Nobody went on playing.
    Abandonment,
}

impl Decision {
    /// The result it makes.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Decision::Resignation(loser) | Decision::TimeLoss(loser) | Decision::IllegalMove(loser) | Decision::Disconnection(loser) => {
                Outcome::win_of(loser.other())
            }
            Decision::Agreement => Outcome::Draw,
            Decision::Adjudication(outcome) => outcome,
            Decision::Abandonment => Outcome::Unfinished,
        }
    }

    /// The value of the tag `Termination`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Resignation(_) => "resignation",
            Decision::Agreement => "agreement",
            Decision::TimeLoss(_) => "time-loss",
            Decision::IllegalMove(_) => "illegal-move",
            Decision::Disconnection(_) => "disconnection",
            Decision::Adjudication(_) => "adjudication",
            Decision::Abandonment => "abandonment",
        }
    }
}
