//! Small programs, each of which is answered wrongly by a reduction that forgets one thing; and some of which much must be left
//! out. Each of them has a Promela model that is its twin, with the rule that it needs (`promela/tests/partial_order/traps.rs`).

use kernel::PropertyId;
use machine::Machine;
use machine::index::VariableId;
use machine::program::{Action, ChannelQuery, Expr, Pattern, Region};

use crate::agree::agrees;
use crate::support::code::{Code, at_once, first_of, otherwise, when};
use crate::support::draft::{Draft, assert, equal, less, not, number, plus, receive, send};
use crate::support::explore;

fn set(draft: &Draft, variable: VariableId, value: i32) -> Code {
    draft.set(variable, &[], number(value))
}

fn fails() -> Code {
    assert(number(0))
}

/// Sets a local variable again and again.
fn busy(draft: &mut Draft) -> Code {
    let i = draft.local("i");
    Code::Loop(vec![vec![set(draft, i, 1), set(draft, i, 2), set(draft, i, 0)]])
}

/// A program that violates an assertion in some order of its steps, or another property.
fn trap(name: &'static str, violated: PropertyId, write: impl FnOnce(&mut Draft)) {
    let mut draft = Draft::new();
    write(&mut draft);
    let machine = draft.machine();
    let agreed = agrees(&machine, 1000).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert!(agreed.is_some(), "{name}: too many states");
    let violations = explore(&machine).violations;
    assert!(violations.iter().any(|found| found.property == violated), "{name} tests nothing");
}

fn asserted(name: &'static str, write: impl FnOnce(&mut Draft)) {
    trap(name, Machine::assertions(), write);
}

#[test]
fn loops_hide_nobody() {
    asserted("a loop hides", |draft| {
        let hides = busy(draft);
        draft.processes("a", 1, vec![hides]);
        draft.processes("b", 1, vec![fails()]);
    });
    asserted("loops hide", |draft| {
        for name in ["x", "y"] {
            let shared = draft.global(name);
            let body = vec![set(draft, shared, 1), set(draft, shared, 0)];
            draft.processes(name, 1, vec![Code::Loop(vec![body])]);
        }
        let i = draft.local("i");
        let body = vec![set(draft, i, 1), set(draft, i, 2), fails()];
        draft.processes("c", 1, body);
    });
}

#[test]
fn who_asks_for_contents_is_disturbed() {
    let sender = |draft: &mut Draft, c: &Expr| {
        draft.processes("sender", 1, vec![send(c, vec![number(1)])]);
    };
    let any = |c: &Expr| receive(c, vec![Pattern::Any]);
    asserted("else sees no message", |draft| {
        let c = draft.channel("c", 1, 1);
        sender(draft, &c);
        let body = vec![Code::If(vec![vec![any(&c)], vec![otherwise(), fails()]])];
        draft.processes("b", 1, body);
    });
    asserted("a block takes the first", |draft| {
        let c = draft.channel("c", 1, 1);
        let bad = draft.local("bad");
        let Code::Do(taken) = any(&c) else { unreachable!("a receive is one step") };
        let note = draft.setting(bad, &[], number(1));
        let look = first_of(vec![vec![taken], vec![Action::Else, note]]);
        let body = vec![look, assert(equal(draft.get(bad, &[]), number(0)))];
        draft.processes("a", 1, body);
        sender(draft, &c);
    });
    asserted("asked for length", |draft| {
        let c = draft.channel("c", 2, 1);
        sender(draft, &c);
        let length = Expr::query(ChannelQuery::Length, c.clone());
        draft.processes("b", 1, vec![assert(equal(length, number(1)))]);
    });
    asserted("a sequence receives twice", |draft| {
        let c = draft.channel("c", 3, 1);
        sender(draft, &c);
        let twice = Code::If(vec![vec![any(&c), fails()], vec![otherwise()]]);
        let body = vec![send(&c, vec![number(1)]), Code::Atomic(vec![any(&c), twice])];
        draft.processes("a", 1, body);
    });
}

#[test]
fn senders_and_receivers_mind_each_other() {
    asserted("two senders", |draft| {
        let c = draft.channel("c", 2, 1);
        for value in [1, 2] {
            draft.processes("sender", 1, vec![send(&c, vec![number(value)])]);
        }
        let x = draft.local("x");
        let body = vec![draft.receive(&c, x), assert(equal(draft.get(x, &[]), number(2)))];
        draft.processes("c", 1, body);
    });
    asserted("two receivers", |draft| {
        let c = draft.channel("c", 2, 1);
        let both = vec![send(&c, vec![number(1)]), send(&c, vec![number(2)])];
        draft.processes("sender", 1, both);
        for value in [1, 2] {
            let x = draft.local("x");
            let is = equal(draft.get(x, &[]), number(value));
            draft.processes("receiver", 1, vec![draft.receive(&c, x), assert(is)]);
        }
    });
    asserted("a blocked sender", |draft| {
        let c = draft.channel("c", 1, 1);
        draft.processes("b", 1, vec![receive(&c, vec![Pattern::Any])]);
        let l = draft.local("l");
        let again = vec![send(&c, vec![number(2)]), fails()];
        let body = vec![send(&c, vec![number(1)]), Code::If(vec![again, vec![set(draft, l, 1)]])];
        draft.processes("a", 1, body);
    });
    asserted("else sees no receiver", |draft| {
        let c = draft.channel("c", 0, 1);
        let say = Code::If(vec![vec![send(&c, vec![number(1)])], vec![otherwise(), fails()]]);
        draft.processes("a", 1, vec![say]);
        let l = draft.local("l");
        let body = vec![set(draft, l, 1), receive(&c, vec![Pattern::Any])];
        draft.processes("b", 1, body);
    });
}

#[test]
fn what_is_shared_is_minded() {
    asserted("later in the sequence", |draft| {
        let x = draft.global("x");
        let l = draft.local("l");
        let body = vec![set(draft, l, 1), set(draft, l, 2), set(draft, x, 1)];
        draft.processes("a", 1, vec![Code::Atomic(body)]);
        let is = |value| assert(equal(draft.get(x, &[]), number(value)));
        let body = vec![is(0), is(1)];
        draft.processes("b", 1, body);
    });
    asserted("later in one step", |draft| {
        let x = draft.global("x");
        let l = draft.local("l");
        let step = [draft.setting(l, &[], number(1)), draft.setting(x, &[], number(1))];
        draft.processes("a", 1, vec![at_once(step.to_vec())]);
        let none = assert(equal(draft.get(x, &[]), number(0)));
        draft.processes("b", 1, vec![none]);
    });
    asserted("an index moves", |draft| {
        let f = draft.array("f", 2);
        let i = draft.local("i");
        let other =
            Expr::binary(machine::program::BinaryOperator::Subtract, number(1), draft.get(i, &[]));
        let body = vec![draft.set(i, &[], other), draft.set(f, &[draft.get(i, &[])], number(1))];
        draft.processes("p", 1, body);
        let none = assert(equal(draft.get(f, &[number(1)]), number(0)));
        draft.processes("b", 1, vec![none]);
    });
    asserted("read from outside", |draft| {
        let l = draft.local("l");
        let body = vec![set(draft, l, 1), set(draft, l, 2)];
        draft.processes("a", 1, body);
        let theirs = Expr::load(draft.of(number(0), l));
        draft.processes("b", 1, vec![assert(not(equal(theirs, number(1))))]);
    });
}

#[test]
fn starts_and_ends_are_minded() {
    let run = |process_type: usize| {
        Code::Do(Action::Run {
            process_type: machine::index::ProcessTypeId::new(process_type),
            arguments: Vec::new(),
            priority: 1,
            result: None,
        })
    };
    asserted("numbers by start", |draft| {
        for started in [2, 3] {
            draft.processes("starter", 1, vec![run(started)]);
        }
        draft.body("early", &[], vec![when(number(1))]);
        draft.body("late", &[], vec![assert(not(equal(Expr::pid(), number(2))))]);
    });
    asserted("started later", |draft| {
        let x = draft.global("x");
        let l = draft.local("l");
        let body = vec![set(draft, l, 1), run(2)];
        draft.processes("a", 1, body);
        let none = assert(equal(draft.get(x, &[]), number(0)));
        draft.processes("b", 1, vec![none]);
        let late = vec![set(draft, x, 1)];
        draft.body("late", &[], late);
    });
    trap("a channel goes", Machine::runtime_errors(), |draft| {
        let (g, go) = (draft.global("g"), draft.global("go"));
        draft.builder.program.variables[g.index()].holds_channels = true;
        debug_assert_eq!(draft.builder.program.variables[g.index()].region, Region::Global);
        let body = vec![when(draft.get(go, &[])), send(&draft.get(g, &[]), vec![number(1)])];
        draft.processes("b", 1, body);
        let own = draft.own_channel("own", 1, 1);
        let body = vec![draft.set(g, &[], own), set(draft, go, 1)];
        draft.processes("a", 1, body);
    });
}

/// A program, and how many of its states may be searched at most.
fn reduced(most: u64, write: impl FnOnce(&mut Draft)) {
    let mut draft = Draft::new();
    write(&mut draft);
    let agreed = agrees(&draft.machine(), 100_000).expect("the same");
    let (all, reduced) = agreed.expect("few states");
    assert!(reduced <= most, "{reduced} of {all} states");
}

/// In one order, so that there are about as many states as steps.
#[test]
fn what_is_independent_is_left_out() {
    // Four processes of three steps, and four that end.
    reduced(20, |draft| {
        let f = draft.array("f", 4);
        let set = |value| draft.set(f, &[Expr::pid()], number(value));
        let body = vec![set(1), set(2), set(3)];
        draft.processes("p", 4, body);
    });
    // Two pairs, each of one that sends thrice and one that receives thrice through a buffer for two.
    reduced(40, |draft| {
        for name in ["a", "b"] {
            let c = draft.channel(name, 2, 1);
            let x = draft.local_of(draft.bodies.len() + 1, "x");
            let sends = (1..=3).map(|value| send(&c, vec![number(value)])).collect();
            draft.processes("sender", 1, sends);
            let receives = (0..3).map(|_| draft.receive(&c, x)).collect();
            draft.processes("receiver", 1, receives);
        }
    });
    // Counters of their own.
    reduced(20, |draft| {
        let x = draft.local("x");
        let more = draft.set(x, &[], plus(draft.get(x, &[]), number(1)));
        let check = assert(less(draft.get(x, &[]), number(9)));
        draft.processes("p", 3, vec![more.clone(), check.clone(), more, check]);
    });
}
