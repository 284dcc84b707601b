//! A run under somebody's hands: it goes forwards, backwards, and forwards again along what was undone.

use std::cell::{RefCell, RefMut};
use std::collections::HashSet;

use kernel::{PropertyId, PropertyKind, TransitionSystem};
use model::{
    Action, Blocked, Cell, Change, Choice, Performed, Printed, Simulated, StateOf, StepId, StepOf,
    Value,
};
use serde::Serialize;

use crate::changes::{at_last, changes, course};
use crate::classes::{ClassView, Classes, Mirror, Transitions};
use crate::counterexample::{Detail, Transition, actions, performed};
use crate::ending::Ending;
use crate::evaluate::evaluate;
use crate::messages::InTransit;
use crate::trace_file::{StoredRun, StoredStep, stored_steps};
use crate::walk::{Dead, Standing, TakenOf, Walk, next_place};

/// A run as plain data. Steps are statements here; places among the possible steps count from 0, steps of the run from 1.
pub trait Session {
    /// The word for a component that acts, as in `process`.
    fn component(&self) -> &'static str;

    /// How many steps lead here.
    fn at(&self) -> usize;

    /// How many steps are known, undone ones included.
    fn known(&self) -> usize;

    /// The steps that are possible: of each the statements that it begins with.
    fn choices(&self) -> Vec<Vec<Action>>;

    /// How many there are.
    fn choice_count(&self) -> usize;

    /// Takes a possible step. What was undone stays known if it began with this step.
    ///
    /// # Panics
    /// If there is no such step.
    fn take(&mut self, place: usize);

    /// Goes to the position after a known step; 0 is the beginning. Says whether there is one.
    fn jump(&mut self, step: usize) -> bool;

    /// A step that leads here, in so much detail. Of a session that keeps no history only the last is known.
    fn step(&self, number: usize, detail: Detail) -> Option<SimulatedStep>;

    /// How the run ends here, if it does.
    fn ending(&self) -> Option<Ending>;

    /// That the state violates an invariant, if it does: a run that was stored because of that ends here.
    fn excluded(&self) -> Option<Ending>;

    /// What states and transitions can violate, by name, and whether that is so: of the state, and of the step that led here.
    fn properties(&self) -> Vec<(String, bool)>;

    /// What is not possible though a process stands there, and why not; of all components, or of the one with a number.
    fn obstacles(&self, component: Option<u32>) -> Vec<(Action, String)>;

    /// Whether the step that led here failed, so that nothing follows.
    fn has_failed(&self) -> bool;

    /// What the state holds.
    fn cells(&self) -> Vec<Cell>;

    /// The value of an expression in the state, whose cells have the names in which they are shown: `flag[1] && user(3).k > 2`.
    ///
    /// # Errors
    /// What cannot be understood or computed.
    fn evaluate(&self, text: &str) -> Result<Value, String>;

    /// What never changes, with its value.
    fn constants(&self) -> Vec<(String, String)>;

    /// The channels, and what there is to know of each.
    fn channels(&self) -> Vec<(String, String)>;

    /// Where the processes are.
    fn processes(&self) -> Vec<Blocked>;

    /// The number of the initial state in which the run begins, from 0.
    fn start(&self) -> usize;

    /// The initial states of the model: how many there are, and of each of the first of them those cells that do not hold the same in all of
    /// these.
    fn starts(&self, most: usize) -> (usize, Vec<Vec<Cell>>);

    /// Begins anew, in the initial state with this number; nothing is known ahead. Says whether there is one.
    fn begin_in(&mut self, start: usize) -> bool;

    /// The names of the processes that run from the beginning, and what the first state holds.
    fn beginning(&self) -> (Vec<String>, Vec<Cell>);

    /// The process that goes on first, being in an atomic sequence.
    fn holder(&self) -> Option<String>;

    /// Bytes that are the same just where runs are in the same state, and the same process goes on first.
    fn key(&self) -> Vec<u8>;

    /// The class of the state: what symmetry makes of it. Only of a session with symmetry that keeps its history.
    ///
    /// # Errors
    /// Why none is told.
    fn class(&self) -> Result<ClassView, String>;

    /// The steps that are possible, those together that a symmetry of the state takes to one another: places among the
    /// [choices](Self::choices), in order. Each by itself where nothing is known of its class.
    fn entries(&self) -> Vec<Vec<usize>>;

    /// The run so far with its parts exchanged, as in `(user(1) user(2))`: it stands at its beginning with all of its steps ahead.
    ///
    /// # Errors
    /// What is wrong with the exchange, or why there is no such run.
    fn twin(&self, exchange: &str) -> Result<Box<dyn Session + '_>, String>;

    /// Of a run that goes on for ever: the number of the step that comes again after the last known one.
    fn again(&self) -> Option<usize>;

    /// Goes once more round in a run that goes on for ever, so that the steps are known which come again. Says whether that is possible.
    fn go_round(&mut self) -> bool;

    /// The place, among the choices, of the step that leads along what is known.
    fn ahead(&self) -> Option<usize>;

    /// The run so far, to be stored; `ending` is how it ends, if it does. Only of a session that keeps its history.
    fn stored(&self, ending: Option<&Ending>) -> StoredRun;
}

/// States without the cells that hold the same in all of them.
fn differing(mut states: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let Some(first) = states.first().cloned() else { return states };
    let same: HashSet<String> = first
        .into_iter()
        .filter(|cell| states.iter().all(|state| state.contains(cell)))
        .map(|cell| cell.name)
        .collect();
    states.iter_mut().for_each(|state| state.retain(|cell| !same.contains(&cell.name)));
    states
}

/// A step of a simulated run in the words of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SimulatedStep {
    /// What the processes did, and what changed.
    #[serde(flatten)]
    pub transition: Transition,
    /// The message of a rendezvous, as in `c: [red,3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was printed.
    pub output: Vec<Output>,
}

/// What one statement printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Output {
    /// The number of the process.
    pub process: u32,
    /// The text.
    pub text: String,
    /// What is wrong with the statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl From<&Printed> for Output {
    fn from(printed: &Printed) -> Output {
        let Printed { component, text, problem } = printed.clone();
        Output { process: component, text, problem }
    }
}

/// A session with a model.
pub(crate) struct ModelSession<'a, M: Simulated> {
    walk: Walk<'a, M>,
    main: &'a str,
    start: Standing<M::Position>,
    history: Vec<TakenOf<M>>,
    /// How many steps were forgotten before those of the history.
    forgotten: usize,
    keeps: bool,
    at: usize,
    /// Up to which step messages were followed, and those on their way there.
    followed: RefCell<(usize, InTransit)>,
    /// The step that comes again after the last one, if the run that was ahead goes on for ever.
    again: Option<usize>,
    /// The run of the symmetric system, if there is one.
    mirror: Option<RefCell<Mirror<'a, M>>>,
}

impl<'a, M: Simulated> ModelSession<'a, M> {
    /// A run that stands at its beginning, with these steps ahead. One that does not keep its history cannot go back.
    pub fn new(walk: Walk<'a, M>, main: &'a str, ahead: Vec<TakenOf<M>>, keeps: bool) -> Self {
        let start = walk.standing().clone();
        ModelSession {
            walk,
            main,
            start,
            history: ahead,
            forgotten: 0,
            keeps,
            at: 0,
            followed: RefCell::default(),
            again: None,
            mirror: None,
        }
    }

    /// The same run, after whose last step this one comes again, if it does.
    pub fn going_round(self, again: Option<usize>) -> Self {
        ModelSession { again, ..self }
    }

    /// The same run with the classes of its states.
    pub fn with_classes(self, classes: &'a Classes<'a, M>) -> Self {
        let mirror = Mirror::new(classes, self.walk.start);
        ModelSession { mirror: Some(RefCell::new(mirror)), ..self }
    }

    /// The state where the run stands, and that of the symmetric system if there is one.
    ///
    /// # Errors
    /// That it is within a step that others cannot interrupt.
    pub fn states(&self) -> Result<(StateOf<M>, Option<StateOf<M>>), String> {
        let position = &self.walk.standing().position;
        if let Some(holder) = self.walk.model.holder(position) {
            return Err(format!("{holder} is within a step that others cannot interrupt"));
        }
        if self.walk.standing().failed {
            return Err("the last step failed: nothing follows".to_owned());
        }
        let symmetric = self.mirror().ok().and_then(|mut mirror| mirror.any_state(self.past()));
        Ok((self.walk.model.state(position).clone(), symmetric))
    }

    /// The run of the symmetric system up to here.
    ///
    /// # Errors
    /// Why there is none.
    pub fn transitions(&self) -> Result<Transitions<StateOf<M>>, String> {
        self.mirror()?.transitions(self.past())
    }

    /// Whether steps are possible, and nobody notices any of them.
    pub fn only_unnoticed(&self) -> bool {
        let choices = self.walk.choices();
        let model = self.walk.model;
        !choices.is_empty() && choices.iter().all(|choice| model.may_be_missing(&choice.steps))
    }

    /// The place of the choice that takes the next of these steps, which are left out then, or else of one that nobody notices.
    pub fn place_of(&self, steps: &mut &[StepId]) -> Option<usize> {
        next_place(&self.walk, steps)
    }

    /// The run of the symmetric system.
    fn mirror(&self) -> Result<RefMut<'_, Mirror<'a, M>>, String> {
        let none = || "no symmetry of the model is known".to_owned();
        self.mirror.as_ref().map(RefCell::borrow_mut).ok_or_else(none)
    }

    /// What the processes did in a step, and which sends their receives answer: where all steps before it are known, or were
    /// asked for in turn.
    fn performed(&self, number: usize, taken: &TakenOf<M>) -> Vec<Performed> {
        let model = self.walk.model;
        let actions = |taken: &TakenOf<M>| {
            performed(model, model.state(&taken.before.position), &taken.steps)
        };
        let mut followed = self.followed.borrow_mut();
        let (steps, in_transit) = &mut *followed;
        if *steps + 1 != number {
            (*steps, *in_transit) = (self.forgotten, InTransit::default());
            for (index, earlier) in
                self.history.iter().enumerate().take(number - 1 - self.forgotten)
            {
                in_transit.follow(self.forgotten + index + 1, &mut actions(earlier));
            }
        }
        let mut performed = actions(taken);
        in_transit.follow(number, &mut performed);
        *steps = number;
        performed
    }

    /// What each of so many actions of a step changed.
    fn changes(&self, taken: &TakenOf<M>, actions: usize) -> Vec<Change> {
        let model = self.walk.model;
        let before = model.state(&taken.before.position);
        let after = model.state(&taken.after.position);
        let course = match actions {
            1 => at_last(after, 1),
            _ => course(model, before, &taken.steps, Some(after), actions),
        };
        changes(model, before, &course)
    }

    /// If the step that led here failed: whether that was a run-time error, and no assertion.
    fn failure(&self) -> Option<bool> {
        let last = self.past().last().filter(|_| self.walk.standing().failed)?;
        let violation = last.steps.iter().find_map(|step| self.walk.model.violation(step))?;
        Some(violation.error.is_some())
    }

    fn past(&self) -> &[TakenOf<M>] {
        &self.history[..self.at - self.forgotten]
    }
}

impl<M: Simulated> Session for ModelSession<'_, M> {
    fn component(&self) -> &'static str {
        self.walk.model.component()
    }

    fn at(&self) -> usize {
        self.at
    }

    fn known(&self) -> usize {
        self.forgotten + self.history.len()
    }

    fn choices(&self) -> Vec<Vec<Action>> {
        let model = self.walk.model;
        let position = &self.walk.standing().position;
        let begins = |step: &StepOf<M>| model.first_action(position, step);
        let choice = |choice: &Choice<_, _>| choice.steps.iter().filter_map(begins).collect();
        self.walk.choices().iter().map(choice).collect()
    }

    fn choice_count(&self) -> usize {
        self.walk.choices().len()
    }

    fn take(&mut self, place: usize) {
        let taken = self.walk.take(place);
        let model = self.walk.model;
        let ids = |steps: &[StepOf<M>]| confirm::names(model, steps);
        let known = self.history.get(self.at - self.forgotten).is_some_and(|known| {
            ids(&known.steps) == ids(&taken.steps) && known.after == taken.after
        });
        if !known {
            // What was followed beyond this point went another way.
            if self.followed.borrow().0 > self.at {
                self.followed.take();
            }
            self.history.truncate(self.at - self.forgotten);
            self.again = None;
            if let Some(mirror) = &self.mirror {
                mirror.borrow_mut().truncate(self.at);
            }
            if !self.keeps {
                self.forgotten = self.at;
                self.history.clear();
            }
            self.history.push(taken);
        }
        self.at += 1;
    }

    fn jump(&mut self, step: usize) -> bool {
        if step > self.known() || (step <= self.forgotten && self.forgotten > 0) {
            return false;
        }
        self.at = step;
        let standing = self.past().last().map_or(&self.start, |last| &last.after);
        self.walk.stand_at(standing.clone());
        true
    }

    fn step(&self, number: usize, detail: Detail) -> Option<SimulatedStep> {
        let taken = self.past().get(number.checked_sub(1 + self.forgotten)?)?;
        let model = self.walk.model;
        let actions = match detail {
            Detail::Effects | Detail::States => self.performed(number, taken),
            _ => actions(model, model.state(&taken.before.position), &taken.steps),
        };
        let changes = match detail {
            Detail::Actions => Vec::new(),
            _ => self.changes(taken, actions.len()),
        };
        let cells = match detail {
            Detail::States => model.cells(model.state(&taken.after.position)),
            _ => Vec::new(),
        };
        Some(SimulatedStep {
            transition: Transition { step: number, actions, changes, cells },
            message: taken.observed.message.clone(),
            output: taken.observed.printed.iter().map(Output::from).collect(),
        })
    }

    fn ending(&self) -> Option<Ending> {
        Ending::of(&self.walk, self.main, self.past().last())
    }

    fn excluded(&self) -> Option<Ending> {
        Ending::excluded(&self.walk)
    }

    fn properties(&self) -> Vec<(String, bool)> {
        let system = self.walk.model.system();
        let state = self.walk.model.state(&self.walk.standing().position);
        let mut scratch = system.scratch();
        let properties = system.properties().iter().enumerate();
        let told = properties.map(|(place, property)| {
            let holds = match property.kind {
                PropertyKind::Invariant => {
                    !system.violates(state, PropertyId::new(place), &mut scratch)
                }
                PropertyKind::Deadlock => {
                    self.walk.dead(self.past().last()) != Some(Dead::Deadlock)
                }
                PropertyKind::Assertion => self.failure() != Some(false),
                PropertyKind::RuntimeError => self.failure() != Some(true),
            };
            (property.name.clone(), holds)
        });
        told.collect()
    }

    fn obstacles(&self, component: Option<u32>) -> Vec<(Action, String)> {
        self.walk.model.obstacles(&self.walk.standing().position, component)
    }

    fn has_failed(&self) -> bool {
        self.walk.standing().failed
    }

    fn cells(&self) -> Vec<Cell> {
        self.walk.model.cells(self.walk.model.state(&self.walk.standing().position))
    }

    fn evaluate(&self, text: &str) -> Result<Value, String> {
        evaluate(self.walk.model, self.walk.model.state(&self.walk.standing().position), text)
    }

    fn constants(&self) -> Vec<(String, String)> {
        self.walk.model.constants()
    }

    fn channels(&self) -> Vec<(String, String)> {
        self.walk.model.channels(self.walk.model.state(&self.walk.standing().position))
    }

    fn processes(&self) -> Vec<Blocked> {
        let state = self.walk.model.state(&self.walk.standing().position);
        self.walk.model.processes(state).into_iter().map(Blocked::from).collect()
    }

    fn start(&self) -> usize {
        self.walk.start
    }

    fn starts(&self, most: usize) -> (usize, Vec<Vec<Cell>>) {
        let model = self.walk.model;
        let starts = model.starts();
        let first = starts.iter().take(most).map(|start| model.cells(model.state(start)));
        (starts.len(), differing(first.collect()))
    }

    fn begin_in(&mut self, start: usize) -> bool {
        let Some(walk) = Walk::from_start(self.walk.model, start) else { return false };
        self.start = walk.standing().clone();
        self.walk = walk;
        self.history.clear();
        (self.forgotten, self.at, self.again) = (0, 0, None);
        self.followed.take();
        if let Some(mirror) = &self.mirror {
            let classes = mirror.borrow().classes;
            mirror.replace(Mirror::new(classes, start));
        }
        true
    }

    fn beginning(&self) -> (Vec<String>, Vec<Cell>) {
        let model = self.walk.model;
        let state = model.state(&self.start.position);
        let processes = model.processes(state).into_iter().map(|it| it.process).collect();
        (processes, model.cells(state))
    }

    fn holder(&self) -> Option<String> {
        self.walk.model.holder(&self.walk.standing().position)
    }

    fn key(&self) -> Vec<u8> {
        let Standing { position, failed } = self.walk.standing();
        let mut key = Vec::new();
        self.walk.model.system().encode(self.walk.model.state(position), &mut key);
        key.push(u8::from(*failed));
        key.extend(self.walk.model.holder(position).unwrap_or_default().bytes());
        key
    }

    fn class(&self) -> Result<ClassView, String> {
        let mut mirror = self.mirror()?;
        let state = mirror.state(self.past())?;
        let Mirror { classes, scratch, .. } = &mut *mirror;
        classes.class(&state, scratch)
    }

    fn entries(&self) -> Vec<Vec<usize>> {
        let together = || {
            let mut mirror = self.mirror()?;
            let state = mirror.state(self.past())?;
            let Mirror { classes, scratch, .. } = &mut *mirror;
            let model = self.walk.model;
            let choices = self.walk.choices().iter();
            let names: Vec<Vec<StepId>> =
                choices.map(|choice| confirm::names(model, &choice.steps)).collect();
            classes.entries(&state, &names, scratch)
        };
        let alone = |_: String| (0..self.walk.choices().len()).map(|place| vec![place]).collect();
        together().unwrap_or_else(alone)
    }

    fn twin(&self, exchange: &str) -> Result<Box<dyn Session + '_>, String> {
        let mut mirror = self.mirror()?;
        let classes = mirror.classes;
        let element = classes.element(exchange)?;
        let run = mirror.transitions(self.past())?;
        let (walk, ahead) = classes.twin(&run, &element)?;
        Ok(Box::new(ModelSession::new(walk, self.main, ahead, true).with_classes(classes)))
    }

    fn again(&self) -> Option<usize> {
        self.again
    }

    fn go_round(&mut self) -> bool {
        let (Some(again), at) = (self.again, self.at) else { return false };
        let model = self.walk.model;
        let round: Vec<Vec<StepId>> = self.history[again - 1..]
            .iter()
            .map(|taken| confirm::names(model, &taken.steps))
            .collect();
        self.jump(self.known());
        let mut made = Vec::new();
        for names in &round {
            let is_next = |choice: &Choice<M::Position, StepOf<M>>| {
                confirm::names(model, &choice.steps) == *names
            };
            let Some(place) = self.walk.choices().iter().position(is_next) else { break };
            made.push(self.walk.take(place));
        }
        let is_whole = made.len() == round.len();
        if is_whole {
            self.again = Some(self.history.len() + 1);
            self.history.extend(made);
        }
        self.jump(at);
        is_whole
    }

    fn ahead(&self) -> Option<usize> {
        let model = self.walk.model;
        let next = self.history.get(self.at - self.forgotten)?;
        let names = confirm::names(model, &next.steps);
        let is_next = |choice: &Choice<M::Position, StepOf<M>>| {
            confirm::names(model, &choice.steps) == names
                && choice.target.as_ref().is_none_or(|target| *target == next.after.position)
        };
        self.walk.choices().iter().position(is_next)
    }

    /// What happens until no process keeps control is one transition.
    fn stored(&self, ending: Option<&Ending>) -> StoredRun {
        let model = self.walk.model;
        let mut transitions: Vec<Vec<StoredStep>> = Vec::new();
        let mut open = false;
        for taken in self.past() {
            let steps = stored_steps(model, model.state(&taken.before.position), &taken.steps);
            match transitions.last_mut() {
                Some(last) if open => last.extend(steps),
                _ => transitions.push(steps.collect()),
            }
            open = model.holder(&taken.after.position).is_some();
        }
        let (property, text) = match ending {
            Some(ending) => (ending.property.as_str(), ending.text.as_str()),
            None => ("", "the run goes on"),
        };
        let start = (model.starts().len() > 1).then_some(self.walk.start + 1);
        StoredRun { start, ..StoredRun::of(transitions.into_iter(), property, text) }
    }
}
