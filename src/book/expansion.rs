//! Which position of a book to look at next: drop-out expansion (T. Lincke, Strategies for the automatic construction of opening books, 2001).
//!
//! A book serves a player who plays its best moves, against an opponent who may play anything, and rather a good move than a bad one. So a leaf is the more
//! urgent the shorter its line is and the less the players lose on it: each move costs one and, for what it is worth less than the best one, a
//! weight, which is large for the player with the book and small for the opponent. Either player may be the one with the book; the cheaper case counts. The
//! weights are finite, since a move that looks worse by a little may turn out better once the lines after it are longer.
//!
//! In each round the cheapest leaves are expanded, as many at a time as asked for, so that they can be evaluated side by side. The outcome depends on that number
//! and on what the evaluations say, and on nothing else.

use super::graph::{Edge, Evaluation, Graph};
use crate::board::Board;
use crate::rules::Rules;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How urgent leaves are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// How many moves a seed counts that the player with the book loses, 0 to 1000.
    pub own: u32,
    /// The same of the opponent.
    pub opponent: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { own: 8, opponent: 2 }
    }
}

impl Weights {
    /// What a move costs, in hundredths of a move.
    fn cost<R: Rules>(self, graph: &Graph<R>, place: usize, edge: &Edge, is_own: bool) -> u64 {
        let best = graph.edges(place).iter().map(|edge| graph.worth(edge)).max().unwrap_or_default();
        let loss = u64::try_from((best - graph.worth(edge)).hundredths()).unwrap_or_default();
        100 + loss * u64::from(if is_own { self.own } else { self.opponent })
    }
}

/// The most urgent leaves, at most so many, the first the most urgent. None only if every line is followed to the end of the game.
#[must_use]
pub fn urgent<R: Rules>(graph: &Graph<R>, weights: Weights, number: usize) -> Vec<usize> {
    // Dijkstra's shortest paths over pairs of a position and whether its mover has the book. Equal costs: the board decides, not the number, which depends
    // on the order in which positions came.
    let item = |cost: u64, place: usize, is_own: bool| Reverse((cost, graph.board(place).pits(), is_own, place));
    let mut queue = BinaryHeap::from([item(0, 0, true), item(0, 0, false)]);
    let mut done = std::collections::HashSet::new();
    let mut leaves = Vec::new();
    while let Some(Reverse((cost, _, is_own, place))) = queue.pop() {
        if leaves.len() == number {
            break;
        }
        if !done.insert((place, is_own)) {
            continue;
        }
        if graph.is_open(place) && !leaves.contains(&place) {
            leaves.push(place);
        }
        for edge in graph.edges(place).iter().filter(|edge| !edge.repeats) {
            let is_next_own = if edge.played.again { is_own } else { !is_own };
            queue.push(item(cost + weights.cost(graph, place, edge, is_own), edge.to, is_next_own));
        }
    }
    leaves
}

/// Expands the most urgent leaves, at most so many, and says how many. `evaluate` is given positions in a fixed order and answers in the same; the game begins at
/// each of them, without stores and without history.
pub fn expand<R: Rules>(
    graph: &mut Graph<R>,
    weights: Weights,
    number: usize,
    evaluate: &mut dyn FnMut(&[Board]) -> Vec<Evaluation>,
) -> usize {
    let places = urgent(graph, weights, number);
    let missing = graph.missing(&places);
    let evaluations = evaluate(&missing);
    for (&board, evaluation) in missing.iter().zip(evaluations) {
        graph.add_leaf(board, evaluation);
    }
    for &place in &places {
        graph.expand(place);
    }
    // What was proven of a position can be too hard to prove of those after it. Its proof said by which move.
    let unclear: Vec<usize> = places.iter().copied().filter(|&place| graph.lacks_proven_move(place)).collect();
    let boards: Vec<Board> = unclear.iter().map(|&place| graph.board(place)).collect();
    for (&place, evaluation) in unclear.iter().zip(evaluate(&boards)) {
        if let Some(best) = evaluation.best.filter(|_| evaluation.exact) {
            graph.prove_move(place, best);
        }
    }
    graph.back_up();
    places.len()
}
