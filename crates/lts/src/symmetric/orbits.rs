//! The orbits of the parts of a state, and of what is in them, under exchanges of values; and stabilisers, as far as they are seen
//! from values.

use groups::{Interrupted, Partition, Patience};

/// Things that exchanges of values permute: for each thing, and each exchange, the image.
pub(super) trait Permuted {
    /// How many things there are.
    fn count(&self) -> usize;
    /// How many exchanges there are.
    fn exchanges(&self) -> usize;
    /// What an exchange makes of a thing.
    fn image(&self, thing: usize, exchange: usize) -> usize;
    /// The two values that an exchange exchanges.
    fn values(&self, exchange: usize) -> (u32, u32);
}

/// The orbits of things.
pub(super) struct Orbits {
    /// The orbit of each thing.
    pub(super) orbit_of: Vec<u32>,
    /// For each thing a permutation of the values that makes it of the first of its orbit, one after the other.
    carried: Vec<u8>,
    /// The orbits; the first of each is the least.
    pub(super) orbits: Vec<Orbit>,
    values: usize,
}

/// An orbit.
#[derive(Default)]
pub(super) struct Orbit {
    /// The things, the first first.
    pub(super) things: Vec<u32>,
    /// For each value the least value that the stabiliser of the first thing takes it to.
    pub(super) classes: Vec<u32>,
}

/// There are no more values than this.
pub(crate) const MOST_VALUES: usize = 255;

/// No orbit.
const NONE: u32 = u32::MAX;

impl Orbits {
    /// Finds them.
    ///
    /// # Errors
    /// The caller lost patience.
    pub(super) fn of(
        permuted: &impl Permuted,
        values: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Orbits, Interrupted> {
        let count = permuted.count();
        patience.hold(count * (values + 8))?;
        let mut found = Orbits {
            orbit_of: vec![NONE; count],
            carried: vec![0; count * values],
            orbits: Vec::new(),
            values,
        };
        for first in 0..count {
            if found.orbit_of[first] == NONE {
                found.add(first, permuted, patience)?;
            }
        }
        Ok(found)
    }

    /// Adds the orbit of a thing.
    fn add(
        &mut self,
        first: usize,
        permuted: &impl Permuted,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let number = self.orbits.len() as u32;
        let mut orbit = Orbit { things: vec![first as u32], classes: Vec::new() };
        self.orbit_of[first] = number;
        self.carried_mut(first).iter_mut().zip(0..).for_each(|(to, from)| *to = from);
        let mut done = 0;
        while let Some(&thing) = orbit.things.get(done) {
            done += 1;
            patience.spend(permuted.exchanges())?;
            for exchange in 0..permuted.exchanges() {
                let image = permuted.image(thing as usize, exchange);
                if self.orbit_of[image] != NONE {
                    continue;
                }
                self.orbit_of[image] = number;
                orbit.things.push(image as u32);
                let exchanged = permuted.values(exchange);
                let carried = self.carried(thing as usize).to_vec();
                let images = self.carried_mut(image).iter_mut().zip(carried);
                images.for_each(|(to, from)| *to = exchange_of(exchanged, from));
            }
        }
        let mut classes = Partition::singletons(self.values);
        self.each_stabilising(&orbit, permuted, patience, &mut |images| {
            images.iter().enumerate().for_each(|(value, &image)| {
                classes.join(value, image.into());
            });
        })?;
        orbit.classes = (0..self.values).map(|value| classes.find(value) as u32).collect();
        self.orbits.push(orbit);
        Ok(())
    }

    /// Calls `visit` with generators of the stabiliser of the first thing of an orbit, by what they make of the values: what takes the first
    /// thing to a thing, then by an exchange to the next, and back from there (Schreier's lemma).
    fn each_stabilising(
        &self,
        orbit: &Orbit,
        permuted: &impl Permuted,
        patience: &mut Patience<'_>,
        visit: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Interrupted> {
        let (mut back, mut images) = (vec![0; self.values], vec![0; self.values]);
        for &thing in &orbit.things {
            patience.spend(permuted.exchanges() * self.values)?;
            for exchange in 0..permuted.exchanges() {
                let image = permuted.image(thing as usize, exchange);
                for (value, &to) in self.carried(image).iter().enumerate() {
                    back[to as usize] = value as u8;
                }
                let exchanged = permuted.values(exchange);
                for (to, &from) in images.iter_mut().zip(self.carried(thing as usize)) {
                    *to = back[exchange_of(exchanged, from) as usize];
                }
                visit(&images);
            }
        }
        Ok(())
    }

    /// Which pairs of values the stabiliser of the first thing of an orbit takes to one another: for each pair the least of these, as
    /// a place in a table that has a row for each first value.
    ///
    /// # Errors
    /// The caller lost patience.
    pub(super) fn pairs(
        &self,
        orbit: &Orbit,
        permuted: &impl Permuted,
        patience: &mut Patience<'_>,
    ) -> Result<Vec<u32>, Interrupted> {
        let values = self.values;
        patience.spend(orbit.things.len() * permuted.exchanges() * values * values)?;
        let mut pairs = Partition::singletons(values * values);
        self.each_stabilising(orbit, permuted, patience, &mut |images| {
            for (first, &image) in images.iter().enumerate() {
                for (second, &other) in images.iter().enumerate() {
                    let to = image as usize * values + other as usize;
                    pairs.join(first * values + second, to);
                }
            }
        })?;
        Ok((0..values * values).map(|pair| pairs.find(pair) as u32).collect())
    }

    /// The memory that it takes, as it was told.
    pub(super) fn bytes(&self) -> usize {
        self.orbit_of.len() * (self.values + 8)
    }

    /// What became of the values on the way from the first thing of its orbit to this one.
    pub(super) fn carried(&self, thing: usize) -> &[u8] {
        &self.carried[thing * self.values..][..self.values]
    }

    fn carried_mut(&mut self, thing: usize) -> &mut [u8] {
        &mut self.carried[thing * self.values..][..self.values]
    }
}

/// What becomes of a value when two are exchanged.
fn exchange_of((first, second): (u32, u32), value: u8) -> u8 {
    match u32::from(value) {
        value if value == first => second as u8,
        value if value == second => first as u8,
        _ => value,
    }
}
