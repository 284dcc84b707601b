//! Compares what a page shows with what was printed: all but times and sizes must agree.

/// A line of a page that stands for any number of lines.
const ELLIPSIS: &str = "...";

/// Whether the lines that were printed are those that are shown.
pub fn agree(shown: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return printed.is_empty() };
    if first == ELLIPSIS {
        return (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..]));
    }
    match printed.split_first() {
        Some((line, others)) => elide(first) == elide(line) && agree(rest, others),
        None => false,
    }
}

/// The line without times, rates and sizes of memory where they are a line or a part between `·` of
/// their own.
pub fn elide(line: &str) -> String {
    let indentation = line.len() - line.trim_start().len();
    let parts: Vec<&str> = line[indentation..].split(" · ").map(elide_part).collect();
    format!("{}{}", &line[..indentation], parts.join(" · "))
}

fn elide_part(part: &str) -> &str {
    let time = part.split_once(" (").filter(|(_, rate)| rate.ends_with("/s)"));
    if is_quantity(time.map_or(part, |(time, _)| time), &["ms", "s", "m", "h"]) {
        "(time)"
    } else if is_quantity(part, &["bytes", "kB", "MB", "GB", "TB"]) {
        "(size)"
    } else {
        part
    }
}

/// Whether this is a number and a unit, perhaps repeatedly, as in `5 m 03 s`.
fn is_quantity(text: &str, units: &[&str]) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    words.chunks(2).all(|pair| match pair {
        [number, unit] => number.parse::<f64>().is_ok() && units.contains(unit),
        _ => false,
    })
}
