//! How a proof goes on.

use std::time::Duration;

/// What a proof is at.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// At least so much is proven, in seeds.
    pub least: i32,
    /// At most so much.
    pub most: i32,
    /// Whether the value is at least this is being asked.
    pub target: i32,
    /// Claims visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Progress {
    /// What is proven, at least and at most.
    pub(super) fn bounds(self) -> [i32; 2] {
        [self.least, self.most]
    }

    /// The same for the final difference, the stores of the root counted.
    #[must_use]
    pub fn with_stores(self, difference: i32) -> Self {
        let Progress { least, most, target, .. } = self;
        Progress { least: least + difference, most: most + difference, target: target + difference, ..self }
    }
}
