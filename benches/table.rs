//! What asking a table costs, in either format: a value of a block that is in memory, and one whose block has to be decoded first.
//!
//! 2 cores of an Intel Xeon (Sapphire Rapids), rustc 1.95, ± 10 %:
//!
//! | | measured |
//! |---|---|
//! | probe raw warm | 4.9 ns |
//! | probe packed warm | 31 ns |
//! | decode layer, two threads | 26 ms, 96 million boards a second |
//! | first probe of a block of 1024 boards, layer 20 (not in this bench) | 19 to 20 µs |

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oware::score::Value;
use oware::solve::Unwatched;
use oware::solve::build::{Options, Plan};
use oware::table::{Bytes, Kind, Source, Table, TableId, encode_packed};
use oware::variant::Variant;
use std::hint::black_box;

/// The layer that is asked.
const SEEDS: u32 = 13;
/// Boards far apart, so that their blocks are different: no two within this many ranks.
const STEP: u64 = 40_009;

fn tables() -> [Table<Bytes>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let id = TableId::new(Variant::Wari, Kind::Shared, SEEDS).unwrap();
    Plan::new(folder.path(), id, Options::default()).unwrap().carry_out(&Unwatched, |_| ()).unwrap();
    let raw = Table::open_in(folder.path(), id).unwrap().unwrap();
    let values: Vec<Value> = raw.values().iter().map(|&byte| byte as Value).collect();
    let packed = Table::open(Bytes::Owned(encode_packed(id, &values)), id, Source::BuiltIn).unwrap();
    [raw, packed]
}

fn probes(criterion: &mut Criterion) {
    let [raw, packed] = tables();
    for (name, table) in [("probe raw warm", &raw), ("probe packed warm", &packed)] {
        let ranks: Vec<u64> = (0..raw.id().values()).step_by(STEP as usize).filter(|&rank| table.value(rank).is_some()).collect();
        let mut next = ranks.iter().cycle();
        criterion.bench_function(name, |bencher| bencher.iter(|| table.value(black_box(*next.next().unwrap()))));
    }
    let mut group = criterion.benchmark_group("decode");
    group.throughput(Throughput::Elements(raw.id().values()));
    group.bench_function("layer", |bencher| bencher.iter(|| packed.verify().unwrap()));
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
