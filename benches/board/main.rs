//! Four packings of the twelve pits, each with the whole rule set `abapa`, held to the library's moves and counts first.
//!
//! Median times (2 cores of an Intel Xeon (Sapphire Rapids), rustc 1.95, other work on the machine), and their ratio to the library's:
//!
//! | | perft 5, start | perft 5, late | all moves of 1000 boards |
//! |---|---|---|---|
//! | two rows of six bytes, the library | 56.7 µs | 4.7 µs | 21.8 µs |
//! | one word of 128 bits | 1.34 | 1.49 | 1.18 |
//! | two rows of seven bits a pit | 1.18 | 1.30 | 1.75 |
//! | array of twelve bytes | 4.4 | 4.2 | 5.7 |

mod array;
mod rows;
mod seven_bits;
mod word;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use oware::board::{Board, PITS};
use oware::index;
use oware::rules::Rules;
use oware::rules::oware::Abapa;
use std::hint::black_box;

/// One way to hold the twelve pits, with the rules of `abapa`.
trait Packing: Copy {
    /// The legal moves, pits 0–5 from the lowest up.
    type Moves: Iterator<Item = usize>;

    fn pack(pits: [u8; PITS]) -> Self;
    fn pits(self) -> [u8; PITS];
    fn moves(self) -> Self::Moves;
    /// The board as the opponent sees it after the move, and the seeds captured.
    fn play(self, pit: usize) -> (Self, u8);
}

const START: [u8; PITS] = [4; PITS];
const LATE: [u8; PITS] = [1, 0, 3, 0, 1, 2, 0, 1, 2, 0, 0, 2];

fn perft<P: Packing>(board: P, depth: u32) -> u64 {
    let mut count = 0;
    for pit in board.moves() {
        let (after, gain) = board.play(pit);
        if depth == 1 {
            black_box((after, gain));
            count += 1;
        } else {
            count += perft(after, depth - 1);
        }
    }
    count
}

/// Plays every legal move of every board; returns how many there were.
fn play_all<P: Packing>(boards: &[P]) -> u64 {
    boards.iter().map(|&board| perft(board, 1)).sum()
}

/// A thousand boards of 1 to 48 seeds, the same in every run.
fn sample() -> Vec<[u8; PITS]> {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state ^ state >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD) >> 11
    };
    let mut board = |seeds| index::unrank(seeds, random() % index::layer_size(seeds)).pits();
    (0..1000).map(|i| board(i % 48 + 1)).collect()
}

/// Holds a candidate to the library: the same moves, boards and gains.
fn check<P: Packing>(sample: &[[u8; PITS]]) {
    // Empty rows, long sowings and full captures are rare in the sample.
    let special = [
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 2, 3, 1, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 3, 1, 2, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 6, 1, 2, 1, 2, 1, 1],
        [11, 0, 22, 0, 0, 12, 0, 0, 1, 1, 1, 0],
        [0, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 8, 0],
    ];
    for pits in sample.iter().chain(&special) {
        let (board, packed) = (Board::from_pits(*pits).unwrap(), P::pack(*pits));
        assert_eq!(packed.pits(), *pits);
        let expected: Vec<_> = Abapa::moves(board).map(|mv| (mv.index(), Abapa::play(board, mv))).collect();
        assert_eq!(packed.moves().count(), expected.len(), "{board:?}");
        for (pit, (expected_pit, played)) in packed.moves().zip(expected) {
            let (after, gain) = packed.play(pit);
            assert_eq!((pit, after.pits(), gain), (expected_pit, played.board.pits(), played.gain), "{board:?}");
        }
    }
    for pits in [START, LATE] {
        for depth in 1..=6 {
            let expected = oware::perft::perft::<Abapa>(Board::from_pits(pits).unwrap(), depth);
            assert_eq!(perft(P::pack(pits), depth), expected);
        }
    }
}

fn candidate<P: Packing>(group: &mut BenchmarkGroup<WallTime>, name: &str, job: Job) {
    let sample = sample();
    check::<P>(&sample);
    match job {
        Job::Perft(pits) => {
            let board = P::pack(pits);
            group.throughput(Throughput::Elements(perft(board, 5)));
            group.bench_function(name, |b| b.iter(|| perft(black_box(board), 5)));
        }
        Job::PlayAll => {
            let boards: Vec<P> = sample.into_iter().map(P::pack).collect();
            group.throughput(Throughput::Elements(play_all(&boards)));
            group.bench_function(name, |b| b.iter(|| play_all(black_box(&boards))));
        }
    }
}

#[derive(Clone, Copy)]
enum Job {
    Perft([u8; PITS]),
    PlayAll,
}

fn packings(c: &mut Criterion) {
    for (name, job) in [("perft-start", Job::Perft(START)), ("perft-late", Job::Perft(LATE)), ("play-all", Job::PlayAll)] {
        let mut group = c.benchmark_group(name);
        candidate::<rows::Rows>(&mut group, "rows", job);
        candidate::<word::Word>(&mut group, "word", job);
        candidate::<seven_bits::SevenBits>(&mut group, "seven-bits", job);
        candidate::<array::Array>(&mut group, "array", job);
        group.finish();
    }
}

criterion_group!(benches, packings);
criterion_main!(benches);
