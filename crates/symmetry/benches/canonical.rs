//! Canonical representatives: of processes that refer to each other, with ties between them and without.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use groups::Group;
use symmetry::{Canonical, Content, LayoutBuilder, Point, Representative, SymmetryGroup};
use testing::Numbers;

/// The states of a round.
const STATES: usize = 256;

/// Processes with a number and a reference to a process each, and one global reference.
fn processes(count: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let [turn, number, next] = [(); 3].map(|()| builder.family());
    builder.cell(turn, &[], reference);
    for &point in &points {
        builder.cell(number, &[point], Content::Data);
        builder.cell(next, &[point], reference);
    }
    SymmetryGroup::new(Group::symmetric(count), builder.build().expect("a layout"))
        .expect("a group")
}

/// States whose cells hold numbers below `values`, or refer to nobody.
fn states(symmetry: &SymmetryGroup, values: usize) -> Vec<Vec<i32>> {
    let mut numbers = Numbers::new(1);
    let cells = symmetry.layout().cell_count();
    let mut state = || (0..cells).map(|_| numbers.below(values + 1) as i32 - 1).collect();
    (0..STATES).map(|_| state()).collect()
}

fn canonical(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("canonical");
    group.throughput(Throughput::Elements(STATES as u64));
    for count in [5, 20] {
        let symmetry = processes(count);
        for (name, values) in [("ties", 2), ("distinct", count)] {
            let states = states(&symmetry, values);
            let canonical = Canonical::new(&symmetry);
            let (mut scratch, mut target) = (canonical.scratch(), states[0].clone());
            group.bench_function(format!("{name}-{count}"), |bencher| {
                bencher.iter(|| {
                    for state in &states {
                        canonical.representative(state, &mut target, &mut scratch);
                        std::hint::black_box(&target);
                    }
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, canonical);
criterion_main!(benches);
