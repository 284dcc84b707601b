//! Processes that are told apart by the values that they were started with.

use groups::{Interrupted, Patience};
use machine::index::{ProcessId, ProcessTypeId, VariableId};
use machine::program::Region;

use super::Explainer;
use super::reason::{Form, Reason};
use crate::classes::Meaning;
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
                Meaning::Data => Some(self.number(variable, one)),
                Meaning::Value(kind) => {
                    let held = |process| self.held(variable, process);
                    let vertex = |value| self.program.values.get(&(kind, value)).copied();
                    match (vertex(held(one)), vertex(held(two))) {
                        (Some(x), Some(y)) if self.part_before((x, y), (a, b)) => {
                            let unlike = self.reason(x, y, patience)?;
                            Some((format!(", and {}", unlike.text_on()), unlike.span, unlike.other))
                        }
                        _ => None,
                    }
                }
                Meaning::Process | Meaning::Channel => None,
            };
            let Some((then, span, other)) = found else { continue };
            let side = |vertex, process| {
                format!("{} in {}", self.held(variable, process), self.name(vertex))
            };
            let what = format!("`{}` is", self.machine.program.variables[variable.index()].name);
            let sides = vec![side(a, one), side(b, two)];
            return Ok(Some(Reason { form: Form::Held { what, then }, sides, span, other }));
        }
        Ok(None)
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
                let then = format!(", and such values are {}", used.told());
                (then, Some(used.span), None)
            }
            None => {
                let start = self.start_of(process).unwrap_or(declared.span);
                (": start them with the same".to_owned(), Some(start), None)
            }
        }
    }
}

/// The end of a sentence, and where it points.
type Ending = (String, Option<diagnostics::Span>, Option<diagnostics::Span>);
