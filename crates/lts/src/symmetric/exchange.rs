//! What an exchange of two values does to a product: mappability (Sect. 6.1 and Appendix D.1 of Gibson-Robinson and Lowe 2019;
//! Definitions 29, 67 to 69 and 73).
//!
//! The paper infers from the text of a script that a component is π-bisimilar to another one, and tests what the text does not tell. Here
//! all of it is tested on what was compiled: that each component is another one with its events renamed, that the rules are the same ones
//! then, and that the specification is itself (Definition 15, Lemma 14: the image of its initial node is its initial node, and
//! the image of an a-successor is the image(a)-successor of the image).

use std::cell::{Cell, OnceCell};

use groups::{Interrupted, Patience};
use rapidhash::RapidHashSet;

use super::conditions::{Condition, Conditions};
use super::families::{Families, Placing};
use super::leaf::image_of_acceptances;
use super::roles::Naming;
use super::switches::Switches;
use super::values::{Moved, SymmetricValues};
use crate::event::Event;
use crate::explicit::State;
use crate::refine::{Demand, Refinement, Specification};
use crate::supercombinator::Rule;

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
    conditions: Conditions,
    families: Families<'a>,
    /// What tells the members of a family apart, and the families then; made when it is asked for.
    by_role: OnceCell<(Naming<'a>, Families<'a>)>,
    rules: RapidHashSet<Rule>,
    /// The family that no family was the image of when two values could not be exchanged the last time: it is asked first.
    refusing: Cell<Option<usize>>,
}

impl<'a> Product<'a> {
    pub(super) fn new(
        refinement: &'a Refinement,
        values: &'a SymmetricValues,
        conditions: Conditions,
    ) -> Product<'a> {
        let system = &refinement.implementation;
        let staying = Switches::staying(system.switches());
        Product {
            refinement,
            values,
            conditions,
            families: Families::by_alphabet(system.components()),
            by_role: OnceCell::new(),
            rules: system.rules().iter().map(|rule| ordered(rule, &staying)).collect(),
            refusing: Cell::new(None),
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
        match image_of_nodes(&self.refinement.specification, &moved, self.conditions) {
            Some(nodes) => exchange.numbers[0] = moving(nodes),
            None if self.conditions.keep(Condition::Nodes) => {
                return Ok(Err(Obstacle::Specification));
            }
            None => {}
        }
        if let Some(obstacle) = self.place(&moved, &mut exchange, patience)? {
            return Ok(Err(obstacle));
        }
        let system = &self.refinement.implementation;
        let mut switches = Switches::staying(system.switches());
        let mut wrong = self.wrong_rule(&moved, &exchange.parts, &switches, patience)?;
        if wrong.is_some() && self.has_choice() {
            let Some(found) = self.place_by_role(&moved, &mut exchange, patience)? else {
                return Ok(wrong.map_or(Ok(exchange), Err));
            };
            switches = found;
            wrong = self.wrong_rule(&moved, &exchange.parts, &switches, patience)?;
        }
        if let Some(wrong) = wrong {
            return Ok(Err(wrong));
        }
        let first = system.components().len() + 1;
        for (place, (&to, values)) in switches.places.iter().zip(switches.values).enumerate() {
            exchange.parts[first + place] = first as u32 + to;
            exchange.numbers[first + place] = moving(values.into_boxed_slice());
        }
        // Families are taken once; but all else rests on it, and on no two rules having one image.
        if let Some(place) = taken_twice(&exchange.parts) {
            return Ok(Err(Obstacle::Component(place - 1)));
        }
        Ok(Ok(exchange))
    }

    /// Whether components or switches can be placed in several ways.
    fn has_choice(&self) -> bool {
        !self.refinement.implementation.switches().is_empty() || self.families.has_copies()
    }

    /// Finds what all components become, by what they do. Returns what stands in the way.
    fn place(
        &self,
        moved: &Moved,
        exchange: &mut Exchange,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Obstacle>, Interrupted> {
        if let Some(family) = self.refusing.get() {
            let mut alone = Placing::new(&self.families, moved, None, self.conditions);
            if !alone.place(family, exchange, patience)? {
                return Ok(Some(Obstacle::Component(self.families.first(family))));
            }
        }
        let mut placing = Placing::new(&self.families, moved, None, self.conditions);
        for family in self.families.smallest_first() {
            if !placing.place(family, exchange, patience)? {
                self.refusing.set(Some(family));
                return Ok(Some(Obstacle::Component(self.families.first(family))));
            }
        }
        Ok(None)
    }

    /// Finds what all components become, and all switches, by their roles too; none if some become none.
    fn place_by_role(
        &self,
        moved: &Moved,
        exchange: &mut Exchange,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Switches>, Interrupted> {
        let system = &self.refinement.implementation;
        let (naming, families) = match self.by_role.get() {
            Some(made) => made,
            None => {
                let naming = Naming::new(system, patience)?;
                let families = self.families.split(naming.as_it_is());
                self.by_role.get_or_init(|| (naming, families))
            }
        };
        let Some(roles) = naming.exchanged(moved, patience)? else { return Ok(None) };
        let Some(switches) = roles.switches(naming.as_it_is()) else { return Ok(None) };
        let mut placing =
            Placing::new(families, moved, Some((&roles, naming.as_it_is())), self.conditions);
        for family in families.smallest_first() {
            if !placing.place(family, exchange, patience)? {
                return Ok(None);
            }
        }
        Ok(switches.are_permuted(system.switches()).then_some(switches))
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
            if self.conditions.keep(Condition::AtWork) && !switches.is_image(component, image) {
                return Ok(Some(Obstacle::Component(place as u32)));
            }
        }
        for (number, rule) in self.refinement.implementation.rules().iter().enumerate() {
            if number % 1024 == 0 {
                patience.spend(1024)?;
            }
            if self.conditions.keep(Condition::Rules)
                && !self.has_image(rule, moved, parts, switches)
            {
                return Ok(Some(Obstacle::Rules(rule.event)));
            }
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
pub(super) fn moving(numbers: Box<[u32]>) -> Option<Box<[u32]>> {
    numbers.iter().zip(0..).any(|(&image, number)| image != number).then_some(numbers)
}

/// What the nodes of a specification become; none if it is another one then.
fn image_of_nodes(
    specification: &Specification,
    moved: &Moved,
    conditions: Conditions,
) -> Option<Box<[u32]>> {
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
            || conditions.keep(Condition::Demands)
                && !is_image_of_demand(
                    specification.demand(node),
                    specification.demand(image),
                    moved,
                )
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
