//! What solving a layer costs: all of layer 12, and of that the way back alone (the unmoves of every board, in levels).
//!
//! One thread, 2 cores of an Intel Xeon (Sapphire Rapids), rustc 1.95; a layer of 1,352,078 boards:
//!
//! | | `wari` shared | `wari` forced | `kalah` shared |
//! |---|---|---|---|
//! | solve | 110 ms, 12 million boards a second | 217 ms, 6.2 million (two numbers each) | 63 ms, 21 million |
//! | unmoves | 90 to 119 ms | 180 ms | – |

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oware::solve::Unwatched;
use oware::solve::exchange::Alone;
use oware::solve::layer::{Ended, solve_into, solve_up_to};
use oware::table::{Kind, TableId};
use oware::variant::Variant;
use rayon::ThreadPoolBuilder;

const SEEDS: u32 = 12;

fn solver(criterion: &mut Criterion) {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut group = criterion.benchmark_group("layer 12");
    group.sample_size(10);
    for (variant, kind) in [(Variant::Wari, Kind::Shared), (Variant::Wari, Kind::Forced), (Variant::Kalah, Kind::Shared)] {
        let id = TableId::new(variant, kind, SEEDS).unwrap();
        let layers = solve_up_to(TableId::new(variant, kind, SEEDS - 1).unwrap());
        let lower: Vec<&[u8]> = layers.iter().map(Vec::as_slice).collect();
        let mut work = vec![0; id.values() as usize];
        let mut captured = None;
        let mut solve = |done, work: &mut [u8]| {
            solve_into(id, &lower, work, done, &mut Alone, &Unwatched, |stage, work: &[u8], _| {
                if stage == 1 && captured.is_none() {
                    captured = Some(work.to_vec());
                }
                Ok::<_, Ended>(())
            })
            .unwrap();
        };
        group.throughput(Throughput::Elements(id.boards()));
        let name = format!("{variant} {kind}");
        group.bench_function(BenchmarkId::new("solve", &name), |b| b.iter(|| pool.install(|| solve(0, &mut work))));
        // Kalah has no way back: its first stage is one piece of the layer.
        if variant != Variant::Kalah {
            let captured = captured.clone().expect("there is a first stage");
            let unmoves = |b: &mut criterion::Bencher| {
                b.iter_batched_ref(
                    || captured.clone(),
                    |work| pool.install(|| solve_into(id, &lower, work, 1, &mut Alone, &Unwatched, |_, _, _| Ok::<_, Ended>(()))),
                    criterion::BatchSize::LargeInput,
                )
            };
            group.bench_function(BenchmarkId::new("unmoves", &name), unmoves);
        }
    }
    group.finish();
}

criterion_group!(benches, solver);
criterion_main!(benches);
