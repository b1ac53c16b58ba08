//! A layer built by several processes together has the same bytes as one built alone. Threads stand in for processes here.

use oware::solve::build::{BuildError, Options, Plan};
use oware::solve::exchange::{Exchange, Threads};
use oware::solve::layer::{Share, share_values};
use oware::solve::{Monitor, Phase, Unwatched};
use oware::table::{Kind, TableId};
use oware::variant::Variant;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

const LARGEST: u32 = 8;

fn ids() -> impl Iterator<Item = TableId> {
    Variant::ALL.into_iter().flat_map(|variant| Kind::ALL.into_iter().filter_map(move |kind| TableId::new(variant, kind, LARGEST).ok()))
}

/// Builds in a folder with so many that know each other, each with a monitor of its own.
fn build<M: Monitor>(
    folder: &Path,
    largest: TableId,
    options: Options,
    ranks: usize,
    monitor: impl Fn(usize) -> M + Sync,
) -> Vec<Result<(), BuildError>> {
    thread::scope(|scope| {
        let monitor = &monitor;
        let one = |mut exchange: Threads| {
            scope.spawn(move || {
                let monitor = monitor(exchange.share().rank);
                let plan = Plan::together(folder, largest, options, &mut exchange)?;
                plan.carry_out_together(&mut exchange, &monitor, |_| ())
            })
        };
        let all: Vec<_> = Threads::new(ranks).into_iter().map(one).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn files(folder: &Path, id: TableId) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join(id.variant().name())).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

fn alone(id: TableId) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    Plan::new(folder.path(), id, Options::default()).unwrap().carry_out(&Unwatched, |_| ()).unwrap();
    files(folder.path(), id)
}

#[test]
fn files_are_the_same_for_any_number_of_processes() {
    for id in ids() {
        let expected = alone(id);
        for ranks in [1, 2, 3, 4, 7] {
            let folder = tempfile::tempdir().unwrap();
            build(folder.path(), id, Options::default(), ranks, |_| Unwatched).into_iter().for_each(Result::unwrap);
            assert!(files(folder.path(), id) == expected, "{id} by {ranks}");
        }
    }
}

#[test]
fn shares_make_up_each_layer() {
    for id in ids() {
        for ranks in [1, 2, 3, 5, 64] {
            for seeds in 0..=LARGEST + 4 {
                let shares = (0..ranks).map(|rank| Share { rank, ranks });
                let mut runs: Vec<_> = shares.clone().flat_map(|share| share.runs(id.variant(), seeds)).collect();
                runs.sort_by_key(|run| run.start);
                let end = runs.iter().fold(0, |end, run| if run.start == end { run.end } else { panic!("{id}: {runs:?}") });
                let layer = TableId::new(id.variant(), id.kind(), seeds).unwrap();
                assert_eq!((end, shares.map(|share| share_values(layer, share)).sum()), (layer.boards(), layer.values()));
            }
        }
    }
}

/// Stops after it was asked so often.
struct Patience(AtomicU64);

impl Monitor for Patience {
    fn begin(&self, _: u32, _: Phase, _: u64) {}
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// Interrupted again and again, by one of them at another place each time, and taken up from what is on disk, each time a little further.
#[test]
fn a_build_that_is_interrupted_goes_on() {
    let options = Options { keep_every: Duration::ZERO, ..Options::default() };
    for id in ids() {
        let (expected, folder) = (alone(id), tempfile::tempdir().unwrap());
        let mut interruptions = 0;
        for patience in (3..).step_by(17) {
            let of = |rank| Patience(AtomicU64::new(if rank == patience as usize % 3 { patience } else { u64::MAX }));
            let results = build(folder.path(), id, options, 3, of);
            if results.iter().all(Result::is_ok) {
                break;
            }
            assert!(results.iter().all(|result| matches!(result, Err(BuildError::Interrupted(_)))), "{results:?}");
            interruptions += 1;
        }
        assert!(interruptions > 1 && files(folder.path(), id) == expected, "{id} after {interruptions} interruptions");
    }
}

/// One of them has no newest state, or a damaged one: all go back to one that all have.
#[test]
fn states_of_different_age_are_not_mixed() {
    let id = TableId::new(Variant::Wari, Kind::Shared, LARGEST).unwrap();
    let options = Options { keep_every: Duration::ZERO, ..Options::default() };
    let expected = alone(id);
    for damage in [|path: &Path| fs::remove_file(path).unwrap(), |path: &Path| fs::write(path, b"nothing").unwrap()] {
        let folder = tempfile::tempdir().unwrap();
        let results = build(folder.path(), id, options, 3, |rank| Patience(AtomicU64::new(if rank == 0 { 150 } else { u64::MAX })));
        assert!(results.iter().all(Result::is_err));
        let kept: Vec<String> =
            files(folder.path(), id).into_iter().map(|(name, _)| name).filter(|name| name.contains(".checkpoint-")).collect();
        assert_eq!(kept.len(), 3, "{kept:?}");
        damage(&folder.path().join("wari").join(kept.iter().find(|name| name.ends_with("-1-of-3")).unwrap()));
        build(folder.path(), id, options, 3, |_| Unwatched).into_iter().for_each(Result::unwrap);
        assert!(files(folder.path(), id) == expected);
    }
}

#[test]
fn what_one_cannot_do_ends_all() {
    let id = TableId::new(Variant::Wari, Kind::Shared, LARGEST).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nowhere");
    assert!(build(&missing, id, Options::default(), 2, |_| Unwatched).iter().all(Result::is_err));
    let _held = Plan::new(folder.path(), id, Options::default()).unwrap();
    let results = build(folder.path(), id, Options::default(), 2, |_| Unwatched);
    assert!(matches!(results.as_slice(), [Err(BuildError::Table(_)), Err(BuildError::Another)]), "{results:?}");
}
