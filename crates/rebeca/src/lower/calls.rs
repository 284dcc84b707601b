//! Methods: each is written out where it is called.

use diagnostics::Span;
use machine::program::{Action, Expr};

use crate::ast::{self, Call, RoutineKind, StatementKind};
use crate::declared::{RoutineId, Type};
use crate::lower::body::Body;
use crate::lower::flow::Fragment;

impl<'m> Body<'_, 'm> {
    /// Runs a method before the expression at hand: its value and type, if it has one.
    pub fn call(&mut self, call: &'m Call) -> Option<(Expr, Type)> {
        self.deeper(call.span, |body| {
            let class = if call.upwards { body.class_above(call.span)? } else { body.class };
            let id = match &call.name {
                Some(name) => body.called(class, name),
                None => body.constructor_above(class, call.span),
            };
            body.inlined(id?, &call.arguments, call.span)
        })?
    }

    /// `self.method(arguments);`.
    pub fn call_own(&mut self, name: &ast::Name, arguments: &'m [ast::Expr]) {
        self.deeper(name.span, |body| {
            let id = body.called(body.class, name)?;
            body.inlined(id, arguments, name.span)
        });
    }

    /// The routine of a class that is called.
    fn called(&mut self, class: usize, name: &ast::Name) -> Option<RoutineId> {
        let declared = &mut self.lowering.declared;
        let found = declared.find(class, &name.text);
        if let Some(found) = found.filter(|&found| declared.routine(found).body.is_some()) {
            return Some(found);
        }
        let class = declared.classes[class].tree.name.text.clone();
        match found {
            Some(_) => {
                declared.error(name.span, format!("`{class}` does not define `{}`", name.text));
            }
            None if name.text == class => {
                let help = "it runs when the rebec starts; only methods can be called";
                declared.error_with_help(name.span, "a constructor is not called", help);
            }
            None => {
                declared.error(name.span, format!("`{class}` has no method `{}`", name.text));
            }
        }
        None
    }

    /// The class above the one that the text is in.
    fn class_above(&mut self, span: Span) -> Option<usize> {
        let line = self.lowering.declared.lines.line(self.frame.class);
        if let [.., above, _] = *line {
            return Some(above);
        }
        let class = &self.lowering.declared.classes[self.frame.class].tree.name.text;
        let text = format!("`{class}` extends no class");
        self.lowering.declared.error(span, text);
        None
    }

    fn constructor_above(&mut self, class: usize, span: Span) -> Option<RoutineId> {
        let found = self.lowering.declared.constructor(class);
        if found.is_none() || !self.starting {
            let text = if self.starting {
                "the class above has no constructor"
            } else {
                "`super(...)` stands in a constructor"
            };
            self.lowering.declared.error(span, text);
            return None;
        }
        found
    }

    /// Runs the constructor of the class above, unless a constructor says by `super(...)` when.
    pub fn implicit_super(&mut self, routine: &'m ast::Routine) -> Option<Fragment> {
        if !matches!(routine.kind, RoutineKind::Constructor) {
            return None;
        }
        let says = |statement: &ast::Statement| {
            matches!(&statement.kind, StatementKind::Call(Call { upwards: true, name: None, .. }))
        };
        if routine.body.iter().flatten().any(says) {
            return None;
        }
        let line = self.lowering.declared.lines.line(self.frame.class);
        let [.., above, _] = *line else { return None };
        let above = self.lowering.declared.constructor(above)?;
        if !self.lowering.declared.routine(above).parameters.is_empty() {
            let text = "the constructor of the class above has parameters";
            let help = "begin with `super(...);`";
            self.lowering.declared.error_with_help(routine.name.span, text, help);
            return None;
        }
        let span = routine.name.span;
        self.deeper(span, |body| body.inlined(above, &[], span));
        self.before.take()
    }

    fn inlined(
        &mut self,
        id: RoutineId,
        arguments: &'m [ast::Expr],
        span: Span,
    ) -> Option<(Expr, Type)> {
        let routine = self.lowering.declared.routine(id);
        if self.running.contains(&id) {
            let text = format!("`{}` calls itself: recursion is not supported", routine.name.text);
            let help = "write a loop, or let the rebec send itself a message";
            self.lowering.declared.error_with_help(span, text, help);
            return None;
        }
        let types: Vec<Type> = routine
            .parameters
            .iter()
            .map(|parameter| self.lowering.declared.type_named(id.class, &parameter.ty))
            .collect();
        if !self.has_parameters(&routine.name.text, types.len(), arguments.len(), span) {
            return None;
        }
        let values = self.values(arguments, &types);
        let frame = self.frame_of(id.class);
        let outer = std::mem::replace(&mut self.frame, frame);
        for (parameter, value) in routine.parameters.iter().zip(values) {
            let (variable, _) = self.local(parameter);
            let place = self.place(variable, Vec::new());
            self.act_before(Action::Assign(place, value), span);
        }
        let result = self.begin_result(routine, span);
        self.running.push(id);
        let before = self.before.take();
        let body = self.run(routine);
        self.before = self.then(before, body);
        self.running.pop();
        self.locals.truncate(self.frame.first_local);
        self.frame = outer;
        result
    }

    /// Whether as many values are given as something has parameters.
    pub fn has_parameters(&mut self, name: &str, wanted: usize, given: usize, span: Span) -> bool {
        if wanted != given {
            let text = format!("`{name}` has {wanted} parameters, and {given} are given");
            self.lowering.declared.error(span, text);
        }
        wanted == given
    }

    /// What the value of a method is kept in: 0 if it returns none.
    fn begin_result(&mut self, routine: &ast::Routine, span: Span) -> Option<(Expr, Type)> {
        let RoutineKind::Method(Some(ty)) = &routine.kind else { return None };
        let ty = self.lowering.declared.type_named(self.frame.class, ty);
        let variable = self.fresh(&routine.name.text, ty, &[], span);
        let place = self.place(variable, Vec::new());
        self.act_before(Action::Assign(place, Expr::constant(0)), span);
        self.frame.result = Some((variable, ty));
        Some((self.load(variable), ty))
    }

    /// `return e;`.
    pub fn result(&mut self, value: Option<&'m ast::Expr>, span: Span) -> Option<Fragment> {
        let assigned = match (value, self.frame.result) {
            (None, None) => None,
            (Some(value), Some((variable, ty))) => {
                let value = self.wanted(value, ty);
                self.act(Action::Assign(self.place(variable, Vec::new()), value), span)
            }
            (None, Some(_)) => {
                self.lowering.declared.error(span, "the method returns a value: none is given");
                None
            }
            (Some(value), None) => {
                let text = "this returns no value";
                let help = "leave the value out; methods with a value are written `int name(...)`";
                self.lowering.declared.error_with_help(value.span, text, help);
                None
            }
        };
        let (node, jump) = self.jump(span);
        self.frame.returns.push(node);
        self.then(assigned, jump)
    }

    /// Values of some types. One that could be changed by what is computed after it is kept.
    pub fn values(&mut self, exprs: &'m [ast::Expr], types: &[Type]) -> Vec<Expr> {
        let mut values = Vec::new();
        for (place, (expr, &ty)) in exprs.iter().zip(types).enumerate() {
            let value = self.wanted(expr, ty);
            let changes = exprs[place + 1..].iter().any(super::effects::calls);
            values.push(if changes { self.kept(value, ty, expr.span) } else { value });
        }
        values
    }

    /// A value that is computed now.
    pub fn kept(&mut self, value: Expr, ty: Type, span: Span) -> Expr {
        if value.number().is_some() {
            return value;
        }
        let variable = self.unseen("kept", ty, span);
        self.act_before(Action::Assign(self.place(variable, Vec::new()), value), span);
        self.load(variable)
    }
}
