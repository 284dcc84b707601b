//! All states, and what is wrong on the way.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Action, Expr, ExprKind, Model};
use crate::model::{Faults, LoadOptions};
use crate::reference::evaluate::{View, Who};
use crate::reference::initial::initial;
use crate::reference::state::{Constants, State};

/// What there is.
#[derive(Debug)]
pub struct Found {
    pub states: BTreeSet<State>,
    /// Steps to states, and steps whose next state is undefined.
    pub steps: usize,
    pub faults: usize,
    /// States where the risk is true, and where it has no value.
    pub risks: usize,
    pub undefined_risks: usize,
    /// Whether some state has no step at all.
    pub has_deadlock: bool,
}

/// What becomes of a rule.
enum Outcome {
    Blocked,
    Fault,
    To(State),
}

/// Lists the states of a model; none if there are more than `most`.
pub fn explore(
    model: &Model,
    constants: &Constants,
    options: &LoadOptions,
    most: usize,
) -> Option<Found> {
    let explorer = Explorer { model, constants, options };
    let mut pending = initial(model, constants, options, most)?;
    pending.retain(|state| explorer.invariants(state) == Some(true));
    let mut found = Found {
        states: pending.iter().cloned().collect(),
        steps: 0,
        faults: 0,
        risks: 0,
        undefined_risks: 0,
        has_deadlock: false,
    };
    while let Some(state) = pending.pop() {
        if found.states.len() > most {
            return None;
        }
        let view = explorer.view(&state);
        if let Some(risk) = model.risks.first() {
            match view.truth(&risk.condition, None, &Vec::new()) {
                Some(true) => found.risks += 1,
                Some(false) => {}
                None => found.undefined_risks += 1,
            }
        }
        let before = (found.steps, found.faults);
        for process in 1..=constants.count {
            for rule in 0..model.modes[state.modes[process - 1]].rules.len() {
                match explorer.step(&state, process, rule) {
                    Outcome::Blocked => {}
                    Outcome::Fault => found.faults += 1,
                    Outcome::To(next) => {
                        found.steps += 1;
                        if found.states.insert(next.clone()) {
                            pending.push(next);
                        }
                    }
                }
            }
        }
        found.has_deadlock |= before == (found.steps, found.faults);
    }
    Some(found)
}

struct Explorer<'a> {
    model: &'a Model,
    constants: &'a Constants,
    options: &'a LoadOptions,
}

impl Explorer<'_> {
    fn view<'s>(&'s self, state: &'s State) -> View<'s> {
        View { constants: self.constants, state, logic: self.options.logic }
    }

    /// Whether the invariant of the mode of each process holds.
    fn invariants(&self, state: &State) -> Option<bool> {
        let mut hold = true;
        for (&mode, process) in state.modes.iter().zip(1..) {
            if let Some(invariant) = &self.model.modes[mode].invariant {
                hold &= self.view(state).truth(invariant, Some(process), &Vec::new())?;
            }
        }
        Some(hold)
    }

    fn step(&self, state: &State, process: usize, rule: usize) -> Outcome {
        let strict = self.options.faults == Faults::Strict;
        let rule = &self.model.modes[state.modes[process - 1]].rules[rule];
        match self.view(state).truth(&rule.condition, Some(process), &Vec::new()) {
            Some(true) => {}
            None if strict => return Outcome::Fault,
            Some(false) | None => return Outcome::Blocked,
        }
        let mut next = state.clone();
        for action in &rule.actions {
            match self.assigned(&next, process, action) {
                Some(after) => next = after,
                None => return Outcome::Fault,
            }
        }
        if let Some(target) = &rule.target {
            let mode = self.constants.modes.iter().position(|mode| *mode == target.text);
            next.modes[process - 1] = mode.expect("a mode");
        }
        match self.invariants(&next) {
            Some(true) => Outcome::To(next),
            None if strict => Outcome::Fault,
            Some(false) | None => Outcome::Blocked,
        }
    }

    /// The next state; none if it is undefined.
    fn assigned(&self, state: &State, process: usize, action: &Action) -> Option<State> {
        let value = self.view(state).value(&action.value, Some(process), &Vec::new())?;
        let (name, place) = self.target(state, &action.target, Some(process))?;
        let declared = &self.constants.variables[&name];
        if !(declared.lowest..=declared.highest).contains(&value) {
            return None;
        }
        let mut next = state.clone();
        next.cells.insert((name, place), value);
        Some(next)
    }

    fn target(&self, state: &State, target: &Expr, who: Who) -> Option<(String, usize)> {
        let view = self.view(state);
        let there = |pointer: Option<i64>| {
            let number = usize::try_from(pointer?).ok()?;
            (1..=self.constants.count).contains(&number).then_some(number)
        };
        match &target.kind {
            ExprKind::Name(name) => {
                let is_local = self.constants.variables[name].is_local;
                Some((name.clone(), if is_local { who? } else { 0 }))
            }
            ExprKind::Of(base, index) => {
                let ExprKind::Name(name) = &base.kind else { unreachable!("a variable") };
                Some((name.clone(), there(view.value(index, who, &Vec::new()))?))
            }
            ExprKind::Arrow(pointer, inner) => {
                let there = there(view.value(pointer, who, &Vec::new()))?;
                self.target(state, inner, Some(there))
            }
            _ => unreachable!("a variable"),
        }
    }
}

/// How many states there are up to renaming of processes: all permutations of each state are tried.
pub fn orbits(found: &Found, constants: &Constants) -> usize {
    let permutations = permutations(constants.count);
    let least =
        |state: &State| permutations.iter().map(|images| renamed(state, images, constants)).min();
    found.states.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// A state with renamed processes: their data go with them, and who pointed to them still does.
fn renamed(state: &State, images: &[usize], constants: &Constants) -> State {
    let mut modes = state.modes.clone();
    for (place, &mode) in state.modes.iter().enumerate() {
        modes[images[place] - 1] = mode;
    }
    let mut cells = BTreeMap::new();
    for ((name, place), &value) in &state.cells {
        let place = if *place == 0 { 0 } else { images[place - 1] };
        let is_pointer = constants.variables[name].is_pointer;
        let value = match usize::try_from(value) {
            Ok(number) if is_pointer && number > 0 => images[number - 1] as i64,
            _ => value,
        };
        cells.insert((name.clone(), place), value);
    }
    State { modes, cells }
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |start: Vec<usize>| {
            let rest = (1..=count).filter(|it| !start.contains(it)).collect::<Vec<_>>();
            rest.into_iter().map(move |it| [start.clone(), vec![it]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
