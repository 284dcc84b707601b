//! References to other processes: `P[i]@label`, `P[i]:x`, and what is asked of processes by number.
//!
//! A reference may stand before the process type that it refers to, so that labels and local
//! variables are looked up only when all bodies are lowered.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span, nearest};
use machine::claim::Claim;
use machine::index::{LabelId, NodeId, ProcessTypeId, VariableId};
use machine::parts::{self, Part};
use machine::program::{CellType, Expr, Label, Owner, Place, Region, Subscript};
use machine::spin::SpinExpr;

use super::names::{Entry, Shape};
use super::{INIT, Lowering};
use crate::ast::{self, ExprKind, LValue, Name};

/// What was referred to, and what there is to refer to.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The labels of each process type.
    pub labels: HashMap<(ProcessTypeId, String), NodeId>,
    /// The local variables of each process type, and the fields of such, as in `tags.row`: of several of one name, the first.
    locals: HashMap<(ProcessTypeId, String), Local>,
    named_labels: Vec<(ProcessTypeId, Name)>,
    /// Variables of other processes, since references were resolved last.
    named_variables: Vec<NamedVariable>,
}

/// A local variable of some process type, or a field of one.
#[derive(Debug)]
struct Local {
    variable: VariableId,
    /// Which parts of its name are arrays.
    arrays: Vec<bool>,
}

/// A variable of another process, as it is named.
#[derive(Debug)]
struct NamedVariable {
    owner: ProcessTypeId,
    /// Its name, without subscripts.
    name: Name,
    /// Which parts of that have a subscript.
    indexed: Vec<bool>,
}

impl References {
    /// Notes a local variable of a process type, or a field of one, within parts of which these are arrays.
    pub(super) fn declare(
        &mut self,
        owner: ProcessTypeId,
        name: &str,
        declared: &Entry,
        around: &[bool],
    ) {
        let mut arrays = around.to_vec();
        arrays.push(declared.length.is_some());
        match &declared.shape {
            Shape::Leaf(variable) => {
                let local = Local { variable: *variable, arrays };
                self.locals.entry((owner, name.to_owned())).or_insert(local);
            }
            Shape::Structure(fields) => {
                for (field, declared) in fields {
                    self.declare(owner, &format!("{name}.{field}"), declared, &arrays);
                }
            }
        }
    }
}

/// The number of the first variable that is not known yet: the `i`-th that was named has the `i`-th number from there.
const UNKNOWN: u32 = 1 << 31;

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

    /// `P[i]:x`; where it is no statement of SPIN, of a structure as well.
    pub(super) fn remote_variable(
        &mut self,
        process: &Name,
        instance: Option<&ast::Expr>,
        variable: &LValue,
    ) -> Expr {
        if variable.path.len() > 1 && !self.in_claim {
            let message = "a remote reference cannot name a field of a structure";
            self.error(variable.span, message);
            return Expr::constant(0);
        }
        let Some((owner, number)) = self.remote_process(process, instance) else {
            return Expr::constant(0);
        };
        let parts: Vec<&str> = variable.path.iter().map(|part| part.name.text.as_str()).collect();
        let name = Name { text: parts.join("."), span: variable.span };
        let indexed: Vec<bool> = variable.path.iter().map(|part| part.index.is_some()).collect();
        if name.text == "_p" && indexed == [false] {
            return Expr::from(SpinExpr::ControlPoint(number));
        }
        let indices = variable.path.iter().filter_map(|part| part.index.as_ref());
        let indices: Vec<Expr> = indices.map(|index| self.expr(index)).collect();
        let named = &mut self.references.named_variables;
        let variable = VariableId(UNKNOWN + named.len() as u32);
        named.push(NamedVariable { owner, name, indexed });
        let subscripts = indices.into_iter().map(|index| Subscript { index, length: 0, stride: 1 });
        Expr::load(Place {
            variable,
            region: Region::Local(owner),
            offset: 0,
            cell: CellType::BYTE,
            owner: Owner::Process(Box::new(number)),
            subscripts: subscripts.collect(),
        })
    }

    /// The process type of a remote reference, and the process's number.
    fn remote_process(
        &mut self,
        process: &Name,
        instance: Option<&ast::Expr>,
    ) -> Option<(ProcessTypeId, Expr)> {
        let known = self.processes.get(&process.text).map(|&(process_type, _)| process_type);
        let Some(process_type) = known.or(self.init.filter(|_| process.text == INIT)) else {
            self.unknown_proctype(process);
            return None;
        };
        let number = match instance {
            Some(number) => self.expr(number),
            None => Expr::process_of(process_type),
        };
        Some((process_type, number))
    }

    /// Looks up what was referred to since this was done last, in a claim or in the processes, now that all bodies are lowered.
    pub(super) fn resolve_references(&mut self, claim: Option<&mut Claim>) {
        let mut references = std::mem::take(&mut self.references);
        let labels = self.builder.program.labels.len();
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
        let named = std::mem::take(&mut references.named_variables);
        if !named.is_empty() {
            let found = named.iter().map(|named| self.named_variable(&references, named));
            let found: Vec<Option<VariableId>> = found.collect();
            self.fill_in(&found, claim);
        }
        self.references = references;
    }

    /// The variable of a process type that has a name, if there is one; what is wrong with the reference is noted.
    fn named_variable(
        &mut self,
        references: &References,
        NamedVariable { owner, name, indexed }: &NamedVariable,
    ) -> Option<VariableId> {
        let Some(local) = references.locals.get(&(*owner, name.text.clone())) else {
            let known = references.locals.keys().filter(|(t, _)| t == owner);
            let names = known.map(|(_, name)| name.as_str());
            self.unknown_part("variable", name, *owner, nearest(&name.text, names));
            return None;
        };
        let parts = name.text.split('.').zip(&local.arrays).zip(indexed);
        let mut wrong = parts.filter(|((_, is_array), indexed)| is_array != indexed);
        if let Some(((part, is_array), _)) = wrong.next() {
            let what = if *is_array { "is an array: which element?" } else { "is not an array" };
            self.error(name.span, format!("`{part}` {what}"));
            return None;
        }
        Some(local.variable)
    }

    /// Puts the variables that were found where they are named. (Where one was not, the model is refused.)
    fn fill_in(&mut self, found: &[Option<VariableId>], claim: Option<&mut Claim>) {
        let program = &mut self.builder.program;
        let variables = std::mem::take(&mut program.variables);
        let mut fill = |part: Part<'_>| {
            let Part::Place(place) = part else { return };
            let named = place.variable.0.checked_sub(UNKNOWN);
            let Some(variable) = named.and_then(|named| found[named as usize]) else { return };
            let declared = &variables[variable.index()];
            place.variable = variable;
            (place.offset, place.cell) = (declared.offset, declared.cell);
            let mut stride = 1;
            let subscripts = place.subscripts.iter_mut().zip(&declared.dimensions);
            for (subscript, &length) in subscripts.rev() {
                (subscript.length, subscript.stride) = (length, stride);
                stride *= length;
            }
        };
        match claim {
            Some(claim) => parts::of_claim(claim, &mut fill),
            None => {
                parts::beside_graphs(program, &mut fill);
                let types = program.process_types.iter_mut();
                types.for_each(|declared| parts::of_graph(&mut declared.control, &mut fill));
            }
        }
        program.variables = variables;
    }

    /// Takes the labels out of the program that were resolved beyond so many: numbers go on from there.
    pub(super) fn take_labels(&mut self, labels: usize) -> Vec<Label> {
        self.references.named_labels.truncate(labels);
        self.builder.program.labels.split_off(labels)
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
