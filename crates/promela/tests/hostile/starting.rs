//! Processes that are started on one branch only, late, or again; that end, and are gone.

use super::draft::{Draft, Place, skip};
use super::flow::{Names, narrowed, place};
use super::values::{Cell, odd};
use crate::random::text::{Node, block, line, option};

/// Something that may happen or not: which of the two comes first decides on which state is the first settled one.
pub fn perhaps(draft: &mut Draft, node: Node) -> Node {
    let mut options = vec![skip(), option(vec![node])];
    draft.numbers.shuffle(&mut options);
    block("if", options, "fi;")
}

/// A global variable.
fn global(draft: &mut Draft) -> Place {
    let known: Vec<Place> = draft.places.iter().filter(|p| p.is_global).cloned().collect();
    if !known.is_empty() && draft.numbers.chance(80) {
        return draft.numbers.pick(&known).clone();
    }
    loop {
        let cell = Cell::number(&mut draft.numbers);
        let place = place(draft, cell, Names::Processes);
        if place.is_global {
            return place;
        }
    }
}

/// A global variable that holds the name of the first process.
fn turn(draft: &mut Draft) -> Place {
    let name = draft.fresh("turn");
    let cell = *draft.numbers.pick(&[Cell::Byte, Cell::Pid, Cell::Short]);
    let first = draft.first as i64;
    draft.globals.push(line(format!("{};", cell.declare(&name, None, Some(first)))));
    let place = Place { text: name, cell, is_global: true };
    draft.places.push(place.clone());
    place
}

/// A value that is written by a process that has gone when the others begin.
pub fn gone(draft: &mut Draft) {
    draft.feature("started on one branch and gone");
    draft.needs_init = true;
    let is_narrowed = draft.numbers.chance(60);
    let sink = match draft.numbers.below(3) {
        _ if is_narrowed => narrowed(draft),
        0 => global(draft),
        _ => turn(draft),
    };
    let into = sink.text.clone();
    let name = draft.fresh("Q");
    let given = match is_narrowed {
        true => sink.cell.field(),
        false => *draft.numbers.pick::<&str>(&["byte", "short", "short", "int", "pid"]),
    };
    let body = match draft.numbers.below(5) {
        0 => vec![line(format!("{into} = v;")), line("v = 0;")],
        1 => vec![line(format!("byte keep = v; {into} = keep;"))],
        2 => vec![block("atomic {", vec![line(format!("{into} = v;")), line("skip;")], "};")],
        _ => vec![line(format!("{into} = v;"))],
    };
    draft.others.push(block(format!("proctype {name}({given} v) {{"), body, "}"));
    let value = match draft.numbers.below(4) {
        0 if !is_narrowed => draft.name(),
        1 => odd(&mut draft.numbers),
        2 if !is_narrowed => 7,
        _ => {
            let of = draft.name();
            sink.cell.alias(of, 8, &mut draft.numbers)
        }
    };
    let run = perhaps(draft, line(format!("run {name}({value});")));
    draft.after.push(run);
    waiting(draft);
    if !is_narrowed {
        table(draft, &sink, value);
    }
}

/// The processes begin when `init` says so, and perhaps when as many run as should.
fn waiting(draft: &mut Draft) {
    if !draft.numbers.chance(80) {
        return;
    }
    draft.globals.push(line("bit go;"));
    draft.after.push(line("go = 1;"));
    let condition = match draft.numbers.below(3) {
        0 => "go;".to_owned(),
        _ => {
            draft.feature("_nr_pr");
            let count = draft.count + draft.numbers.weighted(&[(1, 0), (4, 1)]);
            format!("(go && _nr_pr == {count});")
        }
    };
    draft.opening.insert(0, line(condition));
    if draft.numbers.chance(80) {
        draft.after.push(line("end2: do :: false od;"));
    }
}

/// Takes the next name by arithmetic, for which a table is drawn; some way on is strange.
fn table(draft: &mut Draft, place: &Place, value: i64) {
    if !draft.numbers.chance(70) {
        return;
    }
    draft.feature("table");
    let text = place.text.clone();
    let step = match draft.numbers.below(4) {
        0 => format!("{} - {text}", draft.length() - 1),
        _ => draft.next(&text),
    };
    draft.globals.push(line("bit strange;"));
    let accuse = draft.accuse();
    let accuse = format!("if :: strange -> {accuse} strange = 0 :: else fi;");
    draft.option([format!("atomic {{ {text} == _pid -> {accuse} {text} = {step} }}")]);
    let at = if draft.numbers.chance(70) { value } else { odd(&mut draft.numbers) };
    draft.option([format!("atomic {{ {text} == {at} -> strange = 1; {text} = {step} }}")]);
}

/// A settled state is found soon; others, which hold something else, only after many that are not settled.
pub fn long_way(draft: &mut Draft) {
    draft.feature("a long way");
    draft.needs_init = true;
    let sink = if draft.numbers.chance(80) { narrowed(draft) } else { global(draft) };
    let of = draft.name();
    let bits = *draft.numbers.pick(&[8, 8, 16]);
    let value = sink.cell.alias(of, bits, &mut draft.numbers);
    draft.init_locals.push(line("short steps;"));
    let many = 20_100;
    let walk = vec![
        option(vec![line(format!("steps < {many} ->")), line("steps++;")]),
        option(vec![line(format!("steps == {many} ->")), line("break;")]),
    ];
    let there = vec![block("do", walk, "od;"), line(format!("{} = {value};", sink.text))];
    draft.between.push(block("if", vec![skip(), option(there)], "fi;"));
    draft.globals.push(line("bit set;"));
    draft.opening.insert(0, line("set;"));
    draft.after.push(line("set = 1;"));
    if draft.start_last_later() {
        return;
    }
    let name = draft.fresh("L");
    draft.others.push(block(format!("proctype {name}() {{"), vec![line("end3: (false);")], "}"));
    draft.after.insert(0, line(format!("run {name}();")));
}

/// Processes of another type start more of the same, end, and are counted.
pub fn others(draft: &mut Draft) {
    draft.feature("others start and end");
    let (parent, child) = (draft.fresh("A"), draft.fresh("B"));
    let sink = global(draft).text;
    let value = if draft.numbers.chance(50) { "_pid".to_owned() } else { draft.name().to_string() };
    let last = match draft.numbers.below(3) {
        0 => format!("{sink} = {value};"),
        1 => "(timeout);".to_owned(),
        _ => "skip;".to_owned(),
    };
    draft.others.push(block(format!("proctype {child}() {{"), vec![line(last)], "}"));
    let run = line(format!("run {child}();"));
    let mut body =
        vec![if draft.numbers.chance(50) { perhaps(draft, run.clone()) } else { run.clone() }];
    if draft.numbers.chance(40) {
        draft.feature("_nr_pr");
        body.push(line("(_nr_pr < 7);"));
        body.push(run);
    }
    draft.others.push(block(format!("active proctype {parent}() {{"), body, "}"));
    if draft.numbers.chance(40) {
        draft.feature("_nr_pr");
        let number = draft.count + draft.numbers.between(0, 2);
        draft.accusation(&format!("_nr_pr == {number} && _pid == {}", draft.first));
    }
}
