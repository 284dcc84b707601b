//! What strategies promise, against the listing of the whole group: whatever was seen before.

use std::collections::HashMap;

use groups::Permutation;
use symmetry::oracle::{Oracle, orbit_count};
use symmetry::{Guarantee, Marker, Permuting, SymmetryGroup};

use testing::Numbers;

/// Checks that representatives stay in their orbits, by the permutations that the strategy tells; and, if it promises so, that
/// symmetric states have one.
pub fn check_representative<R: Permuting>(
    name: &str,
    symmetry: &SymmetryGroup,
    strategy: &R,
    states: &[Vec<i32>],
    numbers: &mut Numbers,
) {
    let layout = symmetry.layout();
    let name = format!("{} on {name}", strategy.name());
    let mut oracle = Oracle::new(symmetry.group(), layout).unwrap();
    let mut scratch = strategy.scratch();
    let length = layout.cell_count();
    let mut represent = |state: &[i32]| {
        let mut target = vec![-7; length];
        strategy.representative(state, &mut target, &mut scratch);
        target
    };
    let unique = match strategy.guarantee() {
        Guarantee::Unique => true,
        Guarantee::Complete => false,
        Guarantee::Approximate => panic!("{name}: a representative that is none"),
    };
    let mut orbit_of_representative: HashMap<Vec<i32>, Vec<i32>> = HashMap::new();
    for state in states {
        let least = oracle.least_image(state);
        let representative = represent(state);
        let stays = oracle.least_image(&representative) == least;
        assert!(stays, "{name}: leaves the orbit of {state:?}");
        let mut afresh = vec![-7; length];
        strategy.representative(state, &mut afresh, &mut strategy.scratch());
        assert_eq!(afresh, representative, "{name}: depends on what was seen before");
        check_permutation(&name, symmetry, strategy, state, &representative);
        for image in images(&oracle, symmetry, state, numbers) {
            let of_image = represent(&image);
            let stays = oracle.least_image(&of_image) == least;
            assert!(stays, "{name}: leaves the orbit of {image:?}");
            assert!(!unique || of_image == representative, "{name}: {state:?} and {image:?}");
        }
        orbit_of_representative.insert(representative, least);
    }
    if unique {
        let orbits = orbit_count(states, symmetry.group(), layout).unwrap();
        assert_eq!(orbit_of_representative.len(), orbits, "{name}");
    }
}

/// Checks that the permutation which the strategy tells is of the group, and takes the state to its representative.
fn check_permutation<R: Permuting>(
    name: &str,
    symmetry: &SymmetryGroup,
    strategy: &R,
    state: &[i32],
    representative: &[i32],
) {
    let layout = symmetry.layout();
    let mut scratch = strategy.scratch();
    let (mut target, mut image) = (vec![-7; state.len()], vec![u32::MAX; layout.point_count()]);
    // The second time there is a past.
    for _ in 0..2 {
        strategy.represent_by(state, &mut target, &mut image, &mut scratch);
        assert_eq!(target, representative, "{name}: {state:?}, with the permutation");
        target.fill(-7);
        layout.apply(&image, state, &mut target);
        assert_eq!(target, representative, "{name}: {state:?} by {image:?}");
        let element = Permutation::from_images(image.clone()).expect("a permutation");
        assert!(symmetry.group().contains(&element), "{name}: {element} is not of the group");
    }
}

/// Checks that symmetric states have one marker; and, if the strategy promises it, that others have others.
pub fn check_marker<M: Marker>(
    name: &str,
    symmetry: &SymmetryGroup,
    strategy: &M,
    states: &[Vec<i32>],
    numbers: &mut Numbers,
) {
    let layout = symmetry.layout();
    let name = format!("{} on {name}", strategy.name());
    let mut oracle = Oracle::new(symmetry.group(), layout).unwrap();
    let mut scratch = strategy.scratch();
    let mut mark = |state: &[i32]| {
        let mut marker = vec![-7];
        strategy.mark(state, &mut marker, &mut scratch);
        assert_eq!(marker[0], -7, "{name}: appends");
        marker
    };
    let unique = match strategy.guarantee() {
        Guarantee::Unique => true,
        Guarantee::Approximate => false,
        Guarantee::Complete => panic!("{name}: markers are not complete"),
    };
    let mut orbit_of_marker: HashMap<Vec<i32>, Vec<i32>> = HashMap::new();
    let mut length = None;
    for state in states {
        let marker = mark(state);
        assert_eq!(*length.get_or_insert(marker.len()), marker.len(), "{name}: one length");
        for image in images(&oracle, symmetry, state, numbers) {
            assert_eq!(mark(&image), marker, "{name}: {state:?} and {image:?}");
        }
        let least = oracle.least_image(state);
        if let Some(other) = orbit_of_marker.insert(marker, least.clone()) {
            assert!(!unique || other == least, "{name}: one marker for {other:?} and {least:?}");
        }
    }
}

/// Images of a state: all of them, or some if they are many.
fn images(
    oracle: &Oracle<'_>,
    symmetry: &SymmetryGroup,
    state: &[i32],
    numbers: &mut Numbers,
) -> Vec<Vec<i32>> {
    let order = oracle.elements().len();
    let images = (0..order.min(24)).map(|number| {
        let number = if order <= 24 { number } else { numbers.below(order) };
        let mut image = vec![0; state.len()];
        symmetry.layout().apply(oracle.elements()[number].images(), state, &mut image);
        image
    });
    images.collect()
}
