//! A walk through a tree: everything in it is shown, in no particular order.

use crate::tree::{
    Assertion, AssertionKind, AssertionOption, Collection, Constructor, Declaration,
    DeclarationKind, Expression, ExpressionKind, Field, FieldKind, Name, Pattern, PatternKind,
    Relation, Replicated, Statement, SymmetricType,
};

/// What is shown what stands in a tree. What it does not look at itself is passed through.
pub(crate) trait Visitor {
    /// A name in an expression, in the types of an assertion, or of a constructor in a subtype.
    fn name(&mut self, name: &Name);

    /// A name in a pattern: one that is bound there, or a constant.
    fn name_in_pattern(&mut self, name: &Name);

    /// An expression with all that is in it.
    fn expression(&mut self, expression: &Expression) {
        self.parts(expression);
    }

    /// The declarations of a let, or of a module.
    fn declarations(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            self.declaration(declaration);
            if let DeclarationKind::Timed { declarations, .. } = &declaration.kind {
                self.declarations(declarations);
            }
        }
    }

    /// What stands in a declaration but its own name; nothing of the declarations in a timed section.
    fn declaration(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Function { clauses, .. } => {
                for clause in clauses {
                    clause.parameters.iter().flatten().for_each(|pattern| self.pattern(pattern));
                    self.expression(&clause.body);
                }
            }
            DeclarationKind::Value { pattern, value } => {
                self.pattern(pattern);
                self.expression(value);
            }
            DeclarationKind::Channel { fields, .. } => self.all(fields),
            DeclarationKind::Datatype { constructors, .. } => self.constructors(constructors),
            DeclarationKind::Subtype { constructors, .. } => {
                constructors.iter().for_each(|constructor| self.name(&constructor.name));
                self.constructors(constructors);
            }
            DeclarationKind::Nametype { set: value, .. } | DeclarationKind::Print { value, .. } => {
                self.expression(value);
            }
            DeclarationKind::Assertion(assertion) => self.assertion(assertion),
            DeclarationKind::Module(module) => {
                module.parameters.iter().for_each(|pattern| self.pattern(pattern));
                self.declarations(&module.private);
                self.declarations(&module.exported);
            }
            DeclarationKind::Instance { arguments, .. } => self.all(arguments),
            DeclarationKind::Timed { durations, .. } => self.all(durations),
            DeclarationKind::Annotation { .. } | DeclarationKind::Import { .. } => (),
        }
    }

    fn constructors(&mut self, constructors: &[Constructor]) {
        self.all(constructors.iter().filter_map(|constructor| constructor.fields.as_ref()));
    }

    fn assertion(&mut self, assertion: &Assertion) {
        match &assertion.kind {
            AssertionKind::Refinement { specification, implementation, .. } => {
                self.all([specification, implementation]);
            }
            AssertionKind::Property { process, .. } => self.expression(process),
            AssertionKind::Symmetric { process, types } => {
                self.expression(process);
                self.symmetric(types);
            }
            AssertionKind::HasTrace { process, trace, .. } => {
                self.expression(process);
                self.all(trace);
            }
        }
        for option in &assertion.options {
            match option {
                AssertionOption::TauPriority(events) => self.expression(events),
                AssertionOption::SymmetryReduce(types) => self.symmetric(types),
                AssertionOption::PartialOrderReduce => (),
            }
        }
    }

    fn symmetric(&mut self, types: &[SymmetricType]) {
        for one in types {
            self.name(&one.name);
            one.without.iter().for_each(|name| self.name(name));
        }
    }

    fn all<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expression>) {
        expressions.into_iter().for_each(|expression| self.expression(expression));
    }

    /// What is in an expression.
    fn parts(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Integer(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Character(_)
            | ExpressionKind::Text(_) => (),
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Tuple(parts) => self.all(parts),
            ExpressionKind::Apply { function, arguments } => {
                self.expression(function);
                self.all(arguments);
            }
            ExpressionKind::Negate(one)
            | ExpressionKind::Not(one)
            | ExpressionKind::Length(one) => self.expression(one),
            ExpressionKind::Dot(a, b)
            | ExpressionKind::Binary(_, a, b)
            | ExpressionKind::Guard(a, b)
            | ExpressionKind::Process(_, a, b) => self.all([&**a, b]),
            ExpressionKind::If(a, b, c)
            | ExpressionKind::Synchronised(a, b, c)
            | ExpressionKind::Exception(a, b, c)
            | ExpressionKind::SynchronisingChoice(a, b, c)
            | ExpressionKind::SynchronisingInterrupt(a, b, c) => self.all([&**a, b, c]),
            ExpressionKind::Let(declarations, body) => {
                self.declarations(declarations);
                self.expression(body);
            }
            ExpressionKind::Lambda(parameters, body) => {
                parameters.iter().for_each(|pattern| self.pattern(pattern));
                self.expression(body);
            }
            ExpressionKind::Sequence(collection) | ExpressionKind::Set(collection) => {
                self.collection(collection);
            }
            ExpressionKind::Productions { elements, statements } => {
                self.statements(statements);
                self.all(elements);
            }
            ExpressionKind::Map(pairs) => self.all(pairs.iter().flat_map(|(a, b)| [a, b])),
            ExpressionKind::Prefix { channel, fields, after } => {
                self.all([&**channel, after]);
                fields.iter().for_each(|field| self.field(field));
            }
            ExpressionKind::Alphabetised { left, right } => {
                self.all([&left.0, &left.1, &right.0, &right.1]);
            }
            ExpressionKind::Linked { left, right, links } => {
                self.all([&**left, right]);
                self.relation(links);
            }
            ExpressionKind::Rename(process, relation) => {
                self.expression(process);
                self.relation(relation);
            }
            ExpressionKind::Replicated { operator, statements, body } => {
                self.statements(statements);
                self.expression(body);
                match operator {
                    Replicated::Alphabetised(events)
                    | Replicated::Synchronised(events)
                    | Replicated::SynchronisingChoice(events) => self.expression(events),
                    Replicated::Linked(links) => self.relation(links),
                    _ => (),
                }
            }
        }
    }

    fn collection(&mut self, collection: &Collection) {
        match collection {
            Collection::Elements(elements, statements) => {
                self.all(elements);
                self.statements(statements);
            }
            Collection::Range { from, to, statements } => {
                self.all([Some(from), to.as_ref()].into_iter().flatten().map(|end| &**end));
                self.statements(statements);
            }
        }
    }

    fn relation(&mut self, relation: &Relation) {
        self.all(relation.pairs.iter().flat_map(|(a, b)| [a, b]));
        self.statements(&relation.statements);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Generator(pattern, values) => {
                    self.pattern(pattern);
                    self.expression(values);
                }
                Statement::Condition(condition) => self.expression(condition),
            }
        }
    }

    fn field(&mut self, field: &Field) {
        match &field.kind {
            FieldKind::Output(value) => self.expression(value),
            FieldKind::Input(pattern, set) | FieldKind::Chosen(pattern, set) => {
                self.pattern(pattern);
                self.all(set);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match &pattern.kind {
            PatternKind::Name(name) => self.name_in_pattern(name),
            PatternKind::Tuple(parts) => parts.iter().for_each(|part| self.pattern(part)),
            PatternKind::Dot(a, b) | PatternKind::Both(a, b) => {
                self.pattern(a);
                self.pattern(b);
            }
            PatternKind::Sequence { first, rest, last } => {
                let parts = first.iter().chain(rest.as_deref()).chain(last);
                parts.for_each(|part| self.pattern(part));
            }
            PatternKind::SingletonSet(element) => self.pattern(element),
            PatternKind::Anything
            | PatternKind::Integer(_)
            | PatternKind::Boolean(_)
            | PatternKind::Character(_)
            | PatternKind::Text(_)
            | PatternKind::EmptySet => (),
        }
    }
}
