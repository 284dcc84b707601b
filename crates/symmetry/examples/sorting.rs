//! Measures the strategies that sort identical parts, beside the canonical representative: nanoseconds for each state of eight
//! processes with seven variables each.
//!
//! `cargo run --release -p symmetry --example sorting`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use groups::Group;
use symmetry::{
    ApproximateMarkers, Canonical, Content, ExactMarkers, Flattened, LayoutBuilder, Marker, Point,
    Refusal, Representative, Segmented, Sorted, SortedBy, SymmetryGroup,
};
use testing::Numbers;

const PROCESSES: usize = 8;
const VARIABLES: usize = 7;

/// The processes, each with so many of its variables that hold a process, and as many global ones that do.
fn symmetry(own_references: usize, global_references: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..PROCESSES).map(|i| builder.point(0, i.to_string())).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: points[0], count: PROCESSES as u32 };
    for number in 0..4 {
        let family = builder.family();
        let content = if number < global_references { reference } else { Content::Data };
        builder.cell(family, &[], content);
    }
    let families: Vec<_> = (0..VARIABLES).map(|_| builder.family()).collect();
    for &point in &points {
        for (number, &family) in families.iter().enumerate() {
            // The last ones refer.
            let refers = number >= VARIABLES - own_references;
            builder.cell(family, &[point], if refers { reference } else { Content::Data });
        }
    }
    SymmetryGroup::new(Group::symmetric(PROCESSES), builder.build().unwrap()).unwrap()
}

/// The nanoseconds of the fastest of some rounds through the states.
fn measure(name: &str, states: &[Vec<i32>], mut each: impl FnMut(&[i32])) {
    let mut best = f64::INFINITY;
    for _ in 0..40 {
        let start = Instant::now();
        states.iter().for_each(|state| each(state));
        best = best.min(start.elapsed().as_nanos() as f64 / states.len() as f64);
    }
    println!("  {name:20} {best:7.0} ns");
}

fn representative<R: Representative>(
    name: &str,
    strategy: Result<R, Refusal>,
    states: &[Vec<i32>],
) {
    let Ok(strategy) = strategy else {
        println!("  {name:20} refused");
        return;
    };
    let mut scratch = strategy.scratch();
    let mut target = states[0].clone();
    measure(name, states, |state| {
        strategy.representative(state, &mut target, &mut scratch);
        std::hint::black_box(&target);
    });
}

fn marker<M: Marker>(name: &str, strategy: Result<M, Refusal>, states: &[Vec<i32>]) {
    let Ok(strategy) = strategy else {
        println!("  {name:20} refused");
        return;
    };
    let mut scratch = strategy.scratch();
    let mut marker = Vec::new();
    measure(name, states, |state| {
        marker.clear();
        strategy.mark(state, &mut marker, &mut scratch);
        std::hint::black_box(&marker);
    });
}

fn compare(own_references: usize, global_references: usize, values: usize) {
    println!(
        "references: {own_references} of each process, {global_references} global; {values} values"
    );
    let symmetry = symmetry(own_references, global_references);
    let mut numbers = Numbers::new(1);
    let cells = symmetry.layout().cell_count();
    let states = (0..256).map(|_| (0..cells).map(|_| numbers.below(values) as i32).collect());
    let states: Vec<Vec<i32>> = states.collect();
    representative("canonical", Ok(Canonical::new(&symmetry)), &states);
    representative("sorted by main", Sorted::new(&symmetry, SortedBy::Main), &states);
    representative("sorted by swaps", Sorted::new(&symmetry, SortedBy::Swaps), &states);
    representative("sorted by records", Sorted::new(&symmetry, SortedBy::Records), &states);
    representative("segmented", Segmented::new(&symmetry), &states);
    representative("exact-markers", ExactMarkers::new(&symmetry), &states);
    marker("approximate-markers", ApproximateMarkers::new(&symmetry), &states);
    marker("flattened", Flattened::new(&symmetry), &states);
}

fn main() {
    for values in [8, 2] {
        compare(0, 0, values);
        compare(0, 2, values);
        compare(2, 2, values);
    }
}
