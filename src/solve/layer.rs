//! Solving one layer. See the [module above](super) for the method and why it is right.

use super::captures::Captures;
use super::edges::{self, Edges, HalfMoves, falls};
use super::exchange::{Alone, Exchange, Lost};
use super::levels::Levels;
use super::ordered::Pairs;
pub use super::slabs::Share;
use super::slabs::Slabs;
pub use super::states::LARGEST;
use super::states::States;
use super::{Interrupted, Monitor, Phase, Unwatched, frontier};
use crate::index::{Rows, first_rank, layers_rows};
use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::{Abapa, AbapaPlayOn, Fall, OwareRules, Wari, Warri};
use crate::score::Value;
use crate::table::{Kind, TableId};
use crate::variant::Variant;
use rayon::prelude::*;
use thiserror::Error;

/// The largest layer of the rule set that [`solve_into`] can do.
#[must_use]
pub fn largest_layer(variant: Variant) -> u32 {
    match variant {
        Variant::Kalah | Variant::KalahStrict => variant.max_seeds(),
        _ => LARGEST,
    }
}

/// What the solver takes beside the layer itself, in bytes: the graph of the rows, and two sets of boards.
#[must_use]
pub fn overhead(id: TableId) -> u64 {
    match id.variant() {
        Variant::Kalah | Variant::KalahStrict => 8 * layers_rows(id.seeds()),
        _ => edges::memory(id.seeds()) + 2 * frontier::memory(id.seeds()),
    }
}

/// Solves a share of a layer into `work`, a byte a value and as many as [`share_values`], in the order of a table's; [`Alone`] has all of it. `lower[m]` must hold the values of
/// the whole layer of m seeds likewise, for all m below. Works on the threads of the current rayon pool.
///
/// The work goes in stages. After each, `stage_done` is told how many are done, and what `work` holds then; from these two the work can be taken up again: it starts
/// after `done` stages (0: from the beginning, whatever `work` holds), which must be the same for all processes.
///
/// # Errors
/// [`Interrupted`] if the monitor of any process asks to stop; [`Lost`] if the processes lose each other; whatever `stage_done` returns.
///
/// # Panics
/// If the layer is above [`LARGEST`] (oware family), or `work` or a lower layer is missing or too short.
pub fn solve_into<X: Exchange, E: From<Interrupted> + From<Lost>>(
    id: TableId,
    lower: &[&[u8]],
    work: &mut [u8],
    done: u32,
    exchange: &mut X,
    monitor: &impl Monitor,
    stage_done: impl FnMut(u32, &[u8], &mut X) -> Result<(), E>,
) -> Result<(), E> {
    let job = Job { id, lower, work, done, exchange, monitor, stage_done };
    match id.variant() {
        Variant::Abapa => job.oware::<Abapa>(),
        Variant::AbapaPlayOn => job.oware::<AbapaPlayOn>(),
        Variant::Wari => job.oware::<Wari>(),
        Variant::Warri => job.oware::<Warri>(),
        Variant::Kalah => job.kalah::<Kalah>(),
        Variant::KalahStrict => job.kalah::<KalahStrict>(),
    }
}

/// [`solve_into`] in one go, in memory and unwatched.
///
/// # Panics
/// As [`solve_into`].
#[must_use]
pub fn solve(id: TableId, lower: &[&[u8]]) -> Vec<u8> {
    let mut work = vec![0; id.values() as usize];
    solve_into(id, lower, &mut work, 0, &mut Alone, &Unwatched, |_, _, _| Ok::<_, Ended>(())).expect("nothing stops it");
    work
}

/// Solves a layer and all layers below it, from 0 up.
///
/// # Panics
/// As [`solve_into`].
#[must_use]
pub fn solve_up_to(largest: TableId) -> Vec<Vec<u8>> {
    let mut layers: Vec<Vec<u8>> = Vec::new();
    for id in largest.up_to() {
        let lower: Vec<&[u8]> = layers.iter().map(Vec::as_slice).collect();
        let values = solve(id, &lower);
        layers.push(values);
    }
    layers
}

/// Bytes of a share's work: a byte a value.
#[must_use]
pub fn share_values(id: TableId, share: Share) -> u64 {
    share.boards(id.variant(), id.seeds()) * id.kind().planes()
}

/// Why a layer is not solved.
#[derive(Debug, Error)]
pub enum Ended {
    /// The monitor asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The processes lost each other.
    #[error(transparent)]
    Lost(#[from] Lost),
}

/// What [`solve_into`] is given.
struct Job<'a, X, M, S> {
    id: TableId,
    lower: &'a [&'a [u8]],
    work: &'a mut [u8],
    done: u32,
    exchange: &'a mut X,
    monitor: &'a M,
    stage_done: S,
}

impl<X: Exchange, M: Monitor, E: From<Interrupted> + From<Lost>, S: FnMut(u32, &[u8], &mut X) -> Result<(), E>> Job<'_, X, M, S> {
    /// A stage is a number of seeds on the smaller side. Processes have different ones, and do not wait for each other.
    fn kalah<R: Rules>(self) -> Result<(), E> {
        let Job { id, lower, work, done, exchange, monitor, mut stage_done } = self;
        let (seeds, share) = (id.seeds(), exchange.share());
        monitor.begin(seeds, Phase::Propagation, work.len() as u64);
        let rows = Rows::new(seeds);
        let runs = share.runs(id.variant(), seeds);
        let place = |k: u32| {
            let first = first_rank(seeds, k);
            let before = runs.iter().take_while(|run| run.start < first).map(|run| (run.end - run.start) as usize);
            let start = before.sum::<usize>();
            start..start + (first_rank(seeds, k + 1) - first) as usize
        };
        let mut solve = || -> Result<(), E> {
            for k in share.pieces(seeds) {
                let pairs = Pairs { seeds, k, lower, rows: &rows };
                if k < done {
                    monitor.advance(pairs.boards());
                    continue;
                }
                let (x, y) = work.split_at_mut(place(k).end);
                let y = if 2 * k == seeds { &mut [] } else { &mut y[place(seeds - k).start - place(k).end..][..place(seeds - k).len()] };
                pairs.solve::<R>(&mut x[place(k)], y, monitor)?;
                if share == Share::ALL {
                    stage_done(k + 1, work, exchange)?;
                }
            }
            Ok(())
        };
        let solved = solve();
        // All go on, or none.
        if exchange.any(solved.is_err())? {
            solved?;
            return Err(Interrupted.into());
        }
        Ok(())
    }

    /// The first stage is the captures, then each level is one.
    fn oware<R: OwareRules>(self) -> Result<(), E> {
        let Job { id, lower, work, done, exchange, monitor, mut stage_done } = self;
        let seeds = id.seeds();
        let rows = Rows::new(seeds);
        let falls: Vec<Vec<Fall>> = (0..=seeds).map(|k| falls::<R>(rows.with(k))).collect();
        let slabs = Slabs::new(seeds, exchange.share());
        let boards = slabs.boards();
        if done == 0 {
            monitor.begin(seeds, Phase::Captures, boards);
            let half_moves = HalfMoves::new::<R>(&rows);
            let (won, lost) = split(id, work);
            let captures = Captures { seeds, lower, rows: &rows, half_moves, falls: &falls, slabs: &slabs };
            let interrupted = captures.run::<R>(won, lost, monitor).is_err();
            if exchange.any(interrupted)? {
                return Err(Interrupted.into());
            }
            stage_done(1, work, exchange)?;
        }
        let edges = Edges::new::<R>(seeds, &rows, &falls, &slabs);
        drop(rows);
        let levels = Levels::new(seeds, &edges, &slabs, exchange)?;
        monitor.begin(seeds, Phase::Propagation, u64::from(seeds) * boards);
        for stage in 1..=seeds {
            if stage >= done {
                let (won, lost) = split(id, work);
                levels.determine::<E>((seeds + 1 - stage) as Value, won, lost, exchange, monitor)?;
                stage_done(stage + 1, work, exchange)?;
            }
            monitor.advance(boards);
        }
        let values = States::new(seeds).values_by_state();
        let (won, lost) = split(id, work);
        won.par_iter_mut().for_each(|state| *state = values[usize::from(*state)] as u8);
        if let Some(lost) = lost {
            lost.par_iter_mut().for_each(|state| *state = -values[usize::from(*state)] as u8);
        }
        Ok(())
    }
}

/// The states that count for the mover and, for kind forced, apart from them those that count for the opponent.
fn split(id: TableId, work: &mut [u8]) -> (&mut [u8], Option<&mut [u8]>) {
    let (won, lost) = work.split_at_mut(work.len() / id.kind().planes() as usize);
    (won, (id.kind() == Kind::Forced).then_some(lost))
}
