//! Positions of self-play with what they are worth: by tables as far as these reach, elsewhere by search.
//!
//! A search judges positions that no good player would come to. So beside each position of a game one is taken that a few random moves lead to from it.

use crate::example::Example;
use fastrand::Rng;
use oware::board::{Board, Move};
use oware::engine::Engine;
use oware::game::{Game, Repetition};
use oware::position::Position;
use oware::rules::finished_difference;
use oware::score::Score;
use oware::search::evaluation::Evaluate;
use oware::search::iteration::Breadth;
use oware::search::limits::Limits;
use oware::search::signals::Signals;
use std::marker::PhantomData;

/// Random moves at the start of a game.
const OPENING: std::ops::RangeInclusive<u32> = 2..=12;
/// One of so many moves after them is random, too.
const RANDOM_MOVE: u32 = 6;
/// Random moves aside from a game.
const ASIDE: std::ops::RangeInclusive<u32> = 1..=3;
/// Positions aside, for each of the game: one that needs a search, or several that tables know.
const SEARCHED_ASIDE: u32 = 1;
const KNOWN_ASIDE: u32 = 3;
/// A game ends with fewer seeds: the built-in tables know what follows.
const FEWEST: u32 = 9;
/// And after so many moves without a capture.
const PATIENCE: u32 = 60;

/// Plays games and takes examples from them.
pub struct Labeller<'a, R> {
    engine: &'a mut Engine,
    limits: Limits,
    random: Rng,
    examples: Vec<Example>,
    rules: PhantomData<R>,
}

impl<'a, R: Evaluate> Labeller<'a, R> {
    /// So many nodes go into each move and each value that tables do not have.
    pub fn new(engine: &'a mut Engine, nodes: u64, seed: u64) -> Self {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Labeller { engine, limits, random: Rng::with_seed(seed), examples: Vec::new(), rules: PhantomData }
    }

    /// The examples of one game.
    pub fn game(mut self, seeds_per_pit: u8) -> Vec<Example> {
        self.engine.forget();
        let opening = self.random.u32(OPENING);
        let mut board = self.stroll(Position::start(seeds_per_pit).expect("a usual start").board(), opening);
        let mut quiet = 0;
        while board.seeds() >= FEWEST && quiet < PATIENCE {
            let Some((best, value)) = self.search(board) else { break };
            self.examples.push(Example { board, value });
            let aside = if self.engine.tables().value(board).is_some() { KNOWN_ASIDE } else { SEARCHED_ASIDE };
            for _ in 0..aside {
                let moves = self.random.u32(ASIDE);
                let there = self.stroll(board, moves);
                self.add(there);
            }
            let mv = if self.random.u32(..RANDOM_MOVE) == 0 { self.any_move(board) } else { Some(best) };
            let played = R::play(board, mv.unwrap_or(best));
            quiet = if played.gain > 0 { 0 } else { quiet + 1 };
            board = played.board;
        }
        self.examples
    }

    fn any_move(&mut self, board: Board) -> Option<Move> {
        let moves: Vec<Move> = R::moves(board).collect();
        self.random.choice(moves)
    }

    /// The board after so many random moves, or fewer if the game is over.
    fn stroll(&mut self, mut board: Board, moves: u32) -> Board {
        for _ in 0..moves {
            let Some(mv) = self.any_move(board) else { break };
            board = R::play(board, mv).board;
        }
        board
    }

    /// The best move of a board, and what the board is worth. `None` if the game is over.
    fn search(&mut self, board: Board) -> Option<(Move, Score)> {
        finished_difference::<R>(board).is_none().then_some(())?;
        let game = Game::<R>::new(Position::of(board), Repetition::Split);
        let analysis = self.engine.analyse(&game, self.limits, Breadth::Best, &Signals::new());
        Some((analysis.best_move()?, analysis.score))
    }

    /// Takes a board with its value, if the game goes on there.
    fn add(&mut self, board: Board) {
        if board.seeds() < FEWEST || finished_difference::<R>(board).is_some() {
            return;
        }
        let known = self.engine.tables().value(board).map(|value| Score::from_seeds(i32::from(value)));
        if let Some(value) = known.or_else(|| self.search(board).map(|(_, value)| value)) {
            self.examples.push(Example { board, value });
        }
    }
}
