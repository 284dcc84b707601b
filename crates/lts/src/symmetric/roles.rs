//! Roles: what can be told of a component, a switch or a value of a switch from the rules that it is part of, without regard to
//! where it stands. Whatever an exchange of values makes of one has its role, once the values are exchanged. So roles tell which component,
//! switch or value is whose image, where what components do does not; as colour refinement does of vertices of a graph. It is tested afterwards.

use std::hash::{BuildHasher, Hash};

use groups::{Interrupted, Patience};
use rapidhash::fast::RandomState;

use super::switches::Switches;
use super::values::Moved;
use crate::event::Event;
use crate::supercombinator::{Component, Rule, Supercombinator};

/// Roles are told apart by rules that are this far away, and no further.
const ROUNDS: usize = 6;

/// The roles that the parts of a product have, as hashes.
#[derive(Clone)]
pub(super) struct Roles {
    pub(super) components: Vec<u64>,
    switches: Vec<u64>,
    values: Vec<Vec<u64>>,
}

/// The roles of a product as it is, by rules that are further and further away; and what makes other roles comparable with them.
pub(super) struct Naming<'a> {
    system: &'a Supercombinator,
    hasher: RandomState,
    rounds: Vec<Roles>,
}

/// What a rule has to do with a part.
#[derive(Hash)]
enum Part {
    Takes(Event),
    Resets,
    Asks,
    Sets,
}

impl<'a> Naming<'a> {
    /// # Errors
    /// The caller lost patience.
    pub(super) fn new(
        system: &'a Supercombinator,
        patience: &mut Patience<'_>,
    ) -> Result<Naming<'a>, Interrupted> {
        let mut naming = Naming { system, hasher: RandomState::default(), rounds: Vec::new() };
        let mut roles = naming.unrelated(&|event| event);
        for _ in 0..ROUNDS {
            let next = naming.related(&roles, &|event| event, patience)?;
            naming.rounds.push(std::mem::replace(&mut roles, next));
        }
        naming.rounds.push(roles);
        Ok(naming)
    }

    /// The roles of the product as it is.
    pub(super) fn as_it_is(&self) -> &Roles {
        &self.rounds[ROUNDS]
    }

    /// The roles after an exchange of values; none if they are not as many of each kind then.
    ///
    /// # Errors
    /// The caller lost patience.
    pub(super) fn exchanged(
        &self,
        moved: &Moved,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Roles>, Interrupted> {
        // An event that nobody met has no role that another one has.
        let image = |event: Event| moved.image(event).unwrap_or(Event(u32::MAX));
        let mut roles = self.unrelated(&image);
        for (round, known) in self.rounds.iter().enumerate() {
            if round > 0 {
                roles = self.related(&roles, &image, patience)?;
            }
            if roles.sorted() != known.sorted() {
                return Ok(None);
            }
        }
        Ok(Some(roles))
    }

    /// By what each part is in itself.
    fn unrelated(&self, image: &dyn Fn(Event) -> Event) -> Roles {
        let components = self.system.components();
        let counts = self.system.switches();
        let values = |&count: &u32| (0..count).map(|value| u64::from(value == 0)).collect();
        Roles {
            components: components.iter().map(|one| self.of_component(one, image)).collect(),
            switches: counts.iter().map(|&count| u64::from(count)).collect(),
            values: counts.iter().map(values).collect(),
        }
    }

    fn of_component(&self, component: &Component, image: &dyn Fn(Event) -> Event) -> u64 {
        let explicit = &component.explicit;
        let events = explicit.transitions.iter().map(|&(event, _)| self.hash(image(event)));
        self.hash((explicit.len(), events.fold(0, u64::wrapping_add)))
    }

    /// By what the rules have to do with each, given what is known of the others.
    fn related(
        &self,
        known: &Roles,
        image: &dyn Fn(Event) -> Event,
        patience: &mut Patience<'_>,
    ) -> Result<Roles, Interrupted> {
        let mut sums = Roles {
            components: vec![0; known.components.len()],
            switches: vec![0; known.switches.len()],
            values: known.values.iter().map(|values| vec![0; values.len()]).collect(),
        };
        let rules = self.system.rules();
        for (number, rule) in rules.iter().enumerate() {
            if number % 1024 == 0 {
                patience.spend(4 * 1024)?;
            }
            self.add(rule, self.of_rule(rule, known, image), image, &mut sums);
        }
        let starts =
            |component: &Component| self.sum(component.on.iter().map(|on| known.of_on(on)));
        let own = sums.components.iter().zip(self.system.components()).zip(&known.components);
        let components =
            own.map(|((sum, one), known)| self.hash((known, sum, starts(one)))).collect();
        for (component, &role) in self.system.components().iter().zip(&known.components) {
            for &(switch, ref values) in &component.on {
                for &value in values {
                    add(&mut sums.values[switch as usize][value as usize], self.hash(role));
                }
            }
        }
        let values = |(switch, sums): (usize, &Vec<u64>)| {
            let both = sums.iter().zip(&known.values[switch]);
            both.map(|(sum, value)| self.hash((known.switches[switch], value, sum))).collect()
        };
        let values: Vec<Vec<u64>> = sums.values.iter().enumerate().map(values).collect();
        let switch = |(switch, sum): (usize, &u64)| {
            let of_values = self.sum(values[switch].iter());
            self.hash((known.switches[switch], sum, of_values))
        };
        let switches = sums.switches.iter().enumerate().map(switch).collect();
        Ok(Roles { components, switches, values })
    }

    /// A rule by what is known of its parts.
    fn of_rule(&self, rule: &Rule, known: &Roles, image: &dyn Fn(Event) -> Event) -> u64 {
        let component = |&part: &u32| known.components[part as usize];
        let parts = rule.parts.iter().map(|(part, event)| (component(part), image(*event)));
        let asked = rule.when.iter().map(|&(switch, [one, other])| {
            let value = |value: u32| self.hash(known.value(switch, value));
            value(one).wrapping_add(value(other))
        });
        let set = rule.switch.iter().map(|&(switch, value)| known.value(switch, value));
        let resets = self.sum(rule.resets.iter().map(component));
        self.hash((image(rule.event), self.sum(parts), self.sum(asked), self.sum(set), resets))
    }

    /// Tells all parts of a rule of it.
    fn add(&self, rule: &Rule, of_rule: u64, image: &dyn Fn(Event) -> Event, sums: &mut Roles) {
        for &(part, event) in &rule.parts {
            let role = self.hash((of_rule, Part::Takes(image(event))));
            add(&mut sums.components[part as usize], role);
        }
        for &part in &rule.resets {
            add(&mut sums.components[part as usize], self.hash((of_rule, Part::Resets)));
        }
        let (asks, sets) = (self.hash((of_rule, Part::Asks)), self.hash((of_rule, Part::Sets)));
        for &(switch, values) in &rule.when {
            add(&mut sums.switches[switch as usize], asks);
            for value in values {
                add(&mut sums.values[switch as usize][value as usize], asks);
            }
        }
        for &(switch, value) in &rule.switch {
            add(&mut sums.switches[switch as usize], sets);
            add(&mut sums.values[switch as usize][value as usize], sets);
        }
    }

    fn hash(&self, told: impl Hash) -> u64 {
        self.hasher.hash_one(told)
    }

    /// Of things in no order.
    fn sum(&self, told: impl Iterator<Item = impl Hash>) -> u64 {
        told.fold(0, |sum, one| sum.wrapping_add(self.hash(one)))
    }
}

impl Roles {
    /// All of them, but for which is whose.
    fn sorted(&self) -> (Vec<u64>, Vec<u64>) {
        let sorted = |mut roles: Vec<u64>| {
            roles.sort_unstable();
            roles
        };
        (sorted(self.components.clone()), sorted(self.switches.clone()))
    }

    fn value(&self, switch: u32, value: u32) -> (u64, u64) {
        (self.switches[switch as usize], self.values[switch as usize][value as usize])
    }

    /// What a component asks of a switch.
    fn of_on(&self, (switch, values): &(u32, Box<[u32]>)) -> (u64, Vec<u64>) {
        let mut asked: Vec<u64> =
            values.iter().map(|&value| self.values[*switch as usize][value as usize]).collect();
        asked.sort_unstable();
        (self.switches[*switch as usize], asked)
    }

    /// The switches and values that have, as they are, the roles that others have here; none if there are none.
    pub(super) fn switches(&self, as_they_are: &Roles) -> Option<Switches> {
        let places = matched(&self.switches, &as_they_are.switches)?;
        let values = self.values.iter().zip(&places);
        let values = values.map(|(values, &to)| matched(values, &as_they_are.values[to as usize]));
        let values = values.collect::<Option<Vec<Vec<u32>>>>()?;
        Some(Switches { places, values })
    }
}

/// For each place of the first row one of the second with the same role: itself if that has it, else the next that nobody has taken.
fn matched(from: &[u64], to: &[u64]) -> Option<Vec<u32>> {
    let mut is_taken: Vec<bool> = from.iter().zip(to).map(|(one, other)| one == other).collect();
    let place = |(place, role): (usize, &u64)| {
        if to.get(place) == Some(role) {
            return Some(place as u32);
        }
        let found = (0..to.len()).find(|&other| !is_taken[other] && to[other] == *role)?;
        is_taken[found] = true;
        Some(found as u32)
    };
    (from.len() == to.len()).then(|| from.iter().enumerate().map(place).collect())?
}

fn add(sum: &mut u64, role: u64) {
    *sum = sum.wrapping_add(role);
}
