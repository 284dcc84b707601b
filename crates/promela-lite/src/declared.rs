//! The names that a text declares and where it uses them, for editors: as far as the text is understood, which may have mistakes.

use std::collections::HashMap;

use diagnostics::{FileId, Sources, Span};
use model::{Declared, DeclaredKind};

use crate::ast::{
    Asked, Channel, Expr, ExprKind, Init, Name, Proctype, TypeKind, TypeText, Update, UpdateKind,
    Variable,
};
use crate::parse::parse;

/// The names that the text of a file declares.
pub(crate) fn declared(sources: &Sources, file: FileId) -> Vec<Declared> {
    let (model, _) = parse(sources, file);
    let mut resolver = Resolver::new(sources);
    model.channels.iter().for_each(|channel| resolver.channel(channel));
    for variable in &model.globals {
        let number = resolver.variable(DeclaredKind::Variable, variable, None);
        resolver.globals.entry(variable.name.text.clone()).or_insert(number);
    }
    // A proctype may be run before it is declared, as far as editors are concerned.
    let processes: Vec<usize> =
        model.proctypes.iter().map(|proctype| resolver.proctype(proctype)).collect();
    for variable in &model.globals {
        variable.initial.iter().for_each(|initial| resolver.expr(initial));
    }
    for (proctype, number) in model.proctypes.iter().zip(processes) {
        resolver.body(proctype, number);
    }
    model.inits.iter().for_each(|init| resolver.init(init));
    resolver.finish()
}

/// Looks names up.
struct Resolver<'a> {
    sources: &'a Sources,
    declared: Vec<Declared>,
    /// Channels and global variables, by their places in the list.
    globals: HashMap<String, usize>,
    /// The parameters of the proctype that is looked at.
    locals: HashMap<String, usize>,
    proctypes: HashMap<String, usize>,
    /// The types that `rec`s around a type bind, innermost last.
    bound: Vec<(String, usize)>,
}

impl<'a> Resolver<'a> {
    fn new(sources: &'a Sources) -> Self {
        Resolver {
            sources,
            declared: Vec::new(),
            globals: HashMap::new(),
            locals: HashMap::new(),
            proctypes: HashMap::new(),
            bound: Vec::new(),
        }
    }

    fn add(
        &mut self,
        kind: DeclaredKind,
        name: &Name,
        whole: Span,
        text: String,
        within: Option<usize>,
    ) -> usize {
        self.declared.push(Declared {
            name: name.text.clone(),
            kind,
            place: name.span,
            whole,
            text,
            remarks: Vec::new(),
            within,
            uses: Vec::new(),
        });
        self.declared.len() - 1
    }

    fn channel(&mut self, channel: &Channel) {
        let capacity = channel.capacity.value;
        let fields = type_names(&channel.fields);
        let text = format!("chan {} = [{capacity}] of {{{fields}}}", channel.name.text);
        let number = self.add(DeclaredKind::Channel, &channel.name, channel.span, text, None);
        let messages = if capacity == 1 { "message" } else { "messages" };
        self.declared[number].remarks.push(format!("holds {capacity} {messages} of {fields}"));
        self.globals.entry(channel.name.text.clone()).or_insert(number);
        channel.fields.iter().for_each(|field| self.ty(field, number));
    }

    fn variable(
        &mut self,
        kind: DeclaredKind,
        variable: &Variable,
        within: Option<usize>,
    ) -> usize {
        let mut text = variable_text(variable);
        if let Some(initial) = &variable.initial {
            let words: Vec<&str> = self.sources.snippet(initial.span).split_whitespace().collect();
            text = format!("{text} = {}", words.join(" "));
        }
        let number = self.add(kind, &variable.name, variable.span, text, within);
        self.declared[number].remarks.extend(values(&variable.ty.kind));
        self.ty(&variable.ty, number);
        number
    }

    /// Looks up the names of a type, which the parser does not let nest deeply.
    fn ty(&mut self, ty: &TypeText, within: usize) {
        match &ty.kind {
            TypeKind::Int | TypeKind::Pid => {}
            TypeKind::Channel(fields) => fields.iter().for_each(|field| self.ty(field, within)),
            TypeKind::Recursive(name, body) => {
                let text = type_name(ty);
                let number = self.add(DeclaredKind::Type, name, ty.span, text, Some(within));
                self.bound.push((name.text.clone(), number));
                self.ty(body, within);
                self.bound.pop();
            }
            TypeKind::Bound(name) => {
                let found = self.bound.iter().rev().find(|(known, _)| *known == name.text);
                if let Some(&(_, number)) = found {
                    self.declared[number].uses.push(name.span);
                }
            }
        }
    }

    fn proctype(&mut self, proctype: &Proctype) -> usize {
        let parameters: Vec<String> = proctype.parameters.iter().map(variable_text).collect();
        let text = format!("proctype {}({})", proctype.name.text, parameters.join("; "));
        let number = self.add(DeclaredKind::Process, &proctype.name, proctype.span, text, None);
        self.proctypes.entry(proctype.name.text.clone()).or_insert(number);
        number
    }

    fn body(&mut self, proctype: &Proctype, number: usize) {
        for parameter in &proctype.parameters {
            let declared = self.variable(DeclaredKind::Parameter, parameter, Some(number));
            self.locals.entry(parameter.name.text.clone()).or_insert(declared);
        }
        for statement in &proctype.statements {
            self.expr(&statement.guard);
            statement.updates.iter().for_each(|update| self.update(update));
        }
        self.locals.clear();
    }

    fn init(&mut self, init: &Init) {
        let name = "init".to_owned();
        let span = Span { end: init.span.start + name.len() as u32, ..init.span };
        let word = Name { text: name.clone(), span };
        self.add(DeclaredKind::Process, &word, init.span, name, None);
        for run in &init.runs {
            if let Some(&number) = self.proctypes.get(&run.proctype.text) {
                self.declared[number].uses.push(run.proctype.span);
            }
            run.arguments.iter().for_each(|argument| self.expr(argument));
        }
    }

    fn update(&mut self, update: &Update) {
        match &update.kind {
            UpdateKind::Skip => {}
            UpdateKind::Assign(target, value) => {
                self.used(&target.text, target.span);
                self.expr(value);
            }
            UpdateKind::Send(channel, values) => {
                self.used(&channel.text, channel.span);
                values.iter().for_each(|value| self.expr(value));
            }
            UpdateKind::Receive(channel, targets) => {
                self.used(&channel.text, channel.span);
                targets.iter().for_each(|target| self.used(&target.text, target.span));
            }
        }
    }

    /// Looks up the names of an expression, which the parser does not let nest deeply.
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Null | ExprKind::OwnPid => {}
            ExprKind::Name(name) => self.used(name, expr.span),
            ExprKind::Parenthesised(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Query(_, Asked::Null) => {}
            ExprKind::Query(_, Asked::Name(name)) => self.used(&name.text, name.span),
            ExprKind::Binary(_, operands) => {
                self.expr(&operands.0);
                self.expr(&operands.1);
            }
        }
    }

    fn used(&mut self, name: &str, span: Span) {
        if let Some(&number) = self.locals.get(name).or_else(|| self.globals.get(name)) {
            self.declared[number].uses.push(span);
        }
    }

    fn finish(mut self) -> Vec<Declared> {
        for declared in &mut self.declared {
            declared.uses.sort_unstable_by_key(|span| span.start);
            declared.uses.dedup();
        }
        self.declared
    }
}

/// The values of a type.
fn values(ty: &TypeKind) -> Option<String> {
    match ty {
        TypeKind::Int => Some(format!("{} to {}", i32::MIN, i32::MAX)),
        TypeKind::Pid => Some("the number of a process, or 0 for none".to_owned()),
        TypeKind::Channel(_) | TypeKind::Recursive(..) | TypeKind::Bound(_) => None,
    }
}

fn variable_text(variable: &Variable) -> String {
    format!("{} {}", type_name(&variable.ty), variable.name.text)
}

fn type_names(types: &[TypeText]) -> String {
    types.iter().map(type_name).collect::<Vec<String>>().join(", ")
}

fn type_name(ty: &TypeText) -> String {
    match &ty.kind {
        TypeKind::Int => "int".to_owned(),
        TypeKind::Pid => "pid".to_owned(),
        TypeKind::Channel(fields) => format!("chan{{{}}}", type_names(fields)),
        TypeKind::Recursive(name, body) => format!("rec {} . {}", name.text, type_name(body)),
        TypeKind::Bound(name) => name.text.clone(),
    }
}
