//! Who knows whom: rings, stars, clients and servers, tables, and anything.

use testing::Numbers;

use crate::random::tree::{Class, Known, Model, Rebec, Set};

/// Classes and rebecs, with whom they know, and nothing else yet.
pub fn shape(numbers: &mut Numbers) -> Model {
    let mut shape = Shape { numbers, model: Model { classes: Vec::new(), rebecs: Vec::new() } };
    match shape.numbers.below(8) {
        0 => shape.ring(),
        1 | 2 => shape.star(),
        3 => shape.clients(),
        4 => shape.brokers(),
        5 => shape.table(),
        6 => shape.peers(),
        _ => shape.anything(),
    }
    if shape.numbers.one_in(5) {
        shape.exchange();
    }
    shape.model
}

struct Shape<'n> {
    numbers: &'n mut Numbers,
    model: Model,
}

fn one(class: usize) -> Known {
    Known { class, grouped: false }
}

fn group(class: usize) -> Known {
    Known { class, grouped: true }
}

impl Shape<'_> {
    /// A class; its scalar set has so many elements, if it has one.
    fn class(&mut self, known: Vec<Known>, size: usize) {
        let low = self.numbers.below(3) as i32;
        let set = (size > 0).then_some(Set { low, size });
        self.model.classes.push(Class { known, set, ..Class::default() });
    }

    fn rebec(&mut self, class: usize, known: Vec<usize>) {
        self.model.rebecs.push(Rebec { class, known, arguments: Vec::new() });
    }

    fn ring(&mut self) {
        let count = self.numbers.between(2, 4);
        let is_double = self.numbers.one_in(3);
        self.class(vec![one(0); 1 + usize::from(is_double)], 0);
        for number in 0..count {
            let mut known = vec![(number + 1) % count];
            known.extend(is_double.then_some((number + count - 1) % count));
            self.rebec(0, known);
        }
    }

    fn star(&mut self) {
        let count = self.numbers.between(2, 3);
        self.class(vec![group(1)], count);
        self.class(vec![one(0)], 0);
        self.rebec(0, (1..=count).collect());
        (0..count).for_each(|_| self.rebec(1, vec![0]));
    }

    fn clients(&mut self) {
        let (clients, servers) = (self.numbers.between(2, 4), self.numbers.between(1, 2));
        if servers == 2 && self.numbers.one_in(2) {
            self.class(vec![group(1)], servers);
            (0..clients).for_each(|_| self.rebec(0, vec![clients, clients + 1]));
        } else {
            self.class(vec![one(1)], 0);
            (0..clients).for_each(|client| self.rebec(0, vec![clients + client % servers]));
        }
        self.class(Vec::new(), 0);
        (0..servers).for_each(|_| self.rebec(1, Vec::new()));
    }

    fn brokers(&mut self) {
        let brokers = self.numbers.between(1, 2);
        self.class(vec![one(1)], 0);
        self.class(vec![group(2)], 2);
        self.class(Vec::new(), 0);
        (0..2).for_each(|client| self.rebec(0, vec![2 + client % brokers]));
        (0..brokers).for_each(|_| self.rebec(1, vec![2 + brokers, 3 + brokers]));
        (0..2).for_each(|_| self.rebec(2, Vec::new()));
    }

    /// Rebecs with one of another class between each two of them.
    fn table(&mut self) {
        let count = self.numbers.between(2, 3);
        self.class(vec![one(1), one(1)], 0);
        self.class(vec![one(0), one(0)], 0);
        for number in 0..count {
            self.rebec(0, vec![count + number, count + (number + 1) % count]);
        }
        for number in 0..count {
            self.rebec(1, vec![number, (number + count - 1) % count]);
        }
    }

    /// Rebecs that all know all others.
    fn peers(&mut self) {
        let count = self.numbers.between(2, 3);
        self.class(vec![group(0)], count - 1);
        for number in 0..count {
            self.rebec(0, (1..count).map(|distance| (number + distance) % count).collect());
        }
    }

    fn anything(&mut self) {
        let classes = self.numbers.between(1, 3);
        let counts: Vec<usize> = (0..classes).map(|_| self.numbers.between(1, 2)).collect();
        for _ in 0..classes {
            let count = self.numbers.below(3);
            let known = (0..count).map(|_| self.known(classes)).collect();
            let size = self.numbers.between(2, 3);
            self.class(known, size);
            let class = self.model.classes.last_mut().expect("a class");
            if !class.known.iter().any(|known| known.grouped) {
                class.set = None;
            }
        }
        let first = |class: usize| counts[..class].iter().sum::<usize>();
        for class in 0..classes {
            for _ in 0..counts[class] {
                let given = self.model.classes[class].given();
                let known = given.into_iter().map(|of| first(of) + self.numbers.below(counts[of]));
                let known = known.collect();
                self.rebec(class, known);
            }
        }
    }

    fn known(&mut self, classes: usize) -> Known {
        let class = self.numbers.below(classes);
        Known { class, grouped: self.numbers.one_in(3) }
    }

    /// Exchanges two rebecs that one rebec knows, if they are of one class.
    fn exchange(&mut self) {
        let rebec = self.numbers.below(self.model.rebecs.len());
        let given = self.model.classes[self.model.rebecs[rebec].class].given();
        if let [first, .., last] = given[..]
            && first == last
        {
            self.model.rebecs[rebec].known.swap(0, given.len() - 1);
        }
    }
}
