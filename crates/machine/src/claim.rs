//! What a program claims of its runs: never claims and formulas of linear temporal logic.
//!
//! A claim looks at states and changes nothing. Nothing here is checked yet; but a symmetry of a
//! program is one of the program with its claims only if it keeps the claims too, so they belong to
//! the [program](crate::program::Program).

use diagnostics::Span;

use crate::action::Action;
use crate::control::{ControlGraph, NodeKind};
use crate::expression::{Expr, ExprKind};
use crate::limits::MAX_PROPOSITIONS;
use crate::touches::{self, Role, Touch};
use crate::uses::{walk_action, walk_expr};

/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What it says.
    pub kind: ClaimKind,
    /// Where it stands.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum ClaimKind {
    /// No run is accepted by this automaton, which moves before each step of the program. Its
    /// transitions are guards and assertions over globals, labels ([`ExprKind::At`]), variables of processes
    /// ([`Owner::Process`]) and [`ExprKind::Spin`]. A run is accepted if the automaton comes to
    /// the end of its body ([`Action::Terminate`]), where an assertion of it fails, or for ever
    /// again through an [accepting](crate::control::Node::accepting) node. It has no variables of its
    /// own and no process number. It may assign to globals, as SPIN lets it with a warning.
    ///
    /// [`ExprKind::At`]: crate::program::ExprKind::At
    /// [`Owner::Process`]: crate::program::Owner::Process
    /// [`ExprKind::Spin`]: crate::program::ExprKind::Spin
    Automaton(ControlGraph),
    /// Every run satisfies this formula.
    Formula(Formula),
}

/// An expression that a formula asks for. Two are the same if they ask the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The expression.
    pub expr: Expr,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Atom {
    fn eq(&self, other: &Atom) -> bool {
        self.expr == other.expr
    }
}

/// A formula of linear temporal logic over the states of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// An expression is not zero.
    Atom(Atom),
    /// It does not hold.
    Not(Box<Formula>),
    /// All hold. Their order does not matter; none of them is an `And`.
    And(Vec<Formula>),
    /// One holds. Their order does not matter; none of them is an `Or`.
    Or(Vec<Formula>),
    /// If the first holds, the second does.
    Implies(Box<(Formula, Formula)>),
    /// Both hold or neither does; their order does not matter.
    Equivalent(Box<(Formula, Formula)>),
    /// It holds in the next state.
    Next(Box<Formula>),
    /// It holds from now on.
    Always(Box<Formula>),
    /// It holds now or later.
    Eventually(Box<Formula>),
    /// The second holds now or later, and before that the first.
    Until(Box<(Formula, Formula)>),
    /// The same, or the first holds from now on.
    WeakUntil(Box<(Formula, Formula)>),
    /// The second holds from now on, or up to a state in which the first holds too.
    Release(Box<(Formula, Formula)>),
}

impl Claim {
    /// The actions of an automaton, each with its place.
    pub fn actions(&self) -> impl Iterator<Item = (&Action, Span)> {
        let nodes = match &self.kind {
            ClaimKind::Automaton(graph) => graph.nodes.as_slice(),
            ClaimKind::Formula(_) => &[],
        };
        nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Action(action) => Some((action, node.span)),
            _ => None,
        })
    }

    /// The atoms of a formula.
    #[must_use]
    pub fn atoms(&self) -> Vec<&Expr> {
        let ClaimKind::Formula(formula) = &self.kind else { return Vec::new() };
        let mut pending = vec![formula];
        let mut atoms = Vec::new();
        while let Some(formula) = pending.pop() {
            match formula {
                Formula::Atom(atom) => atoms.push(&atom.expr),
                _ => pending.extend(formula.parts()),
            }
        }
        atoms
    }

    /// Where the condition stands that a formula waits for, from its first atom to its last: that of `<> a`, or of
    /// `[] (b -> <> a)`.
    #[must_use]
    pub fn awaited(&self) -> Option<Span> {
        let ClaimKind::Formula(formula) = &self.kind else { return None };
        let mut inner = formula;
        if let Formula::Always(of) = inner {
            inner = of;
            while let Formula::Implies(parts) = inner {
                inner = &parts.1;
            }
        }
        let Formula::Eventually(awaited) = inner else { return None };
        if awaited.is_propositional() { awaited.span() } else { None }
    }

    /// Calls `visit` for every expression of the claim.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.actions().for_each(|(action, _)| walk_action(action, visit, &mut |_| {}));
        self.atoms().into_iter().for_each(|atom| walk_expr(atom, visit));
    }

    /// Calls `visit` for all that the claim looks at.
    pub fn touches<'a>(&'a self, visit: &mut dyn FnMut(Touch<'a>, Role)) {
        self.actions().for_each(|(action, _)| touches::of_action(action, visit));
        self.atoms().into_iter().for_each(|atom| touches::of_expression(atom, visit));
    }
}

impl Formula {
    /// Where it stands, from its first atom to its last; none if it has no atom.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Formula::Atom(atom) => Some(atom.span),
            _ => self.parts().into_iter().filter_map(Formula::span).reduce(Span::to),
        }
    }

    /// The formulas that it is directly made of, in order.
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Atom(_) => Vec::new(),
            Formula::Not(part)
            | Formula::Next(part)
            | Formula::Always(part)
            | Formula::Eventually(part) => vec![part],
            Formula::And(parts) | Formula::Or(parts) => parts.iter().collect(),
            Formula::Implies(parts)
            | Formula::Equivalent(parts)
            | Formula::Until(parts)
            | Formula::WeakUntil(parts)
            | Formula::Release(parts) => vec![&parts.0, &parts.1],
        }
    }
}

impl Formula {
    /// Whether it says something of a single state.
    #[must_use]
    pub fn is_propositional(&self) -> bool {
        match self {
            Formula::Next(_)
            | Formula::Always(_)
            | Formula::Eventually(_)
            | Formula::Until(_)
            | Formula::WeakUntil(_)
            | Formula::Release(_) => false,
            Formula::Atom(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(_)
            | Formula::Equivalent(_) => self.parts().into_iter().all(Formula::is_propositional),
        }
    }

    /// Calls `visit` for each of its atomic propositions, as often as it has it.
    pub fn propositions<'a>(&'a self, visit: &mut dyn FnMut(&'a Formula)) {
        match self {
            Formula::Not(part) => part.propositions(visit),
            _ if self.is_propositional() => visit(self),
            _ => self.parts().into_iter().for_each(|part| part.propositions(visit)),
        }
    }
}

/// The propositions of some claims, each once: those of formulas, and the conditions and assertions of never claims.
pub(crate) fn propositions(claims: &[Claim]) -> Vec<Formula> {
    let mut found: Vec<Formula> = Vec::new();
    // One too many is enough to be refused.
    let mut add = |proposition: &Formula| {
        if found.len() <= MAX_PROPOSITIONS && !found.contains(proposition) {
            found.push(proposition.clone());
        }
    };
    for claim in claims {
        if let ClaimKind::Formula(formula) = &claim.kind {
            formula.propositions(&mut add);
        }
        for (action, span) in claim.actions() {
            if let Action::Guard(condition) | Action::Assert(condition) = action
                && condition.constant_value().is_none()
            {
                add(&Formula::Atom(Atom { expr: condition.clone(), span }));
            }
        }
    }
    found
}

/// Whether a claim asks whether nothing can move.
pub(crate) fn claims_ask_timeout(claims: &[Claim]) -> bool {
    let mut asks = false;
    for claim in claims {
        claim.walk(&mut |expr| asks |= expr.kind == ExprKind::Timeout);
    }
    asks
}
