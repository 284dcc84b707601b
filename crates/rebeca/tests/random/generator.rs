//! Random models: small, of few classes, and most of them symmetric, or nearly so.
//!
//! Most message servers send at most one message on, so that messages neither die out nor fill the queues at once.

use testing::Numbers;

use crate::random::bodies::Bodies;
use crate::random::shapes::shape;
use crate::random::tree::{Argument, INITIAL, Model, Server, Type, Variable};

pub fn model(seed: u64) -> Model {
    let mut numbers = Numbers::new(seed);
    let mut model = shape(&mut numbers);
    let mut generator = Generator { numbers: &mut numbers, model: &mut model };
    generator.declarations();
    generator.messages();
    generator.arguments();
    generator.capacities();
    let classes = model.classes.len();
    for class in 0..classes {
        for server in 0..model.classes[class].servers.len() {
            let body = Bodies::new(&mut numbers, &model, class, server).body();
            model.classes[class].servers[server].body = body;
        }
    }
    model
}

struct Generator<'g> {
    numbers: &'g mut Numbers,
    model: &'g mut Model,
}

impl Generator<'_> {
    fn declarations(&mut self) {
        for class in 0..self.model.classes.len() {
            for _ in 0..self.numbers.between(1, 2) {
                let variable = self.variable(class);
                self.model.classes[class].variables.push(variable);
            }
            if self.numbers.chance(65) {
                self.creator(class);
            }
        }
    }

    /// What a class needs that creates rebecs: a variable for the new one, and one that counts.
    fn creator(&mut self, class: usize) {
        let created = self.any_class();
        let types = [Type::Rebec(created), Type::Byte];
        let variables = types.map(|ty| Variable { ty, grouped: false });
        self.model.classes[class].variables.extend(variables);
    }

    fn variable(&mut self, class: usize) -> Variable {
        let has_set = self.model.classes[class].set.is_some();
        let grouped = has_set && self.numbers.one_in(3);
        let of = Type::Rebec(self.any_class());
        let element = if has_set && !grouped { 4 } else { 0 };
        let types = [(3, Type::Boolean), (2, Type::Byte), (1, Type::Int), (3, of)];
        let types = [&types[..], &[(element, Type::Element)]].concat();
        Variable { ty: self.numbers.weighted(&types), grouped }
    }

    fn any_class(&mut self) -> usize {
        self.numbers.below(self.model.classes.len())
    }

    /// Which messages there are, and who serves them.
    fn messages(&mut self) {
        let mut next = INITIAL + 1;
        for class in 0..self.model.classes.len() {
            if !self.numbers.one_in(8) {
                let parameters = self.parameters(class, 40);
                self.serve(class, INITIAL, &parameters);
            }
            for _ in 0..self.numbers.between(1, 2) {
                let parameters = self.parameters(class, 50);
                self.serve(class, next, &parameters);
                let other = self.any_class();
                let is_shared = other != class && !parameters.contains(&Type::Element);
                if is_shared && self.numbers.one_in(3) {
                    self.serve(other, next, &parameters);
                }
                next += 1;
            }
        }
    }

    fn serve(&mut self, class: usize, message: usize, parameters: &[Type]) {
        let server = Server { message, parameters: parameters.to_vec(), body: Vec::new() };
        self.model.classes[class].servers.push(server);
    }

    fn parameters(&mut self, class: usize, percent: usize) -> Vec<Type> {
        if !self.numbers.chance(percent) {
            return Vec::new();
        }
        let element = if self.model.classes[class].set.is_some() { 2 } else { 0 };
        let of = Type::Rebec(self.any_class());
        let types = [(3, of), (2, Type::Boolean), (2, Type::Byte), (element, Type::Element)];
        let count = self.numbers.weighted(&[(4, 1), (1, 2)]);
        (0..count).map(|_| self.numbers.weighted(&types)).collect()
    }

    /// What rebecs of `main` give to `initial`: mostly all of a class the same.
    fn arguments(&mut self) {
        for class in 0..self.model.classes.len() {
            let alike = self.some_arguments(class);
            for rebec in 0..self.model.rebecs.len() {
                if self.model.rebecs[rebec].class == class {
                    self.model.rebecs[rebec].arguments.clone_from(&alike);
                }
            }
        }
        if self.numbers.one_in(4) {
            let rebec = self.numbers.below(self.model.rebecs.len());
            self.model.rebecs[rebec].arguments =
                self.some_arguments(self.model.rebecs[rebec].class);
        }
        for rebec in 0..self.model.rebecs.len() {
            self.introduce(rebec);
        }
    }

    fn some_arguments(&mut self, class: usize) -> Vec<Argument> {
        let class = &self.model.classes[class];
        let size = class.set.map_or(1, |set| set.size);
        let numbers = &mut *self.numbers;
        let argument = |ty: &Type| match ty {
            Type::Boolean => Argument::Truth(numbers.one_in(2)),
            Type::Byte | Type::Int => Argument::Number(numbers.below(3) as i32),
            Type::Element => Argument::Element(numbers.below(size)),
            // Which one is found out for each rebec.
            Type::Rebec(_) => Argument::Rebec(0),
        };
        class.initial().iter().map(argument).collect()
    }

    /// Gives a rebec one that it knows, where it is given a rebec, so that what it is given is as symmetric as what it knows;
    /// itself or any if it knows none of the class.
    fn introduce(&mut self, number: usize) {
        let rebec = &self.model.rebecs[number];
        let (class, known) = (rebec.class, rebec.known.clone());
        let types = self.model.classes[class].initial().to_vec();
        for (place, ty) in types.into_iter().enumerate() {
            let Type::Rebec(wanted) = ty else { continue };
            let is_wanted = |&&rebec: &&usize| self.model.rebecs[rebec].class == wanted;
            let all: Vec<usize> = (0..self.model.rebecs.len()).collect();
            let near = known.iter().chain([&number]);
            let found = near.chain(&all).find(is_wanted).copied();
            self.model.rebecs[number].arguments[place] =
                Argument::Rebec(found.expect("every class has rebecs"));
        }
    }

    fn capacities(&mut self) {
        let rebecs = self.model.rebecs.len();
        for class in &mut self.model.classes {
            class.capacity = match self.numbers.below(4) {
                0 => self.numbers.between(1, 2),
                1 => rebecs,
                _ => rebecs + 2,
            };
        }
    }
}
