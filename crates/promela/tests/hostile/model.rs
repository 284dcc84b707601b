//! A hostile model: alike processes, and one to three things that make them unlike.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::{channels, flow, messages, remote, starting, structure};
use crate::random::text::Node;

/// A model, and what is in it.
pub struct Model {
    pub nodes: Vec<Node>,
    pub features: BTreeSet<&'static str>,
}

/// Adds something to a model.
type Addition = fn(&mut Draft);

/// What can be added, and how often.
const ADDITIONS: [(usize, Addition); 14] = [
    (16, flow::flow),
    (9, flow::cut_off),
    (9, remote::late),
    (9, remote::early),
    (14, starting::gone),
    (6, starting::others),
    (10, channels::numbered),
    (7, channels::own),
    (6, structure::nested),
    (4, structure::nested_in_loop),
    (6, messages::unequal),
    (4, messages::far_apart),
    (4, messages::unwritten),
    (1, starting::long_way),
];

/// The model number `seed`.
pub fn model(seed: u64) -> Model {
    let mut draft = Draft::new(seed);
    let additions = draft.numbers.weighted(&[(8, 1), (5, 2), (1, 3)]);
    let mut added = BTreeSet::new();
    for _ in 0..additions {
        let weights: Vec<(usize, usize)> =
            ADDITIONS.iter().enumerate().map(|(place, &(weight, _))| (weight, place)).collect();
        let place = draft.numbers.weighted(&weights);
        // Values may pass twice; what has names of its own stands there once.
        if place == 0 || added.insert(place) {
            ADDITIONS[place].1(&mut draft);
        }
    }
    let features = draft.features.clone();
    Model { nodes: draft.finish(), features }
}
