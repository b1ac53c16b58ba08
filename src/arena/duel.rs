//! One game between two players.
//!
//! It ends as the rules say, or by what decides it before that: tables that prove the result with the game's history, a fault of a player, or the ply limit.

use super::fault::Fault;
use super::openings::Opening;
use super::pace::Pace;
use super::player::{Player, Question, Reply};
use crate::board::{Move, Side};
use crate::engine::Engine;
use crate::game::{Game, Repetition};
use crate::notation::move_letter;
use crate::ogn::{Decision, Outcome};
use crate::rules::Ending;
use crate::score::Score;
use crate::search::evaluation::Evaluate;
use crate::search::signals::Signals;
use std::cmp::Ordering;
use std::time::Duration;

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The rule for positions that come back.
    pub repetition: Repetition,
    /// How much later than its time a move may come.
    pub margin: Duration,
    /// How long to wait for an external engine: where it has no time limit, and beyond the one it has.
    pub patience: Duration,
    /// Moves of a game, its opening included, after which it is called a draw.
    pub ply_limit: usize,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules.
    Rules(Ending),
    /// Tables prove the result; the final difference in seeds, South's point of view.
    Tables(Score),
    /// It had too many moves.
    PlyLimit,
    /// This player did something wrong.
    Fault(Side, Fault),
}

impl Termination {
    /// The reason's name: that of an [`Ending`] or [`Fault`], `tables` or `ply-limit`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Termination::Rules(ending) => ending.name(),
            Termination::Tables(_) => "tables",
            Termination::PlyLimit => "ply-limit",
            Termination::Fault(_, fault) => fault.name(),
        }
    }

    /// What decides the game in place of its rules.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        match self {
            Termination::Rules(_) => None,
            Termination::Tables(south) => Some(Decision::Adjudication(match south.cmp(&Score::ZERO) {
                Ordering::Greater => Outcome::SouthWins,
                Ordering::Less => Outcome::NorthWins,
                Ordering::Equal => Outcome::Draw,
            })),
            Termination::PlyLimit => Some(Decision::Adjudication(Outcome::Draw)),
            Termination::Fault(side, fault) => Some(match fault {
                Fault::TimeLoss { .. } => Decision::TimeLoss(*side),
                Fault::IllegalMove(..) | Fault::Nonsense(_) => Decision::IllegalMove(*side),
                Fault::NoStart(_) | Fault::NoOption { .. } | Fault::Crash(_) | Fault::NoAnswer { .. } => Decision::Disconnection(*side),
            }),
        }
    }

    /// What there is to say beside the name.
    #[must_use]
    pub fn details(&self) -> Option<String> {
        match self {
            Termination::Rules(_) => None,
            Termination::Tables(south) => Some(match south.hundredths() / 100 {
                0 => "the tables prove a draw".to_owned(),
                seeds => format!("the tables prove that {} wins by {}", if seeds > 0 { Side::South } else { Side::North }, seeds.abs()),
            }),
            Termination::PlyLimit => Some("the game had too many moves".to_owned()),
            Termination::Fault(side, fault) => Some(format!("{side}: {fault}")),
        }
    }
}

/// What a player has spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    /// Wall-clock time of all of them.
    pub time: Duration,
    /// Nodes of those moves that told them.
    pub nodes: u64,
    /// The time of those moves.
    pub nodes_time: Duration,
    /// The sum of the depths of those moves that told theirs.
    pub depths: u64,
    /// How many those are.
    pub depth_moves: u64,
}

impl Effort {
    /// Adds a move.
    pub fn add(&mut self, reply: &Reply) {
        self.moves += 1;
        self.time += reply.time;
        if let Some(nodes) = reply.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.nodes_time += reply.time;
        }
        if let Some(depth) = reply.depth {
            self.depths += u64::from(depth);
            self.depth_moves += 1;
        }
    }

    /// Adds what was spent in another game.
    pub fn join(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.nodes_time += other.nodes_time;
        self.depths += other.depths;
        self.depth_moves += other.depth_moves;
    }

    /// Nodes a second, if any move told its nodes.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.nodes > 0).then(|| self.nodes as f64 / self.nodes_time.as_secs_f64().max(1e-9))
    }

    /// The mean depth, if any move told its depth.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth_moves > 0).then(|| self.depths as f64 / self.depth_moves as f64)
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// All moves, those of the opening first.
    pub moves: Vec<Move>,
    /// Their letters.
    pub letters: String,
    /// Who won.
    pub outcome: Outcome,
    /// Why it is over.
    pub termination: Termination,
    /// What South and North have spent.
    pub efforts: [Effort; 2],
}

/// A game in play.
struct Duel<R> {
    game: Game<R>,
    moves: Vec<Move>,
    letters: String,
    clocks: [Duration; 2],
    efforts: [Effort; 2],
}

impl<R: Evaluate> Duel<R> {
    fn new(opening: &Opening, terms: &Terms, paces: [Pace; 2]) -> Self {
        // A player without a clock is told of its own in place of the other's.
        let base = |side: usize| paces[side].base().or(paces[1 - side].base()).unwrap_or_default();
        let mut duel = Duel {
            game: Game::new(opening.start, terms.repetition),
            moves: Vec::new(),
            letters: String::new(),
            clocks: [base(0), base(1)],
            efforts: [Effort::default(); 2],
        };
        for &mv in &opening.moves {
            // An opening is legal; of another, the rest is left out.
            if duel.play(mv).is_err() {
                break;
            }
        }
        duel
    }

    fn play(&mut self, mv: Move) -> Result<(), Fault> {
        let letter = move_letter(mv, self.game.position().to_move());
        self.game.play(mv).map_err(|reason| Fault::IllegalMove(letter, reason.to_string()))?;
        self.moves.push(mv);
        self.letters.push(letter);
        Ok(())
    }

    /// Why the game goes on no longer, if so.
    fn over(&self, terms: &Terms, referee: Option<&Engine>) -> Option<Termination> {
        if let Some(ending) = self.game.ending() {
            return Some(Termination::Rules(ending));
        }
        if let Some(score) = referee.and_then(|referee| referee.known_score(&self.game)) {
            return Some(Termination::Tables(if self.game.position().to_move() == Side::South { score } else { -score }));
        }
        (self.moves.len() >= terms.ply_limit).then_some(Termination::PlyLimit)
    }

    /// The mover's move, played. `None` if the match shall stop.
    fn advance(
        &mut self,
        opening: &Opening,
        terms: &Terms,
        player: &mut Player,
        paces: [Pace; 2],
        signals: &Signals,
    ) -> Result<Option<()>, Fault> {
        let mover = self.game.position().to_move() as usize;
        let pace = paces[mover];
        let question = Question {
            game: &self.game,
            start: opening.start,
            moves: &self.letters,
            pace,
            clocks: self.clocks,
            increments: paces.map(Pace::increment),
            patience: terms.patience,
        };
        let Some(reply) = player.choose(question, signals)? else { return Ok(None) };
        self.efforts[mover].add(&reply);
        if let Some(allowed) = pace.allowance(self.clocks[mover])
            && reply.time > allowed.saturating_add(terms.margin)
            && (pace.base().is_some() || !player.is_own())
        {
            return Err(Fault::TimeLoss { used: reply.time, allowed });
        }
        if pace.base().is_some() {
            self.clocks[mover] = self.clocks[mover].saturating_sub(reply.time).saturating_add(pace.increment());
        }
        self.play(reply.mv)?;
        Ok(Some(()))
    }

    fn finished(self, termination: Termination) -> Finished {
        let outcome = termination.decision().map_or_else(|| Outcome::by_stores(self.game.final_position()), Decision::outcome);
        Finished { moves: self.moves, letters: self.letters, outcome, termination, efforts: self.efforts }
    }
}

/// Plays a game. Players and paces are those of South and North; the referee's tables end the game as soon as they prove its result.
/// `None` if the match shall stop.
pub fn play<R: Evaluate>(
    opening: &Opening,
    terms: &Terms,
    players: [&mut Player; 2],
    paces: [Pace; 2],
    referee: Option<&Engine>,
    signals: &Signals,
) -> Option<Finished> {
    let mut duel = Duel::<R>::new(opening, terms, paces);
    let sides = [Side::South, Side::North];
    for side in sides {
        match players[side as usize].new_game(signals) {
            Ok(begun) => begun?,
            Err(fault) => return Some(duel.finished(Termination::Fault(side, fault))).filter(|_| !is_stopped(signals)),
        }
    }
    loop {
        if let Some(termination) = duel.over(terms, referee) {
            return Some(duel.finished(termination));
        }
        let mover = duel.game.position().to_move();
        let player = &mut *players[mover as usize];
        match duel.advance(opening, terms, player, paces, signals) {
            Ok(advanced) => advanced?,
            Err(fault) => {
                if !fault.is_harmless() {
                    player.dismiss();
                }
                return Some(duel.finished(Termination::Fault(mover, fault))).filter(|_| !is_stopped(signals));
            }
        }
    }
}

fn is_stopped(signals: &Signals) -> bool {
    signals.stop.load(std::sync::atomic::Ordering::Relaxed)
}
