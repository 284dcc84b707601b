//! Where each process waits, as at a deadlock.

use std::fmt::Write;

use checking::place_name;
use model::Blocked;

use crate::terminal::{Paint, cuts, pad, shorten, width};
use crate::wrap::wrap_list;

/// Between what a process waits at.
const OR: &str = "  or  ";
const MAY_END: &str = "  (may end here)";
/// The columns of a row before what a process waits at, beside those of its name and place.
const WAITS: usize = 20;
/// By how much less the rows behind the first are indented.
const HANGING: usize = 5;
/// The narrowest that what a process waits at is written.
const NARROWEST: usize = 16;

/// Writes where each process waits. `main` is the file of the model.
pub fn write_blocked(out: &mut String, main: &str, blocked: &[Blocked], paint: Paint) {
    let digits = widest(blocked, |one| one.line.map_or(String::new(), |line| line.to_string()));
    let place = |one: &Blocked| match &one.place {
        Some(place) if place.file == main => format!("line {:>digits$}", place.line),
        Some(place) => place_name(main, place),
        None => String::new(),
    };
    let (process, at) = (widest(blocked, |one| one.process.clone()), widest(blocked, place));
    for one in blocked {
        let name = paint.bold(&pad(&one.process, process));
        if one.place.is_none() && one.waits_at.is_empty() {
            let text = if one.may_end { "has finished" } else { "cannot move" };
            let _ = writeln!(out, "      {name}  {text}");
            continue;
        }
        let end = if one.may_end { MAY_END } else { "" };
        let room = width().saturating_sub(process + at + WAITS).max(NARROWEST);
        let rows = waits(one, room, end.chars().count());
        let place = paint.dim(&pad(&place(one), at));
        let rows = rows.join(&format!("\n{}", " ".repeat(process + at + WAITS - HANGING)));
        let _ = writeln!(out, "      {name}  {place}  waits at  {rows}{}", paint.dim(end));
    }
}

fn widest(blocked: &[Blocked], text: impl Fn(&Blocked) -> String) -> usize {
    blocked.iter().map(|one| text(one).chars().count()).max().unwrap_or(0)
}

/// What a process waits at, each with the reason why it is not possible; one that is the same for all is told once, with the last.
fn texts(one: &Blocked) -> Vec<String> {
    let is_one = one.why.windows(2).all(|pair| pair[0] == pair[1]);
    let last = one.waits_at.len().saturating_sub(1);
    let told = one.waits_at.iter().enumerate().map(|(number, text)| match one.why.get(number) {
        Some(why) if !why.is_empty() && (number == last || !is_one) => format!("{text}  — {why}"),
        _ => text.clone(),
    });
    told.collect()
}

/// What a process waits at, in rows, of which the last has room for so many columns more.
fn waits(one: &Blocked, room: usize, more: usize) -> Vec<String> {
    if cuts() {
        let waits: Vec<String> = texts(one).iter().map(|text| shorten(text, 60)).collect();
        return vec![shorten(&waits.join(OR), room.saturating_sub(more))];
    }
    let mut rows = wrap_list(texts(one).into_iter(), OR, room);
    let last = rows.last().map_or(0, |row| row.chars().count());
    for row in rows.iter_mut().skip(1) {
        let goes_on = row.starts_with(' ');
        row.insert_str(0, if goes_on { "    " } else { "or  " });
    }
    if last + more > room {
        rows.push("    ".to_owned());
    }
    rows
}
