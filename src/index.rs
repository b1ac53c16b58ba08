//! Numbers for boards: a bijection between the boards of a layer and 0..C(n + 11, 11), both ways, for 0 to 72 seeds.
//!
//! # The order of a layer
//!
//! A board is two rows. With k seeds in the mover's row, its rank is
//!
//! ```text
//! base[n][k] + row_rank(opponent) · C(k + 5, 5) + row_rank(mover)
//! row_rank(row) = Σ_{i=0..4} C(s_i + i, i + 1)     with s_i = pit 0 + … + pit i
//! ```
//!
//! where `base[n][k]` counts the boards with fewer seeds in the mover's row. Row rank 0 has all seeds in pit 5, the last has them all in pit 0.
//! The table files rest on this order (format version 1).
//!
//! Why this order and not the interchange order (one sum over eleven prefix sums, [`interchange_rank`]): all boards that share the
//! opponent's row lie side by side, so that what neighbouring boards lead to lies close together in every layer, and a row can be ranked and
//! unranked by itself. `benches/index.rs` measures both: ranking is about as fast, unranking and a walk over a large layer are faster.

use crate::board::{Board, MAX_SEEDS, PITS, PITS_PER_ROW, Row};

const N: usize = MAX_SEEDS as usize;

/// C(m, r) for 0 ≤ m ≤ 84, 0 ≤ r ≤ 12: up to 2.3e13.
static BINOMIALS: [[u64; PITS + 1]; N + PITS + 1] = binomials();

const fn binomials() -> [[u64; PITS + 1]; N + PITS + 1] {
    let mut table = [[0; PITS + 1]; N + PITS + 1];
    let mut m = 0;
    while m <= N + PITS {
        table[m][0] = 1;
        let mut r = 1;
        while r <= PITS && m > 0 {
            table[m][r] = table[m - 1][r - 1] + table[m - 1][r];
            r += 1;
        }
        m += 1;
    }
    table
}

/// C(s + i, i + 1) at `[i][s]`, the term of prefix sum s of pit i; up to 13,991,544 for i = 4. The rows are padded to 128 so that
/// a masked index needs no bounds check.
static ROW_TERMS: [[u32; 128]; PITS_PER_ROW - 1] = row_terms();

const fn row_terms() -> [[u32; 128]; PITS_PER_ROW - 1] {
    let binomials = binomials();
    let mut table = [[0; 128]; PITS_PER_ROW - 1];
    let mut i = 0;
    while i < PITS_PER_ROW - 1 {
        let mut s = 0;
        while s <= N {
            table[i][s] = binomials[s + i][i + 1] as u32;
            s += 1;
        }
        i += 1;
    }
    table
}

/// At `[n][k]`: boards of layer n with fewer than k seeds in the mover's row.
static BASES: [[u64; N + 2]; N + 1] = bases();

const fn bases() -> [[u64; N + 2]; N + 1] {
    let binomials = binomials();
    let mut table = [[0; N + 2]; N + 1];
    let mut n = 0;
    while n <= N {
        let mut k = 0;
        while k <= n {
            table[n][k + 1] = table[n][k] + binomials[k + 5][5] * binomials[n - k + 5][5];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Boards with this many seeds: C(n + 11, 11).
///
/// # Panics
/// If `seeds` is above 72.
#[must_use]
pub fn layer_size(seeds: u32) -> u64 {
    BINOMIALS[seeds as usize + PITS - 1][PITS - 1]
}

/// Boards with at most this many seeds: C(n + 12, 12).
///
/// # Panics
/// If `seeds` is above 72.
#[must_use]
pub fn layers_size(seeds: u32) -> u64 {
    BINOMIALS[seeds as usize + PITS][PITS]
}

/// Rows with this many seeds (0–72): C(k + 5, 5).
#[must_use]
#[inline]
pub fn rows(seeds: u32) -> u64 {
    BINOMIALS[seeds as usize + PITS_PER_ROW - 1][PITS_PER_ROW - 1]
}

/// Rows with at most this many seeds (0–72): C(k + 6, 6).
#[must_use]
pub fn layers_rows(seeds: u32) -> u64 {
    BINOMIALS[seeds as usize + PITS_PER_ROW][PITS_PER_ROW]
}

/// The number of the first row with `k` seeds in [`Rows`]: rows with fewer seeds.
#[must_use]
#[inline]
pub fn first_number(k: u32) -> usize {
    (layers_rows(k) - rows(k)) as usize
}

/// The number of a row among the rows with as many seeds: 0..C(k + 5, 5).
#[must_use]
#[inline]
pub fn row_rank(row: Row) -> u64 {
    // Byte i of the product is the sum of pits 0 to i.
    let sums = row.0.wrapping_mul(0x01_0101_0101);
    let term = |i: usize| ROW_TERMS[i][(sums >> (8 * i)) as usize & 127];
    u64::from(term(0) + term(1) + term(2) + term(3) + term(4))
}

/// The row with this number among the rows with `seeds` seeds. `rank` must be below [`rows`]`(seeds)`.
#[must_use]
pub fn row_unrank(seeds: u32, rank: u64) -> Row {
    debug_assert!(rank < rows(seeds));
    let mut rest = rank as u32;
    let mut above = seeds as usize;
    let mut bits = 0;
    for i in (0..PITS_PER_ROW - 1).rev() {
        // The largest prefix sum, at most the next one, whose term still fits.
        let terms = &ROW_TERMS[i][..=above];
        let sum = terms.partition_point(|&term| term <= rest) - 1;
        rest -= terms[sum];
        bits |= ((above - sum) as u64) << (8 * (i + 1));
        above = sum;
    }
    Row(bits | above as u64)
}

/// The row of the next rank with as many seeds; `None` after the last.
#[must_use]
#[inline]
pub fn row_next(row: Row) -> Option<Row> {
    let above = row.0 & !0xFF;
    if above == 0 {
        return None;
    }
    // The first pit j ≥ 1 with seeds gives one to the pit before it, and the seeds of pit 0 join them there.
    let shift = above.trailing_zeros() & !7;
    let first = row.0 & 0xFF;
    Some(Row(above - (1 << shift) + ((first + 1) << (shift - 8))))
}

/// The row of rank 0: all seeds in pit 5.
#[inline]
const fn first_row(seeds: u32) -> Row {
    Row((seeds as u64) << (8 * (PITS_PER_ROW - 1)))
}

/// The number of a board within its layer: 0..C(n + 11, 11).
#[must_use]
#[inline]
pub fn rank(board: Board) -> u64 {
    let (k, rest) = (board.mover.seeds(), board.opponent.seeds());
    debug_assert!(k + rest <= MAX_SEEDS);
    BASES[(k + rest) as usize][k as usize] + row_rank(board.opponent) * rows(k) + row_rank(board.mover)
}

/// Where a board stands in its layer, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRanks {
    /// Seeds in the mover's row.
    pub mover_seeds: u32,
    /// The rank of the opponent's row among those with as many seeds.
    pub opponent: u64,
    /// The rank of the mover's row.
    pub mover: u64,
}

/// The ranks of the two rows of the board with this rank, which must be below [`layer_size`]`(seeds)`.
#[must_use]
#[inline]
pub fn row_ranks(seeds: u32, rank: u64) -> RowRanks {
    debug_assert!(rank < layer_size(seeds));
    let bases = &BASES[seeds as usize][..=seeds as usize];
    let k = bases.partition_point(|&base| base <= rank) - 1;
    let (rest, count) = (rank - bases[k], rows(k as u32));
    RowRanks { mover_seeds: k as u32, opponent: rest / count, mover: rest % count }
}

/// How many ranks before this row the one lies that has a seed of pit `from` in the later pit `to` instead; `None` if pit `from` is empty.
#[must_use]
#[inline]
pub fn row_distance(row: Row, from: usize, to: usize) -> Option<u64> {
    debug_assert!(from < to && to < PITS_PER_ROW);
    if row.pit(from) == 0 {
        return None;
    }
    let sums = row.0.wrapping_mul(0x01_0101_0101);
    let term = |i: usize| {
        let sum = (sums >> (8 * i)) as usize & 127;
        ROW_TERMS[i][sum] - ROW_TERMS[i][sum - 1]
    };
    Some((from..to).map(|i| u64::from(term(i))).sum())
}

/// The rank of the first board of the layer of `seeds` with `k` seeds in the mover's row; for k = `seeds` + 1 the size of the layer.
///
/// # Panics
/// If `seeds` is above 72 or `k` above `seeds` + 1.
#[must_use]
#[inline]
pub fn first_rank(seeds: u32, k: u32) -> u64 {
    BASES[seeds as usize][..=seeds as usize + 1][k as usize]
}

/// The board with this number in the layer of `seeds`.
///
/// # Panics
/// If `seeds` is above 72 or `rank` is not below [`layer_size`]`(seeds)`.
#[must_use]
pub fn unrank(seeds: u32, rank: u64) -> Board {
    assert!(rank < layer_size(seeds), "rank {rank} of layer {seeds}, which has {} boards", layer_size(seeds));
    let RowRanks { mover_seeds, opponent, mover } = row_ranks(seeds, rank);
    Board { mover: row_unrank(mover_seeds, mover), opponent: row_unrank(seeds - mover_seeds, opponent) }
}

/// All rows with up to a number of seeds. A row's *number* is the count of rows with fewer seeds plus its rank. Takes 8 bytes a row, 4.7 MB at 24 seeds.
#[derive(Debug)]
pub struct Rows {
    rows: Vec<Row>,
}

impl Rows {
    /// The rows with up to `seeds` seeds.
    #[must_use]
    pub fn new(seeds: u32) -> Self {
        let rows = (0..=seeds).flat_map(|k| std::iter::successors(Some(first_row(k)), |&row| row_next(row)));
        Rows { rows: rows.collect() }
    }

    /// The rows with `k` seeds, by rank.
    #[must_use]
    pub fn with(&self, k: u32) -> &[Row] {
        &self.rows[first_number(k)..][..rows(k) as usize]
    }

    /// All of them, by number.
    #[must_use]
    pub fn all(&self) -> &[Row] {
        &self.rows
    }
}

/// The board of the next rank in the same layer; `None` after the last.
#[must_use]
#[inline]
pub fn next(board: Board) -> Option<Board> {
    if let Some(mover) = row_next(board.mover) {
        return Some(Board { mover, ..board });
    }
    let k = board.mover.seeds();
    if let Some(opponent) = row_next(board.opponent) {
        return Some(Board { mover: first_row(k), opponent });
    }
    let rest = board.opponent.seeds();
    (rest > 0).then(|| Board { mover: first_row(k + 1), opponent: first_row(rest - 1) })
}

/// The boards of a layer from one rank on, in order, without unranking each.
pub fn boards_from(seeds: u32, rank: u64) -> impl Iterator<Item = Board> {
    let start = (rank < layer_size(seeds)).then(|| unrank(seeds, rank));
    std::iter::successors(start, |&board| next(board))
}

/// The number of a board in the interchange order, which other programs use: Σ_{i=0..10} C(s_i + i, i + 1) with s_i = pit 0 + … + pit i, the
/// mover's pits first. Rank 0 has all seeds in pit 11.
#[must_use]
pub fn interchange_rank(board: Board) -> u64 {
    let mut sum = 0;
    let mut rank = 0;
    for (i, &seeds) in board.pits()[..PITS - 1].iter().enumerate() {
        sum += usize::from(seeds);
        rank += BINOMIALS[sum + i][i + 1];
    }
    rank
}

/// The board with this number in the interchange order.
///
/// # Panics
/// If `seeds` is above 72 or `rank` is not below [`layer_size`]`(seeds)`.
#[must_use]
pub fn interchange_unrank(seeds: u32, rank: u64) -> Board {
    assert!(rank < layer_size(seeds), "rank {rank} of layer {seeds}, which has {} boards", layer_size(seeds));
    let mut rest = rank;
    let mut above = seeds as usize;
    let mut pits = [0; PITS];
    for i in (0..PITS - 1).rev() {
        let sum = (0..=above).rev().find(|sum| BINOMIALS[sum + i][i + 1] <= rest).expect("C(i, i + 1) is 0");
        rest -= BINOMIALS[sum + i][i + 1];
        pits[i + 1] = (above - sum) as u8;
        above = sum;
    }
    pits[0] = above as u8;
    Board::from_pits(pits).expect("at most 72 seeds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layer_sizes_are_the_published_ones() {
        assert_eq!([0, 1, 2, 8, 12].map(layer_size), [1, 12, 78, 75_582, 1_352_078]);
        assert_eq!([8, 24, 48].map(layers_size), [125_970, 1_251_677_700, 1_399_358_844_975]);
        for n in 0..=MAX_SEEDS {
            assert_eq!(BASES[n as usize][n as usize + 1], layer_size(n), "layer {n}");
        }
    }

    #[test]
    fn every_board_of_the_small_layers_has_its_own_rank_and_comes_back() {
        for n in 0..=8 {
            let mut interchange_seen = vec![false; layer_size(n) as usize];
            let mut expected = 0;
            for board in boards_from(n, 0) {
                assert_eq!(board.seeds(), n);
                assert_eq!(rank(board), expected);
                assert_eq!(unrank(n, expected), board);
                let interchange = interchange_rank(board);
                assert_eq!(interchange_unrank(n, interchange), board);
                assert!(!std::mem::replace(&mut interchange_seen[interchange as usize], true));
                expected += 1;
            }
            assert_eq!(expected, layer_size(n), "boards of layer {n}");
        }
    }

    #[test]
    fn the_ends_and_a_sample_of_the_large_layers_come_back() {
        for n in 9..=MAX_SEEDS {
            let last = layer_size(n) - 1;
            assert_eq!(next(unrank(n, last)), None);
            let step = last / 997 + 1;
            let sample = (0..997).map(|i| i * step).filter(|&r| r <= last).chain([last]);
            for r in sample {
                let board = unrank(n, r);
                assert_eq!((board.seeds(), rank(board)), (n, r));
                assert_eq!(interchange_rank(interchange_unrank(n, r)), r);
                assert_eq!(next(board).map(rank), (r < last).then_some(r + 1));
            }
        }
    }

    #[test]
    fn the_distance_between_rows_is_the_difference_of_their_ranks() {
        for seeds in [1, 7, 12] {
            for rank in 0..rows(seeds) {
                let row = row_unrank(seeds, rank);
                for (from, to) in (0..PITS_PER_ROW).flat_map(|from| (from + 1..PITS_PER_ROW).map(move |to| (from, to))) {
                    let moved = (row.pit(from) > 0).then(|| Row(row.0 - (1 << (8 * from)) + (1 << (8 * to))));
                    assert_eq!(row_distance(row, from, to), moved.map(|moved| rank - row_rank(moved)), "{row:?} {from} {to}");
                }
            }
        }
    }

    #[test]
    fn rows_lie_by_seeds_and_rank() {
        let table = Rows::new(9);
        assert_eq!(table.all().len(), first_number(9) + rows(9) as usize);
        for k in 0..=9 {
            for (rank, &row) in (0..).zip(table.with(k)) {
                assert_eq!((row.seeds(), row_rank(row), row_unrank(k, rank)), (k, rank, row));
                assert_eq!(table.all()[first_number(k) + rank as usize], row);
            }
        }
    }

    #[test]
    fn interchange_rank_0_has_all_seeds_in_the_last_pit() {
        assert_eq!(interchange_unrank(5, 0).pits()[11], 5);
        assert_eq!(interchange_unrank(5, layer_size(5) - 1).pits()[0], 5);
    }

    #[test]
    #[should_panic(expected = "rank 12 of layer 1, which has 12 boards")]
    fn a_rank_outside_the_layer_is_refused() {
        let _ = unrank(1, 12);
    }
}
