//! Expressions that are no processes.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::{Compiler, Meaning};
use crate::builtin::Builtin;
use crate::evaluate::code::{Code, Comprehension, Kind, Place, Step};
use crate::tree::{self, Collection, Declaration, Expression, ExpressionKind, Name, Statement};
use crate::values::Value;

impl Compiler<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) -> Code {
        let kind = match &expression.kind {
            ExpressionKind::Integer(value) => Kind::Value(Value::Integer(*value)),
            ExpressionKind::Boolean(value) => Kind::Value(Value::Boolean(*value)),
            ExpressionKind::Character(value) => Kind::Value(Value::Character(*value)),
            ExpressionKind::Text(text) => Kind::Value(Value::text(text)),
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Tuple(parts) => Kind::Tuple(self.expressions(parts)),
            ExpressionKind::Apply { function, arguments } => self.apply(function, arguments),
            ExpressionKind::Dot(left, right) => {
                let mut parts = vec![self.expression(left)];
                self.dotted(right, &mut parts);
                Kind::Dot(parts)
            }
            ExpressionKind::Negate(operand) => Kind::Negate(self.expression(operand)),
            ExpressionKind::Not(operand) => Kind::Not(self.expression(operand)),
            ExpressionKind::Length(operand) => Kind::Length(self.expression(operand)),
            ExpressionKind::Binary(operator, left, right) => {
                Kind::Binary(*operator, self.expression(left), self.expression(right))
            }
            ExpressionKind::If(condition, yes, no) => {
                Kind::If(self.expression(condition), self.expression(yes), self.expression(no))
            }
            ExpressionKind::Let(declarations, body) => self.let_within(declarations, body),
            ExpressionKind::Lambda(parameters, body) => {
                Kind::Lambda(self.lambda(parameters, body, expression.span))
            }
            ExpressionKind::Sequence(collection) => self.sequence(collection, expression.span),
            ExpressionKind::Set(collection) => self.set(collection, expression.span),
            ExpressionKind::Productions { elements, statements } => {
                let (elements, steps) = self.comprehension(elements, statements);
                Kind::Productions(elements, steps)
            }
            ExpressionKind::Map(pairs) => {
                let pair = |pair: &(Expression, Expression)| {
                    (self.expression(&pair.0), self.expression(&pair.1))
                };
                Kind::Map(pairs.iter().map(pair).collect())
            }
            _ => self.process(expression),
        };
        self.node(expression.span, kind)
    }

    pub(super) fn expressions(&mut self, expressions: &[Expression]) -> Vec<Code> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }

    /// The operands of `a.b.c`, which associates to the right.
    fn dotted(&mut self, expression: &Expression, parts: &mut Vec<Code>) {
        match &expression.kind {
            ExpressionKind::Dot(left, right) => {
                parts.push(self.expression(left));
                self.dotted(right, parts);
            }
            _ => parts.push(self.expression(expression)),
        }
    }

    fn name(&mut self, name: &Name) -> Kind {
        let Some(binding) = name.binding else {
            self.say(Diagnostic::error(name.span, format!("`{name}` is not defined")));
            return Kind::Builtin(Builtin::Stop);
        };
        match self.program.meanings.get(&binding).copied() {
            Some(Meaning::Variable(level, slot)) => {
                self.used.insert(binding);
                self.depend_on_variable(level, slot, &name.text);
                Kind::Variable(Place { depth: self.level - level, slot })
            }
            Some(Meaning::Definition(level, id)) => {
                self.depend_on_definition(level, id);
                Kind::Definition(self.level - level, id)
            }
            Some(Meaning::Constructor(id)) => Kind::Constructor(id),
            None => match Builtin::of(binding) {
                Some(builtin) => self.builtin(builtin, name.span),
                None => {
                    // A name that no declaration of the script has, since the one that does was refused.
                    self.say(Diagnostic::error(name.span, format!("`{name}` is not defined")));
                    Kind::Builtin(Builtin::Stop)
                }
            },
        }
    }

    fn builtin(&mut self, builtin: Builtin, span: Span) -> Kind {
        if self.timed.is_none() {
            return Kind::Builtin(builtin);
        }
        self.tock(span);
        Kind::Builtin(match builtin {
            Builtin::Stop => Builtin::TimedStop,
            Builtin::Skip => Builtin::TimedSkip,
            other => other,
        })
    }

    fn apply(&mut self, function: &Expression, arguments: &[Expression]) -> Kind {
        let function = self.expression(function);
        let arguments = self.expressions(arguments);
        match *function.form() {
            Kind::Builtin(builtin) => Kind::Call(builtin, arguments),
            _ => Kind::Apply(function, arguments),
        }
    }

    fn let_within(&mut self, declarations: &[Declaration], body: &Expression) -> Kind {
        let (body, slots) = self.framed(|compiler| {
            compiler.declare(declarations);
            compiler.define(declarations);
            compiler.expression(body)
        });
        Kind::Let(slots, body)
    }

    fn sequence(&mut self, collection: &Collection, span: Span) -> Kind {
        match collection {
            Collection::Elements(elements, statements) if statements.is_empty() => {
                Kind::Sequence(self.expressions(elements))
            }
            Collection::Elements(elements, statements) => {
                let (elements, steps) = self.comprehension(elements, statements);
                Kind::Stream(Rc::new(Comprehension { elements, steps }))
            }
            Collection::Range { from, to, statements } => {
                let range = |compiler: &mut Self| {
                    let to = to.as_ref().map(|to| compiler.expression(to));
                    Kind::SequenceRange(compiler.expression(from), to)
                };
                if statements.is_empty() {
                    return range(self);
                }
                let (elements, steps) = self.after(statements, |compiler| {
                    let range = range(compiler);
                    vec![compiler.node(span, range)]
                });
                let ranges = Kind::Stream(Rc::new(Comprehension { elements, steps }));
                Kind::Call(Builtin::Concat, vec![self.node(span, ranges)])
            }
        }
    }

    fn set(&mut self, collection: &Collection, span: Span) -> Kind {
        match collection {
            Collection::Elements(elements, statements) => {
                let (elements, steps) = self.comprehension(elements, statements);
                Kind::Set(elements, steps)
            }
            Collection::Range { from, to, statements } => {
                let range = |compiler: &mut Self| {
                    let to = to.as_ref().map(|to| compiler.expression(to));
                    Kind::SetRange(compiler.expression(from), to)
                };
                if statements.is_empty() {
                    return range(self);
                }
                let (elements, steps) = self.after(statements, |compiler| {
                    let range = range(compiler);
                    vec![compiler.node(span, range)]
                });
                let ranges = Kind::Set(elements, steps);
                Kind::Call(Builtin::UnionAll, vec![self.node(span, ranges)])
            }
        }
    }

    fn comprehension(
        &mut self,
        elements: &[Expression],
        statements: &[Statement],
    ) -> (Vec<Code>, Vec<Step>) {
        self.after(statements, |compiler| compiler.expressions(elements))
    }

    /// Compiles what stands behind statements, in the frames that their generators bind.
    pub(super) fn after<T>(
        &mut self,
        statements: &[Statement],
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (T, Vec<Step>) {
        let (level, slots) = (self.level, self.slots);
        let mut steps = Vec::new();
        for statement in statements {
            steps.push(match statement {
                Statement::Condition(condition) => Step::Condition(self.expression(condition)),
                Statement::Generator(pattern, source) => {
                    let source = self.expression(source);
                    self.level += 1;
                    self.slots = 0;
                    let pattern = self.pattern(pattern);
                    Step::Generator { pattern, slots: self.slots, source }
                }
            });
        }
        let result = inside(self);
        (self.level, self.slots) = (level, slots);
        (result, steps)
    }

    /// A set, where a type is expected.
    pub(super) fn type_set(&mut self, expression: &Expression) -> Code {
        let set = self.expression(expression);
        self.node(expression.span, Kind::TypeSet(set))
    }

    pub(super) fn subtype(&mut self, constructors: &[tree::Constructor], span: Span) -> Code {
        let mut clauses = Vec::new();
        for constructor in constructors {
            let fields = constructor.fields.as_ref().map(|fields| self.expression(fields));
            let meaning = constructor.name.binding.and_then(|b| self.program.meanings.get(&b));
            match meaning {
                Some(&Meaning::Constructor(id)) => clauses.push((id, fields)),
                _ => {
                    let text = format!("`{}` is not a constructor", constructor.name);
                    self.say(Diagnostic::error(constructor.name.span, text));
                }
            }
        }
        self.node(span, Kind::Subtype(clauses))
    }
}
