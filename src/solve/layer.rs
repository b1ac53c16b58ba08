//! Solving one layer. See the [module above](super) for the method and why it is right.

use super::captures::{Captures, Lower};
use super::edges::{Edges, HalfMoves};
use super::levels::Levels;
use super::slabs::Slabs;
pub use super::states::LARGEST;
use super::states::States;
use super::{Interrupted, Monitor, Phase, ordered};
use crate::index::{Rows, layer_size};
use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::{Abapa, AbapaPlayOn, OwareRules, Wari, Warri};
use crate::score::Value;
use crate::table::{Kind, TableId};
use crate::variant::Variant;
use rayon::prelude::*;

/// Solves a layer and returns its values, as many as [`TableId::values`], in the order of a table's. `lower[m]` must hold those of the layer of m seeds
/// likewise, each a signed byte, for all m below. Works on the threads of the current rayon pool.
///
/// # Errors
/// [`Interrupted`] if the monitor asks to stop.
///
/// # Panics
/// If the layer is above [`LARGEST`], or a lower layer is missing or too short.
pub fn solve(id: TableId, lower: &[&[u8]], monitor: &impl Monitor) -> Result<Vec<Value>, Interrupted> {
    let mut work = vec![0; id.values() as usize];
    let seeds = id.seeds();
    let lower_layers = Lower { layers: lower, forced: id.kind() == Kind::Forced };
    match id.variant() {
        Variant::Abapa => oware::<Abapa>(seeds, lower_layers, &mut work, monitor)?,
        Variant::AbapaPlayOn => oware::<AbapaPlayOn>(seeds, lower_layers, &mut work, monitor)?,
        Variant::Wari => oware::<Wari>(seeds, lower_layers, &mut work, monitor)?,
        Variant::Warri => oware::<Warri>(seeds, lower_layers, &mut work, monitor)?,
        Variant::Kalah => kalah::<Kalah>(seeds, lower, &mut work, monitor)?,
        Variant::KalahStrict => kalah::<KalahStrict>(seeds, lower, &mut work, monitor)?,
    }
    Ok(work.into_iter().map(|byte| byte as Value).collect())
}

fn kalah<R: Rules>(seeds: u32, lower: &[&[u8]], work: &mut [u8], monitor: &impl Monitor) -> Result<(), Interrupted> {
    monitor.begin(seeds, Phase::Propagation, layer_size(seeds));
    ordered::solve::<R>(seeds, lower, work, monitor)
}

/// Solves the layer of `seeds`.
fn oware<R: OwareRules>(seeds: u32, lower: Lower, work: &mut [u8], monitor: &impl Monitor) -> Result<(), Interrupted> {
    let size = layer_size(seeds) as usize;
    let (won, mut lost) = match lower.forced {
        true => {
            let (won, lost) = work.split_at_mut(size);
            (won, Some(lost))
        }
        false => (work, None),
    };
    let rows = Rows::new(seeds);
    let half_moves = HalfMoves::new::<R>(&rows);
    let slabs = Slabs::new(seeds);
    monitor.begin(seeds, Phase::Captures, layer_size(seeds));
    Captures { seeds, lower, rows: &rows, half_moves: &half_moves, slabs: &slabs }.run::<R>(won, lost.as_deref_mut(), monitor)?;
    let edges = Edges::new::<R>(seeds, &rows, &half_moves, &slabs);
    drop(half_moves);
    let levels = Levels::new(seeds, &rows, &edges, &slabs);
    drop(rows);
    monitor.begin(seeds, Phase::Propagation, u64::from(seeds) * layer_size(seeds));
    for level in (1..=seeds as Value).rev() {
        levels.determine(level, won, lost.as_deref_mut(), monitor)?;
        monitor.advance(layer_size(seeds));
    }
    let values = States::new(seeds).values_by_state();
    won.par_iter_mut().for_each(|state| *state = values[usize::from(*state)] as u8);
    if let Some(lost) = lost {
        lost.par_iter_mut().for_each(|state| *state = -values[usize::from(*state)] as u8);
    }
    Ok(())
}
