//! Who names whom: in turns, by tables, by arithmetic, by arguments.

use machine::program::{BinaryOperator, Expr};

use super::{Idiom, counting, idiom};
use crate::support::code::{Code, when};
use crate::support::draft::{Draft, any, equal, less, minus, modulo, number, plus};

/// Processes that pass a turn on to whom a table says.
fn passing(draft: &mut Draft, next: &[i32]) {
    let table = draft.table("next", next);
    let turn = draft.global("turn");
    // It may begin anywhere.
    draft.builder.choose(&draft.at(turn, &[]), 0..next.len() as i32);
    let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
    let pass = draft.set(turn, &[], draft.get(table, &[Expr::pid()]));
    draft.processes("p", next.len(), vec![Code::Loop(vec![vec![mine, pass]])]);
}

/// Processes that take a turn, and do one more thing in theirs.
fn turns(draft: &mut Draft, mut also: Vec<Code>) {
    let turn = draft.global("turn");
    let flag = draft.array("flag", 3);
    let take = draft.set(turn, &[], Expr::pid());
    let mut mine = vec![when(equal(draft.get(turn, &[]), Expr::pid()))];
    mine.push(counting(draft, flag, &[Expr::pid()]));
    mine.append(&mut also);
    draft.processes("p", 3, vec![Code::Loop(vec![vec![take], mine])]);
}

/// Processes that are given a place to count in.
fn counting_where_told(draft: &mut Draft, places: &[i32]) {
    let flag = draft.array("flag", 3);
    let me = draft.local("me");
    let count = counting(draft, flag, &[draft.get(me, &[])]);
    let p = draft.body("p", &[me], vec![Code::Loop(vec![vec![count]])]);
    places.iter().for_each(|&place| draft.start(p, vec![number(place)]));
}

pub fn idioms() -> Vec<Idiom> {
    vec![
        // The rotations.
        idiom("a ring by a table", 3, |draft| passing(draft, &[1, 2, 0])),
        // From 0 a way leads into a circle of two: to turn that round is to enter it elsewhere.
        idiom("a way into a circle", 1, |draft| passing(draft, &[1, 2, 1])),
        // Two circles of two: each can be turned round, and they can be exchanged.
        idiom("pairs", 8, |draft| passing(draft, &[1, 0, 3, 2])),
        // The rooted tree: below each of three nodes, two subtrees that are alike.
        idiom("a tree by the parents", 8, |draft| passing(draft, &[0, 0, 0, 1, 1, 2, 2])),
        // The same, but for a leaf that hangs higher: only the leaves below 2 are alike.
        idiom("a tree that leans", 2, |draft| passing(draft, &[0, 0, 0, 1, 0, 2, 2])),
        idiom("a ring by arithmetic", 4, |draft| {
            let turn = draft.global("turn");
            let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
            let pass = draft.set(turn, &[], modulo(plus(Expr::pid(), number(1)), 4));
            draft.processes("p", 4, vec![Code::Loop(vec![vec![mine, pass]])]);
        }),
        // Who has the turn passes it on either way: the dihedral group.
        idiom("a ring both ways", 8, |draft| {
            let turn = draft.global("turn");
            let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
            let pass = |by| draft.set(turn, &[], modulo(plus(Expr::pid(), number(by)), 4));
            let body = vec![mine, Code::If(vec![vec![pass(1)], vec![pass(3)]])];
            draft.processes("p", 4, vec![Code::Loop(vec![body])]);
        }),
        // The symmetries of the square, whose edges are named by bits.
        idiom("a square by its bits", 8, |draft| {
            let turn = draft.global("turn");
            let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
            let pass = |bit| {
                let other = Expr::binary(BinaryOperator::BitXor, Expr::pid(), number(bit));
                draft.set(turn, &[], other)
            };
            let body = vec![mine, Code::If(vec![vec![pass(1)], vec![pass(2)]])];
            draft.processes("p", 4, vec![Code::Loop(vec![body])]);
        }),
        idiom("whose turn it is", 6, |draft| turns(draft, Vec::new())),
        idiom("who has the turn last gives it to the first", 2, |draft| {
            let turn = machine::index::VariableId::new(0);
            // The turn is the first variable that is declared.
            let mut first = Draft::new();
            assert_eq!(first.global("turn"), turn);
            turns(draft, vec![first.set(turn, &[], number(0))]);
        }),
        idiom("who is not the first", 2, |draft| {
            turns(draft, vec![when(less(number(0), Expr::pid()))]);
        }),
        // Numbers in an order tell all apart.
        idiom("the lower goes first", 1, |draft| {
            let turn = draft.global("turn");
            let lower = when(less(draft.get(turn, &[]), Expr::pid()));
            let body = vec![vec![lower, draft.set(turn, &[], Expr::pid())]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
        idiom("two that exclude each other", 2, |draft| {
            let want = draft.array("want", 2);
            let (turn, inside) = (draft.global("turn"), draft.global("inside"));
            let other = minus(number(1), Expr::pid());
            let alone = equal(draft.get(want, std::slice::from_ref(&other)), number(0));
            let mine = equal(draft.get(turn, &[]), Expr::pid());
            let count = |by| draft.set(inside, &[], plus(draft.get(inside, &[]), number(by)));
            let body = vec![
                draft.set(want, &[Expr::pid()], number(1)),
                draft.set(turn, &[], other),
                when(any(vec![alone, mine])),
                count(1),
                crate::support::draft::assert(equal(draft.get(inside, &[]), number(1))),
                count(-1),
                draft.set(want, &[Expr::pid()], number(0)),
            ];
            draft.processes("p", 2, vec![Code::Loop(vec![body])]);
        }),
        idiom("places that are given", 6, |draft| counting_where_told(draft, &[0, 1, 2])),
        idiom("places that are given in no order", 6, |draft| {
            counting_where_told(draft, &[2, 0, 1]);
        }),
        // Those that share a place change places; the place that nobody has is alone.
        idiom("a place that is given to two", 2, |draft| counting_where_told(draft, &[0, 1, 1])),
        idiom("started later, all at once", 6, |draft| started(draft, true)),
        idiom("started later, one by one", 6, |draft| started(draft, false)),
        idiom("the variable of whom the turn names", 6, |draft| {
            let (x, turn) = (draft.local("x"), draft.global("turn"));
            let theirs = Expr::load(draft.of(draft.get(turn, &[]), x));
            let take = draft.set(turn, &[], Expr::pid());
            let ask = when(equal(theirs, number(2)));
            let body = vec![vec![counting(draft, x, &[])], vec![ask, take]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
        idiom("the variable of the first", 2, |draft| {
            let x = draft.local("x");
            let ask = when(equal(Expr::load(draft.of(number(0), x)), number(2)));
            let body = vec![vec![counting(draft, x, &[])], vec![ask]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
    ]
}

/// Three processes that another starts, each with a place of its own.
fn started(draft: &mut Draft, at_once: bool) {
    let flag = draft.array("flag", 4);
    let run = |_| {
        Code::Do(machine::program::Action::Run {
            process_type: machine::index::ProcessTypeId::new(1),
            arguments: Vec::new(),
            priority: 1,
            result: None,
        })
    };
    let run: Vec<Code> = (0..3).map(run).collect();
    draft.processes("starter", 1, if at_once { vec![Code::Atomic(run)] } else { run });
    let count = counting(draft, flag, &[Expr::pid()]);
    draft.body("p", &[], vec![Code::Loop(vec![vec![count]])]);
}
