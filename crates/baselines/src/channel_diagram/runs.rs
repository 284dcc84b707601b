//! What is passed to each process, where that is plain from the text.

use std::collections::HashSet;

use detection::shape::Shape;
use diagnostics::Span;
use machine::Machine;
use machine::index::{ProcessId, ProcessTypeId};
use machine::program::{Action, Expr, Place};
use machine::uses::starts_process;

/// The statement that starts a process.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The process that starts it.
    pub by: ProcessId,
    /// The process that is started.
    pub process: ProcessId,
    /// Its type.
    pub process_type: ProcessTypeId,
    /// What is passed to it.
    pub arguments: &'a [Expr],
    /// Its priority, where processes have one.
    pub priority: u8,
    /// Where its number goes.
    pub result: Option<&'a Place>,
    /// The place in the text.
    pub span: Span,
}

/// The statements that start the processes, if one initial process starts all others, one after the other, before it comes
/// to a choice; or what the initial processes are given, if these are all. Process by process they can be compared in any order.
pub fn runs<'a>(machine: &'a Machine, shape: &Shape) -> Option<Vec<Run<'a>>> {
    let code = &machine.code;
    let all = code.edges.iter().flat_map(|edge| &edge.operations);
    let count = all.filter(|operation| starts_process(&operation.action)).count();
    let initial = machine.program.initial.len();
    let starters: HashSet<ProcessTypeId> = code
        .edges
        .iter()
        .filter(|edge| edge.operations.iter().any(|operation| starts_process(&operation.action)))
        .map(|edge| machine.type_of(edge.from))
        .collect();
    if starters.is_empty() && initial == shape.types.len() {
        return Some(given_at_the_start(machine));
    }
    let is_starter =
        |&p: &ProcessId| starters.contains(&machine.program.initial[p.index()].process_type);
    let [by] = ProcessId::below(initial).filter(is_starter).collect::<Vec<_>>()[..] else {
        return None;
    };
    if starters.len() != 1 || count + initial != shape.types.len() {
        return None;
    }
    let mut runs = Vec::new();
    let mut at = Some(code.entries[shape.types[by.index()].index()]);
    while let Some(location) = at.filter(|_| runs.len() < count) {
        let [edge] = code.locations[location.index()].edges[..] else { return None };
        let edge = &code.edges[edge.index()];
        let before = runs.len();
        for operation in &edge.operations {
            if let Action::Run { process_type, arguments, priority, result } = &operation.action {
                let process = ProcessId::new(initial + runs.len());
                let result = result.as_ref();
                let span = edge.span;
                runs.push(Run {
                    by,
                    process,
                    process_type: *process_type,
                    arguments,
                    priority: *priority,
                    result,
                    span,
                });
            }
        }
        // A loop without a start would never end.
        if runs.len() == before && !shape.may_start[location.index()] {
            return None;
        }
        at = edge.to;
    }
    let right = |run: &Run<'_>| shape.types[run.process.index()] == run.process_type;
    (runs.len() == count && runs.iter().all(right)).then_some(runs)
}

/// What the initial processes are given.
fn given_at_the_start(machine: &Machine) -> Vec<Run<'_>> {
    let initial = &machine.program.initial;
    let processes = ProcessId::below(initial.len()).zip(initial);
    let runs = processes.map(|(process, started)| Run {
        by: process,
        process,
        process_type: started.process_type,
        arguments: &started.arguments,
        priority: started.priority,
        result: None,
        span: machine.program.process_types[started.process_type.index()].span,
    });
    runs.collect()
}
