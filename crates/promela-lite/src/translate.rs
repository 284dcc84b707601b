//! Promela-Lite to Promela. (Donaldson and Miller 2008, section 6.2.)
//!
//! Channel types, recursive ones too, become plain `chan`, and `null` is declared, as in the paper. What
//! else would not mean the same there is written otherwise:
//!
//! - SPIN's `null` has room for a message, that of Promela-Lite has none: `nfull(x)` becomes
//!   `(x != null && nfull(x))`.
//! - SPIN receives field by field, and takes the later ones from the channel that an earlier one has just
//!   put into the variable: of `c?c,x` the channel is kept first.
//! - Names that SPIN has another use for become others.
//! - The least `int` becomes a difference.
//!
//! All else stays as it is written, with its comments.

use diagnostics::{FileId, Sources, Span};

use crate::ast::{
    Asked, Expr, ExprKind, Model, Name, Proctype, Query, TypeKind, TypeText, Update, UpdateKind,
    Variable,
};
use crate::rename::Renames;
use crate::scope::{Meaning, Scope};
use crate::typing::Typed;

/// The text of a model in Promela.
pub(crate) fn translate(sources: &Sources, file: FileId, model: &Model, typed: &Typed) -> String {
    let mut renames = Renames::of(model);
    let keeper = renames.fresh("kept");
    let mut translation = Translation {
        sources,
        typed,
        renames,
        keeper,
        keeps: false,
        null: false,
        fields: 1,
        locals: None,
        changes: Vec::new(),
    };
    translation.model(model);
    let text = sources.text(file);
    let whole = Span { file, start: 0, end: text.len() as u32 };
    translation.declarations() + &translation.changed(whole, &translation.changes)
}

/// What to write instead of what stands at a place.
type Change = (Span, String);

struct Translation<'a> {
    sources: &'a Sources,
    typed: &'a Typed,
    renames: Renames,
    /// The name of a variable that keeps a channel while messages are received from it.
    keeper: String,
    /// Whether that is used.
    keeps: bool,
    /// Whether `null` is used.
    null: bool,
    /// The most fields that a message has that is sent or received.
    fields: usize,
    /// The names of the proctype at hand.
    locals: Option<&'a Scope>,
    changes: Vec<Change>,
}

impl Translation<'_> {
    /// What has to be declared besides. SPIN wants the messages of some channel to be as long as every one
    /// that is sent; fields have room for a channel, which its variables may send elsewhere.
    fn declarations(&self) -> String {
        let mut out = String::new();
        if self.null {
            let fields = vec!["byte"; self.fields].join(", ");
            out += &format!("chan null = [0] of {{{fields}}}; /* no channel */\n");
        }
        if self.keeps {
            let keeper = &self.keeper;
            out += &format!(
                "chan {keeper} = null; /* what is received from, for the time of a step */\n"
            );
        }
        out
    }

    /// A text with changes, of which those count that lie within.
    fn changed(&self, span: Span, changes: &[Change]) -> String {
        let text = self.sources.text(span.file);
        let mut within: Vec<&Change> = changes
            .iter()
            .filter(|(place, _)| span.start <= place.start && place.end <= span.end)
            .collect();
        within.sort_by_key(|(place, _)| place.start);
        let (mut out, mut at) = (String::new(), span.start as usize);
        for (place, change) in within {
            out.push_str(&text[at..place.start as usize]);
            out.push_str(change);
            at = place.end as usize;
        }
        out.push_str(&text[at..span.end as usize]);
        out
    }
}

impl<'a> Translation<'a> {
    fn model(&mut self, model: &Model) {
        for channel in &model.channels {
            self.rename(&channel.name);
            channel.fields.iter().for_each(|field| self.ty(field));
        }
        for variable in &model.globals {
            self.variable(variable);
        }
        for (proctype, locals) in model.proctypes.iter().zip(&self.typed.locals) {
            self.locals = Some(locals);
            self.proctype(proctype);
            self.locals = None;
        }
        for run in model.inits.iter().flat_map(|init| &init.runs) {
            self.rename_proctype(&run.proctype);
            self.exprs(&run.arguments);
        }
    }

    fn rename(&mut self, name: &Name) {
        self.rename_at(&name.text, name.span);
    }

    fn rename_at(&mut self, name: &str, span: Span) {
        let other = self.renames.variable(name);
        if other != name {
            self.changes.push((span, other.to_owned()));
        }
    }

    fn rename_proctype(&mut self, name: &Name) {
        let other = self.renames.proctype(&name.text);
        if other != name.text {
            self.changes.push((name.span, other.to_owned()));
        }
    }

    fn ty(&mut self, ty: &TypeText) {
        if is_channel(ty) {
            self.changes.push((ty.span, "chan".to_owned()));
        }
    }

    /// A global variable, or a parameter.
    fn variable(&mut self, variable: &Variable) {
        self.ty(&variable.ty);
        self.null |= is_channel(&variable.ty);
        self.rename(&variable.name);
        if let Some(initial) = &variable.initial {
            self.expr(initial);
        }
    }

    fn proctype(&mut self, proctype: &Proctype) {
        self.rename_proctype(&proctype.name);
        proctype.parameters.iter().for_each(|parameter| self.variable(parameter));
        for statement in &proctype.statements {
            self.expr(&statement.guard);
            statement.updates.iter().for_each(|update| self.update(update));
        }
    }

    fn update(&mut self, update: &Update) {
        match &update.kind {
            UpdateKind::Skip => {}
            UpdateKind::Assign(target, value) => {
                self.rename(target);
                self.expr(value);
            }
            UpdateKind::Send(channel, message) => {
                self.fields = self.fields.max(message.len());
                self.rename(channel);
                self.exprs(message);
            }
            UpdateKind::Receive(channel, targets) => self.receive(channel, targets, update.span),
        }
    }

    fn receive(&mut self, channel: &Name, targets: &[Name], span: Span) {
        self.fields = self.fields.max(targets.len());
        targets.iter().for_each(|target| self.rename(target));
        // The last field is taken before the variable changes.
        let early = &targets[..targets.len().saturating_sub(1)];
        if early.iter().all(|target| target.text != channel.text) {
            self.rename(channel);
            return;
        }
        (self.keeps, self.null) = (true, true);
        let name = self.renames.variable(&channel.text);
        let keeper = &self.keeper;
        self.changes.push((channel.span, format!("{keeper} = {name}; {keeper}")));
        let end = Span { start: span.end, ..span };
        self.changes.push((end, format!("; {keeper} = null")));
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            // C has no number so small: the one that is negated is too large, and makes it a `long`.
            ExprKind::Number(i32::MIN) => {
                self.changes.push((expr.span, format!("({} - 1)", i32::MIN + 1)));
            }
            ExprKind::Number(_) | ExprKind::OwnPid => {}
            ExprKind::Null => self.null = true,
            ExprKind::Name(name) => self.rename_at(name, expr.span),
            ExprKind::Query(query, asked) => {
                let question = self.question(*query, asked);
                self.changes.push((expr.span, question));
            }
            ExprKind::Not(operand) | ExprKind::Parenthesised(operand) => self.expr(operand),
            ExprKind::Binary(_, operands) => {
                self.expr(&operands.0);
                self.expr(&operands.1);
            }
        }
    }

    /// The name of what is asked, and whether it may be `null`.
    fn asked<'b>(&'b mut self, asked: &'b Asked) -> (&'b str, bool) {
        let Asked::Name(name) = asked else {
            self.null = true;
            return ("null", true);
        };
        let local = self.locals.and_then(|locals| locals.find(&name.text));
        let entry = local.or_else(|| self.typed.globals.find(&name.text));
        let is_declared = matches!(entry.map(|e| e.meaning), Some(Meaning::Channel(_)));
        self.null |= !is_declared;
        (self.renames.variable(&name.text), !is_declared)
    }

    fn question(&mut self, query: Query, asked: &Asked) -> String {
        let (name, may_be_null) = self.asked(asked);
        match query {
            Query::NotFull if may_be_null => format!("({name} != null && nfull({name}))"),
            _ => format!("{}({name})", query.text()),
        }
    }
}

fn is_channel(ty: &TypeText) -> bool {
    match ty.kind {
        TypeKind::Int | TypeKind::Pid => false,
        TypeKind::Channel(_) | TypeKind::Recursive(..) | TypeKind::Bound(_) => true,
    }
}
