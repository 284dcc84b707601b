//! Loops over all elements in one step: those whose rounds have no order, and those that have one.

use machine::index::VariableId;
use machine::program::{BinaryOperator, Expr};

use super::{Idiom, counting, idiom};
use crate::support::code::{Code, at_once, otherwise, when};
use crate::support::draft::{Draft, differ, equal, less, number, plus, send};

/// What a loop works with.
struct Rounds<'a> {
    draft: &'a Draft,
    flag: VariableId,
    sum: VariableId,
    i: VariableId,
}

impl Rounds<'_> {
    fn element(&self) -> Expr {
        self.draft.get(self.flag, &[self.index()])
    }

    fn index(&self) -> Expr {
        self.draft.get(self.i, &[])
    }

    fn next(&self) -> Code {
        self.draft.set(self.i, &[], plus(self.index(), number(1)))
    }

    fn set(&self, variable: VariableId, value: i32) -> Code {
        self.draft.set(variable, &[], number(value))
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

/// Three that count, and one that does something in one step again and again; it has a sum and a counter.
fn looking(draft: &mut Draft, atomic: bool, look: impl FnOnce(&Rounds<'_>) -> Vec<Code>) {
    let (flag, sum) = (draft.array("flag", 3), draft.global("sum"));
    let count = counting(draft, flag, &[Expr::pid()]);
    draft.processes("p", 3, vec![Code::Loop(vec![vec![count]])]);
    let i = draft.local("i");
    let all = look(&Rounds { draft, flag, sum, i });
    let all = if atomic { vec![Code::Atomic(all)] } else { all };
    draft.processes("look", 1, vec![Code::Loop(vec![all])]);
}

/// It goes through all elements but the last so many.
fn rounds(
    draft: &mut Draft,
    (atomic, but): (bool, i32),
    round: impl FnOnce(&Rounds<'_>) -> Vec<Code>,
) {
    looking(draft, atomic, |r| {
        let mut body = vec![when(less(r.index(), number(3 - but)))];
        body.extend(round(r));
        body.push(r.next());
        let through = Code::Loop(vec![body, vec![otherwise(), Code::Break]]);
        vec![r.set(r.sum, 0), r.set(r.i, 0), through]
    });
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
            rounds(draft, (true, 0), |r| vec![r.draft.set(r.flag, &[r.index()], number(0))]);
        }),
        idiom("the last that is full", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                r.if_full(vec![r.draft.set(r.sum, &[], plus(r.index(), number(1)))])
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
        // The others are not looked at.
        idiom("a sum of the last alone", 2, |draft| {
            rounds(draft, (true, 0), |r| {
                let last = when(equal(r.index(), number(2)));
                vec![Code::If(vec![vec![last, r.add(r.element())], vec![otherwise()]])]
            });
        }),
        idiom("how many are before the first that is full", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let others = when(differ(r.element(), number(2)));
                vec![Code::If(vec![vec![others, r.add(number(1))], vec![otherwise(), Code::Break]])]
            });
        }),
        idiom("whether one is full, and no further", 6, |draft| {
            rounds(draft, (true, 0), |r| r.if_full(vec![r.set(r.sum, 1), Code::Break]));
        }),
        idiom("whether all are full", 6, |draft| {
            looking(draft, true, |r| {
                let lacks = vec![when(differ(r.element(), number(2))), r.set(r.sum, 0)];
                let look = Code::If(vec![lacks, vec![otherwise()]]);
                let round = vec![when(less(r.index(), number(3))), look, r.next()];
                let through = Code::Loop(vec![round, vec![otherwise(), Code::Break]]);
                vec![r.set(r.sum, 1), r.set(r.i, 0), through]
            });
        }),
        // The loop is left by a condition of its own.
        idiom("how many are full, to the end", 6, |draft| {
            looking(draft, true, |r| {
                let mut round = vec![when(less(r.index(), number(3)))];
                round.extend(r.if_full(vec![r.add(number(1))]));
                round.push(r.next());
                let past = Expr::binary(BinaryOperator::GreaterEqual, r.index(), number(3));
                let end = vec![when(past), Code::Break];
                vec![r.set(r.sum, 0), r.set(r.i, 0), Code::Loop(vec![round, end])]
            });
        }),
        // The byte wraps, whatever comes first.
        idiom("a sum that goes beyond its byte", 6, |draft| {
            looking(draft, true, |r| {
                let round = vec![when(less(r.index(), number(3))), r.add(r.element()), r.next()];
                let through = Code::Loop(vec![round, vec![otherwise(), Code::Break]]);
                vec![r.set(r.sum, 250), r.set(r.i, 0), through]
            });
        }),
        idiom("those set back that are full", 6, |draft| {
            rounds(draft, (true, 0), |r| {
                let back = r.draft.set(r.flag, &[r.index()], number(0));
                r.if_full(vec![back, r.set(r.sum, 1)])
            });
        }),
        // Which of several that are equal is taken depends on the order.
        idiom("which one is the greatest", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let best = r.draft.get(r.flag, &[r.sum()]);
                let take = r.draft.set(r.sum, &[], r.index());
                let greater = vec![when(less(best, r.element())), take];
                vec![Code::If(vec![greater, vec![otherwise()]])]
            });
        }),
        idiom("a shift", 1, |draft| {
            rounds(draft, (true, 1), |r| {
                let next = r.draft.get(r.flag, &[plus(r.index(), number(1))]);
                vec![r.draft.set(r.flag, &[r.index()], next)]
            });
        }),
        // The first that is 1 or 2 decides.
        idiom("two ways out", 1, |draft| {
            rounds(draft, (true, 0), |r| {
                let one = vec![when(equal(r.element(), number(1))), Code::Break];
                let full = vec![when(equal(r.element(), number(2))), r.set(r.sum, 1), Code::Break];
                vec![Code::If(vec![full, one, vec![otherwise()]])]
            });
        }),
        // The last two could change places; but only loops are understood before which their counter is set.
        idiom("a counter that is changed before its loop", 1, |draft| {
            looking(draft, true, |r| {
                let set = |variable, value| r.draft.setting(variable, &[], number(value));
                let round = vec![when(less(r.index(), number(3))), r.add(r.element()), r.next()];
                let through = Code::Loop(vec![round, vec![otherwise(), Code::Break]]);
                let again = at_once(vec![set(r.i, 1), set(r.sum, 0)]);
                vec![r.set(r.sum, 0), r.set(r.i, 0), again, through]
            });
        }),
        // Likewise.
        idiom("a counter that is received before its loop", 1, |draft| {
            let begin = draft.channel("begin", 1, 1);
            looking(draft, true, |r| {
                let round = vec![when(less(r.index(), number(3))), r.add(r.element()), r.next()];
                let through = Code::Loop(vec![round, vec![otherwise(), Code::Break]]);
                let first = vec![send(&begin, vec![number(1)]), r.draft.receive(&begin, r.i)];
                [vec![r.set(r.sum, 0)], first, vec![through]].concat()
            });
        }),
    ]
}
