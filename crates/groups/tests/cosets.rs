//! Representatives of cosets against cosets that are listed element by element.

use std::collections::{HashMap, HashSet};

use crate::common::{all_permutations, closure, permutation};
use groups::{Group, Permutation};
use testing::Numbers;

/// The coset of `element`, as image vectors.
fn coset(elements: &HashSet<Vec<u32>>, element: &Permutation) -> Vec<Vec<u32>> {
    let product = |h: &Vec<u32>| h.iter().map(|&x| element.image(x as usize) as u32).collect();
    let mut coset: Vec<Vec<u32>> = elements.iter().map(product).collect();
    coset.sort();
    coset
}

#[test]
fn one_element_stands_for_each_coset() {
    let mut random = Numbers::new(2008);
    for degree in 1..=6 {
        for _ in 0..12 {
            let generators: Vec<_> =
                (0..random.below(3)).map(|_| permutation(&mut random, degree)).collect();
            let group = Group::from_generators(degree, generators.clone());
            let elements = closure(degree, &generators);
            let mut named: HashMap<Vec<Vec<u32>>, Permutation> = HashMap::new();
            for images in all_permutations(degree) {
                let element = Permutation::from_images(images).unwrap();
                let name = group.coset_representative(&element);
                let coset = coset(&elements, &element);
                assert!(coset.contains(&name.images().to_vec()));
                assert_eq!(*named.entry(coset).or_insert_with(|| name.clone()), name);
            }
            let names: HashSet<&Permutation> = named.values().collect();
            assert_eq!(names.len(), named.len(), "different cosets have different names");
            let all: usize = (1..=degree).product();
            assert_eq!(named.len() * elements.len(), all, "Lagrange");
        }
    }
}
