//! The library in the terms of the naive referee, so that both can be held against the same data.

use crate::naive::{self, Outcome, Pits, RuleSet};
use oware::board::{Board, Move};
use oware::index::{boards_from, rank};
use oware::perft;
use oware::rules::{Rules, swept_difference};
use oware::score::Value;
use oware::solve::layer;
use oware::table::{Bytes, Kind, Source, Table, TableId, Tablebase, encode};
use oware::variant::Variant;
use oware::with_rules;

pub fn board(pits: &Pits) -> Board {
    Board::from_pits(*pits).expect("at most 72 seeds")
}

pub fn variant(rules: RuleSet) -> Variant {
    rules.name().parse().expect("the library has all six rule sets")
}

/// Each legal move by number, 6 the pass, and what it does.
pub fn outcomes(rules: RuleSet, pits: &Pits) -> Vec<(usize, Outcome)> {
    fn of<R: Rules>(board: Board) -> Vec<(usize, Outcome)> {
        let outcome = |mv: Move| {
            let played = R::play(board, mv);
            (mv.index(), Outcome { gain: played.gain, after: played.board.pits(), same_player: played.again })
        };
        R::moves(board).map(outcome).collect()
    }
    with_rules!(variant(rules), R => of::<R>(board(pits)))
}

pub fn perft(rules: RuleSet, pits: &Pits, depth: u32) -> u64 {
    with_rules!(variant(rules), R => perft::perft::<R>(board(pits), depth))
}

/// The values of all boards with up to `seeds` seeds by the solver, one signed byte a board, a list for each layer.
pub fn solve(variant: Variant, seeds: u32) -> Vec<Vec<u8>> {
    solve_kind(variant, Kind::Shared, seeds)
}

/// Those of a kind of table.
pub fn solve_kind(variant: Variant, kind: Kind, seeds: u32) -> Vec<Vec<u8>> {
    layer::solve_up_to(TableId::new(variant, kind, seeds).expect("a layer of at most 72 seeds"))
}

pub fn slices(layers: &[Vec<u8>]) -> Vec<&[u8]> {
    layers.iter().map(Vec::as_slice).collect()
}

/// Changes values of a layer of a shared table so that every one still follows from its successors: boards on cycles that are worth 0 come to
/// hold each other up at a win and a loss. Whether that was possible.
pub fn lie_in_step(variant: Variant, seeds: u32, layers: &mut [Vec<u8>]) -> bool {
    fn relax<R: Rules>(seeds: u32, layers: &mut [Vec<u8>]) -> bool {
        let mut changed = false;
        for (place, board) in boards_from(seeds, 0).enumerate() {
            let worth = |mv: Move| {
                let played = R::play(board, mv);
                let rest = layers[played.board.seeds() as usize][rank(played.board) as usize] as Value;
                if played.again { played.gain as Value + rest } else { played.gain as Value - rest }
            };
            let moves = R::moves(board).map(worth);
            let new = moves.max().unwrap_or(swept_difference(board) as Value) as u8;
            changed |= std::mem::replace(&mut layers[seeds as usize][place], new) != new;
        }
        changed
    }
    let truth = layers[seeds as usize].clone();
    let mut random = Random::new(1);
    for _ in 0..100 {
        layers[seeds as usize] =
            truth.iter().map(|&value| if value == 0 { [1, -1_i8 as u8][random.below(2) as usize] } else { value }).collect();
        let settled = (0..200).any(|_| !with_rules!(variant, R => relax::<R>(seeds, layers)));
        if settled && layers[seeds as usize] != truth {
            return true;
        }
    }
    layers[seeds as usize] = truth;
    false
}

/// The tables of all these layers.
pub fn tablebase(variant: Variant, layers: &[Vec<u8>]) -> Tablebase {
    let mut base = Tablebase::empty(variant, Kind::Shared);
    for (seeds, layer) in (0..).zip(layers) {
        let id = TableId::new(variant, Kind::Shared, seeds).expect("a layer of at most 72 seeds");
        let values: Vec<Value> = layer.iter().map(|&byte| byte as Value).collect();
        base.insert(Table::open(Bytes::Owned(encode(id, &values)), id, Source::BuiltIn).expect("a good table"));
    }
    base
}

/// The tables of kind forced of the layers up to and with `seeds`, by the naive solver.
pub fn forced_tablebase(rules: RuleSet, seeds: u8) -> Tablebase {
    let mut base = Tablebase::empty(variant(rules), Kind::Forced);
    for (seeds, layer) in (0..).zip(naive::forced(rules, seeds)) {
        let id = TableId::new(variant(rules), Kind::Forced, seeds).expect("an oware rule set");
        let both: Vec<(u8, u8)> = boards_from(seeds, 0).map(|board| layer[&board.pits()]).collect();
        let values: Vec<Value> = both.iter().map(|both| both.0 as Value).chain(both.iter().map(|both| both.1 as Value)).collect();
        base.insert(Table::open(Bytes::Owned(encode(id, &values)), id, Source::BuiltIn).expect("a good table"));
    }
    base
}

/// Numbers that look random and are the same in each run: Knuth's linear congruential generator, its high bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1))
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) % bound
    }
}
