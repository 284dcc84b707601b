//! All states of a model, breadth first, by running its tree: nothing here knows machines.

use std::collections::{BTreeMap, HashMap};

use crate::random::serving::{Choices, Id, Rebec, State, Stop, Value, serve};
use crate::random::tree::{Argument, Model};

/// What a model can violate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    Assertion,
    Deadlock,
    Error,
}

/// What is true of a model.
#[derive(Debug, Default)]
pub struct Truth {
    pub states: u64,
    /// Those that end in a state, and the one into the initial state, as searches count.
    pub transitions: u64,
    pub deadlocks: u64,
    /// What is violated, and after how many transitions first.
    pub violated: BTreeMap<Violation, usize>,
    /// The most rebecs there are besides those of `main`.
    pub created: usize,
}

/// What happens between states.
#[derive(Debug, Default)]
pub struct Graph {
    /// The first is the initial one.
    pub states: Vec<State>,
    /// For each state who serves a message there, and to which state that leads, for each combination of choices.
    pub moves: Vec<Vec<(Id, usize)>>,
    /// For each state whether some message runs into an error there.
    pub errors: Vec<bool>,
}

/// All states; none if there are more than so many, or rebecs are created without end.
pub fn explore(model: &Model, most: u64) -> Option<(Truth, Graph)> {
    let truth = Truth { transitions: 1, ..Truth::default() };
    let graph = Graph::default();
    let (numbers, depths) = (HashMap::new(), Vec::new());
    let mut exploration = Exploration { model, numbers, depths, graph, truth };
    exploration.number(initial(model), 0);
    let mut next = 0;
    while next < exploration.depths.len() {
        exploration.expand(next)?;
        if exploration.depths.len() as u64 > most {
            return None;
        }
        next += 1;
    }
    exploration.truth.states = exploration.depths.len() as u64;
    Some((exploration.truth, exploration.graph))
}

/// Each rebec of `main`, by its class and its number in that.
fn ids(model: &Model) -> Vec<Id> {
    let mut counts = vec![0; model.classes.len()];
    let id = |class: usize| {
        counts[class] += 1;
        Id { class, number: counts[class] - 1 }
    };
    model.rebecs.iter().map(|rebec| rebec.class).map(id).collect()
}

fn initial(model: &Model) -> State {
    let ids = ids(model);
    let mut state = vec![Vec::new(); model.classes.len()];
    for (declared, &id) in model.rebecs.iter().zip(&ids) {
        let class = &model.classes[id.class];
        let known: Vec<_> = declared.known.iter().map(|&known| Some(ids[known])).collect();
        let mut rebec = Rebec::new(class, &known);
        let value = |argument: &Argument| match *argument {
            Argument::Truth(value) => Value::Truth(value),
            Argument::Number(number) => Value::Number(number),
            Argument::Element(element) => Value::Element(Some(element)),
            Argument::Rebec(rebec) => Value::Rebec(Some(ids[rebec])),
        };
        rebec.begin(class, id, declared.arguments.iter().map(value).collect());
        state[id.class].push(rebec);
    }
    state
}

struct Exploration<'m> {
    model: &'m Model,
    numbers: HashMap<State, usize>,
    depths: Vec<usize>,
    graph: Graph,
    truth: Truth,
}

impl Exploration<'_> {
    /// The number of a state, which is new at this depth if it was not met before.
    fn number(&mut self, state: State, depth: usize) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.depths.len();
        self.numbers.insert(state.clone(), number);
        self.depths.push(depth);
        self.graph.states.push(state);
        self.graph.moves.push(Vec::new());
        self.graph.errors.push(false);
        number
    }

    fn expand(&mut self, from: usize) -> Option<()> {
        let state = self.graph.states[from].clone();
        let created = state.iter().map(Vec::len).sum::<usize>() - self.model.rebecs.len();
        self.truth.created = self.truth.created.max(created);
        let mut is_stuck = true;
        for (class, rebecs) in state.iter().enumerate() {
            for (number, rebec) in rebecs.iter().enumerate() {
                if !rebec.queue.is_empty() {
                    is_stuck = false;
                    self.message(&state, Id { class, number }, from)?;
                }
            }
        }
        if is_stuck {
            self.truth.deadlocks += 1;
            self.violates(Violation::Deadlock, self.depths[from]);
        }
        Some(())
    }

    /// A transition for each combination of choices.
    fn message(&mut self, state: &State, id: Id, from: usize) -> Option<()> {
        let depth = self.depths[from];
        let mut choices = Choices::default();
        loop {
            let served = serve(self.model, state, id, &mut choices);
            if served.failed {
                self.violates(Violation::Assertion, depth);
            }
            match served.end {
                Ok(target) => {
                    self.truth.transitions += 1;
                    let target = self.number(target, depth + 1);
                    self.graph.moves[from].push((id, target));
                }
                Err(Stop::Error) => {
                    self.graph.errors[from] = true;
                    self.violates(Violation::Error, depth);
                }
                Err(Stop::Unbounded) => return None,
            }
            if !choices.next() {
                return Some(());
            }
        }
    }

    fn violates(&mut self, violation: Violation, depth: usize) {
        self.truth.violated.entry(violation).or_insert(depth);
    }
}
