//! Positions of self-play with what they are worth: by tables as far as these reach, elsewhere by search.

use crate::example::Example;
use anyhow::Result;
use fastrand::Rng;
use indicatif::ProgressBar;
use oware::board::{Board, Move, Side};
use oware::engine::Engine;
use oware::game::{Game, Repetition};
use oware::position::Position;
use oware::rules::{Rules, finished_difference};
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use oware::table::{Kind, Sources, Tablebase};
use oware::variant::Variant;
use rayon::prelude::*;

/// MiB of the transposition table.
const HASH: usize = 8;
/// Most random moves at the start of a game.
const MOST_OPENING: u32 = 12;
/// One of so many moves of a game is a random one.
const RANDOM_MOVE: u32 = 6;
/// Random moves away from the game, at most, for a position as search meets it.
const MOST_ASIDE: u32 = 3;
/// Positions with fewer seeds are left out: tables are always there.
const FEWEST: u32 = 9;

/// How games are played and positions valued.
#[derive(Clone)]
pub struct Plan {
    pub variant: Variant,
    pub sources: Sources,
    pub nodes: u64,
    pub seed: u64,
    /// Seeds in each pit at the start.
    pub seeds_per_pit: Vec<u8>,
}

/// Labels positions of so many games.
pub fn label<R: Evaluate>(plan: &Plan, games: u64, bar: &ProgressBar) -> Result<Vec<Example>> {
    // Opened once here, so that what is wrong with the tables is said before work begins.
    Tablebase::open(plan.variant, Kind::Shared, &plan.sources)?;
    let engine = || Engine::new(Tablebase::open(plan.variant, Kind::Shared, &plan.sources).expect("opened before"), HASH, 1);
    let found: Vec<Vec<Example>> = (0..games)
        .into_par_iter()
        .map_init(engine, |engine, number| {
            engine.forget();
            let mut found = Vec::new();
            Labeller::<R> { engine, nodes: plan.nodes, random: Rng::with_seed(plan.seed << 32 | number), rules: std::marker::PhantomData }
                .game(plan.seeds_per_pit[number as usize % plan.seeds_per_pit.len()], &mut found);
            bar.inc(1);
            found
        })
        .collect();
    Ok(found.into_iter().flatten().collect())
}

struct Labeller<'a, R> {
    engine: &'a mut Engine,
    nodes: u64,
    random: Rng,
    rules: std::marker::PhantomData<R>,
}

impl<R: Evaluate> Labeller<'_, R> {
    fn random_move(&mut self, board: Board) -> Option<Move> {
        let moves = R::moves(board);
        (!moves.is_empty()).then(|| moves.into_iter().nth(self.random.usize(..moves.len() as usize)).expect("within the moves"))
    }

    /// The best move of a board and what the board is worth. None if the game is over there.
    fn value(&mut self, board: Board) -> Option<(Move, f32)> {
        if finished_difference::<R>(board).is_some() {
            return None;
        }
        let position = Position::new(board.mover, board.opponent, [0, 0], Side::South)?;
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let analysis = self.engine.analyse(&Game::<R>::new(position, Repetition::Split), limits, Breadth::Best, &Signals::new());
        let mv = *analysis.moves.first()?.line.first()?;
        Some((mv, analysis.score.seeds() as f32))
    }

    /// Adds a board that is known from tables, or after a search.
    fn add(&mut self, board: Board, found: &mut Vec<Example>) {
        if finished_difference::<R>(board).is_some() || board.seeds() < FEWEST {
            return;
        }
        let known = self.engine.tables().value(board).map(f32::from);
        if let Some(value) = known.or_else(|| self.value(board).map(|(_, value)| value)) {
            found.push(Example::new(board, value));
        }
    }

    fn game(&mut self, seeds_per_pit: u8, found: &mut Vec<Example>) {
        let start = Position::start(seeds_per_pit).expect("a usual start");
        let mut board = start.board();
        for _ in 0..self.random.u32(2..=MOST_OPENING) {
            let Some(mv) = self.random_move(board) else { return };
            board = R::play(board, mv).board;
        }
        let mut quiet = 0;
        while board.seeds() >= FEWEST && quiet < 60 {
            let Some((best, value)) = self.value(board) else { return };
            found.push(Example::new(board, value));
            // Tables cost nothing; a position aside from the game needs a search of its own.
            let aside = if self.engine.tables().value(board).is_some() { 3 } else { 1 };
            for _ in 0..aside {
                let mut there = board;
                for _ in 0..self.random.u32(1..=MOST_ASIDE) {
                    let Some(mv) = self.random_move(there) else { break };
                    there = R::play(there, mv).board;
                }
                self.add(there, found);
            }
            let mv = if self.random.u32(..RANDOM_MOVE) == 0 { self.random_move(board).unwrap_or(best) } else { best };
            let played = R::play(board, mv);
            quiet = if played.gain > 0 { 0 } else { quiet + 1 };
            board = played.board;
        }
    }
}
