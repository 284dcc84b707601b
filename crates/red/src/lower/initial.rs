//! Initial states: all that fulfil `initially`. What it does not mention is open, or zero, as the user wants.

use std::collections::HashSet;

use diagnostics::{Diagnostic, Severity, Span};
use machine::index::{NodeId, VariableId};
use machine::program::{Expr, ExprKind, InitialProcess, Initialiser, Owner, Place, Region};
use machine::uses::walk_expr;

use super::conditions::Truth;
use super::declared::{DeclaredVariable, Meaning};
use super::scope::{At, Scope};
use super::{Lowering, MAX_INITIAL, OWNER};
use crate::ast::{self, ExprKind as AstKind, Model, Quantifier};
use crate::model::Open;

/// What conditions mention: variables of processes, by their numbers, or of nobody; and modes of processes. For those of a process
/// that is not known, all are listed.
#[derive(Default)]
struct Mentioned {
    variables: HashSet<(VariableId, Option<i32>)>,
    modes: HashSet<i32>,
}

impl<'m> Lowering<'m> {
    /// Starts the processes, and gives variables their first values; notes on what is left open.
    pub fn initially(&mut self, model: &'m Model) -> Vec<Diagnostic> {
        let initially = model.initially.first();
        let mut conditions = Vec::new();
        if let Some(initially) = initially {
            let found = self.scope().conjuncts(&initially.condition, &mut conditions);
            if found.is_none() {
                return Vec::new();
            }
        }
        let mentioned = self.mentioned(&conditions);
        for process in 1..=self.declared.count {
            let mut started = InitialProcess::new(OWNER, Vec::new());
            started.name = Some(format!("process {process}"));
            if mentioned.modes.contains(&process) {
                started.begins = NodeId::below(model.modes.len()).collect();
            }
            self.builder.start(started);
        }
        let mut open = Vec::new();
        for place in 0..self.declared.variables.len() {
            if self.begin(place, &mentioned) {
                open.push(format!("`{}`", self.declared.variables[place].name.text));
            }
        }
        self.builder.program.initial_conditions = conditions;
        let span = initially.map_or(model.end, |initially| initially.keyword);
        let mut notes = self.note(&open, span, initially.is_some());
        if initially.is_some_and(|it| self.names_modes(&it.condition)) {
            notes.extend(self.unmentioned_modes(&mentioned, model, span));
        }
        notes
    }

    /// Whether a condition names the mode of some process, be it where that is not asked of any state.
    fn names_modes(&self, condition: &ast::Expr) -> bool {
        let is_mode = |name: &str| matches!(self.declared.names.get(name), Some(Meaning::Mode(_)));
        let mut names = false;
        condition.walk(&mut |part| {
            names |= match &part.kind {
                AstKind::Mode => true,
                AstKind::Of(base, _) => matches!(&base.kind, AstKind::Name(name) if is_mode(name)),
                _ => false,
            }
        });
        names
    }

    /// A note on processes of whose mode nothing is said, where it is said of others, or seems to be.
    fn unmentioned_modes(
        &self,
        mentioned: &Mentioned,
        model: &Model,
        span: Span,
    ) -> Option<Diagnostic> {
        let all = 1..=self.declared.count;
        let others: Vec<i32> = all.filter(|it| !mentioned.modes.contains(it)).collect();
        let first = &model.modes.first()?.name.text;
        let (they, begin) = match others[..] {
            [] => return None,
            [one] => (format!("process {one}, which"), "begins"),
            _ => (format!("processes {}, which", listed(&others)), "begin"),
        };
        let message = format!(
            "`initially` says nothing of the mode of {they} {begin} in the first, `{first}`"
        );
        let help = "what a quantifier decides when it is written out, as `i == 1`, is not asked of any state";
        Some(Diagnostic::note(span, message).help(help))
    }

    /// Gives a variable its first values. Whether some of it is left open.
    fn begin(&mut self, place: usize, mentioned: &Mentioned) -> bool {
        let variable = self.declared.variables[place].clone();
        let processes: Vec<Option<i32>> = match variable.is_local {
            true => (1..=self.declared.count).map(Some).collect(),
            false => vec![None],
        };
        let mut is_open = false;
        for process in processes {
            let is_mentioned = mentioned.variables.contains(&(variable.id, process));
            is_open |= !is_mentioned && variable.lowest != variable.highest;
            if is_mentioned || self.options.open == Open::Free {
                self.choose(&variable, process);
            }
        }
        if variable.nearest_to_zero() != 0 {
            self.start_with(&variable);
        }
        is_open
    }

    /// Any value of the range.
    fn choose(&mut self, variable: &DeclaredVariable<'m>, process: Option<i32>) {
        let DeclaredVariable { lowest, highest, name, .. } = *variable;
        if i64::from(highest) - i64::from(lowest) >= i64::from(MAX_INITIAL) {
            let message = format!("`{}` may begin with more than {MAX_INITIAL} values", name.text);
            let help = "give it a smaller range, or begin with `--open zero`";
            let diagnostic = Diagnostic::error(name.span, message).help(help);
            let diagnostic = Diagnostic { severity: Severity::Limit, ..diagnostic };
            if !self.declared.diagnostics.contains(&diagnostic) {
                self.declared.diagnostics.push(diagnostic);
            }
            return;
        }
        let program = &self.builder.program;
        let place = match process {
            Some(number) => program.place_of(Expr::constant(number), variable.id, Vec::new()),
            None => program.place(variable.id, Vec::new()),
        };
        self.builder.choose(&place, lowest..=highest);
    }

    /// What a variable begins with that has no 0.
    fn start_with(&mut self, variable: &DeclaredVariable<'m>) {
        let value = Expr::constant(variable.nearest_to_zero());
        let place = self.builder.program.place(variable.id, Vec::new());
        if variable.is_local {
            let process_type = &mut self.builder.program.process_types[OWNER.index()];
            process_type.initialisers.push(Initialiser { place, value });
        } else {
            self.builder.initialise(place, value);
        }
    }

    fn note(&self, open: &[String], span: Span, has_condition: bool) -> Vec<Diagnostic> {
        if open.is_empty() {
            return Vec::new();
        }
        let names = open.join(", ");
        let by = if has_condition {
            "`initially` leaves"
        } else {
            "without `initially`, the model leaves"
        };
        let message = match self.options.open {
            Open::Free => format!("{by} open what {names} begin with: any value of their ranges"),
            Open::Zero => format!("{by} open what {names} begin with: 0 or NULL, by `--open zero`"),
        };
        let note = Diagnostic::note(span, message);
        vec![match self.options.open {
            Open::Free => note.help("`--open zero` begins with 0 and NULL"),
            Open::Zero => note,
        }]
    }

    /// What conditions mention.
    fn mentioned(&self, conditions: &[Expr]) -> Mentioned {
        let mut mentioned = Mentioned::default();
        let all = 1..=self.declared.count;
        let named = |process: Option<&Expr>| match process.and_then(Expr::constant_value) {
            Some(number) => vec![number],
            None => all.clone().collect(),
        };
        for condition in conditions {
            walk_expr(condition, &mut |part| match &part.kind {
                ExprKind::Load(Place { variable, region: Region::Global, .. }) => {
                    mentioned.variables.insert((*variable, None));
                }
                ExprKind::Load(Place { variable, owner, .. }) => {
                    let owner = match owner {
                        Owner::Actor => None,
                        Owner::Process(process) => Some(&**process),
                    };
                    let cells = named(owner).into_iter();
                    mentioned.variables.extend(cells.map(|process| (*variable, Some(process))));
                }
                ExprKind::At(process, _) => mentioned.modes.extend(named(Some(process))),
                _ => {}
            });
        }
        mentioned
    }
}

/// Numbers in order, the first few of many.
fn listed(numbers: &[i32]) -> String {
    const MOST: usize = 5;
    let shown = numbers.iter().take(MOST).map(i32::to_string).collect::<Vec<_>>().join(", ");
    if numbers.len() > MOST { format!("{shown}, ...") } else { shown }
}

impl DeclaredVariable<'_> {
    /// 0, or what is nearest to it in the range.
    fn nearest_to_zero(&self) -> i32 {
        0.clamp(self.lowest, self.highest)
    }
}

impl Scope<'_, '_> {
    /// The conditions that a condition consists of, each of which must hold: so they can be tested one by one.
    fn conjuncts(&mut self, expr: &ast::Expr, found: &mut Vec<Expr>) -> Option<()> {
        match &expr.kind {
            AstKind::And(operands) => {
                operands.iter().try_for_each(|operand| self.conjuncts(operand, found))
            }
            AstKind::Comparison(first, others) => {
                let mut left = &**first;
                for (relation, right) in others {
                    let truth = self.compared(*relation, left, right, &At::Nobody)?;
                    add(truth, found);
                    left = right;
                }
                Some(())
            }
            AstKind::Quantified(Quantifier::All, names, body) => {
                self.each_instance(names, &mut |scope| scope.conjuncts(body, found))
            }
            _ => {
                let truth = self.truth(expr, &At::Nobody)?;
                add(truth, found);
                Some(())
            }
        }
    }
}

/// What has to be tested: nothing of what holds.
fn add(truth: Truth, found: &mut Vec<Expr>) {
    if !matches!(truth, Truth::Decided(true)) {
        found.push(truth.expr());
    }
}
