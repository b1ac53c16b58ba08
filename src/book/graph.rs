//! A book under construction: positions that are expanded, positions that are only evaluated, and the moves between them.
//!
//! Each position stands once, however it is reached. One that is expanded has all its moves, and is worth what the best of them is; a leaf is worth what its
//! evaluation says. What is proven stays: an expanded position whose worth was proven when it was a leaf keeps it.
//!
//! In the oware family a game can come back to a position. A move that leads to a position from which its own can be reached is marked when it enters the graph,
//! and is worth nothing from then on (as under `split`): along the other moves no position comes back, so that what they are worth is well defined.

use super::entry::{BookMove, Entry, behind};
use crate::board::{Board, Move, Side};
use crate::notation::move_letter;
use crate::rules::{Played, Rules, finished_difference};
use crate::score::Score;
use std::collections::{HashMap, HashSet, VecDeque};
use std::marker::PhantomData;

/// What a search says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What the mover will capture from there on beyond the opponent.
    pub score: Score,
    /// Whether that is proven.
    pub exact: bool,
    /// The best move, if there is one.
    pub best: Option<Move>,
}

/// A move in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The move.
    pub mv: Move,
    /// What it does.
    pub played: Played,
    /// The position after it.
    pub to: usize,
    /// Whether the position that it starts from can be reached again from there.
    pub repeats: bool,
}

#[derive(Clone, Debug)]
struct Node {
    board: Board,
    /// The evaluation while it is a leaf, then the best of its moves or what is proven.
    score: Score,
    exact: bool,
    /// None while it is a leaf.
    edges: Vec<Edge>,
    /// No move: the game is over.
    over: bool,
}

/// A book under construction, from one position on. Its positions have numbers, in the order in which they came; the first one is 0.
#[derive(Clone, Debug)]
pub struct Graph<R> {
    nodes: Vec<Node>,
    places: HashMap<Board, usize>,
    rules: PhantomData<R>,
}

impl<R: Rules> Graph<R> {
    /// Nothing but the position that all others are reached from.
    #[must_use]
    pub fn new(start: Board) -> Self {
        let mut graph = Graph { nodes: Vec::new(), places: HashMap::new(), rules: PhantomData };
        graph.enter(start, Score::ZERO, false);
        graph
    }

    /// The graph that a book was made of. Positions that cannot be reached from its first one are left out.
    #[must_use]
    pub fn of_entries(start: Board, entries: &[Entry]) -> Self {
        let mut graph = Self::new(start);
        let known: HashMap<Board, &Entry> = entries.iter().map(|entry| (entry.board, entry)).collect();
        let mut waiting = VecDeque::from([0]);
        while let Some(place) = waiting.pop_front() {
            let Some(entry) = known.get(&graph.nodes[place].board) else { continue };
            for known in &entry.moves {
                let played = R::play(entry.board, known.mv);
                let to = graph.places.get(&played.board).copied();
                let to = to.unwrap_or_else(|| {
                    let to = graph.enter(played.board, behind(played, known.score), known.exact);
                    waiting.push_back(to);
                    to
                });
                // A move that repeats may come first, and tells nothing of the position after it.
                if !known.repeats {
                    (graph.nodes[to].score, graph.nodes[to].exact) = (behind(played, known.score), known.exact);
                }
                graph.nodes[place].edges.push(Edge { mv: known.mv, played, to, repeats: known.repeats });
            }
        }
        graph.back_up();
        graph
    }

    fn enter(&mut self, board: Board, score: Score, exact: bool) -> usize {
        let finished = finished_difference::<R>(board).map(Score::from_seeds);
        let node = Node {
            board,
            score: finished.unwrap_or(score),
            exact: exact || finished.is_some(),
            edges: Vec::new(),
            over: finished.is_some(),
        };
        self.nodes.push(node);
        self.places.insert(board, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// How many positions are expanded.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.nodes.iter().filter(|node| !node.edges.is_empty()).count()
    }

    /// Whether a position can be expanded: it is not yet, and the game goes on.
    #[must_use]
    pub fn is_open(&self, place: usize) -> bool {
        self.nodes[place].edges.is_empty() && !self.nodes[place].over
    }

    /// The moves of a position; none of a leaf.
    #[must_use]
    pub fn edges(&self, place: usize) -> &[Edge] {
        &self.nodes[place].edges
    }

    /// The pits of a position, seen from the player to move.
    #[must_use]
    pub fn board(&self, place: usize) -> Board {
        self.nodes[place].board
    }

    /// What a position is worth to the player to move.
    #[must_use]
    pub fn score(&self, place: usize) -> Score {
        self.nodes[place].score
    }

    /// What a move is worth to the player who makes it.
    #[must_use]
    pub fn worth(&self, edge: &Edge) -> Score {
        if edge.repeats { Score::ZERO } else { edge.played.score(self.nodes[edge.to].score) }
    }

    fn is_exact(&self, edge: &Edge) -> bool {
        !edge.repeats && self.nodes[edge.to].exact
    }

    /// The positions that are missing before these can be expanded, each once.
    #[must_use]
    pub fn missing(&self, places: &[usize]) -> Vec<Board> {
        let mut seen = HashSet::new();
        let boards = places.iter().map(|&place| self.nodes[place].board);
        let after = boards.flat_map(|board| R::moves(board).map(move |mv| R::play(board, mv).board));
        after
            .filter(|board| !self.places.contains_key(board) && finished_difference::<R>(*board).is_none() && seen.insert(*board))
            .collect()
    }

    /// Adds a leaf; a position that is there already stays as it is.
    pub fn add_leaf(&mut self, board: Board, evaluation: Evaluation) {
        if !self.places.contains_key(&board) {
            self.enter(board, evaluation.score, evaluation.exact);
        }
    }

    /// Expands a leaf. What its moves lead to must be there, or be the end of the game.
    pub fn expand(&mut self, place: usize) {
        let board = self.nodes[place].board;
        for mv in R::moves(board) {
            let played = R::play(board, mv);
            let to = match self.places.get(&played.board) {
                Some(&to) => to,
                None => self.enter(played.board, Score::ZERO, false),
            };
            let repeats = R::CAN_REPEAT && played.gain == 0 && self.leads(to, place);
            self.nodes[place].edges.push(Edge { mv, played, to, repeats });
        }
    }

    /// Whether one position can be reached from another, by moves that are not marked; only by those that capture nothing, since no others can be gone back.
    fn leads(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut waiting) = (HashSet::from([from]), vec![from]);
        while let Some(place) = waiting.pop() {
            if place == to {
                return true;
            }
            let quiet = self.nodes[place].edges.iter().filter(|edge| edge.played.gain == 0 && !edge.repeats);
            waiting.extend(quiet.map(|edge| edge.to).filter(|&next| seen.insert(next)));
        }
        false
    }

    /// Whether it is proven what an expanded position is worth, but of no move that it is worth that.
    #[must_use]
    pub fn lacks_proven_move(&self, place: usize) -> bool {
        let node = &self.nodes[place];
        node.exact && !node.edges.is_empty() && !node.edges.iter().any(|edge| self.is_exact(edge) && self.worth(edge) == node.score)
    }

    /// A move is proven to be worth what its position is.
    pub fn prove_move(&mut self, place: usize, mv: Move) {
        let score = self.nodes[place].score;
        if let Some(&Edge { played, to, repeats: false, .. }) = self.nodes[place].edges.iter().find(|edge| edge.mv == mv)
            && self.nodes[place].exact
        {
            (self.nodes[to].score, self.nodes[to].exact) = (behind(played, score), true);
        }
    }

    /// Works out what each expanded position is worth.
    pub fn back_up(&mut self) {
        let mut done = vec![false; self.nodes.len()];
        // A position is done once all that its moves lead to are: the stack holds it and the number of those it has asked for.
        let mut stack = vec![(0, 0)];
        while let Some((place, asked)) = stack.last_mut() {
            let next = self.nodes[*place].edges.get(*asked).map(|edge| (edge.to, edge.repeats));
            *asked += 1;
            match next {
                Some((to, false)) if !done[to] => stack.push((to, 0)),
                Some(_) => {}
                None => {
                    let place = *place;
                    done[place] = true;
                    self.settle(place);
                    stack.pop();
                }
            }
        }
    }

    fn settle(&mut self, place: usize) {
        let node = &self.nodes[place];
        let Some(best) = node.edges.iter().map(|edge| self.worth(edge)).max() else { return };
        if !node.exact {
            let exact = node.edges.iter().all(|edge| self.is_exact(edge));
            (self.nodes[place].score, self.nodes[place].exact) = (best, exact);
        }
    }

    /// The expanded positions, each with the shortest line of moves that leads to it from the first one (of several, the first in the order of pits), in the order of
    /// these lines.
    #[must_use]
    pub fn entries(&self) -> Vec<(Entry, Vec<Move>)> {
        let mut seen = vec![false; self.nodes.len()];
        seen[0] = true;
        let mut waiting = VecDeque::from([(0, Vec::new())]);
        let mut entries = Vec::new();
        while let Some((place, line)) = waiting.pop_front() {
            let node: &Node = &self.nodes[place];
            if node.edges.is_empty() {
                continue;
            }
            let known = |edge: &Edge| BookMove { mv: edge.mv, score: self.worth(edge), exact: self.is_exact(edge), repeats: edge.repeats };
            entries.push((Entry::new(node.board, node.edges.iter().map(known).collect()), line.clone()));
            let mut edges: Vec<&Edge> = node.edges.iter().collect();
            edges.sort_by_key(|edge| edge.mv.index());
            for edge in edges {
                if !std::mem::replace(&mut seen[edge.to], true) {
                    waiting.push_back((edge.to, [line.as_slice(), &[edge.mv]].concat()));
                }
            }
        }
        entries
    }

    /// The letters of a line of moves from the first position, South to move there.
    #[must_use]
    pub fn letters(&self, line: &[Move]) -> String {
        let (mut board, mut side) = (self.nodes[0].board, Side::South);
        let letter = |&mv: &Move| {
            let (letter, played) = (move_letter(mv, side), R::play(board, mv));
            board = played.board;
            side = if played.again { side } else { side.other() };
            letter
        };
        line.iter().map(letter).collect()
    }
}
