//! The engine: rules, tables and search together. It answers what the best move of a game is, and what each move is worth.

pub mod equipment;
pub mod level;

use crate::board::{Board, Move};
use crate::engine::level::Level;
use crate::game::{Game, Repetition};
use crate::index::rank;
use crate::rules::{Ending, Played, Rules};
use crate::score::{Forced, Score, Value};
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::findings::{Findings, Line, MAX_LINE};
use crate::search::iteration::{Breadth, Request, search};
use crate::search::limits::{Budget, Limits};
use crate::search::proof::progress::Progress;
use crate::search::proof::prove;
use crate::search::root::Root;
use crate::search::signals::Signals;
use crate::search::transposition::{Marks, TranspositionTable};
use crate::table::{Kind, Tablebase};
use fastrand::Rng;
use std::time::Duration;

/// The tables of both kinds.
#[derive(Debug)]
struct Tables {
    shared: Tablebase,
    forced: Tablebase,
}

impl Endgames for Tables {
    #[inline]
    fn value(&self, board: Board, seeds: u32) -> Option<Value> {
        self.shared.value_in(seeds, board)
    }

    #[inline]
    fn forced(&self, board: Board, _: u32) -> Option<Forced> {
        self.forced.forced(board)
    }

    fn most_seeds(&self) -> u32 {
        [&self.shared, &self.forced].into_iter().flat_map(Tablebase::tables).map(|table| table.id().seeds()).max().unwrap_or(0)
    }
}

/// What the engine says about a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best move alone, or every move, the best first. Empty if the game is over.
    pub moves: Vec<MoveAnalysis>,
    /// The final difference in seeds for the mover: what a table knows of the position, or that of the best move, or of the finished game.
    pub score: Score,
    /// Whether the score is proven. Where a table proves it, the best move may still be one that is not proven to keep it.
    pub exact: bool,
    /// Why no move can follow, if so.
    pub over: Option<Ending>,
    /// The deepest iteration that was finished, in moves of either player.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Analysis {
    /// The best move, or the one that a level of play chose. `None` if the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.moves.first()?.line.first().copied()
    }

    /// What there is to say of a game in which no move can follow.
    fn of_finished<R: Rules>(game: &Game<R>, over: Ending) -> Self {
        let split = over == Ending::Repetition && game.repetition() == Repetition::Split;
        let last = if split { game.position() } else { game.position().swept() };
        Analysis {
            moves: Vec::new(),
            score: Score::from_seeds(last.store_difference()),
            exact: true,
            over: Some(over),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
        }
    }
}

/// What the engine says about a move.
#[derive(Clone, Debug)]
pub struct MoveAnalysis {
    /// The move and the play expected after it.
    pub line: Vec<Move>,
    /// The final difference in seeds for the mover, stores included.
    pub score: Score,
    /// Whether the score is proven.
    pub exact: bool,
}

/// What the engine can prove of a position.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The best move, and the score: exact, or an estimate within the bounds.
    pub analysis: Analysis,
    /// The least and the most that the final difference in seeds can be for the mover, if both sides play best.
    pub bounds: [i32; 2],
}

/// Most nodes of the search before a proof, and which part of its limits they may be: one of so many.
const GUESS_NODES: u64 = 200_000;
const GUESS_SHARE: u32 = 10;

/// Which part of its limits the search for the best move gives to a proof: one of so many.
const PROOF_SHARE: u32 = 4;

/// Memory of such a proof, in MiB: about a million boards.
const PROOF_MEBIBYTES: usize = 16;

/// Tables, memory and threads for any number of questions about one rule set.
#[derive(Debug)]
pub struct Engine {
    tables: Tables,
    transpositions: TranspositionTable,
    /// The rule under which the transposition table was filled: what is proven under one is not under the other.
    repetition: Option<Repetition>,
    threads: usize,
}

impl Engine {
    /// An engine with these tables of kind shared, so many MiB for the transposition table, and so many threads.
    #[must_use]
    pub fn new(shared: Tablebase, hash_mebibytes: usize, threads: usize) -> Self {
        debug_assert_eq!(shared.kind(), Kind::Shared);
        let forced = Tablebase::empty(shared.variant(), Kind::Forced);
        let tables = Tables { shared, forced };
        Engine { tables, transpositions: TranspositionTable::new(hash_mebibytes), repetition: None, threads: threads.max(1) }
    }

    /// The same engine with these tables of kind forced, of the same rule set. They are asked where a repetition gives each player the own row.
    #[must_use]
    pub fn with_forced(mut self, forced: Tablebase) -> Self {
        assert_eq!((forced.variant(), forced.kind()), (self.tables.shared.variant(), Kind::Forced), "forced tables of the same rule set");
        self.tables.forced = forced;
        self
    }

    /// The tables of kind shared.
    #[must_use]
    pub fn tables(&self) -> &Tablebase {
        &self.tables.shared
    }

    /// The tables of kind forced; none unless they were given.
    #[must_use]
    pub fn forced_tables(&self) -> &Tablebase {
        &self.tables.forced
    }

    /// Forgets what earlier searches found, so that the next one depends on nothing but its question.
    pub fn forget(&mut self) {
        self.transpositions.clear();
    }

    /// Analyses where a game stands, within limits and until it is told to stop. The rule set must be that of the tables.
    ///
    /// A majority does not end the analysis; a repetition or a position without legal moves does.
    pub fn analyse<R: Evaluate>(&mut self, game: &Game<R>, limits: Limits, breadth: Breadth, signals: &Signals) -> Analysis {
        self.analyse_aloud(game, limits, breadth, signals, &mut |_| ())
    }

    /// The same, and tells after each iteration what is known by then.
    pub fn analyse_aloud<R: Evaluate>(
        &mut self,
        game: &Game<R>,
        limits: Limits,
        breadth: Breadth,
        signals: &Signals,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        debug_assert_eq!(self.tables.shared.variant().name(), <R as Rules>::NAME);
        if let Some(over) = game.stop() {
            return Analysis::of_finished(game, over);
        }
        if self.repetition.replace(game.repetition()).is_some_and(|before| before != game.repetition()) {
            self.transpositions.clear();
        }
        self.transpositions.grow_older();
        let root = Root::new(game, &mut self.transpositions);
        // A table may know what the position is worth though it took too long to find a move that is proven to keep it.
        let known = root.exact_score::<R>(&self.tables);
        let this = &*self;
        let request = Request { limits, breadth, threads: this.threads };
        let mut tell = |findings| tell(&this.analysis(game, known, findings));
        let findings = search::<R, _>(&root, &this.tables, &this.transpositions, request, signals, &mut tell);
        this.analysis(game, known, findings)
    }

    /// Chooses a move as a level of play does, and puts it first, before the others if the level looked at them. At full strength this is the best move, and `tell` is
    /// told after each iteration; lower levels think silently. The random numbers of these depend on the game alone, so the same game gets the same move.
    pub fn play<R: Evaluate>(
        &mut self,
        game: &Game<R>,
        level: Level,
        limits: Limits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let Some(limits) = level.limits(limits) else { return self.analyse_aloud(game, limits, Breadth::Best, signals, tell) };
        let mut analysis = self.analyse(game, limits, Breadth::All, signals);
        if !analysis.moves.is_empty() {
            let mut random = Rng::with_seed(rank(game.position().board()) ^ (game.history().len() as u64) << 48);
            let scores: Vec<Score> = analysis.moves.iter().map(|of| of.score).collect();
            let chosen = level.choose(&scores, &mut random);
            analysis.moves[..=chosen].rotate_right(1);
        }
        analysis
    }

    /// The best move of a game: proven if that takes a small part of the limits, which a time or a number of nodes must be among for that, else by search.
    pub fn best<R: Evaluate>(&mut self, game: &Game<R>, limits: Limits, signals: &Signals) -> Analysis {
        self.best_aloud(game, limits, signals, &mut |_| ())
    }

    /// The same, and tells after each iteration of the search what is known by then.
    pub fn best_aloud<R: Evaluate>(
        &mut self,
        game: &Game<R>,
        limits: Limits,
        signals: &Signals,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let is_limited = limits.depth.is_none() && (limits.nodes.is_some() || limits.time.is_some());
        if !is_limited || game.stop().is_some() {
            return self.analyse_aloud(game, limits, Breadth::Best, signals, tell);
        }
        let proof = self.prove(game, limits.part(PROOF_SHARE), PROOF_MEBIBYTES, signals, &mut |_| ());
        // A table may know the score and no more.
        let proven = proof.analysis.exact && proof.analysis.moves.first().is_none_or(|best| best.exact);
        if proven || signals.is_stopped() {
            return proof.analysis;
        }
        let rest = limits.after(proof.analysis.nodes, proof.analysis.time);
        let mut analysis = self.analyse_aloud(game, rest, Breadth::Best, signals, tell);
        analysis.nodes += proof.analysis.nodes;
        analysis.time += proof.analysis.time;
        analysis
    }

    /// Proves what a game's position is worth, as far as limits, a memory of so many MiB and signals allow; the depth is not limited.
    ///
    /// A short search comes first: it may be all that is needed, and its score is where the proof begins.
    pub fn prove<R: Evaluate>(
        &mut self,
        game: &Game<R>,
        limits: Limits,
        mebibytes: usize,
        signals: &Signals,
        tell: &mut dyn FnMut(Progress),
    ) -> Proof {
        let short = limits.part(GUESS_SHARE);
        let short = Limits { depth: None, nodes: Some(short.nodes.map_or(GUESS_NODES, |nodes| nodes.min(GUESS_NODES))), ..short };
        let mut analysis = self.analyse(game, short, Breadth::Best, signals);
        let stores = game.position().store_difference();
        let guess = analysis.score.seeds().round() as i32;
        if analysis.exact {
            return Proof { analysis, bounds: [guess; 2] };
        }
        let budget = Budget::start(limits.after(analysis.nodes, analysis.time), signals);
        let root = Root::of::<R>(game, Marks::NONE);
        let mut tell = |progress: Progress| tell(progress.with_stores(stores));
        let found = prove::<R, _>(&root, &self.tables, mebibytes, self.threads, guess - stores, &budget, &mut tell);
        let bounds = found.bounds.map(|bound| bound + stores);
        let [least, most] = bounds.map(Score::from_seeds);
        analysis.exact = least == most;
        analysis.score = analysis.score.clamp(least, most);
        analysis.nodes += found.nodes;
        analysis.time += found.time;
        if !found.line.is_empty() {
            let line = self.extended(game, found.line);
            analysis.moves = vec![MoveAnalysis { line, score: analysis.score, exact: analysis.exact }];
        }
        Proof { analysis, bounds }
    }

    /// What a search found, stores counted, lines followed into the tables.
    fn analysis<R: Rules>(&self, game: &Game<R>, known: Option<Score>, findings: Findings) -> Analysis {
        let stores = Score::from_seeds(game.position().store_difference());
        let moves: Vec<MoveAnalysis> = findings
            .lines
            .into_iter()
            .map(|Line { moves, score, exact }| MoveAnalysis { line: self.extended(game, moves), score: stores + score, exact })
            .collect();
        Analysis {
            score: known.map(|score| stores + score).or(moves.first().map(|best| best.score)).unwrap_or(stores),
            // Of all moves, one that is not proven may still turn out better than the best.
            exact: known.is_some() || !moves.is_empty() && moves.iter().all(|of| of.exact),
            moves,
            over: None,
            depth: findings.depth,
            nodes: findings.nodes,
            time: findings.time,
        }
    }

    /// The score of a game's position, stores counted, as far as tables alone prove it with the game's history.
    #[must_use]
    pub fn known_score<R: Rules>(&self, game: &Game<R>) -> Option<Score> {
        if let Some(over) = game.stop() {
            return Some(Analysis::of_finished(game, over).score);
        }
        let known = Root::of::<R>(game, Marks::NONE).exact_score::<R>(&self.tables)?;
        Some(Score::from_seeds(game.position().store_difference()) + known)
    }

    /// The moves that the tables show: those that keep what the mover can force where that and what the opponent can are all that matters, else those that
    /// keep the value; none without a table.
    fn table_moves<R: Rules>(&self, game: &Game<R>) -> Vec<Move> {
        let board = game.position().board();
        let forced = if game.repetition() == Repetition::OwnSide { forced_moves::<R>(&self.tables.forced, board) } else { None };
        let decided = forced.filter(|(forced, _)| forced.is_decided(board.seeds())).map(|(_, moves)| moves);
        decided.or_else(|| table_moves::<R>(&self.tables.shared, board).map(|(_, moves)| moves)).unwrap_or_default()
    }

    /// The line with the play that the tables show after it.
    fn extended<R: Rules>(&self, game: &Game<R>, mut line: Vec<Move>) -> Vec<Move> {
        let mut game = game.clone();
        for (played, &mv) in line.iter().enumerate() {
            // A stored move may stand where the history of this game ends it.
            if game.play(mv).is_err() {
                line.truncate(played);
                return line;
            }
        }
        while line.len() < MAX_LINE && game.stop().is_none() {
            // Tables do not know what was played: of the moves that keep the value, one that comes back to an earlier position may lose it.
            let next = self.table_moves(&game).into_iter().find_map(|mv| {
                let mut next = game.clone();
                next.play(mv).ok()?;
                (next.stop() != Some(Ending::Repetition)).then_some((mv, next))
            });
            let Some((mv, next)) = next else { break };
            line.push(mv);
            game = next;
        }
        line
    }
}

/// What each player can force on a board by the tables, and the moves that keep what the mover can, those that capture most first. `None` without a table of
/// its layer. A move that keeps it need not come nearer to the end.
#[must_use]
pub fn forced_moves<R: Rules>(tables: &Tablebase, board: Board) -> Option<(Forced, Vec<Move>)> {
    let forced = tables.forced(board)?;
    let keeps = |played: Played| Some(forced.mover == played.gain + tables.forced(played.board)?.opponent);
    Some((forced, keeping_moves::<R>(board, keeps)?))
}

/// The value of a board by the tables, and the moves that keep it, those that capture most first. `None` without a table of its layer.
#[must_use]
pub fn table_moves<R: Rules>(tables: &Tablebase, board: Board) -> Option<(Value, Vec<Move>)> {
    let value = tables.value(board)?;
    let keeps = |played: Played| Some(value == played.value(tables.value(played.board)?));
    Some((value, keeping_moves::<R>(board, keeps)?))
}

/// The moves of which `keeps` says so, those that capture most first. `None` if it does not know of one.
fn keeping_moves<R: Rules>(board: Board, keeps: impl Fn(Played) -> Option<bool>) -> Option<Vec<Move>> {
    let mut moves: Vec<(u8, Move)> = Vec::new();
    for mv in R::moves(board) {
        let played = R::play(board, mv);
        if keeps(played)? {
            moves.push((played.gain, mv));
        }
    }
    moves.sort_by_key(|&(gain, _)| std::cmp::Reverse(gain));
    Some(moves.into_iter().map(|(_, mv)| mv).collect())
}
