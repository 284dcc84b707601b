//! Compressions against what they promise, by definitions that are written out again here, the slow way.

mod naive;

use lts::strong_factor;
use naive::{bisimilar, random_system};
use testing::Numbers;

fn never() -> bool {
    false
}

#[test]
fn strong_bisimulation_is_the_coarsest() {
    for seed in 0..3000 {
        let mut numbers = Numbers::new(seed);
        let system = random_system(&mut numbers);
        let factor = strong_factor(&system, &mut never).unwrap();
        let related = bisimilar(&system, naive::strong_moves);
        for one in system.states() {
            for other in system.states() {
                let (new, other_new) =
                    (factor.state_of[one.0 as usize], factor.state_of[other.0 as usize]);
                if let (Some(new), Some(other_new)) = (new, other_new) {
                    let together = related[one.0 as usize][other.0 as usize];
                    assert_eq!(new == other_new, together, "seed {seed}: {one:?}, {other:?}");
                }
            }
        }
        naive::assert_well_formed(&factor.system);
    }
}
