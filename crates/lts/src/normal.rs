//! Normal forms: transition systems without τ in which no event leads from one state to two (Definitions 3 and 58 of
//! Gibson-Robinson and Lowe 2019).

use std::collections::HashMap;

use crate::acceptances::minimal;
use crate::compress::{Watch, strong_bisimulation};
use crate::event::Event;
use crate::explicit::{Explicit, Marks, State, Unfinished};

/// A semantic model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Model {
    /// Traces.
    Traces,
    /// Traces and stable failures.
    Failures,
    /// Failures and divergences; what a process does once it can diverge does not matter.
    FailuresDivergences,
}

/// What a normal form keeps of what it is the normal form of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preserving {
    /// What one model tells. Its normal form is right as a specification in this model, and good for nothing else.
    Model(Model),
    /// What all models tell.
    All,
}

impl Preserving {
    fn acceptances(self) -> bool {
        self != Preserving::Model(Model::Traces)
    }

    fn divergence(self) -> bool {
        matches!(self, Preserving::All | Preserving::Model(Model::FailuresDivergences))
    }

    /// Whether nothing matters behind divergence.
    fn ends_in_divergence(self) -> bool {
        self == Preserving::Model(Model::FailuresDivergences)
    }
}

/// When a construction is given up.
pub struct Limits<'a> {
    /// There are to be no more states than this.
    pub states: usize,
    /// Whether the work is to be given up.
    pub interrupted: &'a mut dyn FnMut() -> bool,
}

impl Limits<'_> {
    /// Whether there may be so many states, after so many were looked at.
    ///
    /// # Errors
    /// There are too many, or the work was interrupted.
    pub fn check(&mut self, states: usize, done: usize) -> Result<(), Unfinished> {
        if states > self.states {
            return Err(Unfinished::TooLarge);
        }
        if done.is_multiple_of(64) && (self.interrupted)() {
            return Err(Unfinished::Interrupted);
        }
        Ok(())
    }
}

/// The normal form. It is generalised: its marks tell what states accept, and which diverge. Of what is not preserved they say
/// that nothing is accepted and that nothing diverges.
///
/// # Errors
/// A limit was reached: a normal form may have exponentially more states.
pub fn normalise(
    explicit: &Explicit,
    preserving: Preserving,
    limits: &mut Limits<'_>,
) -> Result<Explicit, Unfinished> {
    let prenormal = prenormal(explicit, preserving, limits)?;
    Ok(strong_bisimulation(&prenormal, &mut Watch::new(limits.interrupted))?.system)
}

/// The prenormal form: its states are the sets of states that a trace leads to.
fn prenormal(
    explicit: &Explicit,
    preserving: Preserving,
    limits: &mut Limits<'_>,
) -> Result<Explicit, Unfinished> {
    let marks = explicit.marks();
    let mut sets = Sets { explicit, all: Vec::new(), numbers: HashMap::default() };
    let initial = sets.number(vec![explicit.initial]);
    let mut normal = Explicit {
        initial,
        starts: vec![0],
        transitions: Vec::new(),
        labels: Vec::new(),
        generalised: Some(Vec::new()),
    };
    let mut of_states = Vec::new();
    while let Some(set) = sets.all.get(of_states.len()) {
        limits.check(sets.all.len(), of_states.len())?;
        let set = set.clone();
        let of_set = united(&set, &marks, preserving);
        normal.labels.push(explicit.labels[set[0].0 as usize]);
        if !(of_set.diverges && preserving.ends_in_divergence()) {
            sets.step(&set, &mut normal.transitions);
        }
        let end = u32::try_from(normal.transitions.len());
        normal.starts.push(end.map_err(|_| Unfinished::TooLarge)?);
        of_states.push(of_set);
    }
    normal.generalised = Some(of_states);
    Ok(normal)
}

/// The marks of a set of states.
fn united(set: &[State], marks: &[Marks], preserving: Preserving) -> Marks {
    let of_states = || set.iter().map(|state| &marks[state.0 as usize]);
    let diverges = preserving.divergence() && of_states().any(|marks| marks.diverges);
    let mut acceptances = Vec::new();
    if preserving.acceptances() && !(diverges && preserving.ends_in_divergence()) {
        acceptances.extend(of_states().flat_map(|marks| marks.acceptances.iter().cloned()));
    }
    Marks { acceptances: minimal(acceptances), diverges }
}

/// The sets of states that were met: each in ascending order, with what its states reach by τ.
struct Sets<'a> {
    explicit: &'a Explicit,
    all: Vec<Box<[State]>>,
    numbers: HashMap<Box<[State]>, State, rapidhash::fast::RandomState>,
}

impl Sets<'_> {
    /// The number of the set of these states and of what they reach by τ.
    fn number(&mut self, mut states: Vec<State>) -> State {
        states.sort_unstable();
        states.dedup();
        if states.iter().any(|&state| !self.explicit.is_stable(state)) {
            self.close(&mut states);
        }
        let set = states.into_boxed_slice();
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = State(self.all.len() as u32);
        self.all.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// Adds what τ leads to.
    fn close(&self, states: &mut Vec<State>) {
        let mut known: std::collections::HashSet<State, rapidhash::fast::RandomState> =
            states.iter().copied().collect();
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            let targets = self.explicit.silent(state).iter().map(|&(_, target)| target);
            states.extend(targets.filter(|&target| known.insert(target)));
            next += 1;
        }
        states.sort_unstable();
    }

    /// Appends the transitions of a set.
    fn step(&mut self, set: &[State], transitions: &mut Vec<(Event, State)>) {
        let mut steps: Vec<(Event, State)> = Vec::new();
        for &state in set {
            steps.extend(&self.explicit.of(state)[self.explicit.silent(state).len()..]);
        }
        steps.sort_unstable();
        for of_event in steps.chunk_by(|one, other| one.0 == other.0) {
            let targets = of_event.iter().map(|&(_, target)| target).collect();
            transitions.push((of_event[0].0, self.number(targets)));
        }
    }
}
