//! Loops over all elements in one step: those whose rounds have no order, and those that have one.

use machine::index::VariableId;
use machine::program::Expr;

use super::{Idiom, counting, idiom};
use crate::support::code::{Code, otherwise, when};
use crate::support::draft::{Draft, differ, equal, less, number, plus};

/// What a loop works with.
struct Rounds<'a> {
    draft: &'a Draft,
    flag: VariableId,
    sum: VariableId,
    i: VariableId,
}

impl Rounds<'_> {
    fn element(&self) -> Expr {
        self.draft.get(self.flag, &[self.draft.get(self.i, &[])])
    }

    fn sum(&self) -> Expr {
        self.draft.get(self.sum, &[])
    }

    fn add(&self, value: Expr) -> Code {
        self.draft.set(self.sum, &[], plus(self.sum(), value))
    }

    /// Something, if an element is 2.
    fn if_full(&self, then: Vec<Code>) -> Vec<Code> {
        let mut first = vec![when(equal(self.element(), number(2)))];
        first.extend(then);
        vec![Code::If(vec![first, vec![otherwise()]])]
    }
}

/// Three that count, and one that goes through their elements, from the first to the last but so many.
fn rounds(
    draft: &mut Draft,
    (atomic, but): (bool, i32),
    round: impl FnOnce(&Rounds<'_>) -> Vec<Code>,
) {
    let (flag, sum) = (draft.array("flag", 3), draft.global("sum"));
    let count = counting(draft, flag, &[Expr::pid()]);
    draft.processes("p", 3, vec![Code::Loop(vec![vec![count]])]);
    let i = draft.local("i");
    let now = draft.get(i, &[]);
    let mut body = vec![when(less(now.clone(), number(3 - but)))];
    body.extend(round(&Rounds { draft, flag, sum, i }));
    body.push(draft.set(i, &[], plus(now, number(1))));
    let begin = |variable| draft.set(variable, &[], number(0));
    let through = Code::Loop(vec![body, vec![otherwise(), Code::Break]]);
    let all = vec![begin(sum), begin(i), through];
    let all = if atomic { vec![Code::Atomic(all)] } else { all };
    draft.processes("look", 1, vec![Code::Loop(vec![all])]);
}

pub fn idioms() -> Vec<Idiom> {
    vec![
        idiom("a sum", 6, |draft| rounds(draft, (true, 0), |r| vec![r.add(r.element())])),
        // Others may move between the rounds.
        idiom("a sum in the open", 1, |draft| {
            rounds(draft, (false, 0), |r| vec![r.add(r.element())]);
        }),
        idiom("a sum of all but the last", 2, |draft| {
            rounds(draft, (true, 1), |r| vec![r.add(r.element())]);
        }),
        idiom("how many are full", 6, |draft| {
            rounds(draft, (true, 0), |r| r.if_full(vec![r.add(number(1))]));
        }),
        idiom("whether one is full", 6, |draft| {
            rounds(draft, (true, 0), |r| r.if_full(vec![r.draft.set(r.sum, &[], number(1))]));
        }),
        idiom("the greatest", 6, |draft| {
            rounds(draft, (true, 0), |r| {
                let greater = when(less(r.sum(), r.element()));
                let take = r.draft.set(r.sum, &[], r.element());
                vec![Code::If(vec![vec![greater, take], vec![otherwise()]])]
            });
        }),
        idiom("all set back", 6, |draft| {
            rounds(draft, (true, 0), |r| {
                vec![r.draft.set(r.flag, &[r.draft.get(r.i, &[])], number(0))]
            });
        }),
        idiom("the last that is full", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                r.if_full(vec![r.draft.set(r.sum, &[], plus(r.draft.get(r.i, &[]), number(1)))])
            });
        }),
        idiom("a number in base three", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let twice = plus(r.sum(), plus(r.sum(), r.element()));
                vec![r.add(twice)]
            });
        }),
        idiom("a sum as long as it is small", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let add = vec![when(less(r.sum(), number(3))), r.add(r.element())];
                vec![Code::If(vec![add, vec![otherwise()]])]
            });
        }),
        // The first and the second are left out of the rounds that do something, but not the last.
        idiom("a sum of the last alone", 2, |draft| {
            rounds(draft, (true, 0), |r| {
                let last = when(equal(r.draft.get(r.i, &[]), number(2)));
                vec![Code::If(vec![vec![last, r.add(r.element())], vec![otherwise()]])]
            });
        }),
        idiom("how many are before the first that is full", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let others = when(differ(r.element(), number(2)));
                vec![Code::If(vec![vec![others, r.add(number(1))], vec![otherwise(), Code::Break]])]
            });
        }),
    ]
}
