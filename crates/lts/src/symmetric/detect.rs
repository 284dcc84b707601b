//! The largest sets of interchangeable values.

use groups::{Interrupted, Patience};
use symmetry::SymmetryGroup;

use super::action::Action;
use super::conditions::Conditions;
use super::describe::forms;
use super::exchange::{Exchange, Obstacle, Product};
use super::forms::{Forms, Undescribed};
use super::values::SymmetricValues;
use crate::event::Event;
use crate::refine::Refinement;

/// What was found.
pub(crate) struct Detected {
    /// States as cells, and the group that acts on them; none if nothing can be exchanged.
    pub(crate) found: Option<(Forms, SymmetryGroup)>,
    /// Whether some set of values can be permuted without moving a component.
    pub(crate) moves_values_alone: bool,
    /// Values of one datatype that can be exchanged, together; others alone.
    pub(crate) classes: Vec<Vec<u32>>,
    /// The pairs of values of one datatype that cannot be exchanged, and why: for each two such sets that of their first values.
    pub(crate) apart: Vec<Apart>,
    /// The sets of interchangeable values that are not used, and why.
    pub(crate) unused: Vec<(Vec<u32>, Undescribed)>,
}

/// Two values of one datatype that cannot be exchanged.
pub(crate) struct Apart {
    /// The values.
    pub(crate) values: (u32, u32),
    /// Why.
    pub(crate) reason: Difference,
}

/// Why they cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Difference {
    /// They are in different events.
    Events,
    /// No component behaves as this one does with the values exchanged.
    Component(u32),
    /// The operators around the components treat this event otherwise.
    Operators(Event),
    /// The specification treats them otherwise.
    Specification,
}

/// Of no more pairs it is kept why they cannot be exchanged.
const MOST_APART: usize = 1_000;

/// Values of one datatype, any two of which can be exchanged.
struct Class {
    values: Vec<u32>,
    exchanges: Vec<Exchange>,
}

/// Finds the symmetry of a product; if `moves_components`, of values only that cannot be permuted without moving components.
///
/// # Errors
/// The caller lost patience.
pub(crate) fn detect(
    refinement: &Refinement,
    values: &SymmetricValues,
    moves_components: bool,
    conditions: Conditions,
    patience: &mut Patience<'_>,
) -> Result<Detected, Interrupted> {
    let product = Product::new(refinement, values, conditions);
    let mut detected = Detected {
        found: None,
        moves_values_alone: false,
        classes: Vec::new(),
        apart: Vec::new(),
        unused: Vec::new(),
    };
    let mut classes: Vec<Class> = Vec::new();
    let mut first = 0;
    for datatype in values.datatypes() {
        let count = datatype.values.len() as u32;
        let found = classify(&product, first..first + count, &mut detected.apart, patience)?;
        classes.extend(found);
        first += count;
    }
    let exchanges = classes.iter().flat_map(|class| &class.exchanges);
    let held = exchanges.map(Exchange::bytes).sum();
    detected.classes = classes.iter().map(|class| class.values.clone()).collect();
    classes.retain(|class| class.values.len() > 1);
    let moves = |class: &Class| class.exchanges.iter().any(Exchange::moves_components);
    detected.moves_values_alone = !classes.iter().all(moves);
    if moves_components {
        classes.retain(moves);
    }
    // Where states say what cells cannot say, the set with the fewest permutations is left out.
    classes.sort_by_key(|class| std::cmp::Reverse(class.values.len()));
    while !classes.is_empty() {
        match described(refinement, values, &classes, conditions, patience)? {
            Ok(found) => {
                detected.found = Some(found);
                break;
            }
            Err(why) => {
                let left_out = classes.pop().map_or(Vec::new(), |class| class.values);
                detected.unused.push((left_out, why));
            }
        }
    }
    patience.release(held);
    Ok(detected)
}

/// States as cells, and the group that permutes these sets of values.
fn described(
    refinement: &Refinement,
    values: &SymmetricValues,
    classes: &[Class],
    conditions: Conditions,
    patience: &mut Patience<'_>,
) -> Result<Result<(Forms, SymmetryGroup), Undescribed>, Interrupted> {
    let sets = classes.iter().map(|class| (&class.values[..], &class.exchanges[..]));
    let action = Action::new(refinement, values, &sets.collect::<Vec<_>>());
    forms(&action, conditions, patience)
}

/// Sorts values into sets, any two of one of which can be exchanged: if two can be exchanged with a third, they can be with one another.
fn classify(
    product: &Product<'_>,
    values: std::ops::Range<u32>,
    apart: &mut Vec<Apart>,
    patience: &mut Patience<'_>,
) -> Result<Vec<Class>, Interrupted> {
    let mut classes: Vec<Class> = Vec::new();
    'values: for value in values {
        let mut reasons = Vec::new();
        for class in &mut classes {
            let pair = (class.values[0], value);
            match product.exchange(pair, patience)? {
                Ok(exchange) => {
                    patience.hold(exchange.bytes())?;
                    class.values.push(value);
                    class.exchanges.push(exchange);
                    continue 'values;
                }
                Err(obstacle) => {
                    reasons.push(Apart { values: pair, reason: Difference::from(obstacle) });
                }
            }
        }
        apart.extend(reasons.into_iter().take(MOST_APART.saturating_sub(apart.len())));
        classes.push(Class { values: vec![value], exchanges: Vec::new() });
    }
    Ok(classes)
}

impl From<Obstacle> for Difference {
    fn from(obstacle: Obstacle) -> Difference {
        match obstacle {
            Obstacle::Events => Difference::Events,
            Obstacle::Component(component) => Difference::Component(component),
            Obstacle::Rules(event) => Difference::Operators(event),
            Obstacle::Specification => Difference::Specification,
        }
    }
}

impl Exchange {
    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let numbers = self.numbers.iter().flatten().map(|numbers| size_of_val(&**numbers));
        size_of_val(&*self.parts) + size_of_val(&*self.numbers) + numbers.sum::<usize>()
    }

    fn moves_components(&self) -> bool {
        self.parts.iter().zip(0..).any(|(&to, from)| to != from)
    }
}
