//! The same tests for every strategy that can be chosen by name.

use std::collections::HashMap;

use crate::common::promises::{check_marker, check_representative};
use crate::common::{random_state, random_symmetry};
use crate::toy::{Bug, Topology, Toy};
use kernel::{
    Order, Outcome, PropertyId, SearchOptions, Silent, StopReason, TransitionSystem, reachable,
    search,
};
use symmetry::oracle::orbit_count;
use symmetry::{
    ByRepresentative, Canonical, Explore, Guarantee, Identity, Marked, Marker, Prepared, Quotient,
    Strategy, StrategyOptions, Symmetric, lift,
};
use testing::Numbers;

/// Every strategy with every variant, each with a name.
fn variants() -> Vec<(String, Strategy, StrategyOptions)> {
    let mut variants = Vec::new();
    for strategy in Strategy::ALL {
        for options in strategy.variants() {
            variants.push((format!("{} {options:?}", strategy.name()), strategy, options));
        }
    }
    variants
}

#[test]
fn names_are_unambiguous() {
    for strategy in Strategy::ALL {
        assert_eq!(Strategy::from_name(strategy.name()), Some(strategy));
    }
    assert_eq!(Strategy::from_name("best"), None);
}

#[test]
fn every_strategy_keeps_its_promise() {
    let mut served: HashMap<String, (u32, u32)> = HashMap::new();
    for seed in 0..250 {
        let mut numbers = Numbers::new(seed);
        let (group, symmetry) = random_symmetry(&mut numbers);
        let states: Vec<_> =
            (0..8).map(|_| random_state(symmetry.layout(), &mut numbers)).collect();
        for (name, strategy, options) in variants() {
            let count = served.entry(name.clone()).or_default();
            let prepared = match strategy.prepare(&symmetry, &options) {
                Ok(prepared) => prepared,
                Err(refusal) => {
                    assert_eq!(refusal.strategy, strategy.name());
                    count.1 += 1;
                    continue;
                }
            };
            count.0 += 1;
            assert_eq!(prepared.name(), strategy.name());
            let name = format!("{name}, {group}, seed {seed}");
            match &prepared {
                Prepared::Representative(it) | Prepared::Concrete(it) => {
                    check_representative(&name, &symmetry, it, &states, &mut numbers);
                }
                Prepared::Marker(it) => {
                    check_marker(&name, &symmetry, it, &states, &mut numbers);
                }
            }
        }
        let auto = Strategy::auto(&symmetry);
        assert_eq!(auto.prepared.guarantee(), Guarantee::Unique);
        if let Prepared::Representative(it) = &auto.prepared {
            let name = format!("auto, {group}, seed {seed}");
            check_representative(&name, &symmetry, it, &states, &mut numbers);
        }
    }
    for (name, (served, refused)) in served {
        assert!(served >= 20, "{name}: {served} served, {refused} refused");
    }
}

fn systems() -> Vec<Toy> {
    let bugs = [Bug::None, Bug::Assertion, Bug::Deadlock, Bug::Error, Bug::Invariant];
    let mut systems = Vec::new();
    for bug in bugs {
        systems.push(Toy::new(4, Topology::Full, bug));
        systems.push(Toy::new(5, Topology::Ring, bug));
    }
    systems
}

fn violated<S: TransitionSystem>(outcome: &Outcome<S>) -> Vec<PropertyId> {
    outcome.violations.iter().map(|found| found.property).collect()
}

/// What a reduced search of a system must give.
struct Expected {
    states: u64,
    orbits: u64,
    violated: Vec<PropertyId>,
}

impl Expected {
    fn of(toy: &Toy, options: &SearchOptions) -> Expected {
        let symmetry = toy.symmetry();
        let states = reachable(toy, 1 << 20).expect("few states");
        let reducible: Vec<_> = states.iter().filter(|state| toy.reducible(state)).collect();
        let others = states.len() - reducible.len();
        let orbits = orbit_count(reducible, symmetry.group(), symmetry.layout()).unwrap();
        let full = search(toy, options, &Silent);
        assert_eq!(full.statistics.states, states.len() as u64);
        Expected {
            states: full.statistics.states,
            orbits: (orbits + others) as u64,
            violated: violated(&full),
        }
    }

    fn check(&self, name: &str, guarantee: Guarantee, states: u64, violated: &[PropertyId]) {
        match guarantee {
            Guarantee::Unique => assert_eq!(states, self.orbits, "{name}"),
            Guarantee::Complete => assert!((self.orbits..=self.states).contains(&states), "{name}"),
            Guarantee::Approximate => assert!(states <= self.orbits, "{name}"),
        }
        if guarantee == Guarantee::Approximate {
            assert!(violated.iter().all(|property| self.violated.contains(property)), "{name}");
        } else {
            assert_eq!(violated, self.violated, "{name}");
        }
    }
}

impl Expected {
    /// Checks a search of states themselves.
    fn check_marked<M: Marker>(
        &self,
        name: &str,
        toy: &Toy,
        guarantee: Guarantee,
        outcome: &Outcome<Marked<'_, Toy, M>>,
    ) {
        assert_eq!(outcome.stop, StopReason::Exhausted);
        self.check(name, guarantee, outcome.statistics.states, &violated(outcome));
        for found in &outcome.violations {
            let states: Vec<_> = found.trace.states.iter().map(|it| it.state.clone()).collect();
            // Each is a successor of the one before, not only up to symmetry.
            assert!(lift(toy, &Identity, &states, found.property).is_ok(), "{name}");
        }
    }
}

/// The same, to be searched from representatives and from the states themselves.
fn explored_variants() -> Vec<(String, Strategy, StrategyOptions)> {
    let mut explored = Vec::new();
    for (name, strategy, options) in variants() {
        for explore in [Explore::Representative, Explore::Concrete] {
            let options = StrategyOptions { explore, ..options };
            explored.push((format!("{name} {explore:?}"), strategy, options));
        }
    }
    explored
}

#[test]
fn every_strategy_agrees_on_states_and_verdicts() {
    for toy in systems() {
        let symmetry = toy.symmetry();
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let options = SearchOptions { order, keep_going: true, ..SearchOptions::default() };
            let expected = Expected::of(&toy, &options);
            for (name, strategy, variant) in explored_variants() {
                let name = format!("{name}, {:?} {:?} {order:?}", toy.topology, toy.bug);
                let Ok(prepared) = strategy.prepare(&symmetry, &variant) else { continue };
                let guarantee = prepared.guarantee();
                match &prepared {
                    Prepared::Representative(it) => {
                        let outcome = search(&Quotient::new(&toy, it), &options, &Silent);
                        assert_eq!(outcome.stop, StopReason::Exhausted);
                        let states = outcome.statistics.states;
                        expected.check(&name, guarantee, states, &violated(&outcome));
                        let canonical = Canonical::new(&symmetry);
                        for found in &outcome.violations {
                            let states = &found.trace.states;
                            assert!(lift(&toy, &canonical, states, found.property).is_ok());
                        }
                    }
                    Prepared::Concrete(it) => {
                        let marker = ByRepresentative(it);
                        let outcome = search(&Marked::new(&toy, &marker), &options, &Silent);
                        expected.check_marked(&name, &toy, guarantee, &outcome);
                    }
                    Prepared::Marker(it) => {
                        let outcome = search(&Marked::new(&toy, it), &options, &Silent);
                        expected.check_marked(&name, &toy, guarantee, &outcome);
                    }
                }
            }
        }
    }
}
