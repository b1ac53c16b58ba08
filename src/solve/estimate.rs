//! What a table costs before it is built: disk, memory, and the rate at which this machine solves.

use super::layer::{self, Share, overhead, share_values};
use crate::index::layer_size;
use crate::table::{Format, Kind, Table, TableId};
use crate::variant::Variant;
use std::time::{Duration, Instant};

/// Boards a second that one thread solves, for forecasts: measured over layers 0–24 of `wari` on an Intel Xeon (Sapphire Rapids, 2.1 GHz) with two threads: 1.25
/// billion boards in 84 s.
const BOARDS_PER_SECOND: u64 = 7_400_000;

/// Bits that a value takes in a packed file, by the smallest layer from which on that holds: measured on the tables of `wari` up to 24 seeds, with
/// which `abapa` agrees. `kalah` takes less (2.2 in layer 12, 2.4 in layer 15).
const PACKED_BITS: [(u32, f64); 10] =
    [(0, 1496.0), (1, 184.0), (2, 38.2), (3, 11.4), (4, 4.76), (5, 2.5), (9, 2.87), (13, 2.89), (19, 2.9), (21, 2.92)];

/// Bits that each of the two values of a board takes in a forced table: 2.11 in layer 16 of `abapa`, 1.93 in layer 12.
const PACKED_BITS_FORCED: f64 = 2.1;

/// What a layer takes of memory while it is built, in bytes. Lower layers are mapped and not counted: the system may drop them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// With all its boards in memory.
    pub in_core: u64,
    /// With its boards in a file that the system keeps in memory as far as it likes.
    pub out_of_core: u64,
}

/// What packing takes in memory: the model's training, and then all blocks and the file. Bytes at least, and bytes a value; measured at 15 to 24 seeds.
const PACKING: (u64, u64) = (80_000_000, 1);

impl Needs {
    /// Of this layer, if its file is written in this format.
    #[must_use]
    pub fn of(id: TableId, format: Format) -> Self {
        let out_of_core = match format {
            Format::Raw => overhead(id),
            Format::Packed => overhead(id).max(PACKING.0.min(20 * id.values()) + PACKING.1 * id.values()),
        };
        Needs { in_core: id.values() + out_of_core, out_of_core }
    }
}

impl Needs {
    /// Of one process of several that build the layer together: its share of the boards, and of the sets of boards about as much.
    #[must_use]
    pub fn of_share(self, id: TableId, share: Share) -> Self {
        let values = share_values(id, share);
        Needs { in_core: self.in_core - id.values() + values, ..self }
    }
}

/// Bits of the packed file that are expected for each value of the table.
#[must_use]
pub fn packed_bits(id: TableId) -> f64 {
    if id.kind() == Kind::Forced && id.seeds() > 4 {
        return PACKED_BITS_FORCED;
    }
    PACKED_BITS.iter().rev().find(|(from, _)| id.seeds() >= *from).map_or(8.0, |&(_, bits)| bits)
}

/// Bytes of the table's file that are expected of the packed format.
#[must_use]
pub fn packed_bytes(id: TableId) -> u64 {
    (id.values() as f64 * packed_bits(id) / 8.0).ceil() as u64
}

/// What a build costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Bytes of all files.
    pub bytes: u64,
    /// Seconds, at least 1, by the rate measured on one machine.
    pub seconds: u64,
}

/// Foretells the size and the time of a build of these tables on so many threads.
#[must_use]
pub fn forecast(tables: impl Iterator<Item = TableId>, threads: usize) -> Forecast {
    // A byte a value; the rest of a file does not show.
    let boards = tables.map(TableId::values).sum();
    Forecast { bytes: boards, seconds: (boards / (BOARDS_PER_SECOND * threads.max(1) as u64)).max(1) }
}

/// How fast a layer was solved.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The layer.
    pub seeds: u32,
    /// Its boards.
    pub boards: u64,
    /// The time it took, without writing it.
    pub time: Duration,
}

impl Rate {
    /// Solves layers of kind shared, from the built-in ones up, until one has taken `enough`, and tells of the last. Works on the threads of the
    /// current rayon pool, in memory alone.
    ///
    /// # Panics
    /// If the program was built with a wrong table.
    #[must_use]
    pub fn measure(variant: Variant, enough: Duration) -> Self {
        let built_in = TableId::all(variant, Kind::Shared).map_while(|id| Table::built_in(id).expect("a good built-in table"));
        let built_in: Vec<_> = built_in.collect();
        let mut solved: Vec<Vec<u8>> = built_in.iter().map(|table| table.values().to_vec()).collect();
        loop {
            let seeds = solved.len() as u32;
            let lower: Vec<&[u8]> = solved.iter().map(Vec::as_slice).collect();
            let start = Instant::now();
            let id = TableId::new(variant, Kind::Shared, seeds).expect("a layer of the rule set");
            let values = layer::solve(id, &lower);
            let rate = Rate { seeds, boards: layer_size(seeds), time: start.elapsed() };
            if rate.time >= enough || seeds == variant.max_seeds() {
                return rate;
            }
            solved.push(values);
        }
    }

    /// Boards a second.
    #[must_use]
    pub fn per_second(self) -> f64 {
        self.boards as f64 / self.time.as_secs_f64().max(1e-6)
    }

    /// Seconds for a table, if each of its values takes what one took here.
    #[must_use]
    pub fn seconds(self, id: TableId) -> f64 {
        id.values() as f64 / self.per_second()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{encode, raw_bytes};

    #[test]
    fn a_packed_file_is_smaller_than_a_raw_one_and_memory_holds_every_value() {
        for (variant, kind, seeds) in
            [(Variant::Wari, Kind::Shared, 0), (Variant::Kalah, Kind::Shared, 9), (Variant::Abapa, Kind::Forced, 8)]
        {
            let id = TableId::new(variant, kind, seeds).unwrap();
            assert_eq!(raw_bytes(id), encode(id, &vec![0; id.values() as usize]).len() as u64, "{id}");
            assert!((seeds < 5 || packed_bytes(id) <= raw_bytes(id)) && Needs::of(id, Format::Raw).in_core >= id.values());
        }
    }

    #[test]
    fn a_rate_is_that_of_a_layer_above_the_built_in_ones() {
        let rate = Rate::measure(Variant::Wari, Duration::ZERO);
        assert_eq!((rate.seeds, rate.boards), (9, 167_960));
        assert!(rate.per_second() > 0.0);
        let id = TableId::new(Variant::Wari, Kind::Forced, 9).unwrap();
        assert!((rate.seconds(id) - 2.0 * rate.time.as_secs_f64()).abs() < 1e-6);
    }
}
