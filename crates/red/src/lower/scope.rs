//! Who evaluates an expression, and which names are bound there.

use machine::program::{Expr, ExprKind};
use machine::uses::walk_expr;

use super::Lowering;

/// Who evaluates.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// The process that acts.
    Actor,
    /// Nobody: a condition on whole states.
    Nobody,
    /// The process with a number that there is.
    Process(i32),
    /// The process with the number that an expression has, if there is one; and how many parts the expression has.
    Pointed(Expr, usize),
}

impl At {
    /// The process with the number that an expression has.
    pub fn process(process: Expr, count: i32) -> At {
        match process.kind {
            ExprKind::Pid => At::Actor,
            ExprKind::Constant(number) if (1..=count).contains(&number) => At::Process(number),
            _ => {
                let mut parts = 0;
                walk_expr(&process, &mut |_| parts += 1);
                At::Pointed(process, parts)
            }
        }
    }

    /// How many parts an expression has more for who evaluates it.
    pub fn parts(&self) -> usize {
        match self {
            At::Pointed(_, parts) => *parts,
            At::Actor | At::Nobody | At::Process(_) => 0,
        }
    }
}

/// Lowers expressions for somebody.
pub(super) struct Scope<'l, 'm> {
    pub lowering: &'l mut Lowering<'m>,
    /// The names that are bound, innermost last, with the processes that they stand for.
    pub bound: Vec<(String, i32)>,
}

impl<'m> Lowering<'m> {
    pub fn scope(&mut self) -> Scope<'_, 'm> {
        Scope { lowering: self, bound: Vec::new() }
    }
}
