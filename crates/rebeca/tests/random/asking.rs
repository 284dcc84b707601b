//! Random formulas over the variables of a model, of which about a half treat all rebecs of a class alike.

use testing::Numbers;

use crate::random::formula::{Asked, Formula, Is, Proposition, Test};
use crate::random::tree::{Model, Type};

/// The most propositions of a formula.
const MOST_PROPOSITIONS: usize = 3;

/// A formula; none if no rebec has a variable that could be asked for.
pub fn asked(numbers: &mut Numbers, model: &Model) -> Option<Asked> {
    let count = numbers.between(1, MOST_PROPOSITIONS);
    let mut asking = Asking { numbers, model };
    let propositions: Option<Vec<Proposition>> = (0..count).map(|_| asking.proposition()).collect();
    let depth = numbers.between(1, 3);
    Some(Asked { propositions: propositions?, formula: formula(numbers, depth, count) })
}

struct Asking<'n> {
    numbers: &'n mut Numbers,
    model: &'n Model,
}

impl Asking<'_> {
    fn proposition(&mut self) -> Option<Proposition> {
        let test = self.test()?;
        let (all, named) = (self.numbers.one_in(2), self.numbers.one_in(2));
        let tests = if self.numbers.one_in(2) { self.alike(&test) } else { vec![test] };
        Some(Proposition { tests, all, named })
    }

    fn test(&mut self) -> Option<Test> {
        let mut found = Vec::new();
        for (rebec, declared) in self.model.rebecs.iter().enumerate() {
            let variables = self.model.classes[declared.class].variables.iter().enumerate();
            let variables = variables.filter(|(_, of)| !matches!(of.ty, Type::Rebec(_)));
            found.extend(variables.map(|(variable, _)| (rebec, variable)));
        }
        if found.is_empty() {
            return None;
        }
        let &(rebec, variable) = self.numbers.pick(&found);
        let class = &self.model.classes[self.model.rebecs[rebec].class];
        let size = class.set.map_or(1, |set| set.size);
        let declared = class.variables[variable];
        let is = match declared.ty {
            Type::Boolean => Is::True,
            Type::Element => Is::Element(self.numbers.below(size)),
            _ if self.numbers.one_in(3) => Is::Less(self.numbers.between(1, 2) as i32),
            _ => Is::Equal(self.numbers.below(3) as i32),
        };
        let element = declared.grouped.then(|| self.numbers.below(size));
        Some(Test { rebec, variable, element, is })
    }

    /// The same test of all rebecs of the class, and at all elements.
    fn alike(&self, test: &Test) -> Vec<Test> {
        let class = self.model.rebecs[test.rebec].class;
        let size = self.model.classes[class].set.map_or(0, |set| set.size);
        let elements: Vec<Option<usize>> = match test.element {
            Some(_) => (0..size).map(Some).collect(),
            None => vec![None],
        };
        let rebecs = self.model.rebecs.iter().enumerate();
        let rebecs = rebecs.filter(|(_, declared)| declared.class == class);
        let at = |rebec: usize| {
            elements.iter().map(move |&element| Test { rebec, element, ..test.clone() })
        };
        rebecs.flat_map(|(rebec, _)| at(rebec)).collect()
    }
}

/// A formula over so many propositions.
pub fn formula(numbers: &mut Numbers, depth: usize, count: usize) -> Formula {
    if depth == 0 {
        return Formula::Proposition(numbers.below(count));
    }
    let part = |numbers: &mut Numbers| Box::new(formula(numbers, depth - 1, count));
    let parts = |numbers: &mut Numbers| {
        Box::new((formula(numbers, depth - 1, count), formula(numbers, depth - 1, count)))
    };
    match numbers.below(14) {
        0 | 1 => Formula::Always(part(numbers)),
        2 | 3 => Formula::Eventually(part(numbers)),
        4 | 5 => Formula::Always(Box::new(Formula::Eventually(part(numbers)))),
        6 => Formula::Eventually(Box::new(Formula::Always(part(numbers)))),
        7 => Formula::Next(part(numbers)),
        8 => Formula::Not(part(numbers)),
        9 => Formula::And(parts(numbers)),
        10 => Formula::Or(parts(numbers)),
        11 => Formula::Implies(parts(numbers)),
        _ => Formula::Until(parts(numbers)),
    }
}
