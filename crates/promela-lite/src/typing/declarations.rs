//! Types as written, channels, variables, proctypes and `init`.

use diagnostics::{Diagnostic, Span};

use super::expressions::Value;
use super::{MAX_PROCESSES, Typing};
use crate::ast::{Expr, ExprKind, Name, Proctype, Run, TypeKind, TypeText, Variable};
use crate::rules::Rule;
use crate::scope::{Entry, Meaning, Scope};
use crate::types::{TypeId, Types};

/// How many messages a channel may hold, as in SPIN.
const MAX_CAPACITY: i32 = 255;

/// The names that `rec`s around a type bind, innermost last.
type Bound = Vec<(String, TypeId)>;

impl<'a> Typing<'a> {
    /// Checks everything; the names of each proctype.
    pub(super) fn specification(&mut self) -> Vec<Scope> {
        let model = self.model;
        self.order();
        for (place, channel) in model.channels.iter().enumerate() {
            let capacity = channel.capacity;
            if !(1..=MAX_CAPACITY).contains(&capacity.value) {
                let what = format!("a channel of capacity {}", capacity.value);
                let help = format!("a channel holds from 1 to {MAX_CAPACITY} messages");
                self.violated(Rule::StaticChannel, capacity.span, &what, help);
            }
            let ty = self.channel_type(&channel.fields, &mut Vec::new());
            self.declare(Rule::StaticChannel, &channel.name, Meaning::Channel(place), ty);
        }
        for (place, variable) in model.globals.iter().enumerate() {
            let ty = self.ty(&variable.ty);
            self.global(variable, ty);
            self.declare(Rule::Global, &variable.name, Meaning::Global(place), ty);
        }
        let locals = model.proctypes.iter().map(|proctype| self.proctype(proctype)).collect();
        self.init();
        locals
    }

    fn declare(&mut self, rule: Rule, name: &Name, meaning: Meaning, ty: Option<TypeId>) {
        let entry = Entry { meaning, ty, span: name.span };
        let global = self.globals.find(&name.text).map(|entry| entry.span);
        let earlier = self.proctypes.get(name.text.as_str()).map(|&(span, _)| span);
        let known = match meaning {
            Meaning::Local(_) => global.or(earlier).or_else(|| {
                let known = self.locals.declare(&name.text, entry);
                known.map(|known| known.span).or(self.own_name(name))
            }),
            _ => self.globals.declare(&name.text, entry).map(|known| known.span),
        };
        if let Some(known) = known {
            self.twice(rule, name, known);
        }
    }

    /// Where the name is that a parameter shares with the proctype that it is of.
    fn own_name(&self, name: &Name) -> Option<Span> {
        self.own.filter(|own| own.text == name.text).map(|own| own.span)
    }

    fn twice(&mut self, rule: Rule, name: &Name, first: Span) {
        let message = format!("{rule}: `{}` is declared twice", name.text);
        let diagnostic = Diagnostic::error(name.span, message).label(first, "declared here");
        self.say(diagnostic.help("choose another name"));
    }

    fn ty(&mut self, text: &TypeText) -> Option<TypeId> {
        self.bound_type(text, &mut Vec::new())
    }

    fn bound_type(&mut self, text: &TypeText, bound: &mut Bound) -> Option<TypeId> {
        match &text.kind {
            TypeKind::Int => Some(Types::INT),
            TypeKind::Pid => Some(Types::PID),
            TypeKind::Channel(fields) => self.channel_type(fields, bound),
            TypeKind::Recursive(..) => self.recursive_type(text, bound),
            TypeKind::Bound(name) => {
                let found = bound.iter().rev().find(|(known, _)| *known == name.text);
                let found = found.map(|&(_, ty)| ty);
                if found.is_none() {
                    let what = format!("no `rec` around this binds `{}`", name.text);
                    let help = format!("write `rec {} . chan{{...}}` around it", name.text);
                    self.violated(Rule::Environment, name.span, &what, help);
                }
                found
            }
        }
    }

    fn channel_type(&mut self, fields: &[TypeText], bound: &mut Bound) -> Option<TypeId> {
        let id = self.types.channel();
        self.channel_at(id, fields, bound)
    }

    fn channel_at(&mut self, id: TypeId, fields: &[TypeText], bound: &mut Bound) -> Option<TypeId> {
        let known: Vec<Option<TypeId>> =
            fields.iter().map(|field| self.bound_type(field, bound)).collect();
        let known: Option<Vec<TypeId>> = known.into_iter().collect();
        self.types.set_fields(id, known?);
        Some(id)
    }

    /// `rec X . rec Y . chan{...}`: the names all stand for the channel type.
    fn recursive_type(&mut self, text: &TypeText, bound: &mut Bound) -> Option<TypeId> {
        let id = self.types.channel();
        let before = bound.len();
        let mut inner = text;
        while let TypeKind::Recursive(name, body) = &inner.kind {
            if bound.len() > before {
                let what = "a `rec` right behind another";
                let mend = "leave it out: the name of the other will do";
                self.violated(Rule::Environment, name.span, what, mend);
            }
            bound.push((name.text.clone(), id));
            inner = body;
        }
        let found = match &inner.kind {
            TypeKind::Channel(fields) => self.channel_at(id, fields, bound),
            _ => {
                let help = "a recursive type is a channel type, as in `rec X . chan{X, int}`";
                let what = "the body of `rec` is not a channel type";
                self.violated(Rule::Environment, inner.span, what, help);
                None
            }
        };
        bound.truncate(before);
        found
    }

    /// Checks a global variable: it is a number, and begins with one.
    fn global(&mut self, variable: &Variable, ty: Option<TypeId>) {
        let (name, rule) = (&variable.name, Rule::Global);
        let Some(ty) = ty else { return };
        if self.types.fields(ty).is_some() {
            let what = format!("the global variable `{}` holds channels", name.text);
            let help = "a global variable is an `int` or a `pid`: pass channels as parameters";
            return self.violated(rule, variable.ty.span, &what, help);
        }
        let Some(initial) = &variable.initial else {
            let what = format!("`{}` has no initial value", name.text);
            return self.violated(rule, name.span, &what, format!("write `{} = 0`", name.text));
        };
        if !matches!(initial.kind, ExprKind::Number(_) | ExprKind::Null) {
            return self.violated(
                rule,
                initial.span,
                "this is not a number",
                "begin with a number",
            );
        }
        let value = self.value(initial);
        self.fits_or_says(value, ty, initial.span);
    }

    /// Checks a proctype; its names.
    fn proctype(&mut self, proctype: &'a Proctype) -> Scope {
        self.own = Some(&proctype.name);
        let mut types = Vec::new();
        for (place, parameter) in proctype.parameters.iter().enumerate() {
            let ty = self.ty(&parameter.ty);
            types.push(ty);
            self.declare(Rule::Proctype, &parameter.name, Meaning::Local(place), ty);
        }
        for statement in &proctype.statements {
            self.statement(statement);
        }
        self.own = None;
        let name = &proctype.name;
        let earlier = self.proctypes.get(name.text.as_str()).map(|&(span, _)| span);
        let earlier = earlier.or(self.globals.find(&name.text).map(|entry| entry.span));
        if let Some(first) = earlier {
            self.twice(Rule::Proctype, name, first);
        }
        self.proctypes.entry(&name.text).or_insert((name.span, types));
        std::mem::take(&mut self.locals)
    }

    fn init(&mut self) {
        let model = self.model;
        let Some(init) = model.inits.first() else {
            let help = "add `init { atomic { run P(); ... } }`";
            self.violated(Rule::Init, model.end, "no `init`: nothing runs", help);
            return;
        };
        for again in &model.inits[1..] {
            self.violated(Rule::Init, again.span, "a second `init`", "start all processes in one");
        }
        if init.runs.len() > MAX_PROCESSES {
            let what = format!("{} processes are started", init.runs.len());
            let help = format!("there may be {MAX_PROCESSES}");
            self.violated(Rule::Init, init.runs[MAX_PROCESSES].span, &what, help);
        }
        for run in &init.runs {
            self.run(run);
        }
    }

    fn run(&mut self, run: &Run) {
        let name = &run.proctype;
        let values: Vec<Value> = run.arguments.iter().map(|expr| self.value(expr)).collect();
        let Some((_, types)) = self.proctypes.get(name.text.as_str()).cloned() else {
            let help = match super::listed(self.proctypes.keys().copied()) {
                None => "declare it, as in `proctype P() { do ... od }`".to_owned(),
                Some(known) => format!("there are {known}"),
            };
            let what = format!("there is no proctype `{}`", name.text);
            self.violated(Rule::Run, name.span, &what, help);
            return;
        };
        if types.len() != values.len() {
            let (has, given) = (types.len(), values.len());
            let what = format!("`{}` has {has} parameters, and {given} are given", name.text);
            self.violated(Rule::Run, run.span, &what, format!("give {has} arguments"));
            return;
        }
        for ((ty, value), expr) in types.into_iter().zip(values).zip(&run.arguments) {
            self.argument(ty, value, expr);
        }
    }

    fn argument(&mut self, ty: Option<TypeId>, value: Value, expr: &Expr) {
        let may_change = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Null => None,
            ExprKind::Name(name) => match self.declared(name).map(|entry| entry.meaning) {
                Some(Meaning::Channel(_)) | None => None,
                Some(Meaning::Global(_) | Meaning::Local(_)) => Some("the argument may change"),
            },
            ExprKind::OwnPid | ExprKind::Query(..) => Some("the argument may change"),
            _ => Some("the argument is to be computed"),
        };
        if let Some(what) = may_change {
            let help = "give a number, `null` or a declared channel";
            return self.violated(Rule::Run, expr.span, what, help);
        }
        let Some(ty) = ty else { return };
        if !self.fits_or_says(value, ty, expr.span) {
            let what = format!(
                "the parameter is {}, and this is {}",
                self.type_text(ty),
                self.text(value)
            );
            self.violated(Rule::Run, expr.span, &what, "give a value of the parameter's type");
        }
    }
}
