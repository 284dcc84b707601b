//! Which permutations of processes are symmetries, by brute force on the graph of states.
//!
//! A permutation counts if, on every state that is reached once all processes run, and on the images of these
//! states under what else counts, the transitions of the image are the images of the transitions. What becomes of
//! control locations is not known beforehand: a permutation counts if *some* bijection of them makes it a symmetry.
//! It is looked for by following transitions, first those that leave no choice.

use std::collections::{BTreeSet, HashMap};

use kernel::reachable;
use machine::index::ProcessTypeId;
use machine::program::Action as Statement;
use machine::{Machine, State};

use super::action::Action;
use super::roles::Roles;
use super::transitions::{Future, Futures};

/// In larger machines nothing is decided.
pub const MAX_STATES: usize = 6_000;
/// How many images of states are compared at most.
const MAX_IMAGES: usize = 50_000;
/// Nor with more candidates.
const MAX_CANDIDATES: usize = 200;

/// The truth about a model.
pub struct Truth {
    /// The permutations of instances that are symmetries, as images of the processes, with the identity.
    pub symmetries: BTreeSet<Vec<usize>>,
    /// How many states are reached once all processes run.
    pub states: usize,
    /// Which of these states others become, if they become one of them.
    merged: Vec<(Vec<usize>, Vec<Option<usize>>)>,
}

impl Truth {
    /// In how many orbits the states lie, under the symmetries that are in `some` too.
    pub fn orbits(&self, some: &BTreeSet<Vec<usize>>) -> usize {
        let mut parents: Vec<usize> = (0..self.states).collect();
        let mut count = self.states;
        for (_, images) in self.merged.iter().filter(|(symmetry, _)| some.contains(symmetry)) {
            for (state, image) in images.iter().enumerate() {
                let Some(image) = image else { continue };
                let (a, b) = (root(&mut parents, state), root(&mut parents, *image));
                if a != b {
                    parents[a] = b;
                    count -= 1;
                }
            }
        }
        count
    }
}

fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}

/// What is true of a machine whose processes never end; `None` if it is too large. Each of `readings` says what
/// names may mean; symmetries by different readings are put together.
pub fn truth(machine: &Machine, readings: &[Roles]) -> Option<Truth> {
    let states = settled_states(machine)?;
    let model = states.first()?;
    if states.iter().any(|s| s.starts != model.starts || s.queues != model.queues) {
        return None;
    }
    let candidates = candidates(machine, model, readings.first()?);
    if candidates.len() > MAX_CANDIDATES || candidates.len() * states.len() > MAX_IMAGES {
        return None;
    }
    let locations = machine.code.locations.len();
    let mut judge = Judge { machine, futures: Futures::new(machine, model), locations };
    let cells: Vec<Vec<i32>> = states.iter().map(|state| state.cells.clone()).collect();
    for cells in &cells {
        judge.futures.of(cells)?;
    }
    let places: HashMap<&[i32], usize> =
        cells.iter().enumerate().map(|(place, cells)| (&cells[..], place)).collect();
    let mut merged = Vec::new();
    for roles in readings {
        let found = candidates.iter().filter_map(|images| {
            let action = Action::new(machine, model, roles, images)?;
            let locations = judge.locations_for(&action, &cells)?;
            Some((images.clone(), action, locations))
        });
        let found = found.collect();
        for (images, action, locations) in judge.closed(found, &cells) {
            let image = |cells: &Vec<i32>| action.apply(cells, |l| locations.image(l));
            let image = |cells| image(cells).and_then(|image| places.get(&image[..]).copied());
            merged.push((images, cells.iter().map(image).collect()));
        }
    }
    let symmetries = generated(merged.iter().map(|(symmetry, _)| symmetry), model.processes());
    Some(Truth { symmetries, states: states.len(), merged })
}

/// The group that some permutations generate.
pub fn generated<'p>(
    generators: impl Iterator<Item = &'p Vec<usize>> + Clone,
    degree: usize,
) -> BTreeSet<Vec<usize>> {
    let identity: Vec<usize> = (0..degree).collect();
    let mut found = BTreeSet::from([identity.clone()]);
    let mut pending = vec![identity];
    while let Some(element) = pending.pop() {
        for generator in generators.clone() {
            let next: Vec<usize> = element.iter().map(|&p| generator[p]).collect();
            if found.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    found
}

/// The states from which no process is started any more.
fn settled_states(machine: &Machine) -> Option<Vec<State>> {
    let code = &machine.code;
    let starts = |action: &Statement| match action {
        Statement::Run { .. } => true,
        Statement::Deterministic(block) => block
            .points
            .iter()
            .flat_map(|p| &p.options)
            .any(|(action, _)| matches!(action, Statement::Run { .. })),
        _ => false,
    };
    let mut early = vec![false; code.locations.len()];
    loop {
        let before = early.clone();
        for edge in &code.edges {
            early[edge.from.index()] |= edge.operations.iter().any(|o| starts(&o.action))
                || edge.to.is_some_and(|to| before[to.index()]);
        }
        if early == before {
            break;
        }
    }
    let mut states = reachable(machine, MAX_STATES)?;
    states
        .retain(|state| state.process_ids().all(|process| !early[state.location(process).index()]));
    Some(states)
}

/// The types of the processes.
fn types_of<'m>(
    machine: &'m Machine,
    state: &'m State,
) -> impl Iterator<Item = ProcessTypeId> + 'm {
    state.process_ids().map(|process| machine.type_of(state.location(process)))
}

/// All permutations of processes of the same type.
fn candidates(machine: &Machine, state: &State, roles: &Roles) -> Vec<Vec<usize>> {
    let types: Vec<&str> = types_of(machine, state)
        .map(|of| &machine.program.process_types[of.index()].name[..])
        .collect();
    let mut all = vec![Vec::new()];
    for process in 0..types.len() {
        let mut longer = Vec::new();
        for start in &all {
            for image in (0..types.len()).filter(|&i| roles.alike(types[i], types[process])) {
                if !start.contains(&image) {
                    let mut images: Vec<usize> = start.clone();
                    images.push(image);
                    longer.push(images);
                }
            }
        }
        all = longer;
        if all.len() > 10 * MAX_CANDIDATES {
            break;
        }
    }
    all
}

/// What becomes of each location, as far as known.
#[derive(Clone, Debug)]
pub struct Locations {
    images: Vec<Option<i32>>,
    taken: Vec<bool>,
}

impl Locations {
    fn unknown(count: usize) -> Locations {
        Locations { images: vec![None; count], taken: vec![false; count] }
    }

    fn image(&self, location: i32) -> Option<i32> {
        self.images[location as usize]
    }

    fn set(&mut self, location: i32, image: i32) -> bool {
        let (from, to) = (location as usize, image as usize);
        match self.images[from] {
            Some(known) => known == image,
            None if self.taken[to] => false,
            None => {
                self.images[from] = Some(image);
                self.taken[to] = true;
                true
            }
        }
    }
}

struct Judge<'m> {
    machine: &'m Machine,
    futures: Futures<'m, Machine>,
    locations: usize,
}

type Found = (Vec<usize>, Action, Locations);

impl Judge<'_> {
    /// Whether the transitions of the images are the images of the transitions.
    fn commutes(&mut self, action: &Action, locations: &Locations, states: &[Vec<i32>]) -> bool {
        states.iter().all(|cells| self.commutes_at(action, locations, cells).unwrap_or(false))
    }

    fn commutes_at(
        &mut self,
        action: &Action,
        locations: &Locations,
        cells: &[i32],
    ) -> Option<bool> {
        let image = |cells: &[i32]| action.apply(cells, |l| locations.image(l));
        let (here, there) = (self.futures.of(cells)?, self.futures.of(&image(cells)?)?);
        let mut images = BTreeSet::new();
        for (target, violation) in &here.leaps {
            let target = match target {
                Some(target) => Some(image(target)?),
                None => None,
            };
            images.insert((target, *violation));
        }
        Some(*there == Future { leaps: images, halts: here.halts })
    }

    /// What locations must become for the permutation to be a symmetry; `None` if it is none.
    fn locations_for(&mut self, action: &Action, states: &[Vec<i32>]) -> Option<Locations> {
        let in_order = self.in_order(action, states)?;
        if self.commutes(action, &in_order, states) {
            return Some(in_order);
        }
        (0..6).find_map(|attempt| {
            let locations = self.learn(action, states, attempt)?;
            self.commutes(action, &locations, states).then_some(locations)
        })
    }

    /// The locations of the type of a process become those of the type of its image, in their order.
    fn in_order(&self, action: &Action, states: &[Vec<i32>]) -> Option<Locations> {
        let model = self.futures.state(&states[0]);
        let types: Vec<ProcessTypeId> = types_of(self.machine, &model).collect();
        let code = &self.machine.code;
        let of = |owner: ProcessTypeId| {
            (0..self.locations).filter(move |&l| code.locations[l].process_type == owner)
        };
        let mut locations = Locations::unknown(self.locations);
        for (process, &owner) in types.iter().enumerate() {
            for (from, to) in of(owner).zip(of(types[action.image(process)])) {
                locations.set(from as i32, to as i32).then_some(())?;
            }
        }
        for location in 0..self.locations as i32 {
            if locations.image(location).is_none() && !locations.set(location, location) {
                let free = locations.taken.iter().position(|taken| !taken)?;
                locations.set(location, free as i32);
            }
        }
        Some(locations)
    }

    /// A guess of what locations become that explains the transitions one by one.
    fn learn(&mut self, action: &Action, states: &[Vec<i32>], attempt: usize) -> Option<Locations> {
        let mut locations = Locations::unknown(self.locations);
        let model = self.futures.state(&states[0]);
        let in_order = self.in_order(action, states)?;
        let types: Vec<ProcessTypeId> = types_of(self.machine, &model).collect();
        let entries = &self.machine.code.entries;
        for (process, of) in types.iter().enumerate() {
            let to = entries[types[action.image(process)].index()];
            locations.set(entries[of.index()].index() as i32, to.index() as i32).then_some(())?;
        }
        for process in model.process_ids() {
            let here = model.location(process).index() as i32;
            if locations.image(here).is_none() {
                locations.set(here, in_order.image(here)?);
            }
        }
        let mut guesses = 0;
        loop {
            let before = locations.clone();
            let mut open = None;
            for cells in states {
                let Some(image) = action.apply(cells, |l| locations.image(l)) else { continue };
                let here = self.futures.of(cells)?;
                let there = self.futures.of(&image)?;
                for (target, violation) in &here.leaps {
                    let Some(target) = target else { continue };
                    let choices = matching(action, &locations, target, *violation, &there);
                    match &choices[..] {
                        [] => return None,
                        [only] => {
                            for &(from, to) in only {
                                locations.set(from, to).then_some(())?;
                            }
                        }
                        several => {
                            open.get_or_insert_with(|| several.to_vec());
                        }
                    }
                }
            }
            if locations.images == before.images {
                let Some(several) = open else { break };
                let pick = if guesses == 0 { attempt } else { attempt / 2 };
                guesses += 1;
                for &(from, to) in &several[pick % several.len()] {
                    locations.set(from, to).then_some(())?;
                }
            }
        }
        // Locations where nobody ever stands.
        for location in 0..self.locations as i32 {
            if locations.image(location).is_none() && !locations.set(location, location) {
                let free = locations.taken.iter().position(|taken| !taken)?;
                locations.set(location, free as i32);
            }
        }
        Some(locations)
    }

    /// Those of `found` that are symmetries on the images of the states too, until they form a group.
    fn closed(&mut self, mut found: Vec<Found>, states: &[Vec<i32>]) -> Vec<Found> {
        loop {
            let set: BTreeSet<&Vec<usize>> = found.iter().map(|(g, _, _)| g).collect();
            let compose = |a: &[usize], b: &[usize]| a.iter().map(|&p| b[p]).collect::<Vec<_>>();
            let is_group = set.iter().all(|a| set.iter().all(|b| set.contains(&compose(a, b))));
            if is_group {
                return found;
            }
            let mut wider: BTreeSet<Vec<i32>> = states.iter().cloned().collect();
            for (_, action, locations) in &found {
                let images = states.iter().filter_map(|s| action.apply(s, |l| locations.image(l)));
                wider.extend(images);
            }
            let wider: Vec<Vec<i32>> = wider.into_iter().collect();
            let before = found.len();
            found.retain(|(_, action, locations)| self.commutes(action, locations, &wider));
            if found.len() == before {
                return found;
            }
        }
    }
}

/// What locations would have to become, once for each transition of `there` that may be the image of the one to
/// `target`; alternatives that demand the same are one.
fn matching(
    action: &Action,
    locations: &Locations,
    target: &[i32],
    violation: Option<usize>,
    there: &Future,
) -> Vec<Vec<(i32, i32)>> {
    // Unknown locations are marked by what no location is.
    let mark = |location: i32| Some(locations.image(location).unwrap_or(-1 - location));
    let Some(wanted) = action.apply(target, mark) else { return Vec::new() };
    let mut found: Vec<Vec<(i32, i32)>> = Vec::new();
    for (other, broken) in &there.leaps {
        let Some(other) = other else { continue };
        if *broken != violation {
            continue;
        }
        let mut demands = Vec::new();
        let fits = wanted.iter().zip(other).enumerate().all(|(cell, (&want, &have))| {
            if want < 0 && action.is_location(cell) {
                demands.push((-1 - want, have));
                return !locations.taken[have as usize];
            }
            want == have
        });
        if fits && !found.contains(&demands) {
            found.push(demands);
        }
    }
    found
}
