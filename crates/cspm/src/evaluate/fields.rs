//! What channels and constructors carry: a set for each field.

use std::rc::Rc;

use diagnostics::Span;

use super::Evaluator;
use super::code::{Code, Env, Fields};
use super::failure::Outcome;
use crate::values::{ConstructorId, Set, Value};

impl Evaluator<'_> {
    /// The sets of the fields of a channel or a constructor.
    pub(super) fn fields(&mut self, id: ConstructorId) -> Outcome<Rc<[Rc<Set>]>> {
        let constructor = Rc::clone(&self.program.constructors[id.0 as usize]);
        match &*constructor.fields.borrow() {
            Fields::Known(sets) => return Ok(Rc::clone(sets)),
            Fields::Running => {
                let name = &constructor.name;
                let text = format!("what `{name}` carries depends on itself");
                return Err(self.error(constructor.span, text));
            }
            Fields::Unknown => {}
        }
        constructor.fields.replace(Fields::Running);
        let sets = match constructor.carries.get() {
            Some(code) => self.carried(code, constructor.span),
            None => Ok(Vec::new()),
        };
        match sets {
            Ok(sets) => {
                let sets: Rc<[Rc<Set>]> = sets.into();
                constructor.fields.replace(Fields::Known(Rc::clone(&sets)));
                Ok(sets)
            }
            Err(failure) => {
                constructor.fields.replace(Fields::Unknown);
                Err(failure)
            }
        }
    }

    fn carried(&mut self, code: &Code, span: Span) -> Outcome<Vec<Rc<Set>>> {
        let env = Rc::clone(&self.globals);
        let value = self.evaluate_code(code, &env)?;
        let set = self.type_set(&value, code.span)?;
        self.decomposed(&set, span)
    }

    /// A set from what stands for a type: a set, dotted sets, or a tuple of sets.
    pub(super) fn type_set(&mut self, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        match value {
            Value::Dots(parts) => {
                let sets = parts.iter().map(|part| self.type_set(part, span));
                Ok(Rc::new(Set::Dots(sets.collect::<Outcome<_>>()?)))
            }
            Value::Tuple(parts) => {
                let mut sets = Vec::new();
                for part in &parts.0 {
                    let part = self.force(part)?;
                    sets.push(self.type_set(&part, span)?);
                }
                Ok(Rc::new(Set::Tuples(sets)))
            }
            other => self.as_set(other, span),
        }
    }

    /// A set as a product of one set for each field: it must be one.
    fn decomposed(&mut self, set: &Rc<Set>, span: Span) -> Outcome<Vec<Rc<Set>>> {
        match &**set {
            Set::Dots(parts) => {
                let mut sets = Vec::new();
                for part in parts {
                    sets.append(&mut self.decomposed(part, span)?);
                }
                Ok(sets)
            }
            Set::Listed(elements) => self.projections(set, elements, span),
            Set::Union(parts) if parts.iter().any(|part| matches!(**part, Set::Dots(_))) => {
                Err(self.not_rectangular(span))
            }
            _ => Ok(vec![Rc::clone(set)]),
        }
    }

    fn projections(
        &mut self,
        set: &Rc<Set>,
        elements: &[Value],
        span: Span,
    ) -> Outcome<Vec<Rc<Set>>> {
        let count = elements.first().map_or(1, |first| first.dotted().len());
        if elements.iter().any(|element| element.dotted().len() != count) {
            return Err(self.not_rectangular(span));
        }
        if count == 1 {
            return Ok(vec![Rc::clone(set)]);
        }
        let field = |place: usize| {
            let values = elements.iter().map(|element| element.dotted()[place].clone());
            Set::of(values.collect())
        };
        let sets: Vec<Rc<Set>> = (0..count).map(|place| Rc::new(field(place))).collect();
        let product = sets.iter().try_fold(1_usize, |product, set| {
            let size = match &**set {
                Set::Range(from, to) => {
                    usize::try_from(to.checked_sub(*from)?).ok()?.checked_add(1)?
                }
                Set::Listed(elements) => elements.len(),
                _ => return None,
            };
            product.checked_mul(size)
        });
        // All elements are in the product, so that it is enough to count.
        if product == Some(elements.len()) { Ok(sets) } else { Err(self.not_rectangular(span)) }
    }

    fn not_rectangular(&self, span: Span) -> super::Failure {
        let text = "what this carries is no product of a set for each field";
        let diagnostic = diagnostics::Diagnostic::error(span, text).help(
            "declare a set for each field, or a datatype whose values are those that are meant",
        );
        self.traced(diagnostic).into()
    }

    /// The set of a subtype: constructors with fields in these sets, and in all values where no set is named.
    pub(super) fn subtype(
        &mut self,
        clauses: &[(ConstructorId, Option<Code>)],
        env: &Env,
    ) -> Outcome<Value> {
        let mut parts = Vec::new();
        for (constructor, code) in clauses {
            let mut sets = match code {
                None => Vec::new(),
                Some(code) => {
                    let value = self.evaluate_code(code, env)?;
                    let set = self.type_set(&value, code.span)?;
                    self.decomposed(&set, code.span)?
                }
            };
            let declared = self.fields(*constructor)?;
            if sets.len() > declared.len() {
                let span = code.as_ref().map_or(self.program.constructors[0].span, |c| c.span);
                return Err(self.error(span, "there are more fields than the constructor has"));
            }
            for (place, set) in sets.iter().enumerate() {
                if !self.is_subset(set, &declared[place])? {
                    let span = code.as_ref().map_or(self.program.constructors[0].span, |c| c.span);
                    let text = format!("field {} has values that the datatype does not", place + 1);
                    return Err(self.error(span, text));
                }
            }
            sets.extend(declared[sets.len()..].iter().cloned());
            parts.push(Rc::new(Set::Constructed(*constructor, sets)));
        }
        Ok(Value::Set(self.union_of(parts)?))
    }
}
