//! Processes of several types with channels of their own, which they show to others, forget, exchange, and leave behind
//! when they end: channels of equal kinds may change places only with their owners.

use super::draft::Draft;
use crate::random::text::{Node, block, line, option};

/// How owners tell others of their channels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Each in a variable of its own.
    Apart,
    /// In one array.
    Listed,
    /// By a message.
    Sent,
}

/// Two or three types of owners, and one who uses what they show.
pub fn owners(draft: &mut Draft) {
    draft.feature("owners of channels");
    let shown = *draft.numbers.pick(&[Shown::Apart, Shown::Apart, Shown::Listed, Shown::Sent]);
    let capacity = draft.numbers.between(0, 2);
    let types = draft.numbers.weighted(&[(3, 2), (1, 3)]);
    draft.globals.push(line("byte opened; chan nothing;"));
    match shown {
        Shown::Apart => {}
        Shown::Listed => draft.globals.push(line(format!("chan shelf[{types}];"))),
        Shown::Sent => draft.globals.push(line(format!("chan shelf = [{types}] of {{ chan }};"))),
    }
    let mut places = Vec::new();
    for number in 0..types {
        let place = match shown {
            Shown::Apart => format!("shop{number}"),
            Shown::Listed => format!("shelf[{number}]"),
            Shown::Sent => "shelf".to_owned(),
        };
        if shown == Shown::Apart {
            draft.globals.push(line(format!("chan {place};")));
        }
        places.push(place);
    }
    let forgets = draft.numbers.chance(50).then_some(0);
    for number in 0..types {
        let deed = forgets.unwrap_or(draft.numbers.below(6));
        let body = owner(draft, capacity, shown, &places, number, deed);
        let many = draft.numbers.weighted(&[(5, 1), (1, 2)]);
        draft.others.push(block(format!("active [{many}] proctype Shop{number}() {{"), body, "}"));
    }
    let body = user(draft, shown, &places, types);
    draft.others.push(block("active proctype User() {", body, "}"));
}

fn owner(
    draft: &mut Draft,
    capacity: usize,
    shown: Shown,
    places: &[String],
    number: usize,
    deed: usize,
) -> Vec<Node> {
    let mut body = vec![line(format!("chan own = [{capacity}] of {{ byte }};"))];
    let place = &places[number];
    if draft.numbers.chance(20) {
        draft.feature("owners of two channels");
        body.push(line(format!("chan second = [{capacity}] of {{ byte }};")));
    }
    let has_second = body.len() > 1;
    if capacity > 0 && draft.numbers.chance(25) {
        body.push(line(format!("own!{};", draft.numbers.between(0, 3))));
    }
    let published = if has_second && draft.numbers.chance(50) { "second" } else { "own" };
    body.push(line(match shown {
        Shown::Sent => format!("{place}!{published};"),
        _ => format!("{place} = {published};"),
    }));
    let other = draft.numbers.pick(places).clone();
    match deed {
        0 | 1 => body.push(line("own = nothing;")),
        2 if shown != Shown::Sent => body.push(line(format!("own = {other};"))),
        3 if has_second => body.push(line("own = second;")),
        4 if shown != Shown::Sent => body.push(line(format!("{place} = {other};"))),
        _ => {}
    }
    body.push(line("opened++;"));
    match draft.numbers.below(6) {
        0 | 1 => body.push(line("do :: (false) od;")),
        2 => body.push(line("(timeout);")),
        3 => body.push(block("do", vec![option(vec![line("own?_;")]), leave()], "od;")),
        _ => {}
    }
    body
}

fn leave() -> Node {
    option(vec![line("break;")])
}

/// One who waits, sometimes for longer than a run is watched closely, and uses a channel that may be gone.
fn user(draft: &mut Draft, shown: Shown, places: &[String], types: usize) -> Vec<Node> {
    let mut body = Vec::new();
    let wait = *draft.numbers.pick(&[0, 0, 0, 0, 3, 60]);
    if wait > 0 {
        body.push(line("byte waited;"));
        body.push(line(format!("do :: waited < {wait} -> waited++ :: else -> break od;")));
    }
    let enough = draft.numbers.between(1, types);
    body.push(line(format!("(opened >= {enough});")));
    let from = draft.numbers.pick(places).clone();
    let channel = match shown {
        Shown::Sent => {
            body.push(line("chan mine;"));
            body.push(line("shelf?mine;"));
            "mine".to_owned()
        }
        _ => {
            body.push(line(format!("({from} != nothing);")));
            from
        }
    };
    body.push(line(match draft.numbers.below(5) {
        0 => format!("(len({channel}) == 0);"),
        1 => format!("nfull({channel});"),
        2 => format!("{channel}?_;"),
        _ => format!("{channel}!{};", draft.numbers.between(1, 3)),
    }));
    if draft.numbers.chance(40) {
        body.push(line("do :: opened = 7 :: opened = 8 od;"));
    }
    body
}
