//! The text of declared scalarsets: `turn`, `P:mine = 1..3, a[]`.

use diagnostics::{Diagnostic, Span};
use model::Scalarset;

/// Gives the value of a bound: its text, and where it stands.
pub type Bound<'a> = dyn FnMut(&str, Span) -> Result<i32, Diagnostic> + 'a;

/// Reads declarations of scalarsets, separated by commas. `span` is the place of `text`. Bounds are
/// numbers.
///
/// # Errors
/// What is wrong, with its place and a mend.
pub fn scalarsets(text: &str, span: Span) -> Result<Vec<Scalarset>, Diagnostic> {
    scalarsets_with(text, span, &mut |bound, place| {
        let message = || Diagnostic::error(place, format!("`{bound}` is no number"));
        bound.parse().map_err(|_| message().help("write the values as in `turn = 1..3`"))
    })
}

/// The same with other bounds.
///
/// # Errors
/// What is wrong, with its place and a mend.
pub fn scalarsets_with(
    text: &str,
    span: Span,
    bound: &mut Bound<'_>,
) -> Result<Vec<Scalarset>, Diagnostic> {
    let mut found = Vec::new();
    let mut start = 0;
    for item in text.split(',') {
        found.push(Item { text: item, span, start }.read(bound)?);
        start += item.len() + 1;
    }
    Ok(found)
}

/// Part of a declaration.
#[derive(Clone, Copy)]
struct Item<'a> {
    text: &'a str,
    /// The place of all declarations.
    span: Span,
    /// Where the part starts within it, in bytes.
    start: usize,
}

impl<'a> Item<'a> {
    fn read(self, bound: &mut Bound<'_>) -> Result<Scalarset, Diagnostic> {
        let (name, range) = match self.split("=") {
            Some((name, range)) => (name, Some(range)),
            None => (self, None),
        };
        let values = range.map(|range| range.range(bound)).transpose()?;
        let mut scalarset = name.name()?;
        scalarset.values = values;
        scalarset.span = self.trimmed().place();
        Ok(scalarset)
    }

    fn name(self) -> Result<Scalarset, Diagnostic> {
        let whole = self.trimmed();
        let variable = whole.text.trim_end_matches("[]");
        let brackets = (whole.text.len() - variable.len()) / 2;
        let (owner, variable) = match variable.split_once(':') {
            Some((owner, variable)) => (Some(owner.trim()), variable.trim()),
            None => (None, variable.trim()),
        };
        if !variable.split('.').all(is_name) || !owner.is_none_or(is_name) {
            let message = if whole.text.is_empty() {
                "the name of a variable is missing here".to_owned()
            } else {
                format!("`{}` is no variable", whole.text)
            };
            return Err(Diagnostic::error(whole.place(), message).help(
                "write a global variable as `turn`, one of a proctype as `P:mine`, the subscripts of \
                 an array as `a[]`; and after it the values, as in `turn = 1..3`",
            ));
        }
        Ok(Scalarset {
            owner: owner.map(str::to_owned),
            variable: variable.to_owned(),
            dimension: brackets.checked_sub(1),
            values: None,
            span: whole.place(),
        })
    }

    fn range(self, bound: &mut Bound<'_>) -> Result<(i32, i32), Diagnostic> {
        let whole = self.trimmed();
        let wrong = |message: &str| {
            let help = "write the first and the last value, as in `turn = 1..3`";
            Diagnostic::error(whole.place(), message).help(help)
        };
        let Some((first, last)) = whole.split("..") else {
            return Err(wrong("this is no range of values"));
        };
        let (first, last) = (first.trimmed(), last.trimmed());
        let (low, high) = (bound(first.text, first.place())?, bound(last.text, last.place())?);
        if low >= high {
            return Err(wrong("there are no two values in this range"));
        }
        Ok((low, high))
    }

    fn split(self, mark: &str) -> Option<(Item<'a>, Item<'a>)> {
        let (left, right) = self.text.split_once(mark)?;
        let start = self.start + left.len() + mark.len();
        Some((Item { text: left, ..self }, Item { text: right, start, ..self }))
    }

    fn trimmed(self) -> Item<'a> {
        let blanks = self.text.len() - self.text.trim_start().len();
        Item { text: self.text.trim(), start: self.start + blanks, ..self }
    }

    fn place(self) -> Span {
        let start = self.span.start + self.start as u32;
        Span { start, end: start + self.text.len() as u32, ..self.span }
    }
}

fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use diagnostics::FileId;

    use super::*;

    fn check(text: &str, expected: &str) {
        let span = Span { file: FileId(0), start: 10, end: 10 + text.len() as u32 };
        let said = match scalarsets(text, span) {
            Ok(found) => found
                .iter()
                .map(|s| format!("{s} @{}-{}", s.span.start - 10, s.span.end - 10))
                .collect::<Vec<_>>()
                .join("; "),
            Err(problem) => {
                let place = problem.primary().unwrap();
                format!("{} @{}-{}", problem.message, place.start - 10, place.end - 10)
            }
        };
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn names_and_ranges() {
        check("turn", "turn @0-4");
        check("  P:mine = 1..3 ", "P:mine = 1..3 @2-15");
        check("P : mine=-1 .. 3", "P:mine = -1..3 @0-16");
        check("a[], row.tag[][] = 0..1,x", "a[] @0-3; row.tag[][] = 0..1 @5-23; x @24-25");
    }

    #[test]
    fn mistakes_have_places() {
        check("", "the name of a variable is missing here @0-0");
        check("a,", "the name of a variable is missing here @2-2");
        check("a[1]", "`a[1]` is no variable @0-4");
        check("a b", "`a b` is no variable @0-3");
        check("a = 3..1", "there are no two values in this range @4-8");
        check("a = 3..3", "there are no two values in this range @4-8");
        check("a = 3", "this is no range of values @4-5");
        check("a = 1..N", "`N` is no number @7-8");
        check("a = ..3", "`` is no number @4-4");
        check("a = 1..99999999999", "`99999999999` is no number @7-18");
    }
}
