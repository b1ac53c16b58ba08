//! A small network that knows boards: one hidden layer, whole numbers, weights that `tools/train-evaluation` has learned.
//!
//! Each pit with its seeds has a row of weights, one for each hidden unit; a unit's sum goes over the twelve rows of a board. A sum between 0 and 1
//! is squared, one below counts as 0, one above as 1; the output weighs these, with weights of its own for each stage of the game. So nothing has to be multiplied in
//! the first layer, and what a pit is worth depends on all others through the units.

use crate::board::{Board, PITS, PITS_PER_ROW, Row};
use crate::score::Score;

/// Hidden units.
pub const UNITS: usize = 64;
/// Numbers of seeds that are told apart in a pit: 0 to 22, and more.
pub const LEVELS: usize = 24;
/// Stages of the game, by the seeds on the board: up to 3, up to 7, …, and 68 or more.
pub const STAGES: usize = 18;
/// Seeds of a stage.
const SEEDS_PER_STAGE: usize = 4;

/// What stands for 1 in the sums of units: the largest number whose square is below 2^15.
pub const ONE: i16 = 181;
/// What stands for a seed in the weights of the output.
pub const SEED: i32 = 200;
/// The square of 1 is about 2^15, and a hundredth of a seed is two.
const SHIFT: u32 = 16;

/// Weights of all units.
pub type Units = [i16; UNITS];

/// The network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Network {
    /// For each pit, the mover's first, and each number of seeds in it.
    pub pits: [[Units; LEVELS]; PITS],
    /// Where the sums begin.
    pub bias: Units,
    /// For each stage, the weights of the units.
    pub output: [Units; STAGES],
    /// For each stage, where the output begins.
    pub constant: [i16; STAGES],
}

/// Length of a network's file: its numbers in the order of [`Network`], two bytes each, the lower first.
pub const BYTES: usize = 2 * (UNITS * (PITS * LEVELS + 1 + STAGES) + STAGES);

/// The stage of a board with so many seeds.
#[inline]
pub const fn stage(seeds: u32) -> usize {
    let stage = seeds as usize / SEEDS_PER_STAGE;
    if stage < STAGES { stage } else { STAGES - 1 }
}

impl Network {
    /// The network of a file.
    pub const fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let mut network =
            Network { pits: [[[0; UNITS]; LEVELS]; PITS], bias: [0; UNITS], output: [[0; UNITS]; STAGES], constant: [0; STAGES] };
        let mut at = 0;
        let mut pit = 0;
        while pit < PITS {
            let mut level = 0;
            while level < LEVELS {
                (network.pits[pit][level], at) = units(bytes, at);
                level += 1;
            }
            pit += 1;
        }
        (network.bias, at) = units(bytes, at);
        let mut stage = 0;
        while stage < STAGES {
            (network.output[stage], at) = units(bytes, at);
            stage += 1;
        }
        stage = 0;
        while stage < STAGES {
            network.constant[stage] = number(bytes, at);
            at += 2;
            stage += 1;
        }
        network
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.pits.iter().flatten().chain([&self.bias]).chain(&self.output);
        rows.flatten().chain(&self.constant).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// What the mover of a board captures from here on minus what the opponent does, by the network; not more than all seeds.
    #[inline]
    pub fn evaluate(&self, board: Board) -> Score {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { self.evaluate_avx2(board) };
        }
        self.evaluate_here(board)
    }

    /// The same with vectors of 256 bits in place of 128.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_avx2(&self, board: Board) -> Score {
        self.evaluate_here(board)
    }

    /// The same with what the caller may use of the processor.
    #[inline(always)]
    pub(super) fn evaluate_here(&self, board: Board) -> Score {
        let mut rows = [&self.bias; PITS];
        for pit in 0..PITS_PER_ROW {
            let level = |row: Row| (row.pit(pit) as usize).min(LEVELS - 1);
            rows[pit] = &self.pits[pit][level(board.mover)];
            rows[pit + PITS_PER_ROW] = &self.pits[pit + PITS_PER_ROW][level(board.opponent)];
        }
        let seeds = board.seeds();
        let stage = stage(seeds);
        let weights = &self.output[stage];
        // Indices, not iterators: the compiler makes this vectors in registers.
        let mut sums = self.bias;
        for row in rows {
            for i in 0..UNITS {
                sums[i] += row[i];
            }
        }
        let mut output = i32::from(self.constant[stage]) << (SHIFT - 1);
        for i in 0..UNITS {
            let unit = sums[i].clamp(0, ONE);
            output += i32::from(unit * unit) * i32::from(weights[i]);
        }
        let most = Score::from_seeds(seeds as i32);
        Score::from_hundredths((output >> SHIFT) as i16).clamp(-most, most)
    }
}

/// The number that begins at a byte.
const fn number(bytes: &[u8; BYTES], at: usize) -> i16 {
    i16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The numbers of all units from a byte on, and where they end.
const fn units(bytes: &[u8; BYTES], at: usize) -> (Units, usize) {
    let mut units = [0; UNITS];
    let mut i = 0;
    while i < UNITS {
        units[i] = number(bytes, at + 2 * i);
        i += 1;
    }
    (units, at + 2 * UNITS)
}
