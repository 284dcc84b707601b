//! Elements of scalar sets in the words of the model: they are kept as 1, 2 and so on, whatever number the set begins with, and
//! none of them as 0.

use machine::index::{ChannelId, VariableId};
use machine_model::words::Meanings;

use crate::declared::{Declared, Extent, SENDER, Type};

/// The variables that have to do with scalar sets.
#[derive(Debug, Default)]
pub(super) struct Scalars {
    /// Those that hold elements.
    holding: Vec<(VariableId, usize)>,
    /// Those with a place for each element.
    indexed: Vec<(VariableId, Vec<Extent>)>,
}

impl Scalars {
    pub fn note(&mut self, variable: VariableId, ty: Type, extents: &[Extent]) {
        if let Type::Scalar(set) = ty {
            self.holding.push((variable, set));
        }
        if extents.iter().any(|extent| matches!(extent, Extent::Set(_))) {
            self.indexed.push((variable, extents.to_vec()));
        }
    }

    /// Says what elements are called; `queues` are the queues of rebecs.
    pub fn tell(
        &self,
        declared: &Declared<'_>,
        queues: impl Iterator<Item = ChannelId>,
        meanings: &mut Meanings,
    ) {
        let kind = |set: usize| Some(format!("{} (scalar set {set})", declared.sets[set].name));
        for set in 0..declared.sets.len() {
            for (value, name) in (0..).zip(names(declared, set)) {
                meanings.symbols.insert((kind(set), value), name);
            }
        }
        meanings
            .variables
            .extend(self.holding.iter().map(|&(variable, set)| (variable, kind(set))));
        for queue in queues {
            let first = SENDER + 1 + usize::from(declared.asks_senders);
            for (field, ty) in (first..).zip(&declared.parameters) {
                if let Type::Scalar(set) = ty {
                    meanings.fields.insert((queue, field), kind(*set));
                }
            }
        }
        for (variable, extents) in &self.indexed {
            let of = |extent: &Extent| match extent {
                Extent::Set(set) => Some(names(declared, *set)),
                Extent::Length(_) => None,
            };
            meanings.elements.insert(*variable, extents.iter().map(of).collect());
        }
    }
}

/// What the elements of a set are called, none of them first.
fn names(declared: &Declared<'_>, set: usize) -> Vec<String> {
    let set = &declared.sets[set];
    let elements = (set.low..=set.high).map(|element| element.to_string());
    std::iter::once("none".to_owned()).chain(elements).collect()
}
