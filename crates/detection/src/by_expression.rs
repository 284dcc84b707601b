//! Tables by expressions of a machine.

use machine::Machine;
use machine::program::Expr;

/// Something for some of the expressions of a machine.
#[derive(Debug)]
pub(super) struct ByExpression<'m, T> {
    /// By identity; each with the expression, so that one of another machine does not pass for it.
    entries: Vec<Option<(&'m Expr, T)>>,
}

impl<'m, T> ByExpression<'m, T> {
    /// Nothing for any expression.
    pub fn new(machine: &Machine) -> Self {
        let mut entries = Vec::new();
        entries.resize_with(machine.expression_count(), || None);
        ByExpression { entries }
    }

    /// Puts in something for an expression, in the place of what was there.
    ///
    /// # Panics
    /// If it is no expression of the machine.
    pub fn insert(&mut self, expr: &'m Expr, value: T) {
        let id = expr.id().expect("an expression of a machine");
        self.entries[id.index()] = Some((expr, value));
    }

    /// What there is for an expression; none for one of another machine that says something else.
    pub fn get(&self, expr: &Expr) -> Option<&T> {
        let (known, value) = self.entries.get(expr.id()?.index())?.as_ref()?;
        // It nearly always is the very one.
        (std::ptr::eq(*known, expr) || *known == expr).then_some(value)
    }

    /// All that there is.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().flatten().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::ProgramBuilder;
    use machine::compile::CompileOptions;
    use machine::program::{CellType, Region, Variable};
    use machine::semantics::Semantics;

    /// A machine with one variable, which holds a number at the start.
    fn holding(value: i32) -> Machine {
        let span = diagnostics::Span { file: diagnostics::FileId(0), start: 0, end: 0 };
        let mut builder = ProgramBuilder::new(Semantics::default());
        let x = builder.variable(Variable::new("x", Region::Global, CellType::BYTE, span));
        builder.initialise(builder.program.place(x, Vec::new()), Expr::constant(value));
        Machine::new(builder.finish(), CompileOptions::default()).expect("a machine")
    }

    #[test]
    fn an_expression_of_another_program_does_not_pass_for_one_of_this() {
        let (machine, other) = (holding(1), holding(2));
        let copy = machine.clone();
        let value = |machine: &'_ Machine| machine.program.initialisers[0].value.clone();
        let (known, copied, others) = (value(&machine), value(&copy), value(&other));
        let mut table = ByExpression::new(&machine);
        table.insert(&known, "known");
        assert_eq!(table.get(&copied), Some(&"known"));
        assert_eq!(others.id(), known.id());
        assert_eq!(table.get(&others), None);
        assert_eq!(table.get(&Expr::constant(1)), None);
    }
}
