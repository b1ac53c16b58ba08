//! Counts of values: how many boards of a layer are worth what to their mover.

use crate::score::Value;
use crate::table::TableId;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many boards of a layer have which value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    counts: BTreeMap<Value, u64>,
}

impl Census {
    /// Counts a layer given as one signed byte a board.
    #[must_use]
    pub fn of(values: &[u8]) -> Self {
        let histogram = values
            .par_chunks(1 << 16)
            .fold(
                || [0_u64; 256],
                |mut histogram, chunk| {
                    for &value in chunk {
                        histogram[usize::from(value)] += 1;
                    }
                    histogram
                },
            )
            .reduce(|| [0; 256], |a, b| std::array::from_fn(|i| a[i] + b[i]));
        let counts = histogram.iter().enumerate().filter(|&(_, &count)| count > 0);
        Census { counts: counts.map(|(byte, &count)| (byte as u8 as Value, count)).collect() }
    }

    /// Counts a table: a census a plane, so one of the values of a shared table, and two of what the mover and the opponent can force.
    #[must_use]
    pub fn of_planes(id: TableId, values: &[u8]) -> Vec<Self> {
        values.chunks(id.boards() as usize).map(Self::of).collect()
    }

    /// The values that occur and how often, the lowest first.
    pub fn counts(&self) -> impl Iterator<Item = (Value, u64)> {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// How many boards have this value.
    #[must_use]
    pub fn count(&self, value: Value) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Boards in all.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Boards that the mover wins, i.e. of a positive value.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.counts.range(1..).map(|(_, count)| count).sum()
    }

    /// Boards of value 0.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.count(0)
    }

    /// Boards that the mover loses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.counts.range(..0).map(|(_, count)| count).sum()
    }
}

/// From values and how often each occurs; what does not occur is left out.
impl FromIterator<(Value, u64)> for Census {
    fn from_iter<I: IntoIterator<Item = (Value, u64)>>(counts: I) -> Self {
        Census { counts: counts.into_iter().filter(|&(_, count)| count > 0).collect() }
    }
}
