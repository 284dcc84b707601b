//! Which rules fire in a state, and where they lead.
//!
//! Every rule in which components take part is led by one of them: the one that can do its event in the smallest part of its
//! states. A rule is looked at only where its leader can do its event. A component may be able to do thousands of events and lead
//! the rules of a few: whichever are fewer are gone through.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::table::Group;
use super::{Component, Rule, Supercombinator, Table};
use crate::event::Event;

/// The rules, as they are asked for.
pub(super) struct Index {
    pub(super) tables: Vec<Arc<Table>>,
    /// The rules that each component leads.
    led: Vec<Led>,
    /// The rules in which no component takes part.
    alone: Vec<Fast>,
    rules: Vec<Fast>,
    /// What rules point into: components that take part besides the leader, with slots; places in a state, with values.
    pairs: Vec<(u32, u32)>,
    /// And what they ask before: places in a state, with two values, of which one is to be there.
    conditions: Vec<(u32, [u32; 2])>,
}

/// The rules that a component leads, by its slot.
struct Led {
    /// The slots by which it leads rules, and those by which it leads rules that may be on cycles of τ, in ascending order.
    slots: Vec<u32>,
    recurring: Vec<u32>,
    /// Where the rules of each slot begin; behind the last, where they end. Those that may be on cycles of τ come first.
    starts: Vec<u32>,
    /// Where those of each slot begin that are on no cycle of τ.
    passing: Vec<u32>,
}

/// A rule.
#[derive(Clone, Copy)]
struct Fast {
    event: Event,
    /// Whether it may be on a cycle of τ.
    recurs: bool,
    others: Range,
    when: Range,
    then: Range,
}

/// A part of the pairs.
#[derive(Clone, Copy)]
struct Range(u32, u32);

/// Working memory of [`Supercombinator::successors`].
#[derive(Default)]
pub struct Firing {
    /// The target under construction.
    target: Vec<u32>,
    /// The target after switches and resets.
    switched: Vec<u32>,
    /// Which of its targets each component that takes part besides the leader is taken to.
    places: Vec<usize>,
}

/// Which rules are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// All.
    All,
    /// Those that may be on a cycle of τ.
    Recurring,
}

impl Index {
    pub(super) fn new(components: &[Component], rules: &[Rule], recurring: &[bool]) -> Index {
        let mut of_explicit = HashMap::new();
        let mut table = |component: &Component| {
            if let Some(chased) = &component.chased {
                return Arc::new(Table::chased(chased));
            }
            let known = of_explicit.entry(Arc::as_ptr(&component.explicit));
            Arc::clone(known.or_insert_with(|| Arc::new(Table::new(&component.explicit))))
        };
        let tables: Vec<Arc<Table>> = components.iter().map(&mut table).collect();
        let mut index = Index {
            tables,
            led: Vec::new(),
            alone: Vec::new(),
            rules: Vec::new(),
            pairs: Vec::new(),
            conditions: Vec::new(),
        };
        let mut of_leaders = vec![Vec::new(); components.len()];
        let rarity = Rarity::new(&index.tables, components);
        for (rule, &recurs) in rules.iter().zip(recurring) {
            match index.leader(rule, &rarity) {
                Leader::Nobody => {
                    let fast = index.fast(rule, recurs, None, components, &rarity);
                    index.alone.push(fast);
                }
                Leader::Never => {}
                Leader::Is(place, slot) => {
                    let fast = index.fast(rule, recurs, Some(place), components, &rarity);
                    of_leaders[rule.parts[place].0 as usize].push((slot, fast));
                }
            }
        }
        for (table, mut led) in index.tables.iter().zip(of_leaders) {
            led.sort_by_key(|(slot, fast)| (*slot, !fast.recurs, fast.event));
            let first = index.rules.len();
            let place = |count: usize| (first + count) as u32;
            let slots = 0..table.events.len() as u32;
            let start = |slot: u32| place(led.partition_point(|(other, _)| *other < slot));
            let first_passing = |slot: u32| {
                place(led.partition_point(|(other, fast)| (*other, !fast.recurs) < (slot, true)))
            };
            let mut leading: Vec<u32> = led.iter().map(|(slot, _)| *slot).collect();
            leading.dedup();
            let recurring = led.iter().filter(|(_, fast)| fast.recurs);
            let mut recurring: Vec<u32> = recurring.map(|(slot, _)| *slot).collect();
            recurring.dedup();
            index.led.push(Led {
                slots: leading,
                recurring,
                passing: slots.clone().map(first_passing).collect(),
                starts: slots.map(start).chain([place(led.len())]).collect(),
            });
            index.rules.extend(led.into_iter().map(|(_, fast)| fast));
        }
        index
    }

    fn leader(&self, rule: &Rule, rarity: &Rarity) -> Leader {
        let mut best = Leader::Nobody;
        let mut least = f64::INFINITY;
        for (place, &(component, event)) in rule.parts.iter().enumerate() {
            let Some(slot) = self.tables[component as usize].slot(event) else {
                return Leader::Never;
            };
            let share = rarity.share(component, slot);
            if share < least {
                (best, least) = (Leader::Is(place, slot), share);
            }
        }
        best
    }

    fn fast(
        &mut self,
        rule: &Rule,
        recurs: bool,
        leader: Option<usize>,
        components: &[Component],
        rarity: &Rarity,
    ) -> Fast {
        let first_switch = components.len() as u32;
        let tables = &self.tables;
        let others = rule.parts.iter().enumerate().filter(|&(place, _)| Some(place) != leader);
        let mut others: Vec<(u32, u32)> = others
            .map(|(_, &(component, event))| {
                (component, tables[component as usize].slot(event).expect("some state does it"))
            })
            .collect();
        // Who is least likely to take part is asked first.
        others.sort_by(|one, other| {
            let share = |(component, slot): (u32, u32)| rarity.share(component, slot);
            share(*one).total_cmp(&share(*other))
        });
        let when = rule.when.iter().map(|&(switch, values)| (first_switch + switch, values));
        let begin = self.conditions.len() as u32;
        self.conditions.extend(when);
        let when = Range(begin, self.conditions.len() as u32);
        let switched = rule.switch.iter().map(|&(switch, value)| (first_switch + switch, value));
        let reset = rule.resets.iter();
        let reset = reset.map(|&place| (place, components[place as usize].explicit.initial.0));
        let then: Vec<(u32, u32)> = reset.chain(switched).collect();
        Fast {
            event: rule.event,
            recurs,
            others: self.range(&others),
            when,
            then: self.range(&then),
        }
    }

    fn range(&mut self, pairs: &[(u32, u32)]) -> Range {
        let begin = self.pairs.len() as u32;
        self.pairs.extend_from_slice(pairs);
        Range(begin, self.pairs.len() as u32)
    }

    fn pairs(&self, range: Range) -> &[(u32, u32)] {
        &self.pairs[range.0 as usize..range.1 as usize]
    }

    /// Whether the switches are as a rule asks.
    fn holds(&self, when: Range, state: &[u32]) -> bool {
        let conditions = &self.conditions[when.0 as usize..when.1 as usize];
        conditions.iter().all(|&(place, values)| values.contains(&state[place as usize]))
    }

    /// The rules that a component leads by the event of a slot.
    fn led(&self, component: usize, slot: u32, wanted: Wanted) -> &[Fast] {
        let led = &self.led[component];
        let slot = slot as usize;
        let end = match wanted {
            Wanted::All => led.starts[slot + 1],
            Wanted::Recurring => led.passing[slot],
        };
        &self.rules[led.starts[slot] as usize..end as usize]
    }
}

impl Led {
    fn leading(&self, wanted: Wanted) -> &[u32] {
        match wanted {
            Wanted::All => &self.slots,
            Wanted::Recurring => &self.recurring,
        }
    }
}

enum Leader {
    /// No component takes part.
    Nobody,
    /// The rule never fires.
    Never,
    /// The part at this place leads, by the event of this slot.
    Is(usize, u32),
}

/// In which share of its states a component can do an event.
struct Rarity(Vec<(Vec<u32>, usize)>);

impl Rarity {
    fn new(tables: &[Arc<Table>], components: &[Component]) -> Rarity {
        let states = components.iter().map(|component| component.explicit.len());
        Rarity(tables.iter().map(|table| table.frequencies()).zip(states).collect())
    }

    fn share(&self, component: u32, slot: u32) -> f64 {
        let (frequencies, states) = &self.0[component as usize];
        f64::from(frequencies[slot as usize]) / *states as f64
    }
}

impl Supercombinator {
    /// Working memory.
    #[must_use]
    pub fn firing(&self) -> Firing {
        let blank = vec![0; self.width()];
        Firing { target: blank.clone(), switched: blank, places: Vec::new() }
    }

    /// Shows the transitions of a state: event and target. One may be shown several times.
    pub fn successors(
        &self,
        state: &[u32],
        firing: &mut Firing,
        visit: &mut impl FnMut(Event, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.fire(state, Wanted::All, firing, visit)
    }

    /// The same for τ by rules that may be on a cycle of τ: there is such a cycle among all transitions exactly if there is one
    /// among these.
    pub fn recurring_successors(
        &self,
        state: &[u32],
        firing: &mut Firing,
        visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.fire(state, Wanted::Recurring, firing, &mut |_, target| visit(target))
    }

    fn fire(
        &self,
        state: &[u32],
        wanted: Wanted,
        firing: &mut Firing,
        visit: &mut impl FnMut(Event, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let index = &self.index;
        firing.target.copy_from_slice(state);
        for rule in &index.alone {
            if wanted == Wanted::All || rule.recurs {
                self.try_rule(rule, state, firing, visit)?;
            }
        }
        for (place, table) in index.tables.iter().enumerate() {
            let mut lead = |slot: u32, targets: &[u32]| {
                for rule in index.led(place, slot, wanted) {
                    for &target in targets {
                        firing.target[place] = target;
                        self.try_rule(rule, state, firing, visit)?;
                    }
                }
                ControlFlow::Continue(())
            };
            let here = state[place];
            let (leading, groups) = (index.led[place].leading(wanted), table.groups(here));
            if table.is_laid_out() && leading.len() < groups.len() {
                leading.iter().try_for_each(|&slot| lead(slot, table.targets(here, slot)))?;
            } else {
                let of_group = |&group: &Group| lead(group.slot, table.of_group(here, group));
                groups.iter().try_for_each(of_group)?;
            }
            firing.target[place] = here;
        }
        ControlFlow::Continue(())
    }

    /// Fires a rule in all ways, if it can fire. The leader is taken to its target already.
    fn try_rule(
        &self,
        rule: &Fast,
        state: &[u32],
        firing: &mut Firing,
        visit: &mut impl FnMut(Event, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let index = &self.index;
        if !index.holds(rule.when, state) {
            return ControlFlow::Continue(());
        }
        let others = index.pairs(rule.others);
        let targets = |(component, slot): (u32, u32)| {
            index.tables[component as usize].targets(state[component as usize], slot)
        };
        if others.iter().any(|&other| targets(other).is_empty()) {
            return ControlFlow::Continue(());
        }
        firing.places.clear();
        firing.places.resize(others.len(), 0);
        loop {
            for (&other, &place) in others.iter().zip(&firing.places) {
                firing.target[other.0 as usize] = targets(other)[place];
            }
            self.emit(rule, firing, visit)?;
            let mut advanced = false;
            for (&other, place) in others.iter().zip(&mut firing.places) {
                *place += 1;
                if *place < targets(other).len() {
                    advanced = true;
                    break;
                }
                *place = 0;
            }
            if !advanced {
                break;
            }
        }
        for &(component, _) in others {
            firing.target[component as usize] = state[component as usize];
        }
        ControlFlow::Continue(())
    }

    fn emit(
        &self,
        rule: &Fast,
        firing: &mut Firing,
        visit: &mut impl FnMut(Event, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let then = self.index.pairs(rule.then);
        if then.is_empty() {
            return visit(rule.event, &firing.target);
        }
        // The next way to fire goes on from the target as it is without that.
        firing.switched.copy_from_slice(&firing.target);
        for &(place, value) in then {
            firing.switched[place as usize] = value;
        }
        visit(rule.event, &firing.switched)
    }

    /// The events that rules make where components offer these, which are in ascending order.
    pub(super) fn join(&self, state: &[u32], offered: &[&[Event]], events: &mut Vec<Event>) {
        let index = &self.index;
        let can = |&(component, slot): &(u32, u32)| {
            let event = index.tables[component as usize].events[slot as usize];
            offered[component as usize].binary_search(&event).is_ok()
        };
        let mut add = |rule: &Fast| {
            if index.holds(rule.when, state) && index.pairs(rule.others).iter().all(can) {
                events.push(rule.event);
            }
        };
        index.alone.iter().for_each(&mut add);
        for (component, table) in index.tables.iter().enumerate() {
            for slot in offered[component].iter().filter_map(|&event| table.slot(event)) {
                index.led(component, slot, Wanted::All).iter().for_each(&mut add);
            }
        }
        events.sort_unstable();
        events.dedup();
    }
}
