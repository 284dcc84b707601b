//! Channels that are interchangeable until their numbers matter, and channels that end with their processes.

use super::draft::Draft;
use super::flow::{Names, stage};
use super::values::Cell;
use crate::random::text::{block, line, option};

/// Channels of equal kinds; processes choose among them, keep them in cells of all widths and use what comes out.
pub fn numbered(draft: &mut Draft) {
    draft.feature("channels by number");
    let count = draft.numbers.between(2, 4);
    let capacity = draft.numbers.between(1, 2);
    let names: Vec<String> = (1..=count).map(|number| format!("qq{number}")).collect();
    for name in &names {
        draft.globals.insert(0, line(format!("chan {name} = [{capacity}] of {{ byte }};")));
    }
    draft.locals.push(line("chan mc;"));
    let choices = names.iter().map(|name| option(vec![line(format!("mc = {name};"))])).collect();
    draft.opening.push(block("if", choices, "fi;"));
    let mut value = "mc".to_owned();
    for _ in 0..draft.numbers.below(3) {
        let cell = match draft.numbers.below(6) {
            0 => Cell::Bit,
            1 => Cell::Unsigned(2),
            2 => Cell::Byte,
            3 => Cell::Short,
            _ => Cell::Chan,
        };
        value = stage(draft, &value, cell, Names::Channels(count));
    }
    if value != "mc" && draft.numbers.chance(60) {
        draft.option([format!("mc = {value};")]);
        value = "mc".to_owned();
    }
    for _ in 0..draft.numbers.between(1, 2) {
        used(draft, &value, &names);
    }
}

fn used(draft: &mut Draft, value: &str, names: &[String]) {
    let some = draft.numbers.pick(names).clone();
    match draft.numbers.below(8) {
        0 | 1 => {
            let array = draft.fresh("by");
            let length = names.len() + draft.numbers.below(2);
            draft.globals.push(line(format!("byte {array}[{}];", length + 1)));
            let marked = if draft.numbers.chance(50) {
                draft.needs_init = true;
                draft.before.push(line(format!("{array}[{some}] = 5;")));
                5
            } else {
                draft.option([format!("{array}[{value}] = 1;")]);
                1
            };
            draft.option([format!("assert({array}[{value}] != {marked});")]);
        }
        2 => draft.accusation(&format!("{value} == {some}")),
        3 => {
            let number = draft.numbers.between(0, names.len());
            draft.accusation(&format!("{value} == {number}"));
        }
        4 => draft.accusation(&format!("{value} < {some}")),
        5 => draft.option(["mc!1;".to_owned()]),
        6 => {
            draft.option([format!("nfull({some}) -> {some}!2;")]);
            draft.option(["atomic { nempty(mc) -> mc?_ }".to_owned()]);
        }
        _ => {
            let condition = *draft.numbers.pick(&["len(mc) == 1", "full(mc)", "mc?[2]"]);
            draft.accusation(condition);
        }
    }
}

/// Each process has a channel of its own, and publishes it; others use it, also when it has ended.
pub fn own(draft: &mut Draft) {
    draft.feature("own channels");
    let capacity = draft.numbers.between(0, 2);
    draft.locals.push(line(format!("chan own = [{capacity}] of {{ byte }};")));
    let (published, kind) = match draft.numbers.below(3) {
        0 => {
            draft.globals.push(line("chan gl;"));
            ("gl = own;", 0)
        }
        1 => {
            let length = draft.length();
            draft.globals.push(line(format!("chan all[{length}];")));
            ("all[_pid] = own;", 1)
        }
        _ => {
            draft.globals.push(line("chan pub = [2] of { chan };"));
            ("pub!own;", 2)
        }
    };
    if draft.numbers.chance(50) {
        draft.opening.push(line(published));
    } else {
        draft.option([published.to_owned()]);
    }
    let reader = match kind {
        0 => "gl".to_owned(),
        1 => format!("all[{}]", draft.name()),
        _ => "taken_ch".to_owned(),
    };
    if draft.numbers.chance(50) {
        outsider(draft, &reader, kind);
    } else {
        if kind == 2 {
            draft.locals.push(line("chan taken_ch;"));
            draft.option(["pub?taken_ch;".to_owned()]);
        }
        let used = use_of(draft, &reader);
        draft.option([used]);
    }
    match draft.numbers.below(3) {
        0 => draft.option(["own?_;".to_owned()]),
        1 => {
            let accuse = draft.accuse();
            draft.option(["own?eval(_pid) ->".to_owned(), accuse]);
        }
        _ => {}
    }
    if draft.numbers.chance(60) {
        draft.option(["break;".to_owned()]);
    }
}

/// Another process that takes channels and uses them.
fn outsider(draft: &mut Draft, reader: &str, kind: usize) {
    let name = draft.fresh("O");
    let mut body = Vec::new();
    match kind {
        2 => body.extend([line("chan taken_ch;"), line("pub?taken_ch;")]),
        _ => body.push(line(format!("({reader} != 0);"))),
    }
    let used = use_of(draft, reader);
    body.push(line(used));
    if draft.numbers.chance(50) {
        draft.others.push(block(format!("active proctype {name}() {{"), body, "}"));
    } else {
        draft.needs_init = true;
        draft.before.push(line(format!("run {name}();")));
        draft.others.push(block(format!("proctype {name}() {{"), body, "}"));
    }
}

fn use_of(draft: &mut Draft, channel: &str) -> String {
    let name = draft.name();
    match draft.numbers.below(6) {
        0 => format!("{channel}?_;"),
        1 => format!("(len({channel}) == 1);"),
        2 => format!("nfull({channel});"),
        3 => format!("{channel}!{};", 256 + name),
        _ => format!("{channel}!{name};"),
    }
}
