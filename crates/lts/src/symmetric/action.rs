//! Exchanges of values as permutations: of the parts of a state, and of what is in these.

use super::exchange::Exchange;
use super::orbits::Permuted;
use super::values::SymmetricValues;
use crate::refine::Refinement;

/// Sets of interchangeable values, and the exchanges that generate what is done with them. Here values are numbered anew, those of the
/// first set first: as their points will be.
pub(super) struct Action<'a> {
    pub(super) refinement: &'a Refinement,
    pub(super) values: &'a SymmetricValues,
    /// The values as they are numbered elsewhere.
    pub(super) originals: Vec<u32>,
    pub(super) sets: Vec<Vec<u32>>,
    /// Each with the values that it exchanges.
    pub(super) exchanges: Vec<(&'a Exchange, (u32, u32))>,
}

impl<'a> Action<'a> {
    /// The group that these sets of values, each with exchanges that generate all its permutations, have together.
    pub(super) fn new(
        refinement: &'a Refinement,
        values: &'a SymmetricValues,
        sets: &[(&[u32], &'a [Exchange])],
    ) -> Action<'a> {
        let originals: Vec<u32> = sets.iter().flat_map(|(set, _)| *set).copied().collect();
        let number = |value: u32| {
            let place = originals.iter().position(|&original| original == value);
            place.expect("an exchange of values of the sets") as u32
        };
        let renumbered = |set: &[u32]| set.iter().map(|&value| number(value)).collect();
        let exchanges = sets.iter().flat_map(|(_, exchanges)| *exchanges).map(|exchange| {
            let (first, second) = exchange.values;
            (exchange, (number(first), number(second)))
        });
        Action {
            refinement,
            values,
            exchanges: exchanges.collect(),
            sets: sets.iter().map(|(set, _)| renumbered(set)).collect(),
            originals,
        }
    }
}

/// The parts of a state, permuted.
pub(super) struct Parts<'a>(pub(super) &'a Action<'a>);

impl Permuted for Parts<'_> {
    fn count(&self) -> usize {
        self.0.refinement.implementation.width() + 1
    }

    fn exchanges(&self) -> usize {
        self.0.exchanges.len()
    }

    fn image(&self, part: usize, exchange: usize) -> usize {
        self.0.exchanges[exchange].0.parts[part] as usize
    }

    fn values(&self, exchange: usize) -> (u32, u32) {
        self.0.exchanges[exchange].1
    }
}

/// The states of the parts that are not as they are under all exchanges.
pub(super) struct States<'a> {
    action: &'a Action<'a>,
    /// Where the states of each part begin; behind the last, where they end.
    pub(super) starts: Vec<u32>,
    part_of: Vec<u32>,
}

impl<'a> States<'a> {
    pub(super) fn of(action: &'a Action<'a>) -> States<'a> {
        let (mut starts, mut part_of) = (vec![0], Vec::new());
        for (part, count) in action.refinement.counts().into_iter().enumerate() {
            if action.exchanges.iter().any(|(exchange, _)| exchange.touches(part)) {
                part_of.resize(part_of.len() + count as usize, part as u32);
            }
            starts.push(part_of.len() as u32);
        }
        States { action, starts, part_of }
    }
}

impl Permuted for States<'_> {
    fn count(&self) -> usize {
        self.part_of.len()
    }

    fn exchanges(&self) -> usize {
        self.action.exchanges.len()
    }

    fn image(&self, state: usize, exchange: usize) -> usize {
        let exchange = self.action.exchanges[exchange].0;
        let part = self.part_of[state] as usize;
        let number = state - self.starts[part] as usize;
        let image =
            exchange.numbers[part].as_ref().map_or(number, |images| images[number] as usize);
        self.starts[exchange.parts[part] as usize] as usize + image
    }

    fn values(&self, exchange: usize) -> (u32, u32) {
        self.action.exchanges[exchange].1
    }
}

impl Exchange {
    fn touches(&self, part: usize) -> bool {
        self.parts[part] as usize != part || self.numbers[part].is_some()
    }
}
