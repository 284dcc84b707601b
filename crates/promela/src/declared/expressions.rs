//! Expressions, paths to variables, and formulas.

use super::labels::{Part, Reference};
use super::{Meaning, Resolver};
use crate::ast::{Expr, ExprKind, Formula, FormulaKind, LValue, Name, PathPart};

impl<'a> Resolver<'a> {
    pub(super) fn exprs(&mut self, exprs: &'a [Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    /// Looks up the names of an expression; the parser bounds how deep it is.
    pub(super) fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Variable(path) | ExprKind::Channel(_, path) => self.path(path),
            ExprKind::Unary(_, operand)
            | ExprKind::Enabled(operand)
            | ExprKind::PcValue(operand)
            | ExprKind::GetPriority(operand) => self.expr(operand),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Poll { channel, arguments, .. } => {
                self.path(channel);
                self.pattern(arguments);
            }
            ExprKind::Run { process, arguments, priority } => {
                self.process(process);
                self.exprs(arguments);
                priority.iter().for_each(|priority| self.expr(priority));
            }
            ExprKind::RemoteLabel { process, instance, label } => {
                self.remote(process, instance.as_deref(), Part::Label(label));
            }
            ExprKind::RemoteVariable { process, instance, variable } => {
                self.indices(&variable.path);
                self.remote(process, instance.as_deref(), Part::Variable(&variable.path));
            }
            ExprKind::Number(_)
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::Pid
            | ExprKind::ProcessCount
            | ExprKind::Last
            | ExprKind::Priority
            | ExprKind::Scratch => {}
        }
    }

    fn remote(&mut self, process: &'a Name, instance: Option<&'a Expr>, part: Part<'a>) {
        self.process(process);
        instance.into_iter().for_each(|instance| self.expr(instance));
        let doubts = self.list.doubts;
        self.references.push(Reference { process: &process.text, part, doubts });
    }

    /// Looks up the name of a proctype, or `init`.
    pub(super) fn process(&mut self, name: &Name) {
        let owner = self.processes.get(name.text.as_str()).and_then(|&it| self.owners.get(it));
        if let Some(number) = owner.and_then(|owner| owner.declared) {
            self.list.used(number, name.span);
        }
    }

    /// Looks up a variable, its fields and its subscripts.
    pub(super) fn path(&mut self, path: &'a LValue) {
        self.indices(&path.path);
        let Some((first, rest)) = path.path.split_first() else { return };
        let name = first.name.text.as_str();
        let is_plain = rest.is_empty() && first.index.is_none();
        if let Some(&meaning) = self.scopes.find(name) {
            self.meant(meaning, &first.name);
            self.fields(meaning, rest);
        } else if let Some(Some(number)) = self.symbols.get(name).filter(|_| is_plain) {
            self.list.used(*number, first.name.span);
        }
    }

    fn indices(&mut self, path: &'a [PathPart]) {
        path.iter().filter_map(|part| part.index.as_ref()).for_each(|index| self.expr(index));
    }

    /// Notes what a name means at its place.
    pub(super) fn meant(&mut self, meaning: Meaning<'a>, name: &Name) {
        if let Some(number) = meaning.declared {
            self.list.used(number, name.span);
        }
    }

    /// Looks up the fields of a variable, one in the other.
    pub(super) fn fields(&mut self, mut meaning: Meaning<'a>, path: &[PathPart]) {
        for part in path {
            let structure = meaning.structure.and_then(|name| self.structures.get(name));
            let field = structure.and_then(|(_, fields)| fields.get(part.name.text.as_str()));
            let Some(&field) = field else { return };
            self.meant(field, &part.name);
            meaning = field;
        }
    }

    /// Looks up the names of a formula; the parser bounds how deep it is.
    pub(super) fn formula(&mut self, formula: &'a Formula) {
        match &formula.kind {
            FormulaKind::Atom(expr) => self.expr(expr),
            FormulaKind::Unary(_, part) => self.formula(part),
            FormulaKind::Binary(_, left, right) => {
                self.formula(left);
                self.formula(right);
            }
        }
    }
}
