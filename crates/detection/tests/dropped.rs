//! Some of what detection demands is left out, one thing after the other: a program that needs it shows that, by the audit of its
//! search, by states that are invented, or because the group does not fit the layout of states.
//!
//! `promela/tests/mutations.rs` does so for all of it.

#[allow(dead_code)]
#[path = "support/soundness.rs"]
mod soundness;
#[path = "support/transitions.rs"]
mod transitions;
#[allow(dead_code)]
#[path = "support/trial.rs"]
mod trial;
#[allow(dead_code)]
#[path = "support/verdicts.rs"]
mod verdicts;

use crate::support::code::{Code, at_once, first_of, otherwise, when};
use crate::support::draft::{
    Draft, assert, equal, less, modulo, number, pick, plus, receive, send,
};
use detection::Constraint as C;
use machine::index::VariableId;
use machine::program::{Action, BinaryOperator, ChannelQuery, Expr, Pattern, Reception};
use trial::{Noticed, leave_out};

/// A constraint, the order of the group with it, and a program that needs it.
type Needs = (C, u64, fn(&mut Draft));

/// Two variables, and a process that looks at their sum, which is never that large: what is alike but for one thing.
fn two(draft: &mut Draft, write: impl FnOnce(&Draft, &[VariableId; 2]) -> Vec<Vec<Code>>) {
    let both = ["a", "b"].map(|name| draft.global(name));
    let options = write(draft, &both);
    draft.processes("p", 1, vec![Code::Serve(options)]);
    let sum = plus(draft.get(both[0], &[]), draft.get(both[1], &[]));
    draft.processes("sum", 1, vec![Code::Serve(vec![vec![when(less(number(99), sum))]])]);
}

/// Two channels for one byte and a variable, and what is done with them.
fn links(
    draft: &mut Draft,
    rooms: [u32; 2],
    write: fn(&Draft, [&Expr; 2], VariableId) -> Vec<Code>,
) {
    let [a, b] = [draft.channel("a", rooms[0], 1), draft.channel("b", rooms[1], 1)];
    let x = draft.global("x");
    let mut options: Vec<Vec<Code>> =
        write(draft, [&a, &b], x).into_iter().map(|code| vec![code]).collect();
    for link in [&a, &b] {
        options.push(vec![draft.receive(link, x)]);
        options.push(vec![send(link, vec![number(1)])]);
    }
    let back = draft.set(x, &[], number(0));
    options.push(vec![when(equal(draft.get(x, &[]), number(1))), back]);
    draft.processes("p", 1, vec![Code::Serve(options)]);
}

/// Processes that take the turn, and one more thing that they do.
fn turns(draft: &mut Draft, write: impl FnOnce(&Draft, VariableId) -> Vec<Code>) {
    let turn = draft.global("turn");
    let take = draft.set(turn, &[], Expr::pid());
    let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
    let more = write(draft, turn);
    draft.processes("p", 2, vec![Code::Loop(vec![vec![take], vec![mine], more])]);
}

fn set(draft: &Draft, variable: VariableId, value: i32) -> Code {
    draft.set(variable, &[], number(value))
}

/// A receive that leaves the message.
fn look(channel: &Expr, pattern: Pattern) -> Code {
    let (channel, patterns) = (channel.clone(), vec![pattern]);
    Code::Do(Action::Receive(Reception { channel, random: false, copy: true, patterns }))
}

const OF_VARIABLES: &[Needs] = &[
    (C::AssignTarget, 1, |draft| {
        two(draft, |draft, &[a, b]| {
            vec![vec![set(draft, a, 1)], vec![set(draft, b, 1), set(draft, b, 0)]]
        });
    }),
    (C::AssignValue, 1, |draft| {
        two(draft, |draft, &[a, b]| vec![vec![set(draft, a, 1)], vec![set(draft, b, 2)]]);
    }),
    (C::AssertOrGuard, 1, |draft| {
        two(draft, |draft, &[a, b]| {
            let small = |variable| less(draft.get(variable, &[]), number(1));
            let sets = [a, b].map(|variable| vec![set(draft, variable, 1)]);
            [sets.to_vec(), vec![vec![assert(small(a))], vec![when(small(b))]]].concat()
        });
    }),
    (C::OperandOrder, 1, |draft| {
        two(draft, |draft, &[a, b]| {
            let ordered = when(less(draft.get(a, &[]), draft.get(b, &[])));
            [vec![vec![ordered]], [a, b].map(|v| vec![set(draft, v, 1)]).to_vec()].concat()
        });
    }),
    (C::Operator, 1, |draft| {
        two(draft, |draft, &[a, b]| {
            let with = |operator, variable| {
                let value = Expr::binary(operator, draft.get(variable, &[]), number(1));
                vec![draft.set(variable, &[], value)]
            };
            let twos = [a, b].map(|variable| vec![set(draft, variable, 2)]).to_vec();
            let both = vec![with(BinaryOperator::BitAnd, a), with(BinaryOperator::BitOr, b)];
            [twos, both].concat()
        });
    }),
    (C::OptionOrder, 1, |draft| {
        let (c, d) = (draft.global("c"), draft.global("d"));
        two(draft, |draft, &[a, b]| {
            let is = |variable| Action::Guard(less(number(0), draft.get(variable, &[])));
            let told = |variable| draft.setting(variable, &[], number(1));
            let first =
                first_of(vec![vec![is(a), told(c)], vec![is(b), told(d)], vec![Action::Else]]);
            let back =
                at_once(vec![draft.setting(c, &[], number(0)), draft.setting(d, &[], number(0))]);
            let sum = plus(draft.get(c, &[]), draft.get(d, &[]));
            let mut options = vec![vec![first], vec![back], vec![when(less(number(9), sum))]];
            for value in [0, 1] {
                options.extend([a, b].map(|variable| vec![set(draft, variable, value)]));
            }
            options
        });
    }),
    (C::ElsePlace, 1, |draft| {
        let (c, d) = (draft.global("c"), draft.global("d"));
        two(draft, |draft, &[a, b]| {
            let one = |from, to| {
                vec![
                    when(less(number(0), draft.get(from, &[]))),
                    set(draft, to, 1),
                    set(draft, from, 0),
                ]
            };
            let far = less(number(9), plus(draft.get(c, &[]), draft.get(d, &[])));
            let within = Code::If(vec![vec![when(far)], vec![otherwise()]]);
            let sets = [a, b].map(|variable| vec![set(draft, variable, 1)]).to_vec();
            [vec![one(a, c), vec![within], one(b, d)], sets].concat()
        });
    }),
    (C::Atomic, 1, |draft| {
        two(draft, |draft, &[a, b]| {
            let sum = || plus(draft.get(a, &[]), draft.get(b, &[]));
            let small = || when(less(sum(), number(9)));
            let resets = [a, b].map(|variable| vec![set(draft, variable, 0)]).to_vec();
            let steps = vec![
                vec![Code::Atomic(vec![set(draft, a, 1), small()])],
                vec![set(draft, b, 1), small()],
            ];
            [steps, resets].concat()
        });
    }),
    (C::NamedValue, 1, |draft| {
        let x = draft.global("x");
        let named = vec![when(equal(draft.get(x, &[]), number(1))), set(draft, x, 3)];
        let options = vec![vec![set(draft, x, 1)], vec![set(draft, x, 2)], named];
        draft.processes("p", 1, vec![Code::Loop(options)]);
    }),
    (C::ConstantArrays, 2, |draft| {
        let lot = draft.table("lot", &[1, 2]);
        let x = draft.global("x");
        let take = draft.set(x, &[], draft.get(lot, &[Expr::pid()]));
        let never = when(equal(draft.get(x, &[]), number(3)));
        draft.processes("p", 2, vec![Code::Loop(vec![vec![take], vec![never]])]);
    }),
    (C::ArrayLength, 2, |draft| {
        let arrays = [draft.array("a", 2), draft.array("b", 3)];
        let i = draft.global("i");
        let index = draft.get(i, &[]);
        let mut options = vec![vec![set(draft, i, 0)], vec![set(draft, i, 1)]];
        for array in arrays {
            options.push(vec![draft.set(array, std::slice::from_ref(&index), number(1))]);
        }
        let sum = arrays.map(|array| draft.get(array, std::slice::from_ref(&index)));
        let [a, b] = sum;
        options.push(vec![when(less(number(9), plus(a, b)))]);
        draft.processes("p", 1, vec![Code::Loop(options)]);
    }),
];

const OF_CHANNELS: &[Needs] = &[
    (C::ChannelCapacity, 1, |draft| links(draft, [1, 2], |_, _, _| Vec::new())),
    (C::CopyReceive, 1, |draft| {
        links(draft, [1, 1], |draft, [a, b], x| {
            let stored = || Pattern::Store(draft.at(x, &[]));
            vec![look(a, stored()), receive(b, vec![stored()])]
        });
    }),
    (C::Query, 1, |draft| {
        links(draft, [1, 1], |draft, [a, b], x| {
            let ask = |query, channel: &Expr| {
                Code::Atomic(vec![
                    when(Expr::query(query, channel.clone())),
                    draft.set(x, &[], number(2)),
                ])
            };
            vec![ask(ChannelQuery::Full, a), ask(ChannelQuery::Empty, b)]
        });
    }),
    (C::RandomReceive, 1, |draft| {
        links(draft, [2, 2], |_, [a, b], _| {
            let one = || vec![Pattern::Match(number(1))];
            let twos = [a, b].map(|link| send(link, vec![number(2)]));
            [twos.to_vec(), vec![pick(a, one()), receive(b, one())]].concat()
        });
    }),
    (C::SortedSend, 1, |draft| {
        links(draft, [2, 2], |_, [a, b], _| {
            let sorted =
                Action::Send { channel: a.clone(), sorted: true, message: vec![number(2)] };
            vec![Code::Do(sorted), send(b, vec![number(2)])]
        });
    }),
];

const OF_PROCESSES: &[Needs] = &[
    (C::ProcessType, 1, |draft| {
        let t = draft.global("t");
        let take = vec![draft.set(t, &[], Expr::pid())];
        let mine = vec![when(equal(draft.get(t, &[]), Expr::pid()))];
        for (name, body) in [("a", take), ("b", mine)] {
            draft.processes(name, 1, vec![Code::Loop(vec![body])]);
        }
    }),
    (C::NamedProcess, 1, |draft| turns(draft, |draft, turn| vec![set(draft, turn, 0)])),
    (C::TruthOfNames, 1, |draft| turns(draft, |draft, turn| vec![when(draft.get(turn, &[]))])),
    (C::SelfAsNumber, 1, |draft| {
        let s = draft.global("s");
        let add = draft.set(s, &[], modulo(plus(draft.get(s, &[]), Expr::pid()), 2));
        draft.processes("p", 2, vec![Code::Loop(vec![vec![add]])]);
    }),
    (C::Elements, 2, |draft| {
        let flag = draft.array("flag", 2);
        let mine = when(equal(draft.get(flag, &[Expr::pid()]), number(1)));
        let set = draft.set(flag, &[Expr::pid()], number(1));
        draft.processes("p", 3, vec![Code::Loop(vec![vec![set], vec![mine]])]);
    }),
    (C::TableRows, 3, |draft| {
        let turn = draft.global("turn");
        let mine = when(equal(draft.get(turn, &[]), Expr::pid()));
        let pass = draft.set(turn, &[], modulo(plus(Expr::pid(), number(1)), 3));
        draft.processes("p", 3, vec![Code::Loop(vec![vec![mine, pass]])]);
    }),
    (C::SortedNumbers, 1, |draft| {
        let c = draft.channel("c", 2, 1);
        let message = vec![Expr::pid()];
        let sorted = Action::Send { channel: c.clone(), sorted: true, message };
        let take = receive(&c, vec![Pattern::Match(Expr::pid())]);
        draft.processes("p", 2, vec![Code::Loop(vec![vec![Code::Do(sorted)], vec![take]])]);
    }),
    (C::RemoteVariable, 1, |draft| {
        let g = draft.global("g");
        let [a, b] = ["a", "b"].map(|name| draft.local(name));
        let sum = plus(draft.get(a, &[]), plus(draft.get(b, &[]), draft.get(g, &[])));
        let options =
            vec![vec![set(draft, a, 1)], vec![set(draft, b, 1)], vec![when(less(number(9), sum))]];
        draft.processes("p", 1, vec![Code::Loop(options)]);
        let theirs = plus(Expr::load(draft.of(number(0), a)), draft.get(g, &[]));
        draft.processes("q", 1, vec![Code::Loop(vec![vec![when(less(number(0), theirs))]])]);
    }),
    (C::ValidEnd, 1, |draft| {
        let [a, b] = ["a", "b"].map(|name| draft.global(name));
        let far = when(less(number(9), plus(draft.get(a, &[]), draft.get(b, &[]))));
        let stays = vec![set(draft, a, 1), Code::Serve(vec![vec![far.clone()]])];
        let stuck = vec![set(draft, b, 1), Code::Loop(vec![vec![far]])];
        draft.processes("p", 1, vec![Code::If(vec![stays, stuck])]);
    }),
];

#[test]
fn what_is_left_out_is_missed() {
    let mut wrong = Vec::new();
    for (needs, order, write) in [OF_VARIABLES, OF_CHANNELS, OF_PROCESSES].concat() {
        let mut draft = Draft::new();
        write(&mut draft);
        match leave_out(needs, &draft.machine()) {
            Ok(row) if row.orders.0 != order => {
                wrong.push(format!("{needs:?}: order {}, not {order}", row.orders.0));
            }
            Ok(row) if row.noticed == Noticed::Nothing && !row.invented => {
                wrong.push(format!("{needs:?}: nothing notices, order {}", row.orders.1));
            }
            Ok(_) => {}
            Err(problem) => wrong.push(format!("{needs:?}: {problem}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
