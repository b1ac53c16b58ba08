//! What a position of a played game is worth, the positions before it included, by the naive rules and two methods that are not the search's.
//!
//! * [`Referee::bounds`]: what each player can force. The positions since the last capture are ends of the game, worth what the repetition
//!   rule says; a least fixed point over all boards that can still be reached in the layer.
//! * [`Referee::played_out`]: minimax over all ways to play on until a position comes back, nothing remembered. Only for very few seeds.

use crate::naive::{self, Outcome, Pits, RuleSet};
use oware::game::Repetition;
use std::collections::HashMap;

/// The mover gets at least the first; the opponent can hold it to the second.
pub type Bounds = (i8, i8);

pub struct Referee {
    rules: RuleSet,
    repetition: Repetition,
    /// The bounds of each board without history, by seeds.
    layers: Vec<HashMap<Pits, Bounds>>,
    /// What [`Referee::played_out`] found without history.
    played_out: HashMap<Pits, Option<i8>>,
}

enum Choice {
    Leaves(Bounds),
    Stays(usize),
}

enum Node {
    Over(i8),
    Moves(Vec<Choice>),
}

fn seeds(pits: &Pits) -> i8 {
    pits.iter().sum::<u8>() as i8
}

fn own_row_difference(pits: &Pits) -> i8 {
    pits[..6].iter().sum::<u8>() as i8 - pits[6..].iter().sum::<u8>() as i8
}

/// Nodes that [`Referee::played_out`] may visit.
const PATIENCE: u32 = 3_000;

impl Referee {
    /// Knows the layers up to `seeds`.
    pub fn new(rules: RuleSet, repetition: Repetition, seeds: u8) -> Self {
        let mut referee = Referee { rules, repetition, layers: vec![], played_out: HashMap::new() };
        for n in 0..=seeds {
            let boards = naive::boards(n);
            let numbers: HashMap<Pits, usize> = boards.iter().copied().zip(0..).collect();
            let nodes: Vec<Node> = boards.iter().map(|pits| referee.node(pits, |after| numbers[after])).collect();
            let bounds = referee.forced(&nodes, n as i8);
            referee.layers.push(boards.into_iter().zip(bounds).collect());
        }
        referee
    }

    /// Seeds of the largest layer that it knows.
    pub fn largest(&self) -> u64 {
        self.layers.len() as u64 - 1
    }

    /// What the end of the game by repetition is worth to the mover.
    fn repetition_value(&self, pits: &Pits) -> i8 {
        match self.repetition {
            Repetition::Split => 0,
            Repetition::OwnSide => own_row_difference(pits),
        }
    }

    fn node(&self, pits: &Pits, mut number: impl FnMut(&Pits) -> usize) -> Node {
        let outcomes = naive::outcomes(self.rules, pits);
        if outcomes.is_empty() {
            return Node::Over(own_row_difference(pits));
        }
        let choice = |(_, Outcome { gain, after, .. }): (usize, Outcome)| {
            if gain == 0 {
                return Choice::Stays(number(&after));
            }
            let (least, most) = self.layers[seeds(&after) as usize][&after];
            Choice::Leaves((gain as i8 - most, gain as i8 - least))
        };
        Node::Moves(outcomes.into_iter().map(choice).collect())
    }

    /// The bounds at the last of these positions, the earlier ones having been played since the last capture (or the start).
    pub fn bounds(&self, played: &[Pits]) -> Bounds {
        let (&now, earlier) = played.split_last().expect("a position");
        // Whose turn it is matters: a board seen by the other player is another position.
        let over = |pits: &Pits, plies: usize| {
            earlier.iter().enumerate().any(|(i, before)| before == pits && (earlier.len() - i).is_multiple_of(2) == plies.is_multiple_of(2))
        };
        let mut numbers = HashMap::from([((now, 0), 0)]);
        let mut found = vec![(now, 0)];
        let mut nodes = vec![];
        while nodes.len() < found.len() {
            let (pits, plies) = found[nodes.len()];
            let node = if over(&pits, plies) {
                Node::Over(self.repetition_value(&pits))
            } else {
                let next = 1 - plies;
                self.node(&pits, |&after| {
                    *numbers.entry((after, next)).or_insert_with(|| {
                        found.push((after, next));
                        found.len() - 1
                    })
                })
            };
            nodes.push(node);
        }
        self.forced(&nodes, seeds(&now))[0]
    }

    /// The bounds of all nodes of a layer.
    fn forced(&self, nodes: &[Node], seeds: i8) -> Vec<Bounds> {
        let split = self.repetition == Repetition::Split;
        // Under `split` endless play is worth 0: what neither player can better is 0.
        let mut bounds = vec![if split { (0, 0) } else { (-seeds, seeds) }; nodes.len()];
        for threshold in (if split { 1 } else { -seeds })..=seeds {
            let (mover, opponent) = thresholds_reached(nodes, threshold);
            for (number, (least, most)) in bounds.iter_mut().enumerate() {
                if mover[number] {
                    *least = threshold;
                    *most = threshold.max(*most);
                }
                if opponent[number] {
                    *most = -threshold;
                    *least = (-threshold).min(*least);
                }
            }
        }
        bounds
    }

    /// The worth of the last of these positions, if that is found with reasonable work.
    pub fn played_out(&mut self, played: &[Pits]) -> Option<i8> {
        let most = seeds(played.last().expect("a position"));
        self.play_on(&mut played.to_vec(), -most, most, &mut PATIENCE.clone())
    }

    /// Alpha-beta over the moves from the last position of the line.
    fn play_on(&mut self, line: &mut Vec<Pits>, mut alpha: i8, beta: i8, patience: &mut u32) -> Option<i8> {
        *patience = patience.checked_sub(1)?;
        let pits = line[line.len() - 1];
        let outcomes = naive::outcomes(self.rules, &pits);
        if outcomes.is_empty() {
            return Some(own_row_difference(&pits));
        }
        if line.iter().rev().skip(2).step_by(2).any(|earlier| *earlier == pits) {
            return Some(self.repetition_value(&pits));
        }
        let mut choices = outcomes;
        choices.sort_by_key(|(_, Outcome { gain, after, .. })| {
            let (least, most) = self.layers[seeds(after) as usize][after];
            (least + most) / 2 - *gain as i8
        });
        let mut best = i8::MIN;
        for (_, Outcome { gain, after, .. }) in choices {
            let gain = gain as i8;
            let rest = if gain > 0 {
                self.without_history(&after)?
            } else {
                line.push(after);
                let rest = self.play_on(line, -beta, -alpha, patience);
                line.pop();
                rest?
            };
            best = best.max(gain - rest);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn without_history(&mut self, pits: &Pits) -> Option<i8> {
        if let Some(&known) = self.played_out.get(pits) {
            return known;
        }
        let found = self.played_out(&[*pits]);
        self.played_out.insert(*pits, found);
        found
    }
}

/// For each node: whether the mover can force a difference of at least `threshold`, and whether the opponent can force one of at most
/// `-threshold`, by play that ends.
fn thresholds_reached(nodes: &[Node], threshold: i8) -> (Vec<bool>, Vec<bool>) {
    let mut mover = vec![false; nodes.len()];
    let mut opponent = vec![false; nodes.len()];
    loop {
        let mut changed = false;
        for (number, node) in nodes.iter().enumerate().rev() {
            let (can, cannot_help) = match node {
                Node::Over(difference) => (*difference >= threshold, *difference <= -threshold),
                Node::Moves(choices) => (
                    choices.iter().any(|choice| match *choice {
                        Choice::Leaves((least, _)) => least >= threshold,
                        Choice::Stays(next) => opponent[next],
                    }),
                    choices.iter().all(|choice| match *choice {
                        Choice::Leaves((_, most)) => most <= -threshold,
                        Choice::Stays(next) => mover[next],
                    }),
                ),
            };
            changed |= can && !mover[number] || cannot_help && !opponent[number];
            mover[number] |= can;
            opponent[number] |= cannot_help;
        }
        if !changed {
            return (mover, opponent);
        }
    }
}
