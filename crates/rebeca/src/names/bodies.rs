//! Names in statements and expressions.

use std::collections::HashMap;

use model::DeclaredKind;

use super::classes::whole_of;
use super::text::of_variable;
use super::{Id, Names};
use crate::ast::{
    Call, Expr, ExprKind, Initial, Name, Reference, Statement, StatementKind, Variable,
};

/// A parameter or a variable of a routine.
pub(super) struct Local {
    name: String,
    id: Option<Id>,
    ty: String,
}

impl Local {
    pub fn of(variable: &Variable, id: Id) -> Local {
        let (name, ty) = (variable.name.text.clone(), variable.ty.text.clone());
        Local { name, id: Some(id), ty }
    }
}

/// Where statements and expressions stand.
pub(super) struct Body<'n, 'a> {
    names: &'n mut Names<'a>,
    /// The class around; none in `main`, of constants and of properties.
    class: Option<usize>,
    /// The declaration around.
    pub within: Option<Id>,
    /// What is known of parameters and variables, innermost last.
    pub locals: Vec<Local>,
    /// What is defined in the property file that this is part of.
    pub definitions: Option<&'n HashMap<&'n str, Id>>,
}

impl<'a> Names<'a> {
    pub(super) fn body(&mut self, class: Option<usize>) -> Body<'_, 'a> {
        Body { names: self, class, within: None, locals: Vec::new(), definitions: None }
    }
}

impl Body<'_, '_> {
    /// Statements with a scope of their own.
    pub fn statements(&mut self, statements: &[Statement]) {
        let known = self.locals.len();
        statements.iter().for_each(|statement| self.statement(statement));
        self.locals.truncate(known);
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(variable, initial) => self.declare(variable, initial.as_ref()),
            StatementKind::Assign(target, _, value) => {
                self.reference(target);
                self.expression(value);
            }
            StatementKind::Send(receiver, message, arguments) => {
                let class = self.class_of(receiver);
                self.expression(receiver);
                self.message(class, message);
                self.all(arguments);
            }
            StatementKind::Call(call) => self.call(call),
            StatementKind::If(condition, then, otherwise) => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::ForEach(index, body) => self.for_each(index, body),
            StatementKind::Loop(whole) => {
                let known = self.locals.len();
                whole.first.iter().for_each(|statement| self.statement(statement));
                whole.condition.iter().for_each(|condition| self.expression(condition));
                whole.next.iter().for_each(|statement| self.statement(statement));
                self.statements(&whole.body);
                self.locals.truncate(known);
            }
            StatementKind::Switch(subject, cases) => {
                self.expression(subject);
                let known = self.locals.len();
                for case in cases {
                    case.value.iter().for_each(|value| self.expression(value));
                    case.body.iter().for_each(|statement| self.statement(statement));
                }
                self.locals.truncate(known);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.expression(value)),
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Assert(condition) => self.expression(condition),
            StatementKind::Break | StatementKind::Continue => (),
        }
    }

    fn declare(&mut self, variable: &Variable, initial: Option<&Initial>) {
        initial.into_iter().for_each(|initial| self.initial(initial));
        let (whole, text) = (whole_of(variable), of_variable(variable));
        let kind = DeclaredKind::Variable;
        let id = self.names.declare(&variable.name, kind, whole, text, self.within);
        self.names.remark_values(id, variable);
        if let Some(class) = self.class {
            self.names.use_type(class, variable);
        }
        self.locals.push(Local::of(variable, id));
    }

    fn initial(&mut self, initial: &Initial) {
        match initial {
            Initial::Value(value) => self.expression(value),
            Initial::Elements(elements, _) => elements.iter().for_each(|one| self.initial(one)),
        }
    }

    /// In the body the name of the set stands for each of its elements.
    fn for_each(&mut self, index: &Name, body: &[Statement]) {
        let id = self.class.and_then(|class| self.names.set_named(class, &index.text));
        self.names.used(id, index.span);
        let name = index.text.clone();
        self.locals.push(Local { ty: name.clone(), name, id });
        self.statements(body);
        self.locals.pop();
    }

    fn all(&mut self, expressions: &[Expr]) {
        expressions.iter().for_each(|expression| self.expression(expression));
    }

    pub fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Null
            | ExprKind::Own
            | ExprKind::Sender => (),
            ExprKind::Reference(reference) => self.reference(reference),
            ExprKind::Field(rebec, variable) => self.field(rebec, variable),
            ExprKind::Choice(parts)
            | ExprKind::Mathematics(_, parts)
            | ExprKind::Temporal(_, parts) => self.all(parts),
            ExprKind::New(class, known, arguments) => {
                self.names.use_class(class);
                self.all(known);
                self.all(arguments);
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Cast(ty, operand) => {
                self.names.use_type_name(self.class, ty);
                self.expression(operand);
            }
            ExprKind::InstanceOf(operand, class) => {
                self.expression(operand);
                self.names.use_class(class);
            }
            ExprKind::Binary(_, operands) => {
                self.expression(&operands.0);
                self.expression(&operands.1);
            }
            ExprKind::Conditional(parts) => {
                let (condition, then, otherwise) = &**parts;
                [condition, then, otherwise].into_iter().for_each(|part| self.expression(part));
            }
        }
    }

    fn reference(&mut self, reference: &Reference) {
        let (id, _) = self.meaning(reference);
        self.names.used(id, reference.name.span);
        self.all(&reference.subscripts);
    }

    /// What a name stands for, and the name of its type: a local variable, one of the class, a constant.
    fn meaning(&self, reference: &Reference) -> (Option<Id>, Option<String>) {
        let name = &*reference.name.text;
        if let Some(&definition) = self.definitions.and_then(|definitions| definitions.get(name)) {
            return (Some(definition), None);
        }
        let local = self.locals.iter().rev().find(|local| local.name == name && !reference.own);
        if let Some(local) = local {
            return (local.id, Some(local.ty.clone()));
        }
        if let Some((id, ty)) = self.class.and_then(|class| self.names.variable_of(class, name)) {
            return (Some(id), Some(ty));
        }
        (self.names.constants.get(name).copied().filter(|_| !reference.own), None)
    }

    /// `rebec.variable`, in a property.
    fn field(&mut self, rebec: &Name, variable: &Reference) {
        let found = self.names.rebecs.get(&rebec.text).copied();
        self.names.used(found.map(|found| found.id), rebec.span);
        let class = found.and_then(|found| found.class);
        let name = &variable.name;
        let of_class = class.and_then(|class| self.names.variable_of(class, &name.text));
        self.names.used(of_class.map(|(id, _)| id), name.span);
        self.all(&variable.subscripts);
    }

    /// A message to a rebec of a class, if that is known.
    fn message(&mut self, class: Option<usize>, message: &Name) {
        let id = match class {
            Some(class) => self.names.routine_of(class, &message.text).map(|routine| routine.id),
            None => self.names.server_named(&message.text),
        };
        self.names.used(id, message.span);
    }

    fn call(&mut self, call: &Call) {
        if let Some(name) = &call.name {
            let class = self.class.and_then(|class| self.called_class(class, call));
            let routine = class.and_then(|class| self.names.routine_of(class, &name.text));
            self.names.used(routine.map(|routine| routine.id), name.span);
        }
        self.all(&call.arguments);
    }

    fn called_class(&self, class: usize, call: &Call) -> Option<usize> {
        if call.upwards { self.names.classes[class].parent } else { Some(class) }
    }

    /// The class of a rebec, if it is known.
    fn class_of(&self, expression: &Expr) -> Option<usize> {
        let ty = match &expression.kind {
            ExprKind::Own => return self.class,
            ExprKind::Reference(reference) => self.meaning(reference).1?,
            ExprKind::Cast(ty, _) => ty.text.clone(),
            ExprKind::Call(call) => {
                let class = self.called_class(self.class?, call)?;
                self.names.routine_of(class, &call.name.as_ref()?.text)?.result?
            }
            _ => return None,
        };
        self.names.class_named(&ty)
    }
}
