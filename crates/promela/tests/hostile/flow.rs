//! Values on their way: numbers that name processes or channels pass through variables, messages, parameters, arrays
//! and structures of all widths, and at last name somebody.

use super::draft::{Draft, Place};
use super::starting::perhaps;
use super::values::{Cell, odd};
use crate::random::text::{block, line};

/// What numbers name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    Processes,
    /// The channels with these names.
    Channels(usize),
}

/// Lets a value pass through one to three places and then accuse.
pub fn flow(draft: &mut Draft) {
    draft.feature("flow of process names");
    let first = stage_cell(draft, Names::Processes);
    let mut value = source(draft, first);
    let mut cell = first;
    let stages = draft.numbers.weighted(&[(4, 1), (5, 2), (2, 3)]);
    for number in 0..stages {
        if number > 0 {
            cell = stage_cell(draft, Names::Processes);
        }
        value = stage(draft, &value, cell, Names::Processes);
    }
    sink(draft, &value, cell);
}

/// A global variable that only early code writes, and that passes through a narrower cell before it accuses.
pub fn narrowed(draft: &mut Draft) -> Place {
    draft.feature("narrowed");
    let cell = *draft.numbers.pick(&[Cell::Short, Cell::Short, Cell::Int, Cell::Byte]);
    let name = draft.fresh("wide");
    let nobody = *draft.numbers.pick(&[200, 255, 77, 100]);
    draft.globals.push(line(format!("{};", cell.declare(&name, None, Some(nobody)))));
    let place = Place { text: name.clone(), cell, is_global: true };
    draft.places.push(place.clone());
    let near = draft.fresh("near");
    let narrow = *draft.numbers.pick(&[Cell::Byte, Cell::Byte, Cell::Pid]);
    let declared = line(format!("{};", narrow.declare(&near, None, Some(nobody))));
    let is_global = draft.numbers.chance(70);
    match is_global {
        true => draft.globals.push(declared),
        false => draft.locals.push(declared),
    }
    match draft.numbers.below(6) {
        0 => by_message(draft, &name, &near, narrow),
        1 => draft.opening.push(line(format!("{near} = {name};"))),
        2 => draft.option([format!("atomic {{ {near} != {name} -> {near} = {name} }}")]),
        _ => draft.option([format!("{near} = {name};")]),
    }
    draft.accusation(&format!("{near} == _pid"));
    if draft.numbers.chance(30) {
        sink(draft, &near, narrow);
    }
    place
}

/// A wide variable that holds what a message cuts off to a name.
pub fn cut_off(draft: &mut Draft) {
    draft.feature("cut off in a message");
    let cell = *draft.numbers.pick(&[Cell::Short, Cell::Short, Cell::Int]);
    let field = *draft.numbers.pick(&[Cell::Byte, Cell::Byte, Cell::Pid, Cell::Bit]);
    let name = draft.name();
    let far = cell.alias(name, field.bits(), &mut draft.numbers);
    let value = match draft.numbers.below(3) {
        0 => far.to_string(),
        _ => {
            let wide = draft.fresh("wide");
            let initial = if draft.numbers.chance(60) { far } else { odd(&mut draft.numbers) };
            draft.globals.push(line(format!("{};", cell.declare(&wide, None, Some(initial)))));
            draft.option([format!("{wide} = {far};")]);
            draft.places.push(Place { text: wide.clone(), cell, is_global: true });
            wide
        }
    };
    let channel = draft.fresh("ch");
    let capacity = draft.numbers.between(0, 2);
    draft.globals.push(line(format!("chan {channel} = [{capacity}] of {{ {} }};", field.field())));
    draft.option([format!("{channel}!{value};")]);
    let accuse = draft.accuse();
    let random = if capacity > 0 && draft.numbers.chance(20) { "??" } else { "?" };
    draft.option([format!("{channel}{random}eval(_pid) ->"), accuse]);
    if draft.numbers.chance(40) {
        draft.option([format!("{channel}?_;")]);
    }
}

fn stage_cell(draft: &mut Draft, names: Names) -> Cell {
    match names {
        Names::Channels(_) if draft.numbers.chance(50) => Cell::Chan,
        _ => Cell::number(&mut draft.numbers),
    }
}

/// A number that names a process, perhaps only after it was cut off.
fn source(draft: &mut Draft, cell: Cell) -> String {
    let name = draft.name();
    match draft.numbers.below(12) {
        0..=5 => {
            let bits = *draft.numbers.pick(&[8, 8, 8, 16, 2, 3]);
            cell.alias(name, bits, &mut draft.numbers).to_string()
        }
        6 => "_pid".to_owned(),
        7 => format!("(_pid + {})", draft.numbers.pick(&[1, 256, 255, 7])),
        8 => format!("({})", draft.next("_pid")),
        9 => super::remote::reference(draft),
        10 => {
            let (bits, step) = (8, 1_i64);
            format!("({} - {step})", cell.alias(name + step, bits, &mut draft.numbers))
        }
        _ => name.to_string(),
    }
}

/// Somewhere to keep a value.
pub fn place(draft: &mut Draft, cell: Cell, names: Names) -> Place {
    let initial = match draft.numbers.below(6) {
        _ if cell == Cell::Chan => None,
        0..=2 => None,
        3 => Some(draft.name()),
        _ => Some(odd(&mut draft.numbers)),
    };
    let initial = initial.filter(|_| names == Names::Processes);
    let shape = draft.numbers.below(10);
    let (declared, text) = match shape {
        // There are no arrays of `unsigned`.
        0 | 1 if !matches!(cell, Cell::Unsigned(_)) => {
            let name = draft.fresh("ar");
            let index = draft.numbers.below(2);
            (cell.declare(&name, Some(2), initial), format!("{name}[{index}]"))
        }
        2 => {
            let (kind, name) = (draft.fresh("kind"), draft.fresh("st"));
            let field = cell.declare("fd", None, None);
            draft.globals.insert(0, line(format!("typedef {kind} {{ bit pad; {field} }};")));
            (format!("{kind} {name}"), format!("{name}.fd"))
        }
        _ => {
            let name = draft.fresh("va");
            (cell.declare(&name, None, initial), name)
        }
    };
    let is_global = draft.numbers.chance(65);
    let declared = line(format!("{declared};"));
    match is_global {
        true => draft.globals.push(declared),
        false => draft.locals.push(declared),
    }
    let place = Place { text, cell, is_global };
    draft.places.push(place.clone());
    place
}

/// Lets a value pass to a new place; what it is called there.
pub fn stage(draft: &mut Draft, value: &str, cell: Cell, names: Names) -> String {
    let place = place(draft, cell, names);
    let into = place.text.clone();
    let passes_parameters = place.is_global && is_global(draft, value);
    match draft.numbers.below(10) {
        0..=4 => draft.option([format!("{into} = {value};")]),
        5 | 6 => by_message(draft, value, &into, cell),
        7 if passes_parameters => by_parameter(draft, value, &into, cell),
        8 if passes_parameters => draft.before.push(line(format!("{into} = {value};"))),
        7 => draft.opening.push(line(format!("{into} = {value};"))),
        _ => {
            let condition = if draft.numbers.chance(50) { "timeout" } else { "_pid > 0" };
            let condition = format!("{condition} ->");
            draft.option([condition, format!("{into} = {value};")]);
        }
    }
    draft.needs_init |= !draft.before.is_empty();
    if names == Names::Processes && draft.numbers.chance(40) {
        let back = if draft.numbers.chance(50) { odd(&mut draft.numbers) } else { draft.name() };
        draft.option([format!("{into} = {back};")]);
    }
    into
}

/// Whether all that a value depends on is there for everybody.
fn is_global(draft: &Draft, value: &str) -> bool {
    let plain = |text: &str| text.parse::<i64>().is_ok() || text.starts_with("qq");
    plain(value) || draft.places.iter().any(|place| place.is_global && place.text == value)
}

fn by_message(draft: &mut Draft, value: &str, into: &str, cell: Cell) {
    draft.feature("message");
    let channel = draft.fresh("ch");
    let capacity = draft.numbers.between(0, 2);
    let field = if draft.numbers.chance(40) { cell } else { Cell::number(&mut draft.numbers) };
    let field = if cell == Cell::Chan { Cell::Chan } else { field };
    draft.globals.push(line(format!("chan {channel} = [{capacity}] of {{ {} }};", field.field())));
    let sorted = if draft.numbers.chance(10) { "!!" } else { "!" };
    draft.option([format!("{channel}{sorted}{value};")]);
    match draft.numbers.below(4) {
        0 if cell != Cell::Chan => {
            let accuse = draft.accuse();
            draft.option([format!("{channel}?eval(_pid) ->"), accuse]);
        }
        1 if capacity > 0 => draft.option([format!("{channel}?<{into}>;")]),
        _ => {}
    }
    let random = if capacity > 0 && draft.numbers.chance(10) { "??" } else { "?" };
    draft.option([format!("{channel}{random}{into};")]);
}

/// A process is started that is given the value, writes it, and ends.
fn by_parameter(draft: &mut Draft, value: &str, into: &str, cell: Cell) {
    draft.feature("parameter");
    draft.needs_init = true;
    let name = draft.fresh("W");
    let given = if draft.numbers.chance(50) { cell } else { Cell::number(&mut draft.numbers) };
    let given = match given {
        Cell::Unsigned(_) => Cell::Byte,
        _ if cell == Cell::Chan => Cell::Chan,
        other => other,
    };
    let body = vec![line(format!("{into} = v;"))];
    draft.others.push(block(format!("proctype {name}({} v) {{", given.field()), body, "}"));
    let run = line(format!("run {name}({value});"));
    match draft.numbers.below(4) {
        0 => draft.after.push(run),
        1 => {
            let run = perhaps(draft, run);
            draft.before.push(run);
        }
        2 => {
            let run = perhaps(draft, run);
            draft.between.push(run);
        }
        _ => draft.before.push(run),
    }
}

/// Whoever is named at last is accused.
fn sink(draft: &mut Draft, value: &str, cell: Cell) {
    match draft.numbers.below(9) {
        0..=4 => draft.accusation(&format!("{value} == _pid")),
        5 => {
            let next = draft.next(value);
            draft.accusation(&format!("({next}) == _pid"));
        }
        6 => {
            let array = draft.fresh("hit");
            let length = draft.length();
            draft.globals.push(line(format!("bit {array}[{length}];")));
            draft.option([format!("{value} < {length} ->"), format!("{array}[{value}] = 1;")]);
            draft.accusation(&format!("{array}[_pid] == 1"));
        }
        7 => {
            let number = draft.name();
            draft.accusation(&format!("{value} == {number} && _pid == {number}"));
        }
        _ => {
            let other = place(draft, cell, Names::Processes).text;
            draft.option([format!("{other} = _pid;")]);
            draft.accusation(&format!("{value} == {other} && {other} == _pid"));
        }
    }
}
