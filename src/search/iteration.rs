//! Iterative deepening: one depth after another, until a limit is reached or the result is proven.

use crate::score::Score;
use crate::search::crew::Crew;
use crate::search::endgames::Endgames;
use crate::search::evaluation::Evaluate;
use crate::search::findings::{Findings, Line};
use crate::search::forced_region;
use crate::search::limits::{Budget, Limits, MAX_DEPTH};
use crate::search::region;
use crate::search::root::Root;
use crate::search::searcher::{OutOfBudget, Searcher, Shared};
use crate::search::signals::Signals;
use crate::search::transposition::TranspositionTable;
use crate::search::window::Window;
use std::ops::RangeInclusive;
use std::thread;

/// Which moves of the root are given a score of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// The best.
    Best,
    /// All.
    All,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How long.
    pub limits: Limits,
    /// Of which moves.
    pub breadth: Breadth,
    /// By how many threads.
    pub threads: usize,
}

/// Width of the first window around the score of the iteration before, each way.
const ASPIRATION: i16 = 60;

/// Stack of a search thread: a node takes some hundred bytes, and a line has at most a thousand.
const STACK_SIZE: usize = 16 << 20;

/// Searches the root, and tells what was found after each iteration, the last left out. With one thread and no time limit the result depends on nothing but the arguments.
pub fn search<R: Evaluate, E: Endgames>(
    root: &Root,
    endgames: &E,
    table: &TranspositionTable,
    request: Request,
    signals: &Signals,
    tell: &mut dyn FnMut(Findings),
) -> Findings {
    let Request { limits, breadth, threads } = request;
    let budget = Budget::start(limits, signals);
    if let Some(mut lines) = region::solve::<R>(root, endgames, &budget) {
        if breadth == Breadth::Best {
            lines.truncate(1);
        }
        return Findings { lines, depth: 1, nodes: budget.nodes(), time: budget.elapsed() };
    }
    let known = forced_region::solve::<R>(root, endgames, &budget).unwrap_or_default();
    let crew = (threads > 1).then(Crew::new);
    let shared = Shared { root, endgames, known_moves: &known, table, crew: crew.as_ref(), budget: &budget };
    let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let (lines, depth) = thread::scope(|scope| {
        for i in 1..threads {
            // Half of these are a move ahead. Where the system has no room for a thread, there are fewer.
            let first_depth = 1 + i as u32 % 2;
            let work = move || run(&mut Searcher::<R, E>::new(shared), breadth, first_depth..=max_depth, &mut |_, _| ());
            if thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let mut tell = |lines: &[Line], depth| {
            tell(Findings { lines: lines.to_vec(), depth, nodes: budget.nodes(), time: budget.elapsed() });
        };
        let found = run(&mut Searcher::<R, E>::new(shared), breadth, 1..=max_depth, &mut tell);
        budget.finish();
        found
    });
    Findings { lines, depth, nodes: budget.nodes(), time: budget.elapsed() }
}

/// One thread's part: goes from depth to depth. Returns the lines of the last iteration and its depth.
fn run<R: Evaluate, E: Endgames>(
    searcher: &mut Searcher<'_, R, E>,
    breadth: Breadth,
    depths: RangeInclusive<u32>,
    tell: &mut dyn FnMut(&[Line], u32),
) -> (Vec<Line>, u32) {
    let mut lines: Vec<Line> = Vec::new();
    let mut finished = 0;
    let mut depth = *depths.start();
    while depths.contains(&depth) {
        searcher.begin(depth);
        let done = match breadth {
            Breadth::Best => best_line(searcher, depth, &mut lines),
            Breadth::All => all_lines(searcher, depth, &mut lines),
        };
        match searcher.result(&mut lines, done.is_ok()) {
            Some(depth) => finished = depth,
            None => break,
        }
        if lines.iter().all(|line| line.exact) || !searcher.may_go_on() {
            break;
        }
        searcher.settle();
        tell(&lines, finished);
        depth = finished + 1;
    }
    searcher.settle();
    if finished == 0 {
        add_glances(searcher, breadth, &mut lines);
    }
    (lines, finished)
}

/// Adds what the budget did not reach in the first iteration, by its looks. Of all moves, or the best of them, the lines are left.
fn add_glances<R: Evaluate, E: Endgames>(searcher: &Searcher<'_, R, E>, breadth: Breadth, lines: &mut Vec<Line>) {
    for mv in searcher.root_moves() {
        if lines.iter().all(|line| line.moves[0] != mv) {
            lines.push(Line { moves: vec![mv], score: searcher.glance(mv), exact: false });
        }
    }
    lines.sort_by_key(|line| -line.score);
    if breadth == Breadth::Best {
        lines.truncate(1);
    }
}

/// Finds the best move to a depth. If the budget runs out, `lines` still holds the best move so far.
fn best_line<R: Evaluate, E: Endgames>(searcher: &mut Searcher<'_, R, E>, depth: u32, lines: &mut Vec<Line>) -> Result<(), OutOfBudget> {
    let mut reach = ASPIRATION;
    loop {
        let around = lines.first().filter(|_| depth > 3 && reach < 4 * ASPIRATION).map(|line| line.score);
        let window = around.map_or(Window::FULL, |score| Window {
            alpha: score - Score::from_hundredths(reach),
            beta: score + Score::from_hundredths(reach),
        });
        let inside = best_in_window(searcher, depth, window, lines)?;
        if inside {
            return Ok(());
        }
        reach *= 2;
    }
}

/// One pass over the root's moves. Whether the score lies inside the window.
fn best_in_window<R: Evaluate, E: Endgames>(
    searcher: &mut Searcher<'_, R, E>,
    depth: u32,
    window: Window,
    lines: &mut Vec<Line>,
) -> Result<bool, OutOfBudget> {
    let mut alpha = window.alpha;
    let mut best: Option<Line> = None;
    let mut proven = true;
    for (i, mv) in searcher.root_moves().into_iter().enumerate() {
        let mut outcome;
        let open = Window { alpha, beta: window.beta };
        if i == 0 {
            outcome = searcher.root_move(mv, depth, open)?;
        } else {
            outcome = searcher.root_move(mv, depth, Window::null(alpha))?;
            if outcome.score > alpha && outcome.score < window.beta {
                outcome = searcher.root_move(mv, depth, open)?;
            }
        }
        proven &= outcome.proven;
        if outcome.score > alpha {
            alpha = outcome.score;
            let line = Line { moves: searcher.root_line(mv), score: alpha, exact: outcome.proven && searcher.is_most(alpha) };
            if line.exact {
                // The other moves need no proof.
                searcher.store_root(mv, alpha, depth);
                *lines = vec![line];
                return Ok(true);
            }
            if alpha >= window.beta {
                return Ok(false);
            }
            // Should the budget run out now, this is the best so far.
            *lines = vec![line.clone()];
            best = Some(line);
        }
    }
    let Some(mut line) = best else { return Ok(window.alpha == Window::FULL.alpha) };
    line.exact = proven;
    searcher.store_root(line.moves[0], line.score, depth);
    *lines = vec![line];
    Ok(true)
}

/// Gives each move of the root its own score. If the budget runs out, `lines` holds the iteration before, or what there is of the first.
fn all_lines<R: Evaluate, E: Endgames>(searcher: &mut Searcher<'_, R, E>, depth: u32, lines: &mut Vec<Line>) -> Result<(), OutOfBudget> {
    let moves = if lines.is_empty() { searcher.root_moves() } else { lines.iter().map(|line| line.moves[0]).collect() };
    let first = lines.is_empty();
    let mut found = Vec::new();
    for mv in moves {
        let outcome = searcher.root_move(mv, depth, Window::FULL)?;
        found.push(Line { moves: searcher.root_line(mv), score: outcome.score, exact: outcome.proven });
        if first {
            lines.clone_from(&found);
        }
    }
    found.sort_by_key(|line| -line.score);
    *lines = found;
    if let Some(best) = lines.first() {
        searcher.store_root(best.moves[0], best.score, depth);
    }
    Ok(())
}
