//! The walk over the statements of a model.

use diagnostics::Diagnostic;

use super::Checker;
use super::cells::{Cell, Range};
use super::messages::Usage;
use super::names::{Holds, length};
use super::values::{Kind, Value};
use crate::ast::{
    Body, Expr, ExprKind, LValue, Model, Proctype, ReceiveArgument, Sequence, Statement,
    StatementKind, Step, Type, Typedef, Unit,
};

impl<'a> Checker<'a> {
    /// Walks over a model, in the order in which names become known.
    pub fn model(&mut self, model: &'a Model) {
        self.names.open();
        for unit in &model.units {
            match unit {
                Unit::Mtype(declaration) => {
                    let kind = declaration.kind.as_ref().map(|kind| kind.text.clone());
                    for symbol in &declaration.symbols {
                        self.symbols.insert(&symbol.text, kind.clone());
                    }
                }
                Unit::Typedef(typedef) => self.typedef(typedef),
                Unit::Ltl { formula, .. } => self.formula(formula),
                _ => {}
            }
        }
        for unit in &model.units {
            if let Unit::Variables(declaration) = unit {
                self.declare(declaration);
            }
        }
        let globals = self.names.declared.len();
        self.proctypes_named_like_variables(model);
        for unit in &model.units {
            if let Unit::Proctype(proctype) = unit {
                self.parameters(proctype);
            }
        }
        for unit in &model.units {
            match unit {
                Unit::Proctype(proctype) => self.proctype(proctype, globals),
                Unit::Init(body) => self.unnamed("init", body, globals),
                Unit::Never(_, body) => self.unnamed("never", body, globals),
                // Its statements are patterns of events.
                Unit::Trace { body, .. } => self.events(body),
                _ => {}
            }
        }
    }

    /// A body that is no process type's.
    fn unnamed(&mut self, word: &str, body: &'a Body, globals: usize) {
        self.names.owner = Some(word.to_owned());
        self.names.open();
        self.body(body, globals);
        self.names.close();
        self.names.owner = None;
    }

    fn typedef(&mut self, typedef: &'a Typedef) {
        let mut fields = Vec::new();
        let mut initialised = false;
        for declaration in &typedef.fields {
            if let Type::User(name) = &declaration.ty {
                initialised |= self.initialised.contains(name);
            }
            for variable in &declaration.variables {
                let holds = self.holds(&declaration.ty, variable);
                if let Holds::Cell(cell) = &holds
                    && let Some(crate::ast::Initialiser::Value(value)) = &variable.initial
                {
                    let value = self.value(value);
                    self.flow(&value, cell, &format!("`{}`", variable.name.text));
                }
                initialised |= variable.initial.is_some();
                let name = variable.name.text.clone();
                fields.push(super::names::Field { name, holds, length: length(variable) });
            }
        }
        let name = typedef.name.text.clone();
        if initialised {
            self.initialised.insert(name.clone());
        }
        self.typedefs.entry(name).or_insert(fields);
    }

    /// The words of a formula: they may be variables, and after `@` labels.
    fn formula(&mut self, formula: &str) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = formula.split(|c| !is_word(c)).filter(|word| !word.is_empty());
        self.mentioned.extend(words.map(str::to_owned));
        for rest in formula.split('@').skip(1) {
            self.labels.watch(rest.trim_start().split(|c| !is_word(c)).next().unwrap_or(""));
        }
    }

    fn proctypes_named_like_variables(&mut self, model: &Model) {
        for unit in &model.units {
            let Unit::Proctype(proctype) = unit else { continue };
            let name = &proctype.name;
            let Some(variable) = self.names.find(&name.text) else { continue };
            let message = format!("the proctype `{}` has the name of a variable", name.text);
            let diagnostic = Diagnostic::warning(name.span, message)
                .label(self.names.declared[variable].span, "the variable")
                .help("rename one of them: SPIN refuses this");
            self.report(diagnostic);
        }
    }

    /// Makes the parameters of a proctype known to those who start it.
    fn parameters(&mut self, proctype: &'a Proctype) {
        let mut parameters = Vec::new();
        for declaration in &proctype.parameters {
            for variable in &declaration.variables {
                let cell = match self.holds(&declaration.ty, variable) {
                    Holds::Cell(cell) => cell,
                    // Refused elsewhere.
                    Holds::Structure(name) => Cell::of(&Type::User(name), None, None),
                };
                parameters.push((variable.name.text.clone(), cell));
            }
        }
        self.processes.entry(&proctype.name.text).or_insert(parameters);
    }

    fn proctype(&mut self, proctype: &'a Proctype, globals: usize) {
        self.names.owner = Some(proctype.name.text.clone());
        self.names.open();
        let declared = proctype.parameters.iter().flat_map(|d| &d.variables);
        let known = self.processes.get(proctype.name.text.as_str()).cloned().unwrap_or_default();
        for (variable, (name, cell)) in declared.zip(known) {
            let holds = match cell.ty {
                Type::User(of) => Holds::Structure(of),
                _ => Holds::Cell(cell),
            };
            self.names.parameter(name, variable.name.span, holds);
        }
        proctype.active.iter().flatten().for_each(|count| drop(self.value(count)));
        proctype.provided.iter().for_each(|condition| self.condition(condition));
        self.body(&proctype.body, globals);
        self.names.close();
        self.names.owner = None;
    }

    fn body(&mut self, body: &'a Body, globals: usize) {
        let before = self.names.declared.len();
        self.sequence(&body.steps);
        for label in self.labels.close_body() {
            let declared = &self.names.declared;
            let variables = declared[..globals].iter().chain(&declared[before..]);
            let Some(variable) = variables.into_iter().find(|d| d.name == label.text) else {
                continue;
            };
            let message = format!("the label `{}` has the name of a variable", label.text);
            let diagnostic = Diagnostic::warning(label.span, message)
                .label(variable.span, "the variable")
                .help("rename one of them: SPIN refuses this");
            self.report(diagnostic);
        }
    }

    fn scoped(&mut self, sequence: &'a Sequence) {
        self.names.open();
        self.sequence(sequence);
        self.names.close();
    }

    fn sequence(&mut self, sequence: &'a Sequence) {
        self.unreachable(sequence);
        for step in sequence {
            match step {
                Step::Declare(declaration) => self.declare(declaration),
                Step::Statement(statement) => self.statement(statement),
                Step::Exclusive { channels, .. } => {
                    channels.iter().for_each(|channel| drop(self.channel(channel)));
                }
            }
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        statement.labels.iter().for_each(|label| self.labels.define(label));
        match &statement.kind {
            StatementKind::Assign(target, value) => {
                let value = self.value(value);
                if matches!(&target.path[..], [part] if part.name.text == "_") {
                    let message = "what is assigned to `_` is lost";
                    let help = "`_` holds no value; leave the assignment out, or write `skip`";
                    self.report(Diagnostic::warning(target.span, message).help(help));
                }
                if let Some((cell, name)) = self.written(target, false) {
                    self.flow(&value, &cell, &name);
                }
            }
            StatementKind::Increment(target) | StatementKind::Decrement(target) => {
                if let Some((cell, name)) = self.written(target, false) {
                    self.arithmetic(&Value::of_cell(&cell, &name, target.span));
                }
            }
            StatementKind::Send { channel, arguments, .. } => self.send(channel, arguments),
            StatementKind::Receive { channel, random, copy, arguments } => {
                let usage = if *random || *copy { Usage::Pick } else { Usage::Receive };
                self.receive(usage, channel, arguments);
            }
            StatementKind::Expression(expr) => match &expr.kind {
                ExprKind::Run { .. } => drop(self.value(expr)),
                _ => self.condition(expr),
            },
            StatementKind::Assert(expr) => self.condition(expr),
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| self.sequence(option));
            }
            StatementKind::ForRange { variable, from, to, body } => {
                self.loop_range(variable, from, to, true);
                self.scoped(body);
            }
            StatementKind::ForIn { variable, collection, body } => {
                self.written(variable, true);
                if let Some(place) = self.place(collection) {
                    let declared = &mut self.names.declared[place.root];
                    (declared.read, declared.written) = (true, true);
                    let is_array = declared.length.is_some();
                    if matches!(place.holds, Holds::Cell(cell) if cell.ty == Type::Chan)
                        && !is_array
                    {
                        let stored = [ReceiveArgument::Store(variable.clone())];
                        self.receive(Usage::Receive, collection, &stored);
                    }
                }
                self.scoped(body);
            }
            StatementKind::Select { variable, from, to, .. } => {
                self.loop_range(variable, from, to, false);
            }
            StatementKind::Goto(label) => self.labels.jump(label),
            StatementKind::Atomic(body)
            | StatementKind::DStep(body)
            | StatementKind::Block(body)
            | StatementKind::Inline { body, .. } => self.scoped(body),
            StatementKind::Printf { arguments, .. } => {
                arguments.iter().for_each(|argument| drop(self.value(argument)));
            }
            StatementKind::Printm(expr) => drop(self.value(expr)),
            StatementKind::SetPriority(process, priority) => {
                self.value(process);
                self.value(priority);
            }
            StatementKind::Else | StatementKind::Break => {}
        }
        if let Some(escape) = &statement.unless {
            self.statement(escape);
        }
    }

    /// The cell that a statement writes, with its name.
    fn written(&mut self, path: &LValue, also_read: bool) -> Option<(Cell, String)> {
        let place = self.place(path)?;
        let declared = &mut self.names.declared[place.root];
        declared.written = true;
        declared.read |= also_read;
        match place.holds {
            Holds::Cell(cell) => Some((cell, format!("`{}`", place.name))),
            Holds::Structure(_) => None,
        }
    }

    /// `variable : from .. to`. A loop counts one further than its last value.
    fn loop_range(&mut self, path: &LValue, from: &Expr, to: &Expr, is_loop: bool) {
        let (from, to) = (self.value(from), self.value(to));
        let Some((cell, name)) = self.written(path, is_loop) else { return };
        for bound in [&from, &to] {
            if bound.constant.is_some() || matches!(bound.kind, Kind::Channel(_)) {
                self.fit(bound, &cell, &name);
            }
        }
        let Range { high, .. } = cell.range();
        if is_loop && to.constant == Some(high) {
            let message = format!("this loop does not end: {name} is never more than {high}");
            let help = "declare the variable wider: it is counted one further than the last value";
            self.report(Diagnostic::warning(to.span, message).help(help));
        }
    }

    /// The names in a `trace` are used; its statements are patterns, not statements.
    fn events(&mut self, body: &'a Body) {
        let (diagnostics, facts) = (self.diagnostics.len(), self.facts.len());
        self.names.open();
        self.sequence(&body.steps);
        self.names.close();
        self.labels.close_body();
        self.diagnostics.truncate(diagnostics);
        self.facts.truncate(facts);
    }
}
