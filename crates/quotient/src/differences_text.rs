//! Why components of one sort are not interchangeable, in words.

use std::fmt::Write;

use checking::{DifferenceView, Statement, ranges};

use crate::terminal::{Paint, shorten, width};

/// How many reasons are shown as text; JSON has all.
const MOST: usize = 20;

/// How many pairs are named for a reason that is neither that of one component nor of any two.
const MOST_PAIRS: usize = 4;

/// One paragraph for each reason.
pub fn text(differences: &[DifferenceView], paint: Paint) -> String {
    let mut out = String::new();
    if !differences.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("differences between components"));
    }
    let mut reasons = differences.chunk_by(|a, b| reason(a) == reason(b));
    for pairs in reasons.by_ref().take(MOST) {
        let said = &pairs[0];
        let _ = writeln!(out, "  {}: {}", told_apart(pairs), said.reason);
        let line = |place: &Statement| (place.file.clone(), place.line);
        let same = said.place.as_ref().map(line) == said.other.as_ref().map(line);
        let other = said.other.iter().filter(|_| !same);
        for place in said.place.iter().chain(other) {
            let name = format!("{}:{}", place.file, place.line);
            let source = shorten(&place.text, width().saturating_sub(name.len() + 6).max(30));
            let _ = writeln!(out, "    {}  {source}", paint.dim(&name));
        }
    }
    let more = reasons.count();
    if more > 0 {
        let _ = writeln!(out, "  … {more} more; `--json` shows them");
    }
    out
}

/// What makes two pairs of components one paragraph.
fn reason(pair: &DifferenceView) -> (&str, Option<(&str, usize)>) {
    let place = pair.place.as_ref().map(|place| (place.file.as_str(), place.line));
    (&pair.reason, place)
}

/// Those that are told apart for one reason, of each sort by themselves.
fn told_apart(pairs: &[DifferenceView]) -> String {
    let mut sorts: Vec<Vec<&DifferenceView>> = Vec::new();
    for pair in pairs {
        let shares = |other: &&DifferenceView| {
            let parts = [&other.first, &other.second];
            parts.contains(&&pair.first) || parts.contains(&&pair.second)
        };
        let (with, without): (Vec<_>, Vec<_>) =
            sorts.into_iter().partition(|sort| sort.iter().any(shares));
        let mut joined: Vec<&DifferenceView> = with.into_iter().flatten().collect();
        joined.push(pair);
        sorts = without;
        sorts.push(joined);
    }
    let told: Vec<String> = sorts.iter().map(|sort| of_one_sort(sort)).collect();
    told.join("; ")
}

/// `a and b`; `a and b; a and c`; where any two of several are told apart, `a, b and c differ from one another`.
fn of_one_sort(pairs: &[&DifferenceView]) -> String {
    let mut parts: Vec<&[String]> = Vec::new();
    for part in pairs.iter().flat_map(|pair| [&pair.first, &pair.second]) {
        if !parts.contains(&part.as_slice()) {
            parts.push(part);
        }
    }
    let names: Vec<String> = parts.iter().map(|part| ranges(part)).collect();
    match names.split_last() {
        Some((last, others))
            if others.len() > 1 && 2 * pairs.len() == others.len() * names.len() =>
        {
            format!("{} and {last} differ from one another", others.join(", "))
        }
        _ => by_center(pairs),
    }
}

/// The pairs, those with the same component in one: `a and b, c`.
fn by_center(pairs: &[&DifferenceView]) -> String {
    let in_all =
        |part: &&Vec<String>| pairs.iter().all(|p| p.first == **part || p.second == **part);
    let Some(center) = [&pairs[0].first, &pairs[0].second].into_iter().find(in_all) else {
        let each = pairs.iter().map(|p| format!("{} and {}", ranges(&p.first), ranges(&p.second)));
        let mut each: Vec<String> = each.collect();
        let more = each.len().saturating_sub(MOST_PAIRS);
        each.truncate(MOST_PAIRS);
        each.extend((more > 0).then(|| format!("{more} more pairs")));
        return each.join("; ");
    };
    let others = pairs.iter().map(|p| if p.first == *center { &p.second } else { &p.first });
    let others: Vec<String> = others.map(|part| ranges(part)).collect();
    format!("{} and {}", ranges(center), others.join(", "))
}
