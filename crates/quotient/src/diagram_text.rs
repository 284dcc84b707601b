//! What is said of a search by a channel diagram: the sizes of its groups, and what was rejected.

use std::fmt::Write;
use std::time::Duration;

use checking::quantities::duration;
use checking::{DiagramView, RejectedView};

use crate::terminal::{Paint, shorten, width};

/// So many rejected generators are shown to people.
const MOST_REJECTED: usize = 12;

/// The sizes in one line.
pub fn one_line(diagram: &DiagramView, paint: Paint) -> String {
    let more = if diagram.complete { "" } else { ", not all of which were met" };
    let DiagramView { automorphisms, initial, valid, cosets, .. } = diagram;
    format!(
        "{} |Aut| {automorphisms}, |H| {initial}, |G| {valid}, {cosets} cosets{more}\n",
        paint.dim("channel diagram:")
    )
}

/// All of it, for people.
pub fn write(out: &mut String, diagram: &DiagramView, paint: Paint) {
    let _ = writeln!(out, "{}", paint.dim("static channel diagram"));
    let met = if diagram.complete { "" } else { " met before memory ended" };
    for (value, what) in [
        (&diagram.automorphisms, "automorphisms"),
        (&diagram.initial, "in the group of the valid generators"),
        (&diagram.valid, "in the largest valid group"),
        (&diagram.cosets.to_string(), &format!("cosets of it{met}") as &str),
        (&diagram.tests.to_string(), "permutations tested"),
    ] {
        let _ = writeln!(out, "  {} {what}", paint.bold(value));
    }
    let _ = writeln!(out, "  {}", duration(Duration::from_secs_f64(diagram.elapsed_s)));
    if !diagram.rejected.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("generators that are not valid"));
    }
    for rejected in diagram.rejected.iter().take(MOST_REJECTED) {
        write_rejected(out, rejected);
    }
    if diagram.rejected.len() > MOST_REJECTED {
        let more = diagram.rejected.len() - MOST_REJECTED;
        let _ = writeln!(out, "  … {more} more (`--json` lists all)");
    }
}

fn write_rejected(out: &mut String, rejected: &RejectedView) {
    let room = width().saturating_sub(4).max(40);
    let _ = writeln!(out, "  {}", shorten(&rejected.generator, room + 2));
    let line = rejected.line.map_or(String::new(), |line| format!("line {line}: "));
    let (Some(would_be), Some(is)) = (&rejected.would_be, &rejected.is) else { return };
    let half = (room.saturating_sub(line.len() + 22) / 2).max(20);
    let (would_be, is) = (shorten(would_be, half), shorten(is, half));
    let _ = writeln!(out, "    {line}`{is}` would be `{would_be}`");
}
