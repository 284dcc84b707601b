//! Messages with too few or too many fields, sorted and taken out of order, polled and copied.

use super::draft::Draft;
use super::values::{Cell, odd};
use crate::random::text::{block, line};

/// A process of its own that sends and receives.
pub fn unequal(draft: &mut Draft) {
    draft.feature("unequal messages");
    let count = draft.numbers.between(1, 3);
    let capacity = draft.numbers.below(3);
    let channel = draft.fresh("mq");
    let cells: Vec<Cell> = (0..count).map(|_| Cell::number(&mut draft.numbers)).collect();
    let fields: Vec<&str> = cells.iter().map(|cell| cell.field()).collect();
    let fields = fields.join(", ");
    draft.globals.push(line(format!("chan {channel} = [{capacity}] of {{ {fields} }};")));
    draft.globals.push(line("byte got; short far_got;"));
    let name = draft.fresh("M");
    let count_of = |draft: &mut Draft| match draft.numbers.below(3) {
        0 if count > 1 => count - 1,
        1 if draft.numbers.chance(40) => count + 1,
        _ => count,
    };
    let mut body = Vec::new();
    for _ in 0..draft.numbers.between(1, 2) {
        let sent = count_of(draft);
        let values: Vec<String> = (0..sent).map(|_| value(draft)).collect();
        let mark = if draft.numbers.chance(25) { "!!" } else { "!" };
        body.push(line(format!("{channel}{mark}{};", values.join(","))));
    }
    let received = count_of(draft);
    let patterns = patterns(draft, received);
    let receive = match draft.numbers.below(6) {
        0 => format!("{channel}?<{patterns}>;"),
        1 => format!("{channel}??{patterns};"),
        2 => format!("{channel}?[{}] -> got = 7;", polled(draft, received)),
        3 => format!("{channel}??[{}] -> got = 7;", polled(draft, received)),
        _ => format!("{channel}?{patterns};"),
    };
    let check = line(format!("assert(got != {} || far_got != 300);", draft.numbers.below(3)));
    if draft.numbers.chance(50) {
        draft.others.push(block(format!("active proctype {name}() {{"), body, "}"));
        let other = draft.fresh("M");
        let body = vec![line(receive), check];
        draft.others.push(block(format!("active proctype {other}() {{"), body, "}"));
    } else {
        body.extend([line(receive), check]);
        draft.others.push(block(format!("active proctype {name}() {{"), body, "}"));
    }
    if draft.numbers.chance(30) {
        let values: Vec<String> = (0..count).map(|_| value(draft)).collect();
        draft.option([format!("{channel}!{};", values.join(","))]);
    }
    draft.accusation("got == _pid");
}

fn value(draft: &mut Draft) -> String {
    match draft.numbers.below(4) {
        0 => odd(&mut draft.numbers).to_string(),
        1 => "_pid".to_owned(),
        _ => draft.name().to_string(),
    }
}

/// What a receive may name: SPIN takes each variable once.
fn patterns(draft: &mut Draft, count: usize) -> String {
    let mut variables = vec!["far_got", "got"];
    let patterns = (0..count).map(|_| match draft.numbers.below(6) {
        0 => "_".to_owned(),
        1 => draft.name().to_string(),
        2 => odd(&mut draft.numbers).to_string(),
        _ => variables.pop().unwrap_or("_").to_owned(),
    });
    patterns.collect::<Vec<_>>().join(",")
}

/// What a poll may name: it stores nothing.
fn polled(draft: &mut Draft, count: usize) -> String {
    let patterns = (0..count).map(|_| match draft.numbers.below(3) {
        0 => "_".to_owned(),
        1 => "eval(got)".to_owned(),
        _ => draft.name().to_string(),
    });
    patterns.collect::<Vec<_>>().join(",")
}

/// A variable that holds numbers far from one another, of which nothing else is known.
pub fn far_apart(draft: &mut Draft) {
    draft.feature("far apart");
    let name = draft.fresh("far");
    draft.globals.push(line(format!("int {name};")));
    for _ in 0..2 {
        let sign = if draft.numbers.chance(30) { "-" } else { "" };
        let value = *draft.numbers.pick(&[5, 300, 70_000, 20_000_000, 2_000_000_000]);
        draft.option([format!("{name} = {sign}{value};")]);
    }
    // Compared with nothing but such numbers, they are only told apart.
    if draft.numbers.chance(40) {
        draft.accusation(&format!("{name} == _pid"));
    }
}

/// What is forgotten between steps, and what is still 0.
pub fn unwritten(draft: &mut Draft) {
    draft.feature("unwritten and hidden");
    let cell = Cell::number(&mut draft.numbers);
    let name = draft.fresh("un");
    let declared = cell.declare(&name, None, None);
    let is_local = draft.numbers.chance(60);
    match draft.numbers.below(4) {
        0 => draft.globals.push(line(format!("hidden {declared};"))),
        _ if is_local => draft.locals.push(line(format!("{declared};"))),
        _ => draft.globals.push(line(format!("{declared};"))),
    }
    draft.accusation(&format!("{name} == _pid"));
    let value = if draft.numbers.chance(50) { "_pid".to_owned() } else { draft.name().to_string() };
    match draft.numbers.below(3) {
        0 => draft.option([format!("{name} = {value};")]),
        // SPIN refuses an escape where an option begins.
        1 => draft
            .option(["skip;".to_owned(), format!("{{ {name} = {value} }} unless {{ timeout }};")]),
        _ => draft.option([format!("d_step {{ {name} = {value}; {name} = 0 }};")]),
    }
}
