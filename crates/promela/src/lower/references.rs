//! References to other processes: `P[i]@label`, `P[i]:x`, and what is asked of processes by number.
//!
//! A reference may stand before the process type that it refers to, so that labels and local
//! variables are looked up only when all bodies are lowered.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span, nearest};
use machine::index::{LabelId, NodeId, ProcessTypeId, RemoteId, VariableId};
use machine::program::{Expr, Label, RemoteVariable};
use machine::spin::SpinExpr;

use super::Lowering;
use crate::ast::{self, ExprKind, LValue, Name};

/// What was referred to, and what there is to refer to.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The labels of each process type.
    pub labels: HashMap<(ProcessTypeId, String), NodeId>,
    /// The local variables of each process type: of several of one name, the first.
    pub locals: HashMap<(ProcessTypeId, String), VariableId>,
    named_labels: Vec<(ProcessTypeId, Name)>,
    named_variables: Vec<(ProcessTypeId, Name, bool)>,
}

impl Lowering<'_> {
    /// `P[i]@label`.
    pub(super) fn remote_label(
        &mut self,
        process: &Name,
        instance: Option<&ast::Expr>,
        label: &Name,
    ) -> Expr {
        let Some((process_type, number)) = self.remote_process(process, instance) else {
            return Expr::constant(0);
        };
        let named = &mut self.references.named_labels;
        let known = named.iter().position(|(t, l)| *t == process_type && l.text == label.text);
        let id = known.unwrap_or_else(|| {
            named.push((process_type, label.clone()));
            named.len() - 1
        });
        Expr::at(number, LabelId::new(id))
    }

    /// `P[i]:x`.
    pub(super) fn remote_variable(
        &mut self,
        process: &Name,
        instance: Option<&ast::Expr>,
        variable: &LValue,
    ) -> Expr {
        let found = self.remote_process(process, instance);
        let (Some((process_type, number)), [part]) = (found, &variable.path[..]) else {
            if variable.path.len() > 1 {
                let message = "a remote reference cannot name a field of a structure";
                self.error(variable.span, message);
            }
            return Expr::constant(0);
        };
        let index = part.index.as_ref().map(|index| self.expr(index));
        if part.name.text == "_p" && index.is_none() {
            return Expr::from(SpinExpr::ControlPoint(number));
        }
        let named = &mut self.references.named_variables;
        let id = RemoteId::new(named.len());
        named.push((process_type, part.name.clone(), index.is_some()));
        Expr::remote_load(number, index, id)
    }

    /// The process type of a remote reference, and the process's number.
    fn remote_process(
        &mut self,
        process: &Name,
        instance: Option<&ast::Expr>,
    ) -> Option<(ProcessTypeId, Expr)> {
        let Some(&(process_type, _)) = self.processes.get(&process.text) else {
            self.unknown_proctype(process);
            return None;
        };
        let number = match instance {
            Some(number) => self.expr(number),
            None => Expr::process_of(process_type),
        };
        Some((process_type, number))
    }

    /// Looks up what was referred to since this was done last, now that all bodies are lowered.
    pub(super) fn resolve_references(&mut self) {
        let references = std::mem::take(&mut self.references);
        let program = &self.builder.program;
        let (labels, remotes) = (program.labels.len(), program.remotes.len());
        for (process_type, label) in &references.named_labels[labels..] {
            let node = references.labels.get(&(*process_type, label.text.clone()));
            if node.is_none() {
                let known = references.labels.keys().filter(|(t, _)| t == process_type);
                let names = known.map(|(_, name)| name.as_str());
                self.unknown_part("label", label, *process_type, nearest(&label.text, names));
            }
            self.builder.program.labels.push(Label {
                name: label.text.clone(),
                process_type: *process_type,
                node: node.copied().unwrap_or(NodeId(0)),
            });
        }
        for (process_type, name, indexed) in &references.named_variables[remotes..] {
            let variable = references.locals.get(&(*process_type, name.text.clone()));
            let Some(&variable) = variable else {
                let known = references.locals.keys().filter(|(t, _)| t == process_type);
                let names = known.map(|(_, name)| name.as_str());
                self.unknown_part("variable", name, *process_type, nearest(&name.text, names));
                continue;
            };
            let is_array = !self.builder.program.variables[variable.index()].dimensions.is_empty();
            if is_array != *indexed {
                let what = if is_array { "is an array: which element?" } else { "is not an array" };
                self.error(name.span, format!("`{}` {what}", name.text));
            }
            self.builder
                .program
                .remotes
                .push(RemoteVariable { process_type: *process_type, variable });
        }
        self.references = references;
    }

    /// Takes out of the program what was resolved beyond so many labels and variables: numbers go on from there.
    pub(super) fn take_references(
        &mut self,
        (labels, remotes): (usize, usize),
    ) -> (Vec<Label>, Vec<RemoteVariable>) {
        self.references.named_labels.truncate(labels);
        self.references.named_variables.truncate(remotes);
        let program = &mut self.builder.program;
        let remotes = program.remotes.split_off(remotes.min(program.remotes.len()));
        (program.labels.split_off(labels), remotes)
    }

    fn unknown_part(
        &mut self,
        what: &str,
        name: &Name,
        process_type: ProcessTypeId,
        meant: Option<&str>,
    ) {
        let owner = &self.builder.program.process_types[process_type.index()].name;
        let message = format!("`{owner}` has no {what} `{}`", name.text);
        let mut diagnostic = Diagnostic::error(name.span, message);
        diagnostic.help = meant.map(|known| format!("did you mean `{known}`?"));
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn unknown_proctype(&mut self, process: &Name) {
        let known = self.processes.keys().map(String::as_str);
        let meant = nearest(&process.text, known).map(str::to_owned);
        let message = format!("there is no proctype `{}`", process.text);
        let mut diagnostic = Diagnostic::error(process.span, message);
        diagnostic.help = meant.map(|known| format!("did you mean `{known}`?"));
        self.diagnostics.push(diagnostic);
    }

    /// `_pid`, `_last`, `enabled(i)` and others that only processes have.
    pub(super) fn process_question(&mut self, kind: &ExprKind, span: Span) -> Expr {
        match kind {
            ExprKind::Enabled(process) => Expr::from(SpinExpr::Enabled(self.expr(process))),
            ExprKind::PcValue(process) => Expr::from(SpinExpr::ControlPoint(self.expr(process))),
            ExprKind::GetPriority(process) => Expr::from(SpinExpr::Priority(self.expr(process))),
            ExprKind::RemoteLabel { process, instance, label } => {
                self.remote_label(process, instance.as_deref(), label)
            }
            ExprKind::RemoteVariable { process, instance, variable } => {
                self.remote_variable(process, instance.as_deref(), variable)
            }
            ExprKind::Priority => self.implicit_load(super::PRIORITY, span),
            ExprKind::Last => self.implicit_load(super::LAST, span),
            ExprKind::NonProgress if self.in_claim => Expr::from(SpinExpr::NonProgress),
            ExprKind::NonProgress => {
                let message = "`np_` can stand only in a `never` claim";
                self.error(span, message);
                Expr::constant(0)
            }
            _ => {
                self.error(span, "the variable `_` can only be written");
                Expr::constant(0)
            }
        }
    }

    fn implicit_load(&mut self, name: &str, span: Span) -> Expr {
        let name = Name { text: name.to_owned(), span };
        let path = LValue { path: vec![ast::PathPart { name, index: None }], span };
        self.place(&path).map_or(Expr::constant(0), Expr::load)
    }
}
