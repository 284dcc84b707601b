//! What one process knows of another by looking at it: local variables and places, of processes that run, that are not
//! there yet, that have ended and been removed, or that never were.

use super::draft::Draft;
use super::values::{Cell, odd};
use crate::random::text::{block, line};

/// The value of a local variable of some process.
pub fn reference(draft: &mut Draft) -> String {
    draft.feature("remote");
    let peer = peer(draft);
    let who = somebody(draft);
    format!("P[{who}]:{peer}")
}

/// A local variable that others look at.
fn peer(draft: &mut Draft) -> &'static str {
    let declared = draft.locals.iter();
    let known =
        declared.filter(|n| matches!(n, crate::random::text::Node::Line(l) if l.contains(" peer")));
    if known.count() == 0 {
        let cell = Cell::number(&mut draft.numbers);
        let initial = match draft.numbers.below(3) {
            0 => None,
            1 => Some(draft.name()),
            _ => Some(odd(&mut draft.numbers)),
        };
        draft.locals.push(line(format!("{};", cell.declare("peer", None, initial))));
        let value = match draft.numbers.below(4) {
            0 => "_pid".to_owned(),
            1 => draft.name().to_string(),
            _ => odd(&mut draft.numbers).to_string(),
        };
        draft.option([format!("peer = {value};")]);
    }
    "peer"
}

/// A number of a process, which may not be there.
fn somebody(draft: &mut Draft) -> String {
    match draft.numbers.below(10) {
        0 => draft.name().to_string(),
        1 => "_pid".to_owned(),
        2 => draft.next("_pid"),
        3 => (draft.length() + draft.numbers.between(0, 3)).to_string(),
        4 if !draft.places.is_empty() => {
            let place = draft.numbers.below(draft.places.len());
            draft.places[place].text.clone()
        }
        _ => {
            let name = draft.fresh("who");
            let cell = *draft.numbers.pick(&[Cell::Byte, Cell::Byte, Cell::Short, Cell::Pid]);
            let initial = match draft.numbers.below(4) {
                0 => draft.name(),
                1 => draft.length() as i64,
                _ => *draft.numbers.pick(&[200, 255, 77, 0, 9]),
            };
            let declared = cell.declare(&name, None, Some(initial));
            draft.globals.push(line(format!("{declared};")));
            if draft.numbers.chance(40) {
                draft.option([format!("{name} = _pid;")]);
            }
            name
        }
    }
}

/// Processes look at one another while they run.
pub fn late(draft: &mut Draft) {
    draft.feature("remote, late");
    if draft.numbers.chance(35) {
        let who = somebody(draft);
        draft.opening.push(line("inner: skip;"));
        draft.accusation(&format!("P[{who}]@inner"));
        return;
    }
    let value = reference(draft);
    match draft.numbers.below(3) {
        0 => {
            let number = draft.name();
            draft.accusation(&format!("{value} == {number}"));
        }
        _ => draft.accusation(&format!("{value} == _pid")),
    }
}

/// `init` looks at the local variables of processes that it has started, before it starts the last one.
pub fn early(draft: &mut Draft) {
    draft.feature("remote, early");
    draft.needs_init = true;
    let looks_at_main = draft.numbers.chance(50);
    let (looked_at, read) = match looks_at_main {
        true => (format!("P[{}]", draft.name()), peer(draft).to_owned()),
        false => worker(draft),
    };
    let value = format!("{looked_at}:{read}");
    let number = match draft.numbers.below(3) {
        0 => draft.name(),
        1 => odd(&mut draft.numbers),
        _ => 5,
    };
    let look = match draft.numbers.below(6) {
        0 => format!("assert({value} != {number});"),
        1 => format!("assert({value} == 0 || {value} == {number});"),
        2 => format!("assert({value} == 0);"),
        3 => format!("({value} == {number});"),
        4 => format!("seen = {value};"),
        _ => format!("({value} != 0);"),
    };
    if look.starts_with("seen") {
        draft.globals.push(line("byte seen;"));
        draft.accusation("seen == _pid");
    }
    draft.between.push(line(look));
    if draft.numbers.chance(70) {
        let name = draft.fresh("R");
        draft.others.push(block(format!("proctype {name}() {{"), vec![line("skip;")], "}"));
        draft.after.push(line(format!("run {name}();")));
    }
}

/// A process that writes a local variable, says so, and ends.
fn worker(draft: &mut Draft) -> (String, String) {
    let (name, done) = (draft.fresh("V"), draft.fresh("done"));
    draft.globals.push(line(format!("bit {done};")));
    let cell = Cell::number(&mut draft.numbers);
    let value = match draft.numbers.below(3) {
        0 => "_pid".to_owned(),
        1 => odd(&mut draft.numbers).to_string(),
        _ => "5".to_owned(),
    };
    let mut body = vec![line(format!("{};", cell.declare("held", None, None)))];
    body.push(line(format!("held = {value};")));
    if draft.numbers.chance(70) {
        body.push(line(format!("{done} = 1;")));
    }
    if draft.numbers.chance(30) {
        body.push(line("held == held;"));
    }
    draft.others.push(block(format!("proctype {name}() {{"), body, "}"));
    let number = draft.fresh("w");
    draft.init_locals.push(line(format!("pid {number};")));
    draft.before.push(line(format!("{number} = run {name}();")));
    if draft.numbers.chance(40) {
        draft.before.push(line(format!("run {name}();")));
    }
    if draft.numbers.chance(60) {
        draft.between.push(line(format!("{done} == 1;")));
    }
    (format!("{name}[{number}]"), "held".to_owned())
}
