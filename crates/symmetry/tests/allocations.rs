//! Nothing is allocated per state. (A binary of its own: counting replaces the allocator.)

mod common;

use allocation_counter::measure;
use common::{Action, hypercube, random_state, random_symmetry, wreath};
use symmetry::{
    ApproximateMarkers, Canonical, ExactMarkers, Marker, Permuting, Representative, SymmetryGroup,
};
use testing::Numbers;

/// What is allocated while the representatives of `states` are computed, the first of them not counted.
fn allocations(strategy: &Canonical<'_>, states: &[Vec<i32>]) -> u64 {
    let mut scratch = strategy.scratch();
    let mut target = vec![0; states[0].len()];
    let mut image = vec![0; strategy.symmetry().layout().point_count()];
    strategy.representative(&states[0], &mut target, &mut scratch);
    let info = measure(|| {
        for state in states {
            strategy.representative(state, &mut target, &mut scratch);
            strategy.represent_by(state, &mut target, &mut image, &mut scratch);
        }
    });
    info.count_total
}

/// Both ways to the canonical representative, and colours that collide, so that the search has to work.
fn check(name: &str, symmetry: &SymmetryGroup, numbers: &mut Numbers) -> u64 {
    let states: Vec<_> = (0..30).map(|_| random_state(symmetry.layout(), numbers)).collect();
    let strategies = [
        Canonical::new(symmetry),
        Canonical::searching_always(symmetry),
        Canonical::short_sighted(symmetry, true, 1),
        Canonical::short_sighted(symmetry, false, 0),
    ];
    for (number, strategy) in strategies.iter().enumerate() {
        assert_eq!(allocations(strategy, &states), 0, "{name}, strategy {number}");
    }
    states.len() as u64
}

#[test]
fn nothing_is_allocated_per_state() {
    let mut states = 0;
    for seed in 0..300 {
        let mut numbers = Numbers::new(20_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        states += check(&format!("{name}, seed {seed}"), &symmetry, &mut numbers);
    }
    assert_eq!(states, 9000);
}

/// Markers, too. A marker is written to what its caller keeps.
#[test]
fn nothing_is_allocated_per_marker() {
    let (mut representatives, mut markers) = (0, 0);
    for seed in 0..300 {
        let mut numbers = Numbers::new(30_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..20).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        let Ok(exact) = ExactMarkers::new(&symmetry) else { continue };
        let mut scratch = exact.scratch();
        let mut target = vec![0; states[0].len()];
        let info = measure(|| {
            states.iter().for_each(|state| exact.representative(state, &mut target, &mut scratch));
        });
        assert_eq!(info.count_total, 0, "{name}, seed {seed}");
        representatives += states.len();
        for approximate in
            [ApproximateMarkers::new(&symmetry), ApproximateMarkers::with_free_ties(&symmetry)]
        {
            let approximate = approximate.unwrap();
            let mut scratch = approximate.scratch();
            let mut marker = Vec::new();
            approximate.mark(&states[0], &mut marker, &mut scratch);
            let info = measure(|| {
                for state in &states {
                    marker.clear();
                    approximate.mark(state, &mut marker, &mut scratch);
                }
            });
            assert_eq!(info.count_total, 0, "{name}, seed {seed}");
            markers += states.len();
        }
    }
    assert!(representatives > 1000 && markers > 2000, "{representatives} {markers}");
}

#[test]
fn nothing_is_allocated_for_hundreds_of_points() {
    let one_sort = |name: &str, generators: Vec<Vec<usize>>| Action {
        name: name.into(),
        sorts: vec![0; generators[0].len()],
        generators,
    };
    for action in [one_sort("7-cube", hypercube(7)), wreath(12, 10)] {
        let mut numbers = Numbers::new(5);
        let layout = common::random_layout(&action, &mut numbers);
        let symmetry = SymmetryGroup::new(action.group(), layout).unwrap();
        let states: Vec<_> =
            (0..6).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        assert_eq!(allocations(&Canonical::new(&symmetry), &states), 0, "{}", action.name);
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![0; 3]))).count_total, 1);
}
