//! What an exchange of two values does to a product: mappability (Sect. 6.1 and Appendix D.1 of Gibson-Robinson and Lowe 2019;
//! Definitions 29, 67 to 69 and 73).
//!
//! The paper infers from the text of a script that a component is π-bisimilar to another one, and tests what the text does not tell. Here
//! all of it is tested on what was compiled: that each component is another one with its events renamed, that the rules are the same ones
//! then, and that the specification is itself (Definition 15, Lemma 14: the image of its initial node is its initial node, and
//! the image of an a-successor is the image(a)-successor of the image).

use std::cell::Cell;

use groups::{Interrupted, Patience};
use rapidhash::{RapidHashMap, RapidHashSet};

use super::leaf::{image_of_acceptances, isomorphism};
use super::switches::{Deeds, Switches, deeds};
use super::values::{Moved, SymmetricValues};
use crate::event::Event;
use crate::explicit::{Explicit, State};
use crate::refine::{Demand, Refinement, Specification};
use crate::supercombinator::{Component, Rule};

/// What an exchange of two values does to the parts of a state of a product: first the node, then the components, then the switches.
pub(super) struct Exchange {
    /// The values.
    pub(super) values: (u32, u32),
    /// Where each part goes.
    pub(super) parts: Vec<u32>,
    /// For each part what its numbers become there; nothing if they stay as they are.
    pub(super) numbers: Vec<Option<Box<[u32]>>>,
}

/// Why an exchange of two values is no symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// They are in different events, or not in as many.
    Events,
    /// No component behaves as this one does with the values exchanged.
    Component(u32),
    /// The rules of the operators around the components are others then.
    Rules(Event),
    /// The specification is another one then.
    Specification,
}

/// A product, and what is asked of it for every exchange.
pub(super) struct Product<'a> {
    pub(super) refinement: &'a Refinement,
    values: &'a SymmetricValues,
    /// For each component the events that it may do, in ascending order.
    alphabets: Vec<Vec<Event>>,
    /// Components that are the same, together, and those by alphabet.
    families: Vec<Vec<u32>>,
    by_alphabet: RapidHashMap<Vec<Event>, Vec<u32>>,
    rules: RapidHashSet<Rule>,
    deeds: Deeds,
    /// The families, those of small components first: so it costs little to find out that two values are part of no symmetry.
    order: Vec<usize>,
    /// The family that no family was the image of when two values could not be exchanged the last time: it is asked first.
    refusing: Cell<Option<usize>>,
}

/// What is known while components are placed.
struct Placing<'a> {
    moved: &'a Moved,
    /// What becomes of switches, once that is known.
    switches: Option<&'a Switches>,
    /// The families that others have become.
    is_taken: &'a [bool],
}

impl<'a> Product<'a> {
    pub(super) fn new(refinement: &'a Refinement, values: &'a SymmetricValues) -> Product<'a> {
        let components = refinement.implementation.components();
        let alphabets: Vec<Vec<Event>> = components.iter().map(alphabet).collect();
        let mut families: Vec<Vec<u32>> = Vec::new();
        let mut by_alphabet: RapidHashMap<Vec<Event>, Vec<u32>> = RapidHashMap::default();
        for (place, alphabet) in alphabets.iter().enumerate() {
            let alike = by_alphabet.entry(alphabet.clone()).or_default();
            let same = |&&family: &&u32| {
                let first = families[family as usize][0] as usize;
                are_the_same(&components[first], &components[place])
            };
            match alike.iter().find(same).copied() {
                Some(family) => families[family as usize].push(place as u32),
                None => {
                    alike.push(families.len() as u32);
                    families.push(vec![place as u32]);
                }
            }
        }
        let all = refinement.implementation.rules();
        let staying = Switches::staying(refinement.implementation.switches());
        let rules = all.iter().map(|rule| ordered(rule, &staying)).collect();
        let deeds = deeds(all);
        let size = |&family: &usize| components[families[family][0] as usize].explicit.len();
        let mut order: Vec<usize> = (0..families.len()).collect();
        order.sort_by_key(size);
        let refusing = Cell::new(None);
        Product {
            refinement,
            values,
            alphabets,
            families,
            by_alphabet,
            rules,
            deeds,
            order,
            refusing,
        }
    }

    /// What the exchange of two values does.
    ///
    /// # Errors
    /// The caller lost patience.
    pub(super) fn exchange(
        &self,
        (first, second): (u32, u32),
        patience: &mut Patience<'_>,
    ) -> Result<Result<Exchange, Obstacle>, Interrupted> {
        if self.values.trait_of(first) != self.values.trait_of(second) {
            return Ok(Err(Obstacle::Events));
        }
        let moved = self.values.moved(first, second);
        let count = self.refinement.implementation.width() + 1;
        let mut exchange = Exchange {
            values: (first, second),
            parts: (0..count as u32).collect(),
            numbers: vec![None; count],
        };
        let Some(nodes) = image_of_nodes(&self.refinement.specification, &moved) else {
            return Ok(Err(Obstacle::Specification));
        };
        exchange.numbers[0] = moving(nodes);
        if let Some(family) = self.refusing.get() {
            let is_taken = vec![false; self.families.len()];
            let asked = Placing { moved: &moved, switches: None, is_taken: &is_taken };
            if self.place_family(family, &asked, &mut exchange, patience)?.is_none() {
                return Ok(Err(Obstacle::Component(self.families[family][0])));
            }
        }
        if let Some(refused) = self.place(&moved, None, &mut exchange, patience)? {
            return Ok(Err(refused));
        }
        let system = &self.refinement.implementation;
        let mut switches = Switches::staying(system.switches());
        let mut wrong = self.wrong_rule(&moved, &exchange.parts, &switches, patience)?;
        if wrong.is_some() && !system.switches().is_empty() {
            let goes = |component: u32| exchange.parts[component as usize + 1] - 1;
            let (counts, rules) = (system.switches(), system.rules());
            if let Some(guess) = Switches::guess(counts, rules, &self.deeds, &moved, &goes) {
                switches = guess;
                // Which of several that do the same is the image is seen from when they are at work.
                wrong = self.place(&moved, Some(&switches), &mut exchange, patience)?;
                if wrong.is_none() {
                    wrong = self.wrong_rule(&moved, &exchange.parts, &switches, patience)?;
                }
            }
        }
        if let Some(wrong) = wrong {
            return Ok(Err(wrong));
        }
        // Families are taken once; but all below rests on it, and on no two rules having one image.
        if let Some(place) = taken_twice(&exchange.parts) {
            return Ok(Err(Obstacle::Component(place - 1)));
        }
        let first = system.components().len() + 1;
        for (place, (&to, values)) in switches.places.iter().zip(switches.values).enumerate() {
            exchange.parts[first + place] = first as u32 + to;
            exchange.numbers[first + place] = moving(values.into_boxed_slice());
        }
        Ok(Ok(exchange))
    }

    /// Finds what all components become. Returns one that becomes none.
    fn place(
        &self,
        moved: &Moved,
        switches: Option<&Switches>,
        exchange: &mut Exchange,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Obstacle>, Interrupted> {
        let mut is_taken = vec![false; self.families.len()];
        for &family in &self.order {
            let asked = Placing { moved, switches, is_taken: &is_taken };
            let Some(place) = self.place_family(family, &asked, exchange, patience)? else {
                self.refusing.set(Some(family));
                return Ok(Some(Obstacle::Component(self.families[family][0])));
            };
            is_taken[place] = true;
        }
        Ok(None)
    }

    /// The event of a rule whose image is no rule, or the component that is not at work when it should be; none if all is well. As no two rules have one
    /// image, all rules are images then.
    fn wrong_rule(
        &self,
        moved: &Moved,
        parts: &[u32],
        switches: &Switches,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Obstacle>, Interrupted> {
        let components = self.refinement.implementation.components();
        for (place, component) in components.iter().enumerate() {
            let image = &components[parts[place + 1] as usize - 1];
            if !switches.is_image(component, image) {
                return Ok(Some(Obstacle::Component(place as u32)));
            }
        }
        for (number, rule) in self.refinement.implementation.rules().iter().enumerate() {
            if number % 1024 == 0 {
                patience.spend(1024)?;
            }
            if !self.has_image(rule, moved, parts, switches) {
                return Ok(Some(Obstacle::Rules(rule.event)));
            }
        }
        Ok(None)
    }

    /// Finds what components that are the same become: of others that are the same the k-th becomes the k-th. So exchanges that are done one after
    /// the other take them to where the exchange does that they amount to. Returns the family that they become.
    fn place_family(
        &self,
        family: usize,
        asked: &Placing<'_>,
        exchange: &mut Exchange,
        patience: &mut Patience<'_>,
    ) -> Result<Option<usize>, Interrupted> {
        let members = &self.families[family];
        let components = self.refinement.implementation.components();
        let from = &components[members[0] as usize];
        let alphabet = &self.alphabets[members[0] as usize];
        let is_moved = alphabet.iter().any(|&event| asked.moved.moves(event));
        let stays_at_work = asked.switches.is_none_or(|switches| switches.is_image(from, from));
        if !is_moved && stays_at_work {
            return Ok(Some(family));
        }
        let image: Option<Vec<Event>> =
            alphabet.iter().map(|&event| asked.moved.image(event)).collect();
        let Some(mut image) = image else { return Ok(None) };
        image.sort_unstable();
        let Some(candidates) = self.by_alphabet.get(&image) else { return Ok(None) };
        // Those that are themselves then stay where they are.
        let itself = candidates.iter().filter(|&&other| other as usize == family);
        let others = candidates.iter().filter(|&&other| other as usize != family);
        for &candidate in itself.chain(others) {
            let places = &self.families[candidate as usize];
            let to = &components[places[0] as usize];
            if asked.is_taken[candidate as usize]
                || places.len() != members.len()
                || from.chased.is_some()
                || to.chased.is_some()
                || !asked.switches.is_none_or(|switches| switches.is_image(from, to))
            {
                continue;
            }
            let Some(numbers) = isomorphism(&from.explicit, &to.explicit, asked.moved, patience)?
            else {
                continue;
            };
            let numbers = moving(numbers);
            for (&member, &place) in members.iter().zip(places) {
                exchange.parts[member as usize + 1] = place + 1;
                exchange.numbers[member as usize + 1].clone_from(&numbers);
            }
            return Ok(Some(candidate as usize));
        }
        Ok(None)
    }

    /// Whether the image of a rule is a rule.
    fn has_image(&self, rule: &Rule, moved: &Moved, parts: &[u32], switches: &Switches) -> bool {
        let goes = |component: u32| parts[component as usize + 1] - 1;
        let stays = rule.when.is_empty()
            && rule.switch.is_empty()
            && !moved.moves(rule.event)
            && rule.parts.iter().all(|&(part, event)| goes(part) == part && !moved.moves(event))
            && rule.resets.iter().all(|&part| goes(part) == part);
        if stays {
            return true;
        }
        let Some(event) = moved.image(rule.event) else { return false };
        let part = |&(part, event): &(u32, Event)| Some((goes(part), moved.image(event)?));
        let Some(parts) = rule.parts.iter().map(part).collect::<Option<Box<[_]>>>() else {
            return false;
        };
        let resets = rule.resets.iter().map(|&part| goes(part)).collect();
        let image =
            Rule { parts, when: rule.when.clone(), event, switch: rule.switch.clone(), resets };
        self.rules.contains(&ordered(&image, switches))
    }
}

/// The events that a component may do, in ascending order.
fn alphabet(component: &Component) -> Vec<Event> {
    let mut events: Vec<Event> = match &component.chased {
        Some(chased) => chased.events().to_vec(),
        None => component.explicit.transitions.iter().map(|&(event, _)| event).collect(),
    };
    let marks = component.explicit.generalised.iter().flatten();
    events.extend(marks.flat_map(|marks| marks.acceptances.iter()).flatten());
    events.sort_unstable();
    events.dedup();
    events
}

/// Whether two components are the same to the letter.
fn are_the_same(one: &Component, other: &Component) -> bool {
    let (first, second): (&Explicit, &Explicit) = (&one.explicit, &other.explicit);
    one.chased.is_none()
        && other.chased.is_none()
        && one.on == other.on
        && (std::ptr::eq(first, second)
            || first.initial == second.initial
                && first.starts == second.starts
                && first.transitions == second.transitions
                && first.generalised == second.generalised)
}

/// A rule, with its switches replaced, in the order that equal ones have.
fn ordered(rule: &Rule, switches: &Switches) -> Rule {
    let mut parts = rule.parts.clone();
    parts.sort_unstable();
    let mut resets = rule.resets.clone();
    resets.sort_unstable();
    Rule {
        parts,
        when: switches.of_when(&rule.when),
        event: rule.event,
        switch: switches.of_switch(&rule.switch),
        resets,
    }
}

/// A place that is the image of two.
fn taken_twice(images: &[u32]) -> Option<u32> {
    let mut is_taken = vec![false; images.len()];
    let mut images = images.iter().copied();
    images.find(|&image| std::mem::replace(&mut is_taken[image as usize], true))
}

/// Nothing, if numbers stay as they are.
fn moving(numbers: Box<[u32]>) -> Option<Box<[u32]>> {
    numbers.iter().zip(0..).any(|(&image, number)| image != number).then_some(numbers)
}

/// What the nodes of a specification become; none if it is another one then.
fn image_of_nodes(specification: &Specification, moved: &Moved) -> Option<Box<[u32]>> {
    const NONE: u32 = u32::MAX;
    let nodes = specification.nodes();
    let mut images = vec![NONE; nodes.len()];
    let mut is_image = vec![false; nodes.len()];
    let mut waiting = vec![nodes.initial];
    images[nodes.initial.0 as usize] = nodes.initial.0;
    while let Some(node) = waiting.pop() {
        let image = State(images[node.0 as usize]);
        let steps = nodes.of(node);
        let is_new = !std::mem::replace(&mut is_image[image.0 as usize], true);
        if !is_new
            || steps.len() != nodes.of(image).len()
            || !is_image_of_demand(specification.demand(node), specification.demand(image), moved)
        {
            return None;
        }
        for &(event, target) in steps {
            let event = moved.image(event)?;
            let others = nodes.of(image);
            let place = others.binary_search_by_key(&event, |&(other, _)| other).ok()?;
            let to = others[place].1.0;
            match images[target.0 as usize] {
                NONE => {
                    images[target.0 as usize] = to;
                    waiting.push(target);
                }
                known if known != to => return None,
                _ => {}
            }
        }
    }
    // Where no trace leads no search comes; but all have to have an image.
    is_image.iter().all(|&is_image| is_image).then(|| images.into_boxed_slice())
}

fn is_image_of_demand(from: &Demand, to: &Demand, moved: &Moved) -> bool {
    match (from, to) {
        (Demand::OneOf(from), Demand::OneOf(to)) => {
            image_of_acceptances(from, moved).is_some_and(|image| image == *to)
        }
        _ => from == to,
    }
}
