//! What becomes of switches and of their values when values are exchanged: format bisimulations (Definition 68 of Gibson-Robinson and
//! Lowe 2019, Example 70).

use crate::supercombinator::Component;

/// What becomes of switches and their values.
pub(super) struct Switches {
    pub(super) places: Vec<u32>,
    pub(super) values: Vec<Vec<u32>>,
}

impl Switches {
    /// All stay as they are.
    pub(super) fn staying(counts: &[u32]) -> Switches {
        let places = (0..counts.len() as u32).collect();
        Switches { places, values: counts.iter().map(|&count| (0..count).collect()).collect() }
    }

    /// Whether no two become the same, each switch becomes one with as many values, and the value that it begins with the one that that
    /// begins with.
    pub(super) fn are_permuted(&self, counts: &[u32]) -> bool {
        let fits = |(switch, &to): (usize, &u32)| {
            counts[switch] == counts[to as usize]
                && self.values[switch].first() == Some(&0)
                && is_permutation(&self.values[switch])
        };
        is_permutation(&self.places) && self.places.iter().enumerate().all(fits)
    }

    /// What is asked of switches, or said of them, for the images; in the order that equal ones have.
    pub(super) fn of_when(&self, when: &[(u32, [u32; 2])]) -> Box<[(u32, [u32; 2])]> {
        let mut images: Box<[(u32, [u32; 2])]> = when
            .iter()
            .map(|&(switch, values)| {
                let mut values = values.map(|value| self.values[switch as usize][value as usize]);
                values.sort_unstable();
                (self.places[switch as usize], values)
            })
            .collect();
        images.sort_unstable();
        images
    }

    /// The same of values that switches get.
    pub(super) fn of_switch(&self, switch: &[(u32, u32)]) -> Box<[(u32, u32)]> {
        let image = |&(switch, value): &(u32, u32)| {
            (self.places[switch as usize], self.values[switch as usize][value as usize])
        };
        let mut images: Box<[(u32, u32)]> = switch.iter().map(image).collect();
        images.sort_unstable();
        images
    }

    /// Whether a component is at work when the image of another one is: what it asks of switches is what that asks, one by one.
    pub(super) fn is_image(&self, from: &Component, to: &Component) -> bool {
        let sorted = |asked: Vec<(u32, Vec<u32>)>| {
            let mut asked = asked;
            asked.iter_mut().for_each(|(_, values)| values.sort_unstable());
            asked.sort_unstable();
            asked
        };
        let image = |(switch, values): &(u32, Box<[u32]>)| {
            let of_switch = &self.values[*switch as usize];
            let values = values.iter().map(|&value| of_switch[value as usize]).collect();
            (self.places[*switch as usize], values)
        };
        let itself = |(switch, values): &(u32, Box<[u32]>)| (*switch, values.to_vec());
        sorted(from.on.iter().map(image).collect()) == sorted(to.on.iter().map(itself).collect())
    }
}

/// Whether each place is the image of one.
pub(super) fn is_permutation(images: &[u32]) -> bool {
    let mut is_taken = vec![false; images.len()];
    images.iter().all(|&image| {
        is_taken.get_mut(image as usize).is_some_and(|is_taken| !std::mem::replace(is_taken, true))
    })
}
