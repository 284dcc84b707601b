//! Channels: by number, shared, of a process's own, given as arguments; and messages that hold numbers.

use machine::index::VariableId;
use machine::program::{Action, Expr, Pattern};

use super::{Idiom, counting, idiom};
use crate::support::code::{Code, when};
use crate::support::draft::{Draft, equal, less, number, pick, plus, receive, send};

/// Three processes that put something into the channel with their number, and take it out.
fn boxes(draft: &mut Draft, capacities: &[u32]) {
    let boxes = draft.channels("box", capacities, 1);
    let mine = draft.get(boxes, &[Expr::pid()]);
    let body = vec![vec![send(&mine, vec![number(1)])], vec![receive(&mine, vec![Pattern::Any])]];
    draft.processes("p", capacities.len(), vec![Code::Loop(body)]);
}

/// Three clients that ask by number, and a server that grants; what it does in between is added.
fn served(draft: &mut Draft, asking: &dyn Fn(&Expr) -> Code, between: &dyn Fn(Expr) -> Vec<Code>) {
    let asked = draft.channel("asked", 2, 1);
    let granted = draft.array("granted", 3);
    let is_granted = when(equal(draft.get(granted, &[Expr::pid()]), number(1)));
    let back = draft.set(granted, &[Expr::pid()], number(0));
    draft.processes("client", 3, vec![Code::Loop(vec![vec![asking(&asked), is_granted, back]])]);
    let who = draft.local("who");
    let named = draft.get(who, &[]);
    let mut body = vec![draft.receive(&asked, who)];
    body.extend(between(named.clone()));
    body.push(draft.set(granted, &[named], number(1)));
    draft.processes("server", 1, vec![Code::Serve(vec![body])]);
}

fn ask(asked: &Expr) -> Code {
    send(asked, vec![Expr::pid()])
}

/// Processes in a ring, each with the channels to its neighbours as arguments; one has something to pass on.
fn ring(draft: &mut Draft, capacities: &[u32]) {
    let channels: Vec<Expr> = (0..)
        .zip(capacities)
        .map(|(place, &capacity)| draft.channel(&format!("link{place}"), capacity, 1))
        .collect();
    let (left, right) = (channel_parameter(draft, "left"), channel_parameter(draft, "right"));
    let (from, to) = (draft.get(left, &[]), draft.get(right, &[]));
    let x = draft.local("x");
    let begin = Code::If(vec![vec![send(&to, vec![number(1)])], vec![Code::Do(Action::Skip)]]);
    let pass = vec![draft.receive(&from, x), send(&to, vec![draft.get(x, &[])])];
    let p = draft.body("p", &[left, right], vec![begin, Code::Serve(vec![pass])]);
    for place in 0..channels.len() {
        let next = channels[(place + 1) % channels.len()].clone();
        draft.start(p, vec![channels[place].clone(), next]);
    }
}

fn channel_parameter(draft: &mut Draft, name: &str) -> VariableId {
    let parameter = draft.local(name);
    draft.builder.program.variables[parameter.index()].holds_channels = true;
    parameter
}

/// Processes that meet: one says who it is, another notes it.
fn meeting(draft: &mut Draft, more: impl FnOnce(&Draft, VariableId) -> Vec<Code>) {
    let met = draft.array("met", 3);
    let meet = draft.channel("meet", 0, 1);
    let peer = draft.local("peer");
    let theirs = draft.get(peer, &[]);
    let mut hear = vec![draft.receive(&meet, peer), counting(draft, met, &[theirs])];
    hear.extend(more(draft, peer));
    let say = vec![send(&meet, vec![Expr::pid()])];
    draft.processes("p", 3, vec![Code::Loop(vec![say, hear])]);
}

pub fn idioms() -> Vec<Idiom> {
    vec![
        idiom("channels by number", 6, |draft| boxes(draft, &[1, 1, 1])),
        idiom("a channel that holds more", 2, |draft| boxes(draft, &[1, 2, 1])),
        idiom("a queue of numbers", 6, |draft| served(draft, &ask, &|_| Vec::new())),
        idiom("a queue that is sorted by number", 1, |draft| {
            let sorted = |asked: &Expr| {
                let (channel, message) = (asked.clone(), vec![Expr::pid()]);
                Code::Do(Action::Send { channel, sorted: true, message })
            };
            served(draft, &sorted, &|_| Vec::new());
        }),
        idiom("a server that minds who asks", 2, |draft| {
            served(draft, &ask, &|who| vec![when(less(who, number(2)))]);
        }),
        idiom("answers to whom they are meant for", 6, |draft| {
            let answers = draft.channel("answers", 3, 1);
            let take = pick(&answers, vec![Pattern::Match(Expr::pid())]);
            let body = vec![vec![send(&answers, vec![Expr::pid()]), take]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
        idiom("an answer that is meant for the first", 2, |draft| {
            let answers = draft.channel("answers", 2, 1);
            let take = pick(&answers, vec![Pattern::Match(number(0))]);
            let body = vec![vec![send(&answers, vec![Expr::pid()])], vec![take]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
        idiom("a channel of its own", 6, |draft| {
            let own = draft.own_channel("own", 1, 1);
            let (x, shared) = (draft.local("x"), draft.global("shared"));
            let count = counting(draft, shared, &[]);
            let body = vec![vec![
                send(&own, vec![Expr::pid()]),
                draft.receive(&own, x),
                when(equal(draft.get(x, &[]), Expr::pid())),
                count,
            ]];
            draft.processes("p", 3, vec![Code::Loop(body)]);
        }),
        idiom("a ring of channels", 3, |draft| ring(draft, &[1, 1, 1])),
        idiom("a ring with a link that holds more", 1, |draft| ring(draft, &[1, 1, 2])),
        idiom("a rendezvous", 6, |draft| meeting(draft, |_, _| Vec::new())),
        idiom("a rendezvous with a favourite", 2, |draft| {
            meeting(draft, |draft, peer| {
                let favourite = when(equal(draft.get(peer, &[]), number(2)));
                vec![Code::If(vec![vec![favourite], vec![crate::support::code::otherwise()]])]
            });
        }),
        // Whoever sends one kind sends the other: the channels change places, and so do their readers.
        idiom("two channels with a reader each", 2, |draft| {
            let links = ["a", "b"].map(|name| draft.channel(name, 1, 1));
            let sums = ["sum a", "sum b"].map(|name| draft.global(name));
            let each = links.iter().map(|link| vec![send(link, vec![number(1)])]).collect();
            draft.processes("source", 1, vec![Code::Loop(each)]);
            for (link, sum) in links.iter().zip(sums) {
                let count = draft.set(sum, &[], plus(draft.get(sum, &[]), number(1)));
                let few = when(less(draft.get(sum, &[]), number(3)));
                let body = vec![few, receive(link, vec![Pattern::Any]), count];
                draft.processes("sink", 1, vec![Code::Loop(vec![body])]);
            }
        }),
    ]
}
