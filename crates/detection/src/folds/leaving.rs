//! Loops that may be left early: whether it matters in which round.

use machine::program::Action;

use super::touched::{Alias, Cell, Reader, Touched, Use};
use super::tree::{Step, Tree};
use crate::constraint::{Constraint, Demands};

/// Whether all ways out of a loop before its end do the same in each round, and those that go on do nothing: which is
/// taken first does not matter then. It says whether there is such an element.
pub(super) fn leaves_alike<'m>(parts: &[Tree<'m>], reader: &Reader<'m>, demands: Demands) -> bool {
    let mut effects = Vec::new();
    for (steps, leaves) in parts.iter().flat_map(Tree::paths) {
        let Some(effect) = effect(&steps, reader) else { return false };
        if leaves {
            effects.push(effect);
        } else if !effect.is_empty() && demands.make(Constraint::FoldGoesOnIdle) {
            return false;
        }
    }
    effects.windows(2).all(|pair| are_same(&pair[0], &pair[1]))
        || !demands.make(Constraint::FoldLeavesAlike)
}

/// The cells that statements set, with the constants; none if they do something else.
fn effect<'m>(steps: &[&Step<'m>], reader: &Reader<'m>) -> Option<Vec<(Cell<'m>, i32)>> {
    let mut touched = Touched::default();
    for step in steps {
        let asks = matches!(step.action, Action::Guard(_) | Action::Else | Action::Assign(..));
        // Where the loop is left, later rounds are not asked.
        let fails = matches!(step.action, Action::Guard(it) if !reader.is_sure(it, &step.known));
        reader.step(step, &mut touched).filter(|()| asks && !fails)?;
    }
    let mut sets = Vec::new();
    for (cell, used) in touched.cells {
        match used {
            Use::Read => {}
            Use::Set(value) => sets.push((cell, value)),
            Use::By(_) | Use::Write => return None,
        }
    }
    Some(sets)
}

/// Subscripts that no counter decides are read after the same was set before them on both ways, in the same order.
fn are_same(a: &[(Cell<'_>, i32)], b: &[(Cell<'_>, i32)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.1 == b.1 && a.0.alias(&b.0) == Alias::Same)
}
