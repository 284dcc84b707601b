//! Exchanges in place against the action of the permutation.

use crate::common::{random_state, random_symmetry};
use groups::Permutation;
use symmetry::{Point, Transposition};
use testing::Numbers;

#[test]
fn in_place_and_as_a_permutation_are_the_same() {
    let (mut admitted, mut refused) = (0, 0);
    for seed in 0..800 {
        let mut numbers = Numbers::new(50_000 + seed);
        let (name, symmetry) = random_symmetry(&mut numbers);
        let layout = symmetry.layout();
        let count = layout.point_count();
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            let mut images: Vec<u32> = (0..count as u32).collect();
            images.swap(a, b);
            let permutation = Permutation::from_images(images).unwrap();
            let admits = layout.admits(&permutation);
            match Transposition::new(layout, Point::new(a), Point::new(b)) {
                Ok(transposition) => {
                    assert_eq!(admits, Ok(()));
                    admitted += usize::from(a != b);
                    let state = random_state(layout, &mut numbers);
                    let mut image = vec![0; state.len()];
                    layout.apply(permutation.images(), &state, &mut image);
                    let mut in_place = state.clone();
                    transposition.apply(layout, &mut in_place);
                    assert_eq!(in_place, image, "{name}, seed {seed}: {a} and {b} in {state:?}");
                    transposition.apply(layout, &mut in_place);
                    assert_eq!(in_place, state, "{name}, seed {seed}: twice");
                }
                Err(error) => {
                    assert_eq!(admits, Err(error));
                    refused += 1;
                }
            }
        }
    }
    assert!(admitted > 5_000 && refused > 5_000, "{admitted} admitted, {refused} refused");
}
