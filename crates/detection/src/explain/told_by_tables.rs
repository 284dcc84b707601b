//! Components that no statement tells apart, but arithmetic does.

use diagnostics::Span;
use machine::index::ProcessId;

use super::Explainer;
use super::reason::{Form, Reason};
use crate::class::ONLY_NAMES;
use crate::classes::{Class, Meaning};
use crate::noted::Table;
use crate::vertex_kind::VertexKind;

impl Explainer<'_> {
    /// That arithmetic on two processes, or on two values, is another if they change places alone.
    pub(super) fn exchanged_by_no_table(&self, a: usize, b: usize) -> Option<Reason> {
        let mut tables: Vec<&Table<'_>> = self.classes.tables.values().collect();
        tables.sort_by_key(|table| (table.span.file, table.span.start));
        let span = tables.into_iter().find_map(|table| self.told_by(table, a, b))?;
        Some(self.told_by_arithmetic((a, b), Some(span)))
    }

    /// That arithmetic tells components apart, and where.
    pub(super) fn told_by_arithmetic(
        &self,
        (one, two): (usize, usize),
        span: Option<Span>,
    ) -> Reason {
        let form = Form::Listed {
            what: "the arithmetic tells".to_owned(),
            then: format!(" apart: {ONLY_NAMES}"),
        };
        Reason { form, sides: vec![self.name(one), self.name(two)], span, other: None }
    }

    /// Where a function stands that is another if two components change places.
    fn told_by(&self, table: &Table<'_>, a: usize, b: usize) -> Option<Span> {
        let exchanged = |class: Option<Class>, value: i32| {
            let number = |component| self.number_in(component, class?);
            match (number(a), number(b)) {
                (Some(one), Some(two)) if value == one => two,
                (Some(one), Some(two)) if value == two => one,
                _ => value,
            }
        };
        let classes: Vec<Option<Class>> =
            table.operands.iter().map(|operand| self.classes.of(operand)).collect();
        let has_row = |arguments: &[i32], result: Option<i32>| {
            let arguments = arguments.iter().zip(&classes);
            let arguments: Vec<i32> = arguments.map(|(&v, &class)| exchanged(class, v)).collect();
            let result = result.map(|value| exchanged(Some(table.result), value));
            table.rows.contains(&(arguments, result))
        };
        let is_kept = table.rows.iter().all(|(arguments, result)| has_row(arguments, *result));
        (!is_kept).then_some(table.span)
    }

    /// The number by which values of a class name a component.
    fn number_in(&self, component: usize, class: Class) -> Option<i32> {
        match (self.program.origins[component].kind, self.classes.meaning(class)) {
            (VertexKind::Process, Meaning::Process) => {
                let process: ProcessId = self.process(component)?;
                Some(self.machine.program.semantics.process_number(process))
            }
            (VertexKind::Value, Meaning::Value(kind)) => {
                let &(of, value) = self.values.get(&component)?;
                (of == kind).then_some(value)
            }
            _ => None,
        }
    }
}
