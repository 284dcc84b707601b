//! What variables hold: counts, constants, values that are only told apart; and code that is alike.

use machine::program::Expr;

use super::{Idiom, counting, idiom};
use crate::support::code::{Code, when};
use crate::support::draft::{Draft, all, any, differ, equal, less, minus, number, plus};

/// Processes that count as far as a table says.
fn limited(draft: &mut Draft, limits: &[i32]) {
    let limit = draft.table("limit", limits);
    let count = draft.array("count", limits.len());
    let mine = draft.get(count, &[Expr::pid()]);
    let more = when(less(mine.clone(), draft.get(limit, &[Expr::pid()])));
    let more = vec![more, draft.set(count, &[Expr::pid()], plus(mine.clone(), number(1)))];
    let back = when(equal(mine, number(1)));
    let back = vec![back, draft.set(count, &[Expr::pid()], number(0))];
    draft.processes("p", limits.len(), vec![Code::Loop(vec![more, back])]);
}

/// Three that count, each in its element, and one that waits for a condition before it lets one of them go.
fn awaited(draft: &mut Draft, condition: impl FnOnce(&dyn Fn(i32) -> Expr) -> Expr) {
    let (flag, go) = (draft.array("flag", 3), draft.global("go"));
    let gone = vec![when(equal(draft.get(go, &[]), number(1))), draft.set(go, &[], number(0))];
    let count = vec![counting(draft, flag, &[Expr::pid()])];
    draft.processes("p", 3, vec![Code::Loop(vec![count, gone])]);
    let condition = condition(&|index| draft.get(flag, &[number(index)]));
    let body = vec![when(condition), draft.set(go, &[], number(1))];
    draft.processes("look", 1, vec![Code::Loop(vec![body])]);
}

/// Process types of one process each, that do the same with a variable each, but for a step.
fn types_alike(draft: &mut Draft, steps: &[i32]) {
    let sem = draft.global("sem");
    for (index, &step) in steps.iter().enumerate() {
        let mine = draft.global(&format!("mine{index}"));
        let value = draft.get(mine, &[]);
        let enter =
            when(all(vec![equal(draft.get(sem, &[]), number(0)), less(value.clone(), number(3))]));
        let enter = Code::Atomic(vec![enter, draft.set(sem, &[], number(1))]);
        let work = draft.set(mine, &[], plus(value, number(step)));
        let leave = draft.set(sem, &[], number(0));
        let body = vec![Code::Loop(vec![vec![enter, work, leave]])];
        draft.processes(&format!("type{index}"), 1, body);
    }
}

/// A process that gives a variable one of three values, and does more with them.
fn values(draft: &mut Draft, more: impl FnOnce(&Draft, Expr) -> Vec<Vec<Code>>) {
    let (w, t) = (draft.global("w"), draft.global("t"));
    let mut options: Vec<Vec<Code>> =
        (1..=3).map(|value| vec![draft.set(w, &[], number(value))]).collect();
    let (held, kept) = (draft.get(w, &[]), draft.get(t, &[]));
    options.push(vec![draft.set(t, &[], held.clone())]);
    options.push(vec![when(equal(held.clone(), kept)), draft.set(t, &[], held.clone())]);
    options.extend(more(draft, held));
    draft.processes("p", 1, vec![Code::Loop(options)]);
}

pub fn idioms() -> Vec<Idiom> {
    vec![
        idiom("a count by number", 6, |draft| {
            let flag = draft.array("flag", 3);
            let count = counting(draft, flag, &[Expr::pid()]);
            draft.processes("p", 3, vec![Code::Loop(vec![vec![count]])]);
        }),
        // Transitions are the same wherever a run begins.
        idiom("a count that begins otherwise", 6, |draft| {
            let flag = draft.array("flag", 3);
            draft.begin(flag, &[0], 2);
            let count = counting(draft, flag, &[Expr::pid()]);
            draft.processes("p", 3, vec![Code::Loop(vec![vec![count]])]);
        }),
        idiom("a count in a variable of its own", 6, |draft| {
            let x = draft.local("x");
            let count = counting(draft, x, &[]);
            draft.processes("p", 3, vec![Code::Loop(vec![vec![count]])]);
        }),
        idiom("a count by all", 6, |draft| {
            let (users, busy) = (draft.global("users"), draft.array("busy", 3));
            let now = draft.get(users, &[]);
            let count = |by| draft.set(users, &[], plus(now.clone(), number(by)));
            let mark = |value| draft.set(busy, &[Expr::pid()], number(value));
            let enter = when(less(now.clone(), number(2)));
            let enter = Code::Atomic(vec![enter, count(1), mark(1)]);
            let leave = Code::Atomic(vec![
                when(equal(draft.get(busy, &[Expr::pid()]), number(1))),
                count(-1),
                mark(0),
            ]);
            draft.processes("p", 3, vec![Code::Loop(vec![vec![enter], vec![leave]])]);
        }),
        idiom("limits that are the same", 6, |draft| limited(draft, &[2, 2, 2])),
        idiom("one limit that is not", 2, |draft| limited(draft, &[2, 2, 1])),
        idiom("limits that differ", 1, |draft| limited(draft, &[1, 2, 3])),
        idiom("all of them", 6, |draft| {
            awaited(draft, |of| all((0..3).map(|i| equal(of(i), number(2))).collect()));
        }),
        idiom("one of them", 6, |draft| {
            awaited(draft, |of| any((0..3).map(|i| equal(of(i), number(2))).collect()));
        }),
        idiom("all but one", 2, |draft| {
            awaited(draft, |of| all((0..2).map(|i| equal(of(i), number(2))).collect()));
        }),
        idiom("the sum of them", 6, |draft| {
            awaited(draft, |of| equal(plus(plus(of(0), of(1)), of(2)), number(5)));
        }),
        idiom("the sum with a weight", 2, |draft| {
            awaited(draft, |of| equal(plus(plus(plus(of(0), of(0)), of(1)), of(2)), number(5)));
        }),
        // Each of the three is read otherwise, or not at all.
        idiom("the difference of two", 1, |draft| {
            awaited(draft, |of| equal(minus(plus(of(0), number(1)), of(1)), number(2)));
        }),
        idiom("three types that are alike", 6, |draft| types_alike(draft, &[1, 1, 1])),
        idiom("two types that are alike, and another", 2, |draft| types_alike(draft, &[1, 2, 1])),
        // Each of two types, and both at once.
        idiom("two of each of two types", 8, |draft| {
            for name in ["x", "y"] {
                let shared = draft.global(name);
                let value = draft.get(shared, &[]);
                let more = draft.set(shared, &[], plus(value.clone(), number(1)));
                let fewer = draft.set(shared, &[], minus(value.clone(), number(1)));
                let up = Code::Atomic(vec![when(less(value.clone(), number(2))), more]);
                let down = Code::Atomic(vec![when(less(number(0), value)), fewer]);
                draft.processes(name, 2, vec![Code::Loop(vec![vec![up], vec![down]])]);
            }
        }),
        idiom("three values", 6, |draft| values(draft, |_, _| Vec::new())),
        idiom("three values, one of which is asked for", 2, |draft| {
            values(draft, |_, held| vec![vec![when(equal(held, number(2)))]]);
        }),
        // The two that are not lower than 2.
        idiom("three values and a border", 2, |draft| {
            values(draft, |_, held| vec![vec![when(less(held, number(2)))]]);
        }),
        idiom("three values and two borders", 1, |draft| {
            values(draft, |_, held| {
                [2, 3].map(|border| vec![when(less(held.clone(), number(border)))]).to_vec()
            });
        }),
        // The processes, and the two values that they all write.
        idiom("values and processes", 12, |draft| {
            let mark = draft.array("mark", 3);
            let set = |value| vec![draft.set(mark, &[Expr::pid()], number(value))];
            let of = |index| draft.get(mark, &[number(index)]);
            let unlike = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| differ(of(a), of(b)));
            let look = vec![when(all(unlike.to_vec()))];
            draft.processes("p", 3, vec![Code::Loop(vec![set(1), set(2), look])]);
        }),
    ]
}
