//! Random expressions.

use crate::random::bodies::Bodies;
use crate::random::tree::{Expr, Operator, Place, Type};

impl Bodies<'_> {
    pub fn value(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Boolean => self.truth(1),
            Type::Byte | Type::Int => self.number(1),
            Type::Element => self.element(),
            Type::Rebec(class) => self.rebec(class),
        }
    }

    /// What holds values of a type: variables, their elements, parameters.
    fn loads(&mut self, is_wanted: impl Fn(Type) -> bool) -> Vec<Expr> {
        let mut found = Vec::new();
        for (at, &ty) in self.locals.iter().enumerate() {
            if is_wanted(ty) {
                found.push(Expr::load(Place::Local(at)));
            }
        }
        for (at, variable) in self.class().variables.iter().enumerate() {
            if !is_wanted(variable.ty) {
                continue;
            }
            found.push(Expr::load(match variable.grouped {
                true => Place::Cell(at, self.element()),
                false => Place::Variable(at),
            }));
        }
        found
    }

    fn one_of(&mut self, mut found: Vec<Expr>) -> Option<Expr> {
        if found.is_empty() {
            return None;
        }
        let at = self.numbers.below(found.len());
        Some(found.swap_remove(at))
    }

    pub fn truth(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.numbers.one_in(4) {
            let operator = *self.numbers.pick(&[Operator::And, Operator::Or]);
            return Expr::binary(operator, self.truth(depth - 1), self.truth(depth - 1));
        }
        match self.numbers.below(7) {
            0 => Expr::Truth(self.numbers.one_in(2)),
            1 => Expr::Not(Box::new(self.known_truth())),
            2 => self.known_truth(),
            3 => self.compared_numbers(),
            4 if self.class().set.is_some() => {
                let (left, right) = (self.known_element(), self.element());
                self.compared(left, right)
            }
            _ => self.compared_rebecs(),
        }
    }

    fn known_truth(&mut self) -> Expr {
        let found = self.loads(|ty| ty == Type::Boolean);
        self.one_of(found).unwrap_or(Expr::Truth(true))
    }

    fn compared(&mut self, left: Expr, right: Expr) -> Expr {
        let operator = *self.numbers.pick(&[Operator::Equal, Operator::NotEqual]);
        Expr::binary(operator, left, right)
    }

    fn compared_numbers(&mut self) -> Expr {
        let operator = *self.numbers.pick(&[Operator::Equal, Operator::NotEqual, Operator::Less]);
        Expr::binary(operator, self.number(1), self.number(0))
    }

    fn compared_rebecs(&mut self) -> Expr {
        let class = self.numbers.below(self.model.classes.len());
        let left = if self.numbers.one_in(3) { Expr::Sender } else { self.rebec(class) };
        let right = self.rebec(class);
        self.compared(left, right)
    }

    fn number(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.numbers.one_in(5) {
            let weights = [
                (4, Operator::Add),
                (2, Operator::Subtract),
                (2, Operator::Multiply),
                (1, Operator::Divide),
                (1, Operator::Modulo),
            ];
            let operator = self.numbers.weighted(&weights);
            let sum = Expr::binary(operator, self.number(depth - 1), self.number(depth - 1));
            // What grows without end makes many states.
            return Expr::binary(Operator::Modulo, sum, Expr::Number(3));
        }
        let found = self.loads(|ty| matches!(ty, Type::Byte | Type::Int));
        match self.numbers.below(12) {
            0..5 => Expr::Number(self.numbers.below(3) as i32),
            5 => Expr::Number(*self.numbers.pick(&[127, 128, 200, -1])),
            _ => self.one_of(found).unwrap_or(Expr::Number(1)),
        }
    }

    /// An element of the class's scalar set. Those that are written as numbers tell them apart, and are rare.
    pub fn element(&mut self) -> Expr {
        let element = self.known_element();
        // Of which set a number is an element is not known there.
        if matches!(element, Expr::Element(..)) || !self.numbers.one_in(4) {
            return element;
        }
        let distance = *self.numbers.pick(&[1, -1, 2]);
        Expr::Rotate(Box::new(element), distance)
    }

    fn known_element(&mut self) -> Expr {
        if self.in_loop && !self.numbers.one_in(4) {
            return Expr::Index;
        }
        let set = self.class().set.expect("the class has a scalar set");
        let found = self.locals_and_plain(Type::Element);
        match self.one_of(found) {
            Some(found) if !self.numbers.one_in(8) => found,
            _ => Expr::Element(self.numbers.below(set.size), set.low),
        }
    }

    /// What holds elements, which is never in a group itself.
    fn locals_and_plain(&self, wanted: Type) -> Vec<Expr> {
        let locals = self.locals.iter().enumerate().filter(|(_, ty)| **ty == wanted);
        let locals = locals.map(|(at, _)| Place::Local(at));
        let variables = self.class().variables.iter().enumerate();
        let variables = variables.filter(|(_, it)| it.ty == wanted && !it.grouped);
        let variables = variables.map(|(at, _)| Place::Variable(at));
        locals.chain(variables).map(Expr::load).collect()
    }

    pub fn rebec(&mut self, class: usize) -> Expr {
        let found = self.rebecs(class);
        if found.is_empty() || self.numbers.one_in(10) {
            return Expr::Null;
        }
        self.pick_weighted(found)
    }

    pub fn pick_weighted(&mut self, mut found: Vec<(usize, Expr)>) -> Expr {
        let weights: Vec<(usize, usize)> =
            found.iter().enumerate().map(|(at, (weight, _))| (*weight, at)).collect();
        let at = self.numbers.weighted(&weights);
        found.swap_remove(at).1
    }

    /// What leads to rebecs of a class, with weights. Senders may be of another.
    pub fn rebecs(&mut self, class: usize) -> Vec<(usize, Expr)> {
        let mut found = Vec::new();
        let grouped = if self.in_loop { 12 } else { 4 };
        for (at, known) in self.class().known.iter().enumerate() {
            if known.class == class {
                found.push((
                    if known.grouped { grouped } else { 4 },
                    match known.grouped {
                        true => Expr::KnownAt(at, Box::new(self.element())),
                        false => Expr::Known(at),
                    },
                ));
            }
        }
        let loads = self.loads(|ty| ty == Type::Rebec(class));
        found.extend(loads.into_iter().map(|load| (4, load)));
        if class == self.class {
            found.push((2, Expr::Own));
        }
        if self.are_neighbours(class) {
            found.push((2, Expr::Sender));
        }
        found
    }

    /// Whether a rebec of a class may well be who sent the message.
    fn are_neighbours(&self, class: usize) -> bool {
        self.model.classes[class].known.iter().any(|known| known.class == self.class)
    }
}
