//! The rules again, written as a player would say them: an array of twelve pits, seeds sown one by one, no tables.
//!
//! Nothing here uses the library, so that the same mistake would have to be made twice. Pits 0–5 are the mover's, 6–11 the
//! opponent's; the mover sows 0 → 1 → … → 11 → 0. Move 6 is the pass.
//!
//! [`solve`] values whole layers, also by another method than the library's: no predecessors, no counters, no queue, only sweeps
//! over all boards from their successors until nothing changes.

use std::collections::HashMap;

/// The twelve pits, the mover's first.
pub type Pits = [u8; 12];

/// The pass as a move.
const PASS: usize = 6;

/// The six rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    Abapa,
    AbapaPlayOn,
    Wari,
    Warri,
    Kalah,
    KalahStrict,
}

use RuleSet::{Abapa, AbapaPlayOn, Kalah, KalahStrict, Wari, Warri};

impl RuleSet {
    pub const ALL: [RuleSet; 6] = [Abapa, AbapaPlayOn, Wari, Warri, Kalah, KalahStrict];

    /// Those in which positions can come back.
    pub const OWARE: [RuleSet; 4] = [Abapa, AbapaPlayOn, Wari, Warri];

    pub fn name(self) -> &'static str {
        match self {
            Abapa => "abapa",
            AbapaPlayOn => "abapa-play-on",
            Wari => "wari",
            Warri => "warri",
            Kalah => "kalah",
            KalahStrict => "kalah-strict",
        }
    }

    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|rules| rules.name() == name).unwrap_or_else(|| panic!("no rule set `{name}`"))
    }

    fn is_kalah(self) -> bool {
        matches!(self, Kalah | KalahStrict)
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Seeds that came into the mover's store.
    pub gain: u8,
    /// The pits as the next player to move sees them.
    pub after: Pits,
    /// Whether that is the same player again.
    pub same_player: bool,
}

fn own_row(pits: &Pits) -> u8 {
    pits[..6].iter().sum()
}

fn opponent_row(pits: &Pits) -> u8 {
    pits[6..].iter().sum()
}

fn seen_by_opponent(pits: &Pits) -> Pits {
    let mut seen = [0; 12];
    for pit in 0..12 {
        seen[(pit + 6) % 12] = pits[pit];
    }
    seen
}

/// The legal moves in ascending order; none if the game is over.
fn legal_moves(rules: RuleSet, pits: &Pits) -> Vec<usize> {
    let occupied: Vec<usize> = (0..6).filter(|&pit| pits[pit] > 0).collect();
    if rules.is_kalah() {
        return if opponent_row(pits) == 0 { vec![] } else { occupied };
    }
    if own_row(pits) == 0 {
        let passes = matches!(rules, AbapaPlayOn | Warri) && opponent_row(pits) > 0;
        return if passes { vec![PASS] } else { vec![] };
    }
    let mut moves = occupied;
    if opponent_row(pits) == 0 {
        let feeding: Vec<usize> = moves.iter().copied().filter(|&pit| opponent_row(&sow(pits, pit).0) > 0).collect();
        if !(feeding.is_empty() && rules == AbapaPlayOn) {
            moves = feeding;
        }
    }
    if rules == Wari {
        let others: Vec<usize> = moves.iter().copied().filter(|&pit| !is_grand_slam(pits, pit)).collect();
        if !others.is_empty() {
            moves = others;
        }
    }
    moves
}

/// Sows a pit of the oware family, leaving the pit of origin out on every lap: the pits after it, and where the last seed fell.
fn sow(pits: &Pits, origin: usize) -> (Pits, usize) {
    let mut sown = *pits;
    let mut hand = sown[origin];
    sown[origin] = 0;
    let mut at = origin;
    while hand > 0 {
        at = (at + 1) % 12;
        if at != origin {
            sown[at] += 1;
            hand -= 1;
        }
    }
    (sown, at)
}

/// The pits that a last seed captures, from the last one backwards.
fn captured_pits(sown: &Pits, last: usize) -> Vec<usize> {
    let mut captured = vec![];
    let mut at = last;
    while at >= 6 && (sown[at] == 2 || sown[at] == 3) {
        captured.push(at);
        at -= 1;
    }
    captured
}

fn is_grand_slam(pits: &Pits, origin: usize) -> bool {
    let (mut sown, last) = sow(pits, origin);
    let captured = captured_pits(&sown, last);
    for &pit in &captured {
        sown[pit] = 0;
    }
    !captured.is_empty() && opponent_row(&sown) == 0
}

/// Plays a legal move.
fn play(rules: RuleSet, pits: &Pits, mv: usize) -> Outcome {
    if rules.is_kalah() { play_kalah(rules, pits, mv) } else { play_oware(rules, pits, mv) }
}

fn play_oware(rules: RuleSet, pits: &Pits, mv: usize) -> Outcome {
    if mv == PASS {
        return Outcome { gain: 0, after: seen_by_opponent(pits), same_player: false };
    }
    let (mut board, last) = sow(pits, mv);
    let mut captured = captured_pits(&board, last);
    let mut sweep = false;
    if is_grand_slam(pits, mv) {
        match rules {
            Abapa | AbapaPlayOn => captured.clear(),
            // It was the only kind of move left; it ends the game, and the mover also takes the own row.
            Wari => sweep = true,
            _ => {}
        }
    }
    let mut gain = 0;
    for pit in captured {
        gain += std::mem::take(&mut board[pit]);
    }
    if sweep {
        gain += own_row(&board);
        board = [0; 12];
    }
    Outcome { gain, after: seen_by_opponent(&board), same_player: false }
}

fn play_kalah(rules: RuleSet, pits: &Pits, origin: usize) -> Outcome {
    // The mover's ring: the own pits, the own store at 6, then the opponent's pits at 7–12.
    let mut ring = [0; 13];
    ring[..6].copy_from_slice(&pits[..6]);
    ring[7..].copy_from_slice(&pits[6..]);
    let mut hand = std::mem::take(&mut ring[origin]);
    let mut at = origin;
    while hand > 0 {
        at = (at + 1) % 13;
        ring[at] += 1;
        hand -= 1;
    }
    if at < 6 && ring[at] == 1 {
        let opposite = 12 - at;
        if rules == Kalah || ring[opposite] > 0 {
            ring[6] += ring[at] + ring[opposite];
            ring[at] = 0;
            ring[opposite] = 0;
        }
    }
    let mut board = [0; 12];
    board[..6].copy_from_slice(&ring[..6]);
    board[6..].copy_from_slice(&ring[7..]);
    let same_player = at == 6;
    Outcome { gain: ring[6], after: if same_player { board } else { seen_by_opponent(&board) }, same_player }
}

/// Each legal move and what it does.
pub fn outcomes(rules: RuleSet, pits: &Pits) -> Vec<(usize, Outcome)> {
    legal_moves(rules, pits).into_iter().map(|mv| (mv, play(rules, pits, mv))).collect()
}

/// Move sequences of exactly `depth` moves.
pub fn perft(rules: RuleSet, pits: &Pits, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    outcomes(rules, pits).iter().map(|(_, outcome)| perft(rules, &outcome.after, depth - 1)).sum()
}

/// Every board of a layer.
pub fn boards(seeds: u8) -> Vec<Pits> {
    fn fill(pits: &mut Pits, pit: usize, rest: u8, boards: &mut Vec<Pits>) {
        if pit == 11 {
            pits[11] = rest;
            boards.push(*pits);
            return;
        }
        for here in 0..=rest {
            pits[pit] = here;
            fill(pits, pit + 1, rest - here, boards);
        }
    }
    let mut boards = vec![];
    fill(&mut [0; 12], 0, seeds, &mut boards);
    boards
}

/// The value of every board of a layer.
pub type Layer = HashMap<Pits, i8>;

/// What one move is worth, as far as it is known before the layer is solved.
enum Choice {
    /// It leaves the layer, and the rest of the game is then worth this to the mover.
    Leaves(i8),
    /// It captures nothing and leads to this board of the layer, where the opponent moves.
    Stays(usize),
}

/// What a board offers the mover.
enum Node {
    /// The game is over, with this difference.
    Over(i8),
    /// The moves, at least one.
    Moves(Vec<Choice>),
}

/// The values of all boards of layers 0 to `seeds`: the difference captured from here on under best play of both.
///
/// A layer is left by a capture or by the end of the game, and what that is worth is known. Who can bring it about that play
/// leaves the layer with a difference of at least t ≥ 1 is then a question of reaching: true where one move of the own, or all
/// moves of the opponent, leave the layer with so much or lead to a board where it is already known to be true. Play that never
/// leaves the layer is worth 0, so it reaches no threshold for either player, and only what this least fixed point contains is won.
/// A board that neither player wins for any t is worth 0.
pub fn solve(rules: RuleSet, seeds: u8) -> Vec<Layer> {
    let mut layers = vec![];
    for n in 0..=seeds {
        let layer = solve_layer(rules, n, &layers);
        layers.push(layer);
    }
    layers
}

fn solve_layer(rules: RuleSet, seeds: u8, lower: &[Layer]) -> Layer {
    let boards = boards(seeds);
    let numbers: HashMap<Pits, usize> = boards.iter().enumerate().map(|(number, &pits)| (pits, number)).collect();
    let nodes: Vec<Node> = boards.iter().map(|pits| node(rules, pits, &numbers, lower)).collect();
    let mut values = vec![0; boards.len()];
    for threshold in 1..=seeds as i8 {
        let (mover_wins, opponent_wins) = thresholds_reached(&nodes, threshold);
        for (number, value) in values.iter_mut().enumerate() {
            assert!(!(mover_wins[number] && opponent_wins[number]), "{:?}: both reach {threshold}", boards[number]);
            if mover_wins[number] {
                *value = threshold;
            } else if opponent_wins[number] {
                *value = -threshold;
            }
        }
    }
    boards.into_iter().zip(values).collect()
}

fn node(rules: RuleSet, pits: &Pits, numbers: &HashMap<Pits, usize>, lower: &[Layer]) -> Node {
    let outcomes = outcomes(rules, pits);
    if outcomes.is_empty() {
        // Each player takes the own row; where a player cannot feed, the other row is empty.
        return Node::Over(own_row(pits) as i8 - opponent_row(pits) as i8);
    }
    let choices = outcomes.into_iter().map(|(_, Outcome { gain, after, same_player })| {
        if gain == 0 {
            assert!(!same_player, "an extra turn without a seed in the store");
            return Choice::Stays(numbers[&after]);
        }
        let rest = lower[usize::from(after.iter().sum::<u8>())][&after];
        Choice::Leaves(gain as i8 + if same_player { rest } else { -rest })
    });
    Node::Moves(choices.collect())
}

/// For each board: whether the mover can force a difference of at least `threshold` by play that leaves the layer, and whether the
/// opponent can force one of at most `-threshold`.
fn thresholds_reached(nodes: &[Node], threshold: i8) -> (Vec<bool>, Vec<bool>) {
    let mut mover_wins = vec![false; nodes.len()];
    let mut opponent_wins = vec![false; nodes.len()];
    loop {
        let mut changed = false;
        for (number, node) in nodes.iter().enumerate() {
            let (mover, opponent) = match node {
                Node::Over(difference) => (*difference >= threshold, *difference <= -threshold),
                Node::Moves(choices) => (
                    choices.iter().any(|choice| match *choice {
                        Choice::Leaves(difference) => difference >= threshold,
                        Choice::Stays(next) => opponent_wins[next],
                    }),
                    choices.iter().all(|choice| match *choice {
                        Choice::Leaves(difference) => difference <= -threshold,
                        Choice::Stays(next) => mover_wins[next],
                    }),
                ),
            };
            changed |= mover && !mover_wins[number] || opponent && !opponent_wins[number];
            mover_wins[number] = mover;
            opponent_wins[number] = opponent;
        }
        if !changed {
            return (mover_wins, opponent_wins);
        }
    }
}

/// What the mover and what the opponent of every board of a layer can force to capture from here on, in seeds, by play that ends.
pub type ForcedLayer = HashMap<Pits, (u8, u8)>;

/// What both players can force on all boards of layers 0 to `seeds`, for rule sets without extra turns.
///
/// The mover needs one move after which it can force enough, the opponent must be able to after every move. That is plain iteration of two
/// equations, from 0 up until nothing changes, so that play which goes round for ever forces nothing.
pub fn forced(rules: RuleSet, seeds: u8) -> Vec<ForcedLayer> {
    let mut layers = vec![];
    for n in 0..=seeds {
        let layer = forced_layer(rules, n, &layers);
        layers.push(layer);
    }
    layers
}

fn forced_layer(rules: RuleSet, seeds: u8, lower: &[ForcedLayer]) -> ForcedLayer {
    enum Next {
        Known(u8, u8),
        Open(usize),
    }
    let boards = boards(seeds);
    let numbers: HashMap<Pits, usize> = boards.iter().enumerate().map(|(number, &pits)| (pits, number)).collect();
    // For each board its moves: what they gain and where they lead. None where the game is over.
    let moves: Vec<Vec<(u8, Next)>> = boards
        .iter()
        .map(|pits| {
            let next = |(_, Outcome { gain, after, .. }): (usize, Outcome)| {
                let left = seeds - gain;
                let next = if gain == 0 {
                    Next::Open(numbers[&after])
                } else {
                    let (mover, opponent) = lower[usize::from(left)][&after];
                    Next::Known(mover, opponent)
                };
                (gain, next)
            };
            outcomes(rules, pits).into_iter().map(next).collect()
        })
        .collect();
    let mut found = vec![(0, 0); boards.len()];
    loop {
        let mut changed = false;
        for (number, pits) in boards.iter().enumerate() {
            let after = moves[number].iter().map(|(gain, next)| {
                let (mover, opponent) = match *next {
                    Next::Known(mover, opponent) => (mover, opponent),
                    Next::Open(next) => found[next],
                };
                (gain + opponent, mover)
            });
            let both = after.reduce(|(most, least), (mine, theirs)| (most.max(mine), least.min(theirs)));
            let both = both.unwrap_or_else(|| (own_row(pits), opponent_row(pits)));
            changed |= both != found[number];
            found[number] = both;
        }
        if !changed {
            return boards.into_iter().zip(found).collect();
        }
    }
}
