//! Measures the representative by component order beside the canonical one: nanoseconds for each state, and states in which
//! values are still tied.
//!
//! `cargo run --release -p symmetry --example component_order`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use groups::Group;
use symmetry::{
    Canonical, ComponentOrder, ComponentOrderBy, Content, LayoutBuilder, Point, Representative,
    SymmetryGroup,
};
use testing::Numbers;

/// `count` processes of seven cells, of which `references` refer to processes; and four global cells, one of them a reference.
fn processes(count: usize, references: usize) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let points: Vec<Point> = (0..count).map(|i| builder.point(0, format!("p{i}"))).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    for place in 0..4 {
        let family = builder.family();
        builder.cell(family, &[], if place == 0 { reference } else { Content::Data });
    }
    let families = [0; 7].map(|_| builder.family());
    for &point in &points {
        for (place, &family) in families.iter().enumerate() {
            let content = if place < references { reference } else { Content::Data };
            builder.cell(family, &[point], content);
        }
    }
    SymmetryGroup::new(Group::symmetric(count), builder.build().unwrap()).unwrap()
}

/// States of few values, so that there are ties, or of as many as there are processes.
fn states(symmetry: &SymmetryGroup, ties: bool) -> Vec<Vec<i32>> {
    let mut numbers = Numbers::new(1);
    let mut cell = || match ties {
        true => numbers.below(2) as i32 * (1 + numbers.below(2) as i32) - 1,
        false => numbers.below(symmetry.layout().point_count()) as i32,
    };
    let length = symmetry.layout().cell_count();
    (0..256).map(|_| (0..length).map(|_| cell()).collect()).collect()
}

/// The fastest of some rounds, in nanoseconds for each state.
fn measure<R: Representative>(strategy: &R, states: &[Vec<i32>], scratch: &mut R::Scratch) -> f64 {
    let mut target = vec![0; states[0].len()];
    let rounds = (0..20).map(|_| {
        let start = Instant::now();
        for state in states {
            strategy.representative(state, &mut target, scratch);
            std::hint::black_box(&target);
        }
        start.elapsed().as_nanos() as f64 / states.len() as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn main() {
    for (count, references) in [(8, 0), (8, 2), (20, 0), (20, 2), (100, 2)] {
        let symmetry = processes(count, references);
        for ties in [false, true] {
            let states = states(&symmetry, ties);
            let canonical = Canonical::new(&symmetry);
            let name = if ties { "ties" } else { "distinct" };
            print!("{count:3} processes, {references} references, {name:8}: canonical ");
            print!("{:7.0} ns", measure(&canonical, &states, &mut canonical.scratch()));
            for (name, by) in [
                ("n", ComponentOrderBy::N),
                ("n'", ComponentOrderBy::NPrime),
                ("n''", ComponentOrderBy::NDoublePrime),
            ] {
                let strategy = ComponentOrder::new(&symmetry, by).unwrap();
                let mut scratch = strategy.scratch();
                let time = measure(&strategy, &states, &mut scratch);
                let counters = scratch.counters();
                let undecided = 100.0 * counters.undecided as f64 / counters.states as f64;
                print!(", {name} {time:7.0} ns (undecided {undecided:3.0}%)");
            }
            println!();
        }
    }
}
