//! Refinement on the fly: the product of a specification and processes in parallel, searched to its end.

#[path = "../tests/processes/mod.rs"]
mod processes;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use lts::{Event, Model, TermId};
use processes::World;

/// The first event of processes.
const FIRST: u32 = 2;

/// `count` processes side by side, each of which goes round three events of its own.
fn rounds(world: &mut World, count: u32) -> (Vec<Event>, TermId) {
    let own = |process: u32| [0, 1, 2].map(|event| Event(FIRST + 3 * process + event));
    let parts: Vec<TermId> = (0..count)
        .map(|process| {
            world.recursive(|world, again| {
                own(process).iter().rev().fold(again, |then, &event| world.prefix(event, then))
            })
        })
        .collect();
    ((0..count).flat_map(own).collect(), world.interleaved(&parts))
}

fn product(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("product");
    group.sample_size(20);
    let world = || {
        let mut world = World::default();
        let (events, process) = rounds(&mut world, 7);
        let specification = world.run(&events);
        (world, specification, process)
    };
    // 3^7 = 2187 states, each with 7 transitions.
    group.bench_function("interleaved-7", |bencher| {
        bencher.iter_batched(
            world,
            |(mut world, specification, process)| {
                assert!(world.refines(specification, process, Model::Traces));
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, product);
criterion_main!(benches);
