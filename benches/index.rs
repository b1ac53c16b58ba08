//! Two orders of a layer: the library's row-factored order and the interchange order, both with a careful implementation.
//!
//! 2 cores of an Intel Xeon (Sapphire Rapids), rustc 1.95; least median of three short passes on a busy machine, ± 20 %:
//!
//! | | row-factored | interchange |
//! |---|---|---|
//! | rank, layers 12, 24, 36 | 7.9, 8.1, 7.9 ns | 6.5, 6.9, 6.5 ns |
//! | unrank | 139, 173, 206 ns | 182, 225, 261 ns |
//! | unrank with a table of first guesses (`Guessed`) | 60, 63, 73 ns | |
//! | next, in each layer | 4.6 ns | 4.6 ns |
//! | a walk over layer 18: fetch of all captures, beyond playing and ranking | 35 ns a board | 50 ns a board |
//! | the same for the children in the layer | 65 ns a board | 103 ns a board |
//!
//! The row-factored order does not rank faster; it wins by unranking and by where the children lie. For layers 12 and 14 this machine
//! was too noisy to tell the orders apart.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use oware::board::{Board, MAX_SEEDS, PITS, PITS_PER_ROW, Row};
use oware::index;
use oware::rules::Rules;
use oware::rules::oware::Abapa;
use std::hint::black_box;

/// An order of the boards of a layer.
trait Order {
    const NAME: &'static str;
    fn rank(board: Board) -> u64;
    fn unrank(seeds: u32, rank: u64) -> Board;
    fn next(board: Board) -> Option<Board>;
}

/// The library's order.
struct RowFactored;

impl Order for RowFactored {
    const NAME: &'static str = "rows";

    #[inline]
    fn rank(board: Board) -> u64 {
        index::rank(board)
    }

    #[inline]
    fn unrank(seeds: u32, rank: u64) -> Board {
        index::unrank(seeds, rank)
    }

    #[inline]
    fn next(board: Board) -> Option<Board> {
        index::next(board)
    }
}

/// The interchange order, with the same care as the library's own: prefix sums by multiplication, no bounds checks in `rank`.
struct Interchange;

/// C(s + i, i + 1) at `[i][s]`.
static TERMS: [[u64; 128]; PITS - 1] = {
    let mut table = [[0; 128]; PITS - 1];
    let mut s = 0;
    while s <= MAX_SEEDS as usize {
        let mut i = 0;
        let mut term = 1; // C(s + i, i + 1) = C(s + i − 1, i) · (s + i) / (i + 1)
        while i < PITS - 1 {
            term = if s == 0 { 0 } else { (term as u128 * (s + i) as u128 / (i + 1) as u128) as u64 };
            table[i][s] = term;
            i += 1;
        }
        s += 1;
    }
    table
};

const ONES: u64 = 0x0101_0101_0101;

/// The pits of a row as a number, pit 0 lowest.
#[inline]
fn bits(row: Row) -> u64 {
    let [a, b, c, d, e, f] = row.pits();
    u64::from_le_bytes([a, b, c, d, e, f, 0, 0])
}

#[inline]
fn row(bits: u64) -> Row {
    let [a, b, c, d, e, f, _, _] = bits.to_le_bytes();
    Row::from_pits([a, b, c, d, e, f])
}

impl Order for Interchange {
    const NAME: &'static str = "interchange";

    #[inline]
    fn rank(board: Board) -> u64 {
        let mover = bits(board.mover).wrapping_mul(ONES);
        let opponent = bits(board.opponent).wrapping_mul(ONES) + (mover >> 40 & 0xFF) * ONES;
        let term = |i: usize| {
            let (sums, at) = if i < PITS_PER_ROW { (mover, i) } else { (opponent, i - PITS_PER_ROW) };
            TERMS[i][(sums >> (8 * at)) as usize & 127]
        };
        (0..PITS - 1).map(term).sum()
    }

    #[inline]
    fn unrank(seeds: u32, rank: u64) -> Board {
        let mut rest = rank;
        let mut above = seeds as usize;
        let mut pits = [0; PITS];
        for i in (0..PITS - 1).rev() {
            let terms = &TERMS[i][..=above];
            let sum = terms.partition_point(|&term| term <= rest) - 1;
            rest -= terms[sum];
            pits[i + 1] = (above - sum) as u8;
            above = sum;
        }
        pits[0] = above as u8;
        let [a, b, c, d, e, f, g, h, i, j, k, l] = pits;
        Board { mover: Row::from_pits([a, b, c, d, e, f]), opponent: Row::from_pits([g, h, i, j, k, l]) }
    }

    #[inline]
    fn next(board: Board) -> Option<Board> {
        // The first pit j ≥ 1 with seeds gives one to the pit before it, and the seeds of pit 0 join them there.
        if let Some(mover) = index::row_next(board.mover) {
            return Some(Board { mover, ..board });
        }
        let opponent = bits(board.opponent);
        if opponent == 0 {
            return None;
        }
        let first = bits(board.mover);
        let shift = opponent.trailing_zeros() & !7;
        let opponent = opponent - (1 << shift);
        Some(match shift {
            0 => Board { mover: row((first + 1) << 40), opponent: row(opponent) },
            _ => Board { mover: Row::EMPTY, opponent: row(opponent + ((first + 1) << (shift - 8))) },
        })
    }
}

/// The library's order with a table of first guesses in `unrank`.
struct Guessed;

/// C(s + i, i + 1) at `[i][s]` as in the library; past 72 seeds nothing fits.
static ROW_TERMS: [[u32; 128]; PITS_PER_ROW - 1] = {
    let mut table = [[u32::MAX; 128]; PITS_PER_ROW - 1];
    let mut i = 0;
    while i < PITS_PER_ROW - 1 {
        let mut s = 0;
        while s <= MAX_SEEDS as usize + 1 {
            table[i][s] = TERMS_TO_73[i][s];
            s += 1;
        }
        i += 1;
    }
    table
};

const TERMS_TO_73: [[u32; 74]; PITS_PER_ROW - 1] = {
    let mut table = [[0; 74]; PITS_PER_ROW - 1];
    let mut s = 1;
    while s <= 73 {
        let mut i = 0;
        let mut term = 1u64;
        while i < PITS_PER_ROW - 1 {
            term = term * (s + i) as u64 / (i as u64 + 1);
            table[i][s] = term as u32;
            i += 1;
        }
        s += 1;
    }
    table
};

/// At `[n][k]`: boards of layer n with fewer than k seeds in the mover's row.
static BASES: [[u64; 128]; MAX_SEEDS as usize + 1] = {
    let mut table = [[u64::MAX; 128]; MAX_SEEDS as usize + 1];
    let mut n = 0;
    while n <= MAX_SEEDS as usize {
        let mut k = 0;
        table[n][0] = 0;
        while k <= n {
            table[n][k + 1] = table[n][k] + TERMS_TO_73[4][k + 1] as u64 * TERMS_TO_73[4][n - k + 1] as u64;
            k += 1;
        }
        n += 1;
    }
    table
};

/// Buckets of a rank: the exponent and the six upper bits of rank + 1 as a floating-point number.
const BUCKETS: usize = 25 << 6;

#[inline]
const fn bucket(rank: u32) -> usize {
    // Wraps only for what no rank is.
    ((rank as u64 + 1) as f64).to_bits().wrapping_sub(1023 << 52) as usize >> 46
}

/// At `[i][bucket]`: the largest prefix sum whose term fits the least rank of the bucket. No bucket holds two terms more.
static GUESSES: [[u8; BUCKETS]; PITS_PER_ROW - 1] = {
    let mut table = [[0; BUCKETS]; PITS_PER_ROW - 1];
    let mut i = 0;
    while i < PITS_PER_ROW - 1 {
        let mut b = 0;
        let mut s = 0;
        while b < BUCKETS {
            let least = ((64 + b as u64 % 64) << (b / 64)).div_ceil(64) - 1;
            while s < 72 && TERMS_TO_73[i][s + 1] as u64 <= least {
                s += 1;
            }
            table[i][b] = s as u8;
            b += 1;
        }
        i += 1;
    }
    table
};

#[inline]
fn guessed_row_unrank(seeds: u32, rank: u32) -> u64 {
    let mut rest = rank;
    // Byte i gets the prefix sum of pits 0 to i.
    let mut sums = u64::from(seeds) << 40;
    for i in (1..PITS_PER_ROW - 1).rev() {
        let guess = usize::from(GUESSES[i][bucket(rest)]) & 127;
        let sum = guess + usize::from(ROW_TERMS[i][(guess + 1) & 127] <= rest);
        rest -= ROW_TERMS[i][sum & 127];
        sums |= (sum as u64) << (8 * i);
    }
    sums |= u64::from(rest);
    sums - (sums << 8 & 0xFFFF_FFFF_FF00)
}

impl Order for Guessed {
    const NAME: &'static str = "rows-guessed";

    #[inline]
    fn rank(board: Board) -> u64 {
        index::rank(board)
    }

    #[inline]
    fn unrank(seeds: u32, rank: u64) -> Board {
        assert!(rank < index::layer_size(seeds));
        let bases = &BASES[seeds as usize][..=seeds as usize + 1];
        let k = bases.partition_point(|&base| base <= rank) - 1;
        let rest = rank - bases[k];
        let count = u64::from(ROW_TERMS[4][(k + 1) & 127]);
        let (opponent, mover) = ((rest / count) as u32, (rest % count) as u32);
        Board { mover: row(guessed_row_unrank(k as u32, mover)), opponent: row(guessed_row_unrank(seeds - k as u32, opponent)) }
    }

    #[inline]
    fn next(board: Board) -> Option<Board> {
        index::next(board)
    }
}

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (x ^ x >> 31) % bound
    }
}

/// Every board of the small layers in order, and a sample of all layers against the library.
fn check<O: Order>(library_rank: fn(Board) -> u64) {
    for seeds in 0..=8 {
        let boards = std::iter::successors(Some(O::unrank(seeds, 0)), |&board| O::next(board));
        let mut expected = 0;
        for board in boards {
            assert_eq!((library_rank(board), O::rank(board)), (expected, expected));
            expected += 1;
        }
        assert_eq!(expected, index::layer_size(seeds));
    }
    let mut random = Random(0);
    for seeds in 0..=MAX_SEEDS {
        let last = index::layer_size(seeds) - 1;
        for rank in (0..10_000).map(|_| random.below(last + 1)).chain([last]) {
            let board = O::unrank(seeds, rank);
            assert_eq!((library_rank(board), O::rank(board)), (rank, rank), "{board:?}");
            assert_eq!(O::next(board).map(library_rank), (rank < last).then_some(rank + 1), "{board:?}");
        }
    }
}

fn rank<O: Order>(group: &mut BenchmarkGroup<WallTime>, seeds: u32) {
    let mut random = Random(1);
    let boards: Vec<Board> = (0..4096).map(|_| index::unrank(seeds, random.below(index::layer_size(seeds)))).collect();
    group.throughput(Throughput::Elements(4096));
    group.bench_function(format!("{}/{seeds}", O::NAME), |b| {
        b.iter(|| black_box(&boards).iter().fold(0, |sum: u64, &board| sum.wrapping_add(O::rank(board))));
    });
}

fn unrank<O: Order>(group: &mut BenchmarkGroup<WallTime>, seeds: u32) {
    let mut random = Random(1);
    let ranks: Vec<u64> = (0..4096).map(|_| random.below(index::layer_size(seeds))).collect();
    group.throughput(Throughput::Elements(4096));
    group.bench_function(format!("{}/{seeds}", O::NAME), |b| {
        b.iter(|| {
            for &rank in black_box(&ranks) {
                black_box(O::unrank(seeds, rank));
            }
        });
    });
}

/// Steps through 2¹⁶ boards from the middle of a layer.
fn next<O: Order>(group: &mut BenchmarkGroup<WallTime>, seeds: u32) {
    let start = O::unrank(seeds, index::layer_size(seeds) / 2);
    group.throughput(Throughput::Elements(1 << 16));
    group.bench_function(format!("{}/{seeds}", O::NAME), |b| {
        b.iter(|| {
            let mut board = black_box(start);
            let mut mix = 0;
            for _ in 0..1 << 16 {
                mix ^= bits(board.mover) ^ bits(board.opponent);
                board = O::next(board).expect("half a layer is longer");
            }
            mix
        });
    });
}

#[derive(Clone, Copy, PartialEq)]
enum Children {
    Captures,
    InLayer,
}

/// Walks stretches of consecutive boards from random places of a layer and fetches one byte for each child that a capture leads
/// to, or for each that stays in the layer; with `FETCH` off it only ranks them.
fn walk<O: Order, const FETCH: bool>(group: &mut BenchmarkGroup<WallTime>, seeds: u32, children: Children) {
    const STRETCHES: u64 = 16;
    const LENGTH: u64 = 1 << 14;
    let mut random = Random(2);
    let layers: Vec<Vec<u8>> = (0..=seeds).map(|n| (0..index::layer_size(n)).map(|_| random.below(256) as u8).collect()).collect();
    let size = index::layer_size(seeds);
    group.throughput(Throughput::Elements(STRETCHES * LENGTH));
    group.bench_function(format!("{}/{}/{seeds}", O::NAME, if FETCH { "fetch" } else { "rank" }), |b| {
        b.iter(|| {
            let mut mix = 0;
            for _ in 0..STRETCHES {
                let mut board = O::unrank(seeds, random.below(size - LENGTH));
                for _ in 0..LENGTH {
                    for mv in Abapa::moves(board) {
                        let played = Abapa::play(board, mv);
                        if (played.gain > 0) == (children == Children::Captures) {
                            let rank = O::rank(played.board);
                            mix ^= if FETCH { u64::from(layers[(seeds - u32::from(played.gain)) as usize][rank as usize]) } else { rank };
                        }
                    }
                    board = O::next(board).expect("no stretch runs past the end");
                }
            }
            mix
        });
    });
}

fn orders(c: &mut Criterion) {
    check::<RowFactored>(index::rank);
    check::<Guessed>(index::rank);
    check::<Interchange>(index::interchange_rank);

    let mut group = c.benchmark_group("rank");
    for seeds in [12, 24, 36] {
        rank::<RowFactored>(&mut group, seeds);
        rank::<Interchange>(&mut group, seeds);
    }
    group.finish();

    let mut group = c.benchmark_group("unrank");
    for seeds in [12, 24, 36] {
        unrank::<RowFactored>(&mut group, seeds);
        unrank::<Guessed>(&mut group, seeds);
        unrank::<Interchange>(&mut group, seeds);
    }
    group.finish();

    let mut group = c.benchmark_group("next");
    for seeds in [12, 24, 36] {
        next::<RowFactored>(&mut group, seeds);
        next::<Interchange>(&mut group, seeds);
    }
    group.finish();

    for (name, children) in [("captures", Children::Captures), ("in-layer", Children::InLayer)] {
        let mut group = c.benchmark_group(name);
        group.sample_size(20);
        for seeds in [12, 14, 18] {
            walk::<RowFactored, false>(&mut group, seeds, children);
            walk::<RowFactored, true>(&mut group, seeds, children);
            walk::<Interchange, false>(&mut group, seeds, children);
            walk::<Interchange, true>(&mut group, seeds, children);
        }
        group.finish();
    }
}

criterion_group!(benches, orders);
criterion_main!(benches);
