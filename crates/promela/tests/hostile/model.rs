//! A hostile model: alike processes, and one to three things that make them unlike.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::{channels, flow, messages, owners, remote, starting, structure};
use crate::random::text::Node;

/// A model, and what is in it.
pub struct Model {
    pub nodes: Vec<Node>,
    pub features: BTreeSet<&'static str>,
}

/// Adds something to a model.
type Addition = fn(&mut Draft);

/// What models are made for: it decides on how often something is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To mislead detection.
    Reductions,
    /// To be understood as SPIN does.
    Meaning,
}

/// What can be added, and how often for either aim.
const ADDITIONS: [(usize, usize, Addition); 15] = [
    (16, 2, flow::flow),
    (9, 1, flow::cut_off),
    (9, 1, remote::late),
    (9, 2, remote::early),
    (14, 1, starting::gone),
    (6, 3, starting::others),
    (10, 1, channels::numbered),
    (7, 2, channels::own),
    (9, 2, owners::owners),
    (6, 14, structure::nested),
    (4, 8, structure::nested_in_loop),
    (6, 8, messages::unequal),
    (4, 1, messages::far_apart),
    (4, 3, messages::unwritten),
    (1, 0, starting::long_way),
];

/// The model number `seed`.
pub fn model(seed: u64, aim: Aim) -> Model {
    let mut draft = Draft::new(seed);
    let additions = draft.numbers.weighted(&[(8, 1), (5, 2), (1, 3)]);
    let mut added = BTreeSet::new();
    for _ in 0..additions {
        let weight = |&(reductions, meaning, _): &(usize, usize, Addition)| match aim {
            Aim::Reductions => reductions,
            Aim::Meaning => meaning,
        };
        let weights: Vec<(usize, usize)> =
            ADDITIONS.iter().map(weight).zip(0..ADDITIONS.len()).collect();
        let place = draft.numbers.weighted(&weights);
        // Values may pass twice; what has names of its own stands there once.
        if place == 0 || added.insert(place) {
            ADDITIONS[place].2(&mut draft);
        }
    }
    let features = draft.features.clone();
    Model { nodes: draft.finish(), features }
}
