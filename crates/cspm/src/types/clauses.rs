//! Clauses of functions, and lambdas.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use crate::tree::{Expression, Pattern};
use crate::types::store::{Form, TypeId};
use crate::types::{Checked, Checker};

impl Checker<'_> {
    /// Checks a clause against the type of its function, as far as that is known.
    pub fn clause(
        &mut self,
        groups: &[&[Pattern]],
        body: &Expression,
        of: TypeId,
        span: Span,
    ) -> Checked<()> {
        let mut result = of;
        let mut patterns = Vec::new();
        for group in groups {
            let (parameters, becomes) = self.parameters(group, result, span)?;
            for (pattern, &parameter) in group.iter().zip(&*parameters) {
                let found = self.pattern(pattern)?;
                patterns.push((pattern.span, found));
                // The last part of a pattern takes all that is left.
                let found = self.evaluated(pattern.span, found)?;
                let parameter = self.evaluated(pattern.span, parameter)?;
                self.match_pattern(pattern.span, found, parameter)?;
            }
            result = becomes;
        }
        self.value_of(body, result)?;
        // What the body tells of types may let more constructors in patterns take what follows them.
        for (span, pattern) in patterns {
            self.evaluated(span, pattern)?;
        }
        Ok(())
    }

    /// Checks the value of a definition, with dots in its type reduced.
    pub fn value_of(&mut self, value: &Expression, expected: TypeId) -> Checked<()> {
        if self.store.is_variable(expected) {
            let found = self.evaluated_value(value)?;
            return self.unify(value.span, expected, found);
        }
        self.expect(value, expected)?;
        self.evaluated(value.span, expected)?;
        Ok(())
    }

    /// The type of a value, with dots in it reduced.
    pub fn evaluated_value(&mut self, value: &Expression) -> Checked<TypeId> {
        let found = self.infer(value)?;
        let result = self.evaluated(value.span, found);
        result.map_err(|diagnostic| self.wrong_part_of(value).unwrap_or(diagnostic))
    }

    /// The parameters of a group and the result, given the type of the function.
    fn parameters(
        &mut self,
        group: &[Pattern],
        of: TypeId,
        span: Span,
    ) -> Checked<(Rc<[TypeId]>, TypeId)> {
        match self.store.resolved(of) {
            Form::Function(parameters, result) if parameters.len() == group.len() => {
                Ok((parameters, result))
            }
            Form::Variable(_) | Form::Unknown => {
                let parameters = group.iter().map(|_| self.store.fresh()).collect();
                let result = self.store.fresh();
                let function = self.store.add(Form::Function(Rc::clone(&parameters), result));
                self.unify(span, of, function)?;
                Ok((parameters, result))
            }
            _ => {
                let [of] = self.printed([of]);
                let count = group.len();
                let parameters = if count == 1 { "parameter" } else { "parameters" };
                let message = format!("expected `{of}`, found a clause with {count} {parameters}");
                Err(Box::new(Diagnostic::error(span, message)))
            }
        }
    }
}
