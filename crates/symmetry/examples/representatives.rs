//! Measures the canonical representative: nanoseconds for each state, and leaves of the search where sorting does not decide.
//!
//! `cargo run --release -p symmetry --example representatives`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::Action;
use symmetry::{Canonical, Content, Layout, LayoutBuilder, Point, Representative, SymmetryGroup};
use testing::Numbers;

/// How cells are filled.
#[derive(Clone, Copy)]
enum Fill {
    /// All zero.
    Equal,
    /// Few values, so that there are ties.
    Ties,
    /// Values that tell all apart.
    Distinct,
}

/// `cells` cells for each point, of which `references` refer to any point; and four global cells, one of them a reference.
fn layout(action: &Action, cells: usize, references: usize) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = action
        .sorts
        .iter()
        .enumerate()
        .map(|(point, &sort)| builder.point(sort, point.to_string()))
        .collect();
    let everything =
        Content::Reference { first_value: 0, first_point: points[0], count: points.len() as u32 };
    let globals: Vec<_> = (0..4).map(|_| builder.family()).collect();
    for (number, family) in globals.into_iter().enumerate() {
        builder.cell(family, &[], if number == 0 { everything } else { Content::Data });
    }
    let sorts = 1 + action.sorts.iter().max().copied().unwrap_or(0) as usize;
    let families: Vec<Vec<_>> =
        (0..sorts).map(|_| (0..cells).map(|_| builder.family()).collect()).collect();
    for (point, &sort) in points.iter().zip(&action.sorts) {
        for (number, &family) in families[sort as usize].iter().enumerate() {
            builder.cell(
                family,
                &[*point],
                if number < references { everything } else { Content::Data },
            );
        }
    }
    builder.build().unwrap()
}

fn measure(name: &str, action: &Action, cells: usize, references: usize, fill: Fill) {
    let layout = layout(action, cells, references);
    let length = layout.cell_count();
    let points = layout.point_count();
    let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
    let prepared = Instant::now();
    let canonical = Canonical::new(&symmetry);
    let prepared = prepared.elapsed();
    let mut scratch = canonical.scratch();
    let mut numbers = Numbers::new(1);
    let states = (0..256).map(|_| {
        let cells = (0..length).map(|_| match fill {
            Fill::Equal => -1,
            Fill::Ties => numbers.below(2) as i32 * (1 + numbers.below(2) as i32) - 1,
            Fill::Distinct => numbers.below(points) as i32,
        });
        cells.collect::<Vec<i32>>()
    });
    let states: Vec<_> = states.collect();
    let mut target = vec![0; length];
    let mut best = f64::INFINITY;
    let mut per_round = 0;
    for _ in 0..20 {
        let start = Instant::now();
        for state in &states {
            canonical.representative(state, &mut target, &mut scratch);
            std::hint::black_box(&target);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / states.len() as f64);
        per_round += states.len() as u64;
    }
    let counters = scratch.counters();
    println!(
        "{name:44} {length:5} cells {best:9.0} ns, searched {:3.0}%, {:5.2} leaves, prepared in {:.1} ms",
        100.0 * counters.searched as f64 / per_round as f64,
        counters.leaves as f64 / counters.searched.max(1) as f64,
        prepared.as_secs_f64() * 1e3,
    );
}

fn on_one_sort(name: &str, generators: Vec<Vec<usize>>) -> Action {
    let sorts = vec![0; generators[0].len()];
    Action { name: name.into(), sorts, generators }
}

fn main() {
    let s8 = on_one_sort("S8", common::symmetric(8));
    measure("8 processes, distinct", &s8, 7, 0, Fill::Distinct);
    measure("8 processes, equal", &s8, 7, 0, Fill::Equal);
    measure("8 processes, ties", &s8, 7, 0, Fill::Ties);
    measure("8 processes with references, distinct", &s8, 7, 2, Fill::Distinct);
    measure("8 processes with references, equal", &s8, 7, 2, Fill::Equal);
    measure("8 processes with references, ties", &s8, 7, 2, Fill::Ties);
    measure("8 processes, one reference each, ties", &s8, 1, 1, Fill::Distinct);
    for n in [20, 100] {
        let action = on_one_sort("Sn", common::symmetric(n));
        measure(&format!("{n} processes, equal"), &action, 7, 0, Fill::Equal);
        measure(&format!("{n} processes with references, equal"), &action, 7, 2, Fill::Equal);
        measure(&format!("{n} processes with references, ties"), &action, 3, 1, Fill::Ties);
        measure(&format!("{n} processes, one reference each"), &action, 1, 1, Fill::Distinct);
    }
    for (outer, inner) in [(3, 3), (6, 4), (3, 9)] {
        let wreath = common::wreath(outer, inner);
        let name = format!("{} on {} points", wreath.name, wreath.sorts.len());
        measure(&format!("{name}, distinct"), &wreath, 3, 0, Fill::Distinct);
        measure(&format!("{name}, equal"), &wreath, 3, 0, Fill::Equal);
        measure(&format!("{name}, ties"), &wreath, 3, 0, Fill::Ties);
        measure(&format!("{name}, references, distinct"), &wreath, 3, 1, Fill::Distinct);
        measure(&format!("{name}, references, equal"), &wreath, 3, 1, Fill::Equal);
        measure(&format!("{name}, references, ties"), &wreath, 3, 1, Fill::Ties);
    }
    let cube = on_one_sort("cube", common::hypercube(5));
    let ring = on_one_sort("D16", common::dihedral(16));
    let rotations = on_one_sort("C16", common::cyclic(16));
    for (name, action) in
        [("5-cube", cube), ("ring of 16, dihedral", ring), ("ring of 16, rotations", rotations)]
    {
        for (filled, fill) in
            [("distinct", Fill::Distinct), ("equal", Fill::Equal), ("ties", Fill::Ties)]
        {
            measure(&format!("{name}, {filled}"), &action, 2, 0, fill);
            measure(&format!("{name}, one bit, {filled}"), &action, 1, 0, fill);
        }
    }
    let many = [
        on_one_sort("S300", common::symmetric(300)),
        common::wreath(20, 10),
        on_one_sort("8-cube", common::hypercube(8)),
        on_one_sort("ring of 256, rotations", common::cyclic(256)),
    ];
    for action in many {
        let name = format!("{} on {} points", action.name, action.sorts.len());
        measure(&format!("{name}, distinct"), &action, 3, 0, Fill::Distinct);
        measure(&format!("{name}, equal"), &action, 3, 0, Fill::Equal);
        measure(&format!("{name}, references, ties"), &action, 3, 1, Fill::Ties);
    }
}
