//! The interleaving with the fewest switches between components, of all that lead to one state.
//!
//! Each component makes its own transitions in their order. All interleavings of these that the system can make are searched, those with
//! the fewest switches first, given how many other components must have their turn at least (A*: P. E. Hart, N. J. Nilsson,
//! B. Raphael, IEEE Transactions on Systems Science and Cybernetics 4(2), 1968).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashSet};
use std::ops::Range;

use kernel::TransitionSystem;
use model::{Model, StateOf};

use crate::switches::{Order, begins, encoded, ends, is_between};

/// Longer parts are not searched.
const LONGEST: usize = 200;

/// No more is remembered than these bytes of states.
const MOST_BYTES: usize = 16 << 20;

/// An interleaving of a part of a run.
pub(crate) struct Interleaving<State> {
    /// The places of the transitions that it makes, one after the other.
    pub events: Vec<usize>,
    /// Where each leads.
    pub states: Vec<State>,
}

/// How far an interleaving has come.
struct Node<State> {
    state: State,
    /// How many of its transitions each component has made.
    done: Vec<usize>,
    switches: usize,
    /// The one before it, and the transition that leads here from there; none of the first.
    from: Option<(usize, usize)>,
}

/// The interleaving of a part with the fewest switches, if they are no more than these, those to the transitions around the part included. Of
/// several it is one in which components with low numbers tend to come first. None also where too many transitions would have to be executed, or `go_on` says no.
pub(crate) fn fewest<M: Model>(
    order: &mut Order<'_, M>,
    part: &Range<usize>,
    switches: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Interleaving<StateOf<M>>> {
    let queues = queues(order, part);
    if queues.len() < 2 || part.len() > LONGEST {
        return None;
    }
    let (nodes, bytes) = (Vec::new(), 0);
    Search { order, part, queues: &queues, most: switches, nodes, bytes }.run(go_on)
}

/// The transitions of each component, in their order: one that several take part in is of them all.
fn queues<M: Model>(order: &Order<'_, M>, part: &Range<usize>) -> Vec<Vec<usize>> {
    let mut queues: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for place in part.clone() {
        for step in &order.events[place] {
            let queue = queues.entry(step.component).or_default();
            if queue.last() != Some(&place) {
                queue.push(place);
            }
        }
    }
    queues.into_values().collect()
}

struct Search<'s, 'a, M: Model> {
    order: &'s mut Order<'a, M>,
    part: &'s Range<usize>,
    queues: &'s [Vec<usize>],
    /// No more switches are wanted.
    most: usize,
    nodes: Vec<Node<StateOf<M>>>,
    /// The bytes of their states.
    bytes: usize,
}

impl<M: Model> Search<'_, '_, M> {
    fn run(mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Interleaving<StateOf<M>>> {
        let state = self.order.states[self.part.start].clone();
        let done = vec![0; self.queues.len()];
        self.nodes.push(Node { state, done, switches: 0, from: None });
        // Of those that may come to as few switches the one that has come furthest.
        let mut open = BinaryHeap::from([(Reverse(0), 0, Reverse(0))]);
        let mut met = HashSet::new();
        while let Some((_, made, Reverse(number))) = open.pop() {
            if made == self.part.len() {
                return Some(self.interleaving(number));
            }
            if !go_on() || self.bytes > MOST_BYTES {
                return None;
            }
            if !met.insert(self.identity(number)) {
                continue;
            }
            for event in self.next(number) {
                let Some((node, at_least)) = self.make(number, event) else { continue };
                if at_least <= self.most {
                    self.bytes += encoded(self.order.model, &node.state);
                    open.push((Reverse(at_least), made + 1, Reverse(self.nodes.len())));
                    self.nodes.push(node);
                }
            }
        }
        None
    }

    /// What tells two nodes apart.
    fn identity(&mut self, number: usize) -> (Vec<usize>, Option<u32>, Vec<u8>) {
        let node = &self.nodes[number];
        let mut bytes = Vec::new();
        self.order.model.system().encode(&node.state, &mut bytes);
        let last = self.before(node).and_then(|event| ends(&self.order.events[event]));
        (node.done.clone(), last, bytes)
    }

    /// The transition that leads to a node: to the first, if there is one, that before the part.
    fn before(&self, node: &Node<StateOf<M>>) -> Option<usize> {
        node.from.map(|(_, event)| event).or(self.part.start.checked_sub(1))
    }

    /// The transitions that are next for all that take part in them.
    fn next(&self, number: usize) -> Vec<usize> {
        let node = &self.nodes[number];
        let heads = self.queues.iter().zip(&node.done).map(|(queue, &done)| queue.get(done));
        let mut next: Vec<usize> = heads.clone().flatten().copied().collect();
        next.sort_unstable_by_key(|&event| (begins(&self.order.events[event]), event));
        next.dedup();
        let is_next = |event: &usize| {
            let mut others = self.queues.iter().zip(&node.done);
            others.all(|(queue, &done)| !queue[done..].contains(event) || queue[done] == *event)
        };
        next.retain(is_next);
        next
    }

    /// Makes a transition at a node, and tells how many switches there are at least in the end. The last one leads to where the part
    /// led.
    fn make(&mut self, number: usize, event: usize) -> Option<(Node<StateOf<M>>, usize)> {
        let node = &self.nodes[number];
        let mut done = node.done.clone();
        for (queue, done) in self.queues.iter().zip(&mut done) {
            *done += usize::from(queue.get(*done) == Some(&event));
        }
        let is_last = self.queues.iter().zip(&done).all(|(queue, &done)| done == queue.len());
        // An attempt that fails takes as long.
        self.order.executed += 1;
        let node = &self.nodes[number];
        let end = &self.order.states[self.part.end];
        let state = self.order.execute(&node.state, event, is_last.then_some(end))?;
        let events = &self.order.events;
        let is_switch = |before: usize, after: usize| is_between(&events[before], &events[after]);
        let is_first = self.before(node).is_some_and(|before| is_switch(before, event));
        let switches = node.switches + usize::from(is_first);
        let rest = match is_last {
            true if self.part.end < events.len() => usize::from(is_switch(event, self.part.end)),
            _ => self.switches_ahead(&done, event),
        };
        Some((Node { state, done, switches, from: Some((number, event)) }, switches + rest))
    }

    /// How many switches there are at least in what comes after a transition: one to each component that begins some of it, but for those
    /// that have just ended one, or may end one that another begins.
    fn switches_ahead(&self, done: &[usize], event: usize) -> usize {
        let rest = self.queues.iter().zip(done).flat_map(|(queue, &done)| &queue[done..]);
        let events = rest.map(|&place| &self.order.events[place]);
        let mut free: BTreeSet<Option<u32>> = BTreeSet::from([ends(&self.order.events[event])]);
        free.extend(events.clone().filter(|it| begins(it) != ends(it)).map(|it| ends(it)));
        events.map(|it| begins(it)).collect::<BTreeSet<_>>().difference(&free).count()
    }

    fn interleaving(self, number: usize) -> Interleaving<StateOf<M>> {
        let mut found = Interleaving { events: Vec::new(), states: Vec::new() };
        let mut node = &self.nodes[number];
        while let Some((before, event)) = node.from {
            found.events.push(event);
            found.states.push(node.state.clone());
            node = &self.nodes[before];
        }
        found.events.reverse();
        found.states.reverse();
        found
    }
}
