//! Processes that are told apart by the values that they were started with.

use groups::{Interrupted, Patience};
use machine::index::{ProcessId, ProcessTypeId, VariableId};
use machine::program::Region;

use super::Explainer;
use super::reason::{Form, Reason, listed};
use crate::classes::{Class, Meaning, NumberUse};
use crate::vertex_kind::VertexKind;

impl Explainer<'_> {
    /// What two components were given that tells them apart, if that is all there is to say.
    pub(super) fn given_otherwise(
        &self,
        a: usize,
        b: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Reason>, Interrupted> {
        match self.started_otherwise(a, b, patience)? {
            None => Ok(self.passed_otherwise(a, b)),
            found => Ok(found),
        }
    }

    /// Whether two processes of one type were started with different numbers, or with values that are not alike.
    fn started_otherwise(
        &self,
        a: usize,
        b: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Reason>, Interrupted> {
        let is_process = |v: usize| self.program.origins[v].kind == VertexKind::Process;
        if !is_process(a) || !is_process(b) {
            return Ok(None);
        }
        let (Some(one), Some(two)) = (self.process(a), self.process(b)) else { return Ok(None) };
        let owner = self.shape.types[one.index()];
        if owner != self.shape.types[two.index()] {
            return Ok(None);
        }
        for variable in self.differing(owner, one, two) {
            let class = self.classes.content(variable);
            let found = match self.classes.meaning(class) {
                Meaning::Data => {
                    let are_ids = self.is_different_in_all(variable, owner);
                    match self.ids_as_numbers(class).filter(|_| are_ids) {
                        None => Some(self.number(variable, one)),
                        reason => return Ok(reason),
                    }
                }
                Meaning::Value(kind) => {
                    let held = |process| self.held(variable, process);
                    let vertex = |value| self.program.values.get(&(kind, value)).copied();
                    match (vertex(held(one)), vertex(held(two))) {
                        (Some(x), Some(y)) if self.part_before((x, y), (a, b)) => {
                            let unlike = self.reason(x, y, patience)?;
                            if unlike.is_statement() {
                                return Ok(Some(unlike));
                            }
                            Some((format!(", and {}", unlike.text_on()), unlike.span, unlike.other))
                        }
                        _ => None,
                    }
                }
                Meaning::Process | Meaning::Channel => None,
            };
            let Some((then, span, other)) = found else { continue };
            return Ok(Some(self.held_unlike(variable, ((a, one), (b, two)), (then, span, other))));
        }
        Ok(None)
    }

    /// That a variable holds something else for ever in one process than in another.
    fn held_unlike(
        &self,
        variable: VariableId,
        (one, two): ((usize, ProcessId), (usize, ProcessId)),
        (then, span, other): Ending,
    ) -> Reason {
        let side = |(vertex, process)| {
            format!("{} in {}", self.held(variable, process), self.name(vertex))
        };
        let what = format!("`{}` is", self.machine.program.variables[variable.index()].name);
        Reason { form: Form::Held { what, then }, sides: vec![side(one), side(two)], span, other }
    }

    /// That two processes of one type were started with different values, where nothing else tells these apart.
    pub(super) fn started_unlike(&self, (a, b): (usize, usize)) -> Option<Reason> {
        let is_process = |v: &usize| self.program.origins[*v].kind == VertexKind::Process;
        let process = |v: usize| Some(v).filter(is_process).and_then(|v| self.process(v));
        let (one, two) = (process(a)?, process(b)?);
        let owner = self.shape.types[one.index()];
        let is_value = |&variable: &VariableId| {
            matches!(self.classes.meaning(self.classes.content(variable)), Meaning::Value(_))
        };
        let shared = |&variable: &VariableId| !self.is_different_in_all(variable, owner);
        let mut differing = self.differing(owner, one, two).filter(is_value).filter(shared);
        let variable = differing.next().filter(|_| owner == self.shape.types[two.index()])?;
        let ending = (SAME.to_owned(), self.start_of(one), self.start_of(two));
        Some(self.held_unlike(variable, ((a, one), (b, two)), ending))
    }

    /// That ids of a class are used like numbers, if it is one of ids: those that variables hold, another in each process of a type.
    pub(super) fn ids_as_numbers(&self, class: Class) -> Option<Reason> {
        let used = self.classes.number_use(class).filter(NumberUse::is_of_ids)?;
        let (mut types, mut variables) = (Vec::new(), Vec::new());
        for &variable in &self.shape.frozen {
            let declared = &self.machine.program.variables[variable.index()];
            let Region::Local(owner) = declared.region else { continue };
            let is_of_class = self.classes.same(self.classes.content(variable), class);
            let is_of_several = self.shape.processes_of(owner).count() > 1;
            if is_of_class && is_of_several && self.is_different_in_all(variable, owner) {
                types.push(self.machine.program.process_types[owner.index()].name.clone());
                variables.push(format!("`{}`", declared.name));
            }
        }
        [&mut types, &mut variables].into_iter().for_each(Vec::dedup);
        if types.is_empty() {
            return None;
        }
        let (types, variables) = (listed(&types, "and"), listed(&variables, "and"));
        let text = format!("ids of {types} ({variables}) are {}", used.told());
        Some(Reason::statement(text, Some(used.span)))
    }

    /// Whether a variable holds another value for ever in each process of a type.
    fn is_different_in_all(&self, variable: VariableId, owner: ProcessTypeId) -> bool {
        let processes = self.shape.processes_of(owner);
        let mut held: Vec<i32> = processes.map(|process| self.held(variable, process)).collect();
        let count = held.len();
        held.sort_unstable();
        held.dedup();
        held.len() == count
    }

    /// The locals that hold for ever, and not the same in two processes.
    fn differing(
        &self,
        owner: ProcessTypeId,
        one: ProcessId,
        two: ProcessId,
    ) -> impl Iterator<Item = VariableId> {
        self.shape.frozen.iter().copied().filter(move |&variable| {
            let declared = &self.machine.program.variables[variable.index()];
            declared.region == Region::Local(owner)
                && self.held(variable, one) != self.held(variable, two)
        })
    }

    fn held(&self, variable: VariableId, process: ProcessId) -> i32 {
        let declared = &self.machine.program.variables[variable.index()];
        self.shape.frozen_value(declared, process)
    }

    /// Whether two values are told apart without regard to two processes that hold them.
    fn part_before(&self, values: (usize, usize), processes: (usize, usize)) -> bool {
        let values = self.rounds.parted(values.0, values.1);
        let processes = self.rounds.parted(processes.0, processes.1);
        values.is_some_and(|round| processes.is_none_or(|other| round < other))
    }

    /// That what a variable holds is a number, and the statement that makes it one; the one that starts the process, if that is
    /// not known.
    fn number(&self, variable: VariableId, process: ProcessId) -> Ending {
        let declared = &self.machine.program.variables[variable.index()];
        match self.classes.number_use(self.classes.content(variable)) {
            Some(used) => {
                let owner = self.shape.types[process.index()];
                let are_ids = self.is_different_in_all(variable, owner);
                let told = if are_ids { used.told() } else { format!("{}{SAME}", used.what) };
                (format!(", and such values are {told}"), Some(used.span), None)
            }
            None => {
                let start = self.start_of(process).unwrap_or(declared.span);
                (SAME.to_owned(), Some(start), None)
            }
        }
    }
}

/// What to change where values are no ids.
const SAME: &str = ": start them with the same";

/// The end of a sentence, and where it points.
type Ending = (String, Option<diagnostics::Span>, Option<diagnostics::Span>);
