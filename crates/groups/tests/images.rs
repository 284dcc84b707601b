//! Elements with given images against all elements of the group, listed one by one.

use crate::common::{closure, permutation};
use groups::Group;
use testing::Numbers;

#[test]
fn an_element_with_given_images_is_found_if_there_is_one() {
    let mut random = Numbers::new(1970);
    let (mut some, mut none) = (0, 0);
    for degree in 1..=6 {
        for _ in 0..60 {
            let generators: Vec<_> =
                (0..random.below(3)).map(|_| permutation(&mut random, degree)).collect();
            let group = Group::from_generators(degree, generators.clone());
            let elements = closure(degree, &generators);
            let pairs: Vec<(usize, usize)> = (0..random.below(degree + 2))
                .map(|_| (random.below(degree), random.below(degree)))
                .collect();
            let has =
                |element: &&Vec<u32>| pairs.iter().all(|&(from, to)| element[from] as usize == to);
            let found = group.element_with_images(&pairs);
            assert_eq!(found.is_some(), elements.iter().any(|e| has(&e)), "{pairs:?}");
            if let Some(found) = found {
                assert!(has(&&found.images().to_vec()), "{pairs:?}");
                assert!(group.contains(&found), "{pairs:?}");
                some += 1;
            } else {
                none += 1;
            }
        }
    }
    assert!(some > 50 && none > 50, "{some} and {none}");
    let group = Group::symmetric(3);
    assert_eq!(group.element_with_images(&[(0, 3)]), None, "no point");
}
