//! What came of many models: what is wrong, and what share of the true symmetries was found.

use std::collections::{BTreeMap, BTreeSet};

use super::look::Outcome;
use super::model::Model;
use super::truth::Truth;

/// What came of all models.
#[derive(Default)]
pub struct Summary {
    pub models: u64,
    pub refused: BTreeMap<String, u64>,
    pub too_large: u64,
    pub undecided: u64,
    pub grouped: u64,
    pub states: usize,
    /// Of models without a change, and of those with one.
    pub shares: [Share; 2],
    /// Of models in which each variable is read and written, with a change or without.
    pub plain: Share,
    /// Of models in which every permutation of the instances is meant to be a symmetry.
    pub meant: Share,
    /// Found although the roles do not say so: the number of models.
    pub beyond: Vec<u64>,
    /// Meant to be symmetric, and not.
    pub unexpected: Vec<u64>,
    /// For each feature: models with it, and those of them in which a symmetry was missed.
    pub features: BTreeMap<String, (u64, u64)>,
    pub missed: Vec<Missed>,
    pub wrong: Vec<String>,
}

#[derive(Default)]
pub struct Share {
    pub models: u64,
    pub complete: u64,
    /// Permutations other than the identity.
    pub symmetries: usize,
    pub found: usize,
    /// States that symmetry can save, and does.
    pub mergeable: usize,
    pub merged: usize,
}

pub struct Missed {
    pub seed: u64,
    pub symmetries: usize,
    pub found: usize,
    /// States, and orbits under what was found and under all symmetries.
    pub orbits: (usize, usize, usize),
    pub features: Vec<String>,
}

/// What a model has, and what was changed in it.
pub fn features(model: &Model) -> Vec<String> {
    let mut features: Vec<String> = model.features.iter().map(|f| (*f).to_owned()).collect();
    features.extend(model.mutation.iter().map(|kind| format!("changed: {kind}")));
    features
}

impl Share {
    fn count(&mut self, truth: &Truth, found: &BTreeSet<Vec<usize>>) {
        let symmetries = &truth.symmetries;
        if symmetries.len() == 1 {
            return;
        }
        let common = symmetries.intersection(found).count().max(1);
        self.models += 1;
        self.complete += u64::from(common == symmetries.len());
        self.symmetries += symmetries.len() - 1;
        self.found += common - 1;
        self.mergeable += truth.states - truth.orbits(symmetries);
        self.merged += truth.states - truth.orbits(found);
    }
}

impl Summary {
    pub fn count(&mut self, seed: u64, model: &Model, outcome: &Outcome) {
        self.models += 1;
        match outcome {
            Outcome::Refused(message) => {
                let text: String = message
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .filter(|c| !c.is_ascii_digit())
                    .collect();
                *self.refused.entry(text).or_default() += 1;
            }
            Outcome::TooLarge => self.too_large += 1,
            Outcome::Wrong(_) => {}
            Outcome::Looked { truth, has_constant_names, is_plain, found, states } => {
                self.grouped += u64::from(found.len() > 1);
                self.states += states;
                match truth {
                    Some(truth) => {
                        if truth.symmetries.len() == 1 && model.symmetric && !has_constant_names {
                            self.unexpected.push(seed);
                        }
                        self.compare(seed, model, truth, found);
                        if *is_plain {
                            self.plain.count(truth, found);
                        }
                        if model.symmetric && model.mutation.is_none() {
                            self.meant.count(truth, found);
                        }
                    }
                    None => self.undecided += 1,
                }
            }
        }
    }

    fn compare(&mut self, seed: u64, model: &Model, truth: &Truth, found: &BTreeSet<Vec<usize>>) {
        let symmetries = &truth.symmetries;
        let common = symmetries.intersection(found).count().max(1);
        if found.len() > 1 && !found.is_subset(symmetries) {
            self.beyond.push(seed);
        }
        let (best, reached) = (truth.orbits(symmetries), truth.orbits(found));
        self.shares[usize::from(model.mutation.is_some())].count(truth, found);
        // A symmetry that leads to states that are never reached is of no use.
        let missed = best < reached;
        for feature in features(model) {
            let counts = self.features.entry(feature).or_default();
            counts.0 += u64::from(best < truth.states);
            counts.1 += u64::from(missed);
        }
        if missed {
            let (features, symmetries) = (features(model), symmetries.len());
            let orbits = (truth.states, reached, best);
            self.missed.push(Missed { seed, symmetries, found: common, orbits, features });
        }
    }

    pub fn print(&self) {
        println!(
            "{} models: {} refused, {} too large, {} with a group ({} states compared), {} wrong",
            self.models,
            self.refused.values().sum::<u64>(),
            self.too_large,
            self.grouped,
            self.states,
            self.wrong.len()
        );
        let shares = self.shares.iter().chain([&self.plain, &self.meant]);
        let names = [
            "as made",
            "with a change",
            "where each variable is read and written",
            "meant to be symmetric",
        ];
        for (share, name) in shares.zip(names) {
            println!(
                "{name}: {} models with a true symmetry, all of it found in {}; {} of {} permutations found \
                 ({:.1} %), {} of {} states merged ({:.1} %)",
                share.models,
                share.complete,
                share.found,
                share.symmetries,
                100.0 * share.found as f64 / share.symmetries.max(1) as f64,
                share.merged,
                share.mergeable,
                100.0 * share.merged as f64 / share.mergeable.max(1) as f64
            );
        }
        println!("{} not decided; found beyond the roles: {:?}", self.undecided, self.beyond);
        println!("meant to be symmetric, and not: {:?}", self.unexpected);
        self.refused.iter().for_each(|(message, count)| println!("  {count} {message}"));
        let mut features: Vec<_> = self.features.iter().filter(|(_, c)| c.1 > 0).collect();
        features.sort_by_key(|(_, (all, missed))| std::cmp::Reverse(1000 * missed / all.max(&1)));
        for (feature, (all, missed)) in features {
            println!("  missed in {missed:4} of {all:4} models with a symmetry: {feature}");
        }
    }

    pub fn print_missed(&self, most: usize) {
        let mut missed: Vec<&Missed> = self.missed.iter().collect();
        missed.sort_by_key(|m| m.features.len());
        for one in missed.into_iter().take(most) {
            let Missed { seed, symmetries, found, orbits, features } = one;
            let (states, reached, best) = orbits;
            println!(
                "  {seed}: {found} of {symmetries}, {states} states, {reached} orbits instead of {best}: {}",
                features.join(", ")
            );
        }
    }
}
