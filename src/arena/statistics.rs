//! What the results of a match say about the players' strength.
//!
//! A match gives independent trials, each worth a share of the points from 0 to 1: single games ([`Tally`]: 0, ½, 1), or pairs of games
//! from the same opening with the colours swapped ([`Pairs`]: 0, ¼, ½, ¾, 1). The two games of a pair are not independent, since an
//! opening that favours a side makes one lose what it makes the other win; a pair is a trial of its own, and the error bars
//! are smaller for it. Interval and likelihood of superiority are of one model, [`Sample::interval`].
//!
//! Elo difference of an expected score s: −400 · log₁₀(1/s − 1) (A. Elo, *The Rating of Chessplayers*, 1978, the logistic form).

mod beta;
mod elo;
mod pairs;
mod sample;
mod sprt;
mod tally;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use pairs::Pairs;
pub use sample::{LEAST_TRIALS, Sample};
pub use sprt::{Sprt, UnfitTest, Verdict};
pub use tally::{Points, Tally};
