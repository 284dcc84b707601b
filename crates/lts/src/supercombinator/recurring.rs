//! Which rules may make τ again and again.
//!
//! On a cycle of τ every component and every switch comes back to where it was. So each moves within a strongly connected component
//! of what the rules on the cycle do to it. A rule that moves something, and never within such a component, is on no cycle; without
//! it, there may be more such rules. What is left is all that a search for divergence has to follow.

use groups::strong_components;

use crate::event::Event;
use crate::explicit::{Explicit, State};
use crate::supercombinator::{Component, Rule};

/// The search for rules that are on no cycle is given up after so many rounds: the others are kept.
const MOST_ROUNDS: usize = 8;

/// For each rule whether it may be on a cycle of τ.
pub(super) fn recurring(components: &[Component], switches: &[u32], rules: &[Rule]) -> Vec<bool> {
    let mut recurring: Vec<bool> = rules.iter().map(|rule| rule.event == Event::TAU).collect();
    for _ in 0..MOST_ROUNDS {
        let kept = rules.iter().zip(&recurring).filter(|&(_, &kept)| kept).map(|(rule, _)| rule);
        let round = Round::new(components, switches, kept);
        let mut dropped = false;
        for (rule, kept) in rules.iter().zip(&mut recurring).filter(|(_, kept)| **kept) {
            *kept = round.comes_back(rule);
            dropped |= !*kept;
        }
        if !dropped {
            break;
        }
    }
    recurring
}

/// What rules do to a component: they make it do this event, and may reset it then.
type Move = (Event, bool);

/// What some rules do to components and switches.
struct Round {
    /// For each component the moves that lead from a state to one that leads back, in ascending order.
    returning: Vec<Vec<Move>>,
    /// For each switch the strongly connected component of each value.
    values: Vec<Vec<u32>>,
}

impl Round {
    fn new<'r>(
        components: &[Component],
        switches: &[u32],
        rules: impl Iterator<Item = &'r Rule>,
    ) -> Round {
        let mut moves: Vec<Vec<Move>> = vec![Vec::new(); components.len()];
        let mut reset = vec![false; components.len()];
        let mut edges: Vec<_> =
            switches.iter().map(|&values| vec![Vec::new(); values as usize]).collect();
        for rule in rules {
            for &(place, event) in &rule.parts {
                moves[place as usize].push((event, resets(rule, place)));
            }
            for &place in &rule.resets {
                reset[place as usize] = true;
            }
            for &(switch, after) in &rule.switch {
                let edges: &mut Vec<Vec<State>> = &mut edges[switch as usize];
                match before(rule, switch) {
                    Some(before) => {
                        for before in before {
                            edges[before as usize].push(State(after));
                        }
                    }
                    None => edges.iter_mut().for_each(|edges| edges.push(State(after))),
                }
            }
        }
        let components = components.iter().zip(moves).zip(reset);
        Round {
            returning: components
                .map(|((component, moves), reset)| match component.chased {
                    Some(_) => ascending(moves),
                    None => returning(&component.explicit, moves, reset),
                })
                .collect(),
            values: edges.into_iter().map(|edges| classes(edges.into_iter())).collect(),
        }
    }

    /// Whether all that a rule moves comes back, as far as each component and switch by itself can tell.
    fn comes_back(&self, rule: &Rule) -> bool {
        let part = |&(place, event): &(u32, Event)| {
            let returning = &self.returning[place as usize];
            returning.binary_search(&(event, resets(rule, place))).is_ok()
        };
        let switch = |&(switch, after): &(u32, u32)| {
            let class_of = &self.values[switch as usize];
            let class = |value: u32| class_of[value as usize];
            let from =
                |before: [u32; 2]| before.iter().any(|&before| class(before) == class(after));
            before(rule, switch).is_none_or(from)
        };
        rule.parts.iter().all(part) && rule.switch.iter().all(switch)
    }
}

fn resets(rule: &Rule, place: u32) -> bool {
    rule.resets.binary_search(&place).is_ok()
}

/// The values of which a switch has one before a rule.
fn before(rule: &Rule, switch: u32) -> Option<[u32; 2]> {
    let mut when = rule.when.iter();
    when.find(|&&(other, _)| other == switch).map(|&(_, values)| values)
}

/// The moves of a component that are made within a strongly connected component of all of them. Any state may be reset, too.
fn returning(explicit: &Explicit, moves: Vec<Move>, reset: bool) -> Vec<Move> {
    let moves = ascending(moves);
    if moves.is_empty() {
        return moves;
    }
    let made = |state: State| {
        explicit.of(state).iter().flat_map(|&(event, target)| {
            [(event, false, target), (event, true, explicit.initial)]
                .into_iter()
                .filter(|&(event, resets, _)| moves.binary_search(&(event, resets)).is_ok())
        })
    };
    let class_of = classes(explicit.states().map(|state| {
        let reset = reset.then_some(explicit.initial);
        made(state).map(|(_, _, target)| target).chain(reset).collect()
    }));
    let class = |state: State| class_of[state.0 as usize];
    let mut returning: Vec<Move> = explicit
        .states()
        .flat_map(|state| made(state).filter(move |&(_, _, target)| class(target) == class(state)))
        .map(|(event, resets, _)| (event, resets))
        .collect();
    returning.sort_unstable();
    returning.dedup();
    returning
}

fn ascending(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The strongly connected component of each vertex.
fn classes(edges: impl Iterator<Item = Vec<State>>) -> Vec<u32> {
    let (mut starts, mut targets) = (vec![0], Vec::new());
    for edges in edges {
        targets.extend(edges);
        starts.push(targets.len());
    }
    let edge = |vertex: usize, at: usize| {
        targets[starts[vertex]..starts[vertex + 1]].get(at).map(|target: &State| target.0 as usize)
    };
    strong_components(starts.len() - 1, edge).of
}
