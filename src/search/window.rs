//! The window of alpha-beta: which scores matter.

use crate::rules::Played;
use crate::score::Score;

/// A window for the score.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Scores up to this are all alike.
    pub alpha: Score,
    /// Scores from this on are all alike.
    pub beta: Score,
}

impl Window {
    /// Wide open.
    pub const FULL: Window = Window { alpha: Score::from_hundredths(-10_000), beta: Score::INFINITE };

    /// Only asks whether the score is above `alpha`.
    #[must_use]
    pub fn null(alpha: Score) -> Self {
        Window { alpha, beta: alpha + Score::STEP }
    }

    /// Whether no score lies inside.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == Score::STEP
    }

    /// The same window for the player who moves next.
    #[must_use]
    #[inline]
    pub fn after(self, played: Played) -> Self {
        let gain = Score::from_seeds(i32::from(played.gain));
        if played.again {
            Window { alpha: self.alpha - gain, beta: self.beta - gain }
        } else {
            Window { alpha: gain - self.beta, beta: gain - self.alpha }
        }
    }
}
