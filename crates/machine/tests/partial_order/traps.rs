//! Small programs, each of which is answered wrongly by a reduction that forgets one thing; and some of which much must be left
//! out.
//!
//! Each of these rules was broken once, by hand, and the trap named with it failed:
//!
//! | rule | trap |
//! | --- | --- |
//! | some transition certainly closes no cycle, else all are taken (`wants_all`) | "loops hide" |
//! | `else` asks what is in a channel (`is_plain`) | "else sees no message", "else sees no receiver" |
//! | who arrives at a receive is seen by a sender with an alternative (`mind_arrival`) | "else sees no receiver" |
//! | senders mind senders, and blocked ones receivers (`by_contents`) | "two senders", "a blocked sender" |
//! | receivers mind receivers, and waiting ones senders (`by_contents`) | "two receivers", "else sees no message" |
//! | who asks for a length minds who changes it (`mind`) | "asked for length" |
//! | what is sorted in may come first (`add_deeds`) | "sorted in front" |
//! | the order of starts (`Touch::Start`) | "numbers by start" |
//! | what a started process does belongs to who may start it (`Touch::Start`) | "started later" |
//! | a removal takes channels along (`add_own_channels`) | "a known channel goes" |
//! | local variables that others read (`Objects::variable`) | "read from outside" |
//! | only what is never assigned tells elements apart (`is_fixed`) | "an index moves" |
//!
//! Promela's models have more of them (`promela/tests/partial_order/traps.rs`), for what only SPIN's languages do.

use kernel::PropertyId;
use machine::Machine;
use machine::index::VariableId;
use machine::program::{
    Action, ChannelQuery, DeterministicBlock, DeterministicPoint, Expr, Pattern,
};

use crate::partial_order::agree::agrees;
use crate::support::code::{Code, at_once, otherwise, when};
use crate::support::draft::{Draft, assert, equal, less, minus, not, number, plus, receive, send};
use crate::support::{SPAN, explore};

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
        let point = |options| DeterministicPoint { options, span: SPAN };
        let block = DeterministicBlock::new(vec![
            point(vec![(Action::Skip, Some(1))]),
            point(vec![(taken, None), (Action::Else, Some(2))]),
            point(vec![(draft.setting(bad, &[], number(1)), None)]),
        ]);
        let look = Code::Do(Action::Deterministic(Box::new(block)));
        let body = vec![look, assert(equal(draft.get(bad, &[]), number(0)))];
        draft.processes("a", 1, body);
        sender(draft, &c);
    });
    asserted("asked for length", |draft| {
        let c = draft.channel("c", 2, 1);
        let length = Expr::query(ChannelQuery::Length, c.clone());
        draft.processes("b", 1, vec![assert(equal(length, number(0)))]);
        sender(draft, &c);
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
        for value in [2, 1] {
            let x = draft.local("x");
            let is = equal(draft.get(x, &[]), number(value));
            draft.processes("receiver", 1, vec![draft.receive(&c, x), assert(is)]);
        }
    });
    asserted("sorted in front", |draft| {
        let c = draft.channel("c", 2, 1);
        let (go, x) = (draft.global("go"), draft.local("x"));
        let wait = when(draft.get(go, &[]));
        let body = vec![wait, draft.receive(&c, x), assert(equal(draft.get(x, &[]), number(2)))];
        draft.processes("a", 1, body);
        let (channel, message) = (c.clone(), vec![number(1)]);
        let sorted = Code::Do(Action::Send { channel, sorted: true, message });
        let body = vec![send(&c, vec![number(2)]), set(draft, go, 1), sorted];
        draft.processes("b", 1, body);
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
        let other = minus(number(1), draft.get(i, &[]));
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
    for one in [2, 3] {
        asserted("numbers by start", |draft| {
            for started in [2, 3] {
                draft.processes("starter", 1, vec![run(started)]);
            }
            for started in [2, 3] {
                let is_that = not(equal(Expr::pid(), number(2)));
                let check = if started == one { is_that } else { number(1) };
                draft.body("started", &[], vec![assert(check)]);
            }
        });
    }
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
        let body = vec![when(draft.get(go, &[])), send(&draft.get(g, &[]), vec![number(1)])];
        draft.processes("b", 1, body);
        let own = draft.own_channel("own", 1, 1);
        let body = vec![draft.set(g, &[], own), set(draft, go, 1)];
        draft.processes("a", 1, body);
    });
}

/// A process is given the channel of another, which ends.
#[test]
fn a_known_channel_goes() {
    trap("a known channel goes", Machine::runtime_errors(), |draft| {
        let c = draft.local("c");
        draft.builder.program.variables[c.index()].holds_channels = true;
        let sent = send(&draft.get(c, &[]), vec![number(1)]);
        let p = draft.body("p", &[c], vec![sent]);
        // The first channel is that of the other.
        draft.start(p, vec![number(1)]);
        let _own = draft.own_channel("own", 1, 1);
        let l = draft.local("l");
        let body = vec![set(draft, l, 1)];
        draft.processes("o", 1, body);
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
