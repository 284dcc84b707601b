//! Which expression of a machine is which, and which deterministic block: each has a number of its own, by which analyses
//! keep what they find out about it.
//!
//! Numbers are given in one walk over all that a machine evaluates, when it is made. The control graphs of process types are
//! not walked: their statements are folded and merged before they run.

use crate::compile::Code;
use crate::index::{BlockId, ExprId};
use crate::parts::{self, Part};
use crate::program::Program;

/// How many expressions and deterministic blocks have a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Identities {
    pub expressions: usize,
    pub blocks: usize,
}

impl Identities {
    /// Numbers what a program and its code evaluate.
    pub fn assign(program: &mut Program, code: &mut Code) -> Identities {
        let mut given = Identities::default();
        let mut number = |part: Part<'_>| given.number(part);
        parts::beside_graphs(program, &mut number);
        let operations = code.edges.iter_mut().flat_map(|edge| &mut edge.operations);
        operations.for_each(|operation| parts::of_action(&mut operation.action, &mut number));
        program.claims.iter_mut().for_each(|claim| parts::of_claim(claim, &mut number));
        given
    }

    fn number(&mut self, part: Part<'_>) {
        match part {
            Part::Expr(expr) => {
                expr.id = Some(ExprId::new(self.expressions));
                self.expressions += 1;
            }
            Part::Block(block) => {
                block.id = Some(BlockId::new(self.blocks));
                self.blocks += 1;
            }
            Part::Place(_) => {}
        }
    }
}
