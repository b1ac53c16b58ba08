//! Solving one layer. See the [module above](super) for the method and why it is right.

use super::captures::{Captures, Lower};
use super::edges::{self, Edges, HalfMoves};
use super::levels::Levels;
use super::ordered::Pairs;
use super::slabs::Slabs;
pub use super::states::LARGEST;
use super::states::States;
use super::{Interrupted, Monitor, Phase, Unwatched, frontier};
use crate::index::{Rows, layer_size, layers_rows};
use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::{Abapa, AbapaPlayOn, OwareRules, Wari, Warri};
use crate::score::Value;
use crate::table::{Kind, TableId};
use crate::variant::Variant;
use rayon::prelude::*;

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

/// Solves a layer into `work`, a byte a value and as many as [`TableId::values`], in the order of a table's. `lower[m]` must hold the values of the layer of
/// m seeds likewise, for all m below. Works on the threads of the current rayon pool.
///
/// The work goes in stages. After each, `stage_done` is told how many are done, and what `work` holds then; from these two the work can be taken up again: it starts
/// after `done` stages (0: from the beginning, whatever `work` holds).
///
/// # Errors
/// [`Interrupted`] if the monitor asks to stop; whatever `stage_done` returns.
///
/// # Panics
/// If the layer is above [`LARGEST`] (oware family), or `work` or a lower layer is missing or too short.
pub fn solve_into<E: From<Interrupted>>(
    id: TableId,
    lower: &[&[u8]],
    work: &mut [u8],
    done: u32,
    monitor: &impl Monitor,
    stage_done: impl FnMut(u32, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    match id.variant() {
        Variant::Abapa => oware::<Abapa, E>(id, lower, work, done, monitor, stage_done),
        Variant::AbapaPlayOn => oware::<AbapaPlayOn, E>(id, lower, work, done, monitor, stage_done),
        Variant::Wari => oware::<Wari, E>(id, lower, work, done, monitor, stage_done),
        Variant::Warri => oware::<Warri, E>(id, lower, work, done, monitor, stage_done),
        Variant::Kalah => kalah::<Kalah, E>(id, lower, work, done, monitor, stage_done),
        Variant::KalahStrict => kalah::<KalahStrict, E>(id, lower, work, done, monitor, stage_done),
    }
}

/// [`solve_into`] in one go, in memory and unwatched.
///
/// # Panics
/// As [`solve_into`].
#[must_use]
pub fn solve(id: TableId, lower: &[&[u8]]) -> Vec<u8> {
    let mut work = vec![0; id.values() as usize];
    solve_into(id, lower, &mut work, 0, &Unwatched, |_, _| Ok::<_, Interrupted>(())).expect("nothing stops it");
    work
}

/// Solves a layer and all layers below it, from 0 up.
///
/// # Panics
/// As [`solve_into`].
#[must_use]
pub fn solve_up_to(largest: TableId) -> Vec<Vec<u8>> {
    let mut layers: Vec<Vec<u8>> = Vec::new();
    for id in TableId::all(largest.variant(), largest.kind()).take_while(|id| id.seeds() <= largest.seeds()) {
        let lower: Vec<&[u8]> = layers.iter().map(Vec::as_slice).collect();
        let values = solve(id, &lower);
        layers.push(values);
    }
    layers
}

/// A stage is a number of seeds on the smaller side.
fn kalah<R: Rules, E: From<Interrupted>>(
    id: TableId,
    lower: &[&[u8]],
    work: &mut [u8],
    done: u32,
    monitor: &impl Monitor,
    mut stage_done: impl FnMut(u32, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let seeds = id.seeds();
    monitor.begin(seeds, Phase::Propagation, id.boards());
    let rows = Rows::new(seeds);
    for k in done..=seeds / 2 {
        Pairs { seeds, k, lower, rows: &rows }.solve::<R>(work, monitor)?;
        stage_done(k + 1, work)?;
    }
    Ok(())
}

/// The first stage is the captures, then each level is one.
fn oware<R: OwareRules, E: From<Interrupted>>(
    id: TableId,
    lower: &[&[u8]],
    work: &mut [u8],
    done: u32,
    monitor: &impl Monitor,
    mut stage_done: impl FnMut(u32, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let seeds = id.seeds();
    let forced = id.kind() == Kind::Forced;
    let rows = Rows::new(seeds);
    let slabs = Slabs::new(seeds);
    if done == 0 {
        monitor.begin(seeds, Phase::Captures, id.boards());
        let captures =
            Captures { seeds, lower: Lower { layers: lower, forced }, rows: &rows, half_moves: HalfMoves::new::<R>(&rows), slabs: &slabs };
        let (won, lost) = split(id, work);
        captures.run::<R>(won, lost, monitor)?;
        drop(captures);
        stage_done(1, work)?;
    }
    let edges = Edges::new::<R>(seeds, &rows, &slabs);
    drop(rows);
    let levels = Levels::new(seeds, &edges, &slabs);
    monitor.begin(seeds, Phase::Propagation, u64::from(seeds) * id.boards());
    for stage in 1..=seeds {
        if stage >= done {
            let (won, lost) = split(id, work);
            levels.determine((seeds + 1 - stage) as Value, won, lost, monitor)?;
            stage_done(stage + 1, work)?;
        }
        monitor.advance(id.boards());
    }
    let values = States::new(seeds).values_by_state();
    let (won, lost) = split(id, work);
    won.par_iter_mut().for_each(|state| *state = values[usize::from(*state)] as u8);
    if let Some(lost) = lost {
        lost.par_iter_mut().for_each(|state| *state = -values[usize::from(*state)] as u8);
    }
    Ok(())
}

/// The states that count for the mover and, for kind forced, apart from them those that count for the opponent.
fn split(id: TableId, work: &mut [u8]) -> (&mut [u8], Option<&mut [u8]>) {
    let (won, lost) = work.split_at_mut(layer_size(id.seeds()) as usize);
    (won, (id.kind() == Kind::Forced).then_some(lost))
}
