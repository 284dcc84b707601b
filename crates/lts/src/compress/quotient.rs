//! A transition system whose states are classes of another's.

use crate::acceptances::minimal;
use crate::compress::blocks::grouped;
use crate::compress::reachable::{Row, reachable};
use crate::compress::watch::Watch;
use crate::event::Event;
use crate::explicit::{Explicit, Marks, State, Unfinished};

/// A system, and what each state of the one that it was made from became.
pub struct Factor {
    /// The new system.
    pub system: Explicit,
    /// For each old state the new one, unless it was not reachable.
    pub state_of: Vec<Option<State>>,
}

impl Factor {
    /// What became of the states of the system that `first` was made from, of which this was made.
    pub(super) fn after(self, first: &Factor) -> Factor {
        let step = |state: &Option<State>| state.and_then(|state| self.state_of[state.0 as usize]);
        Factor { state_of: first.state_of.iter().map(step).collect(), system: self.system }
    }
}

/// A class does what any of its states does, accepts what any of them accepts and diverges if any of them does. A τ from a state
/// to one of its own class is left out unless the state has to keep its loops.
pub(super) fn quotient(
    system: &Explicit,
    class_of: &[u32],
    keeps_loops: impl Fn(State) -> bool,
    watch: &mut Watch,
) -> Result<Factor, Unfinished> {
    let (starts, order) = grouped(class_of);
    let members = |class: u32| {
        let class = class as usize;
        &order[starts[class] as usize..starts[class + 1] as usize]
    };
    let initial = class_of[system.initial.0 as usize];
    let (new, number_of) = reachable(initial, starts.len() - 1, watch, |class, found, _| {
        for &member in members(class) {
            let state = State(member);
            for &(event, target) in system.of(state) {
                let target = class_of[target.0 as usize];
                if event != Event::TAU || target != class || keeps_loops(state) {
                    found.push((event, target));
                }
            }
        }
        Ok(Row {
            label: system.labels[members(class)[0] as usize],
            marks: system.generalised.as_ref().map(|marks| joined(marks, members(class))),
        })
    })?;
    let state_of = class_of.iter().map(|&class| number_of[class as usize]).collect();
    Ok(Factor { system: new, state_of })
}

/// The marks of states that are one.
fn joined(marks: &[Marks], members: &[u32]) -> Marks {
    let first = &marks[members[0] as usize];
    if members.iter().all(|&member| marks[member as usize] == *first) {
        return first.clone();
    }
    let of_members = || members.iter().map(|&member| &marks[member as usize]);
    Marks {
        acceptances: minimal(
            of_members().flat_map(|marks| marks.acceptances.iter().cloned()).collect(),
        ),
        diverges: of_members().any(|marks| marks.diverges),
    }
}
