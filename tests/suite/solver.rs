//! The solver against what is known by other means: published counts, the naive solver, worked examples, and itself on other threads.

use crate::library;
use crate::naive::{self, RuleSet};
use oware::board::Board;
use oware::index::{boards_from, layer_size, rank, unrank};
use oware::rules::Rules;
use oware::rules::oware::Wari;
use oware::score::Value;
use oware::solve::census::Census;
use oware::solve::exchange::Alone;
use oware::solve::layer::Ended;
use oware::solve::verify::follows;
use oware::solve::{Monitor, Phase, Unwatched, layer};
use oware::table::{Kind, TableId};
use oware::variant::Variant;
use oware::with_rules;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[test]
fn the_census_of_all_rule_sets_is_as_recorded() {
    let census = include_str!("../data/census.csv");
    for variant in Variant::ALL {
        let layers = library::solve(variant, 9);
        let found: Vec<String> = (0..)
            .zip(&layers)
            .flat_map(|(seeds, layer)| {
                let census = Census::of(layer);
                assert_eq!(census.boards(), layer_size(seeds));
                census.counts().map(move |(value, count)| format!("{variant},{seeds},{value},{count}")).collect::<Vec<_>>()
            })
            .collect();
        let recorded = census.lines().filter(|row| row.split(',').next() == Some(variant.name()));
        assert_eq!(found, recorded.collect::<Vec<_>>(), "{variant}");
    }
}

/// Wins, draws and losses of the mover. Layers 10 and 11 are published in T. Lincke's thesis of 2002; the totals of all are those of the layer.
#[test]
fn the_census_of_wari_is_the_published_one() {
    let layers = library::solve(Variant::Wari, 14);
    let published: [(u32, [u64; 3]); 3] =
        [(10, [157_721, 93_743, 101_252]), (11, [371_960, 92_787, 240_685]), (12, [714_486, 197_894, 439_698])];
    for (seeds, counts) in published {
        let census = Census::of(&layers[seeds as usize]);
        assert_eq!([census.wins(), census.draws(), census.losses()], counts, "layer {seeds}");
    }
    for (seeds, layer) in (0_u32..).zip(&layers) {
        let census = Census::of(layer);
        // C(seeds + 11, 11), step by step.
        let boards = (1..=11).fold(1, |binomial: u64, k: u64| binomial * (u64::from(seeds) + k) / k);
        assert_eq!((census.boards(), census.wins() + census.draws() + census.losses()), (boards, boards), "layer {seeds}");
    }
}

#[test]
fn every_small_board_has_the_value_of_the_naive_solver() {
    for rules in RuleSet::ALL {
        let layers = library::solve(library::variant(rules), 6);
        for (seeds, naive) in (0..).zip(naive::solve(rules, 6)) {
            assert_eq!(naive.len() as u64, layer_size(seeds));
            for (pits, value) in naive {
                let board = library::board(&pits);
                assert_eq!(layers[seeds as usize][rank(board) as usize] as Value, value, "{} {pits:?}", rules.name());
            }
        }
    }
}

/// The value of a board by a table of its layer, and of each pit's move, seen from the mover; no value for a move that is illegal.
fn values<R: Rules>(pits: [u8; 12], layers: &[Vec<u8>]) -> (Value, [Option<Value>; 6]) {
    let value = |board: Board| layers[board.seeds() as usize][rank(board) as usize] as Value;
    let board = library::board(&pits);
    let mut moves = [None; 6];
    for mv in R::moves(board) {
        let played = R::play(board, mv);
        moves[mv.index()] = Some(played.gain as Value - value(played.board));
    }
    (value(board), moves)
}

/// Takes minutes and some hundred MiB: `cargo test --release --test suite published_wari_boards -- --ignored`.
#[test]
#[ignore = "solves 18 layers of wari, 217 million boards"]
fn published_wari_boards_of_16_and_18_seeds_have_their_values() {
    let layers = library::solve(Variant::Wari, 18);
    let (value, moves) = values::<Wari>([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0], &layers);
    assert_eq!((value, moves), (0, [-1, -1, -2, -2, -2, 0].map(Some)));
    let board = [0, 0, 6, 0, 3, 5, 1, 2, 1, 0, 0, 0];
    assert_eq!(values::<Wari>(board, &layers), (-2, [None, None, None, None, Some(-2), Some(-6)]));
}

#[test]
fn values_are_the_same_for_any_number_of_threads() {
    for variant in Variant::ALL {
        let layers = library::solve(variant, 8);
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            // The largest layer several times: only there does work change hands.
            for seeds in (0..8).chain([8; 5]) {
                let lower = library::slices(&layers[..seeds as usize]);
                let values = pool.install(|| layer::solve(id(variant, seeds), &lower));
                assert!(values == layers[seeds as usize], "{variant}, layer {seeds}, {threads} threads");
            }
        }
    }
}

#[test]
fn every_layer_follows_from_its_successors() {
    for variant in Variant::ALL {
        let layers = library::solve(variant, 8);
        for seeds in 0..=8 {
            assert_eq!(with_rules!(variant, R => follows::<R>(Kind::Shared, seeds, &library::slices(&layers))), Ok(()), "{variant}");
        }
    }
}

/// Over the boards of `abapa` that a game can reach, i.e. whose opponent's row has an empty pit.
#[test]
fn what_both_sides_can_force_adds_up_on_as_many_boards_as_is_known() {
    let layers = library::solve_kind(Variant::Abapa, Kind::Forced, 8);
    let shared = library::solve(Variant::Abapa, 8);
    for (seeds, reached, decided) in [(3, 364, 300), (4, 1_365, 994), (6, 12_375, 10_167), (8, 75_504, 46_097)] {
        let (mover, opponent) = layers[seeds as usize].split_at(layer_size(seeds) as usize);
        let numbers = boards_from(seeds, 0).zip(mover.iter().zip(opponent)).zip(&shared[seeds as usize]);
        let numbers: Vec<_> = numbers.filter(|((board, _), _)| board.opponent.pits().contains(&0)).collect();
        assert_eq!(numbers.len(), reached);
        let sum_is_all: Vec<_> =
            numbers.iter().filter(|((_, (mover, opponent)), _)| u32::from(**mover) + u32::from(**opponent) == seeds).collect();
        assert_eq!(sum_is_all.len(), decided, "layer {seeds}");
        for ((board, (mover, opponent)), value) in sum_is_all {
            assert_eq!(i32::from(**mover) - i32::from(**opponent), i32::from(**value as Value), "{board:?}: both kinds agree");
        }
        for ((board, (mover, opponent)), _) in numbers {
            assert!(u32::from(*mover) + u32::from(*opponent) <= seeds, "{board:?}");
        }
    }
}

/// Changes the value of one board by `change` and checks that this is noticed, there or at a board with a move that leads there.
fn change_one<R: Rules>(seeds: u32, changed: u64, change: Value, layers: &mut [Vec<u8>]) {
    let board = unrank(seeds, changed);
    let place = |layers: &mut [Vec<u8>], change: Value| {
        let byte = &mut layers[seeds as usize][changed as usize];
        *byte = (*byte as Value + change) as u8;
    };
    place(layers, change);
    let noticed = follows::<R>(Kind::Shared, seeds, &library::slices(layers)).expect_err("a changed value contradicts its board's moves");
    let leads_there = R::moves(noticed.board).map(|mv| R::play(noticed.board, mv).board).any(|after| after == board);
    assert!(noticed.board == board || leads_there, "{}: changed {board:?}, noticed {noticed}", R::NAME);
    assert!(rank(noticed.board) <= changed, "the board of the lowest rank is told");
    let found = i32::from(layers[seeds as usize][rank(noticed.board) as usize] as Value);
    assert!(noticed.found == found && found != noticed.expected, "{noticed}");
    place(layers, -change);
}

#[test]
fn a_single_changed_value_is_noticed() {
    for variant in Variant::ALL {
        let mut layers = library::solve(variant, 8);
        for seeds in 0..=8 {
            // Every board of the smallest layers, some of the others.
            let step = if seeds <= 3 { 1 } else { layer_size(seeds) / 23 };
            for (i, changed) in (0..layer_size(seeds)).step_by(step as usize).enumerate() {
                let change = [1, -1, 2, -2, seeds as Value + 1][i % 5];
                with_rules!(variant, R => change_one::<R>(seeds, changed, change, &mut layers));
            }
        }
    }
}

/// Notes the phases and the boards of each, and stops the work after so many calls of `stopped`.
struct Notes {
    phases: Mutex<Vec<(u32, Phase, u64)>>,
    done: Mutex<Vec<u64>>,
    asked: AtomicU64,
    patience: u64,
}

impl Notes {
    fn new(patience: u64) -> Self {
        Notes { phases: Mutex::default(), done: Mutex::default(), asked: AtomicU64::new(0), patience }
    }
}

impl Monitor for Notes {
    fn begin(&self, seeds: u32, phase: Phase, boards: u64) {
        self.phases.lock().unwrap().push((seeds, phase, boards));
        self.done.lock().unwrap().push(0);
    }

    fn advance(&self, boards: u64) {
        *self.done.lock().unwrap().last_mut().expect("a phase has begun") += boards;
    }

    fn stopped(&self) -> bool {
        self.asked.fetch_add(1, Relaxed) >= self.patience
    }
}

/// [`layer::solve`] that is watched.
fn watched(id: TableId, lower: &[&[u8]], notes: &Notes) -> Result<(), Ended> {
    layer::solve_into(id, lower, &mut vec![0; id.values() as usize], 0, &mut Alone, notes, |_, _, _| Ok(()))
}

fn id(variant: Variant, seeds: u32) -> TableId {
    TableId::new(variant, Kind::Shared, seeds).unwrap()
}

#[test]
fn a_layer_taken_up_after_any_stage_comes_out_the_same() {
    for variant in Variant::ALL {
        for id in Kind::ALL.into_iter().filter_map(|kind| TableId::new(variant, kind, 7).ok()) {
            let layers = library::solve_kind(variant, id.kind(), 7);
            let lower = library::slices(&layers[..7]);
            let mut stages = vec![(0, vec![0xAA; id.values() as usize])];
            let mut work = stages[0].1.clone();
            layer::solve_into(id, &lower, &mut work, 0, &mut Alone, &Unwatched, |done, work: &[u8], _| {
                stages.push((done, work.to_vec()));
                Ok::<_, Ended>(())
            })
            .unwrap();
            assert!(work == layers[7]);
            assert!(stages.len() > 4, "{id}: {} stages", stages.len());
            for (done, mut work) in stages {
                layer::solve_into(id, &lower, &mut work, done, &mut Alone, &Unwatched, |_, _, _| Ok::<_, Ended>(())).unwrap();
                assert!(work == layers[7], "{id} after {done} stages");
            }
        }
    }
}

#[test]
fn progress_adds_up_to_what_each_phase_announced() {
    let layers = library::solve(Variant::Warri, 8);
    for seeds in 0..=8 {
        let notes = Notes::new(u64::MAX);
        let lower = library::slices(&layers[..seeds as usize]);
        watched(id(Variant::Warri, seeds), &lower, &notes).unwrap();
        let boards = layer_size(seeds);
        let phases = [(seeds, Phase::Captures, boards), (seeds, Phase::Propagation, u64::from(seeds) * boards)];
        assert_eq!(*notes.phases.lock().unwrap(), phases);
        assert_eq!(*notes.done.lock().unwrap(), phases.map(|(_, _, boards)| boards), "layer {seeds}");
    }
}

#[test]
fn a_monitor_that_says_stop_interrupts_whenever_it_says_so() {
    let layers = library::solve(Variant::Wari, 8);
    let lower = library::slices(&layers[..8]);
    let solve = |patience| {
        let notes = Notes::new(patience);
        let solved = watched(id(Variant::Wari, 8), &lower, &notes);
        (solved, notes)
    };
    let (solved, notes) = solve(u64::MAX);
    assert!(solved.is_ok());
    let questions = notes.asked.into_inner();
    assert!(questions > 9, "asked in each phase and at each level");
    for patience in 0..questions {
        let (solved, notes) = solve(patience);
        assert!(matches!(solved, Err(Ended::Interrupted(_))), "stopped after {patience} of {questions} questions");
        let (phases, done) = (notes.phases.into_inner().unwrap(), notes.done.into_inner().unwrap());
        assert!(phases.iter().zip(&done).any(|(&(_, _, announced), &done)| done < announced));
    }
    assert!(solve(questions).0.is_ok());
}

#[test]
fn values_lie_within_the_seeds_of_their_boards() {
    for variant in Variant::ALL {
        for (seeds, layer) in (0..).zip(library::solve(variant, 8)) {
            for (board, byte) in boards_from(seeds, 0).zip(layer) {
                let value = i32::from(byte as Value);
                assert!(value.unsigned_abs() <= seeds, "{variant} {board:?}: {value}");
            }
        }
    }
}
