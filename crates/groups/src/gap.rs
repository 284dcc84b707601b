//! Groups as users of GAP write them: reading and writing generators in its syntax.
//!
//! What is read is one group in one text, as in `G := Group((1,2,3)(4,5), (1,2));`: the assignment and
//! the semicolons may be missing, the generators may stand in a list, `Group([ (1,2), (2,3) ])`, with or
//! without the identity after it, `Group([ (1,2) ], ())`; comments run from `#` to the end of the line.
//! Points are numbered from 1, as GAP numbers them. No other part of GAP's language is understood.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::permutation::{Permutation, PermutationError};

/// A group that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapGroup {
    /// The variable that it is assigned to, if it is.
    pub name: Option<String>,
    /// The generators, in the order of the text.
    pub generators: Vec<GapGenerator>,
}

/// A generator that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapGenerator {
    /// Its disjoint cycles, the points as they are written: from 1.
    pub cycles: Vec<Vec<usize>>,
    /// Where it stands: bytes of the text.
    pub place: Range<usize>,
}

impl GapGenerator {
    /// The permutation of `degree` points, which are numbered from 0 there and from 1 here.
    ///
    /// # Errors
    /// A point beyond the degree.
    pub fn permutation(&self, degree: usize) -> Result<Permutation, PermutationError> {
        let zero_based = |cycle: &Vec<usize>| cycle.iter().map(|&point| point - 1).collect();
        let cycles: Vec<Vec<usize>> = self.cycles.iter().map(zero_based).collect();
        Permutation::from_cycles(degree, &cycles).map_err(|error| match error {
            PermutationError::OutOfRange(point) => PermutationError::OutOfRange(point + 1),
            other => other,
        })
    }
}

/// Why a text is no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The bytes of the text that are wrong.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The mend, if one is known.
    pub help: Option<&'static str>,
}

impl fmt::Display for GapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl Error for GapError {}

/// Reads a group.
///
/// ```
/// let group = groups::read_gap("G := Group((1,2,3)(4,5), (1,2)); # of order 12").unwrap();
/// assert_eq!(group.generators[0].cycles, [vec![1, 2, 3], vec![4, 5]]);
/// ```
///
/// # Errors
/// The first place where the text is no group in the syntax above.
pub fn read_gap(text: &str) -> Result<GapGroup, GapError> {
    let mut reader = Reader { text, at: 0, end: 0 };
    reader.group().map_err(|wrong| {
        let before = &text[..wrong.place.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        GapError { line, column, place: wrong.place, message: wrong.message, help: wrong.help }
    })
}

/// Writes a group with the given generators as a statement of GAP that assigns it to `name`, a generator
/// a line. [`read_gap`] reads it back.
pub fn write_gap(name: &str, generators: &[Permutation]) -> String {
    let lines: Vec<String> = generators.iter().map(|g| format!("  {}", gap_cycles(g))).collect();
    match lines.len() {
        0 => format!("{name} := Group(());\n"),
        _ => format!("{name} := Group(\n{}\n);\n", lines.join(",\n")),
    }
}

/// The cycles of a permutation as GAP writes them: `(1,2,3)(4,5)`, with points from 1.
pub fn gap_cycles(permutation: &Permutation) -> String {
    permutation.to_string().replace(' ', ",")
}

/// What is wrong, before its line is counted.
struct Wrong {
    place: Range<usize>,
    message: String,
    help: Option<&'static str>,
}

type Read<T> = Result<T, Wrong>;

struct Reader<'t> {
    text: &'t str,
    /// The next byte to be read.
    at: usize,
    /// The end of the last symbol that was read.
    end: usize,
}

impl<'t> Reader<'t> {
    fn group(&mut self) -> Read<GapGroup> {
        let mut word = self.word()?;
        let mut name = None;
        if self.eat(":=") {
            name = Some(word.to_owned());
            word = self.word()?;
        }
        if word != "Group" {
            let place = self.at - word.len()..self.at;
            let message = format!("expected `Group`, found `{}`", shorten(word));
            let help = Some("a group is written as in `G := Group((1,2,3), (1,2));`");
            return Err(Wrong { place, message, help });
        }
        self.expect("(", "`(` after `Group`")?;
        let generators = if self.eat("[") { self.listed()? } else { self.generators(")")? };
        while self.eat(";") {}
        if self.at < self.text.len() {
            return Err(self.unexpected("the end: one group is read"));
        }
        Ok(GapGroup { name, generators })
    }

    /// The rest of `[ ... ])` or `[ ... ], ())`.
    fn listed(&mut self) -> Read<Vec<GapGenerator>> {
        let start = self.end;
        let mut generators = if self.eat("]") { Vec::new() } else { self.generators("]")? };
        if self.eat(",") {
            let identity = self.generator()?;
            if !identity.cycles.is_empty() {
                let message = "what follows the list must be the identity, `()`".to_owned();
                return Err(Wrong { place: identity.place, message, help: None });
            }
            generators.push(identity);
        }
        if generators.is_empty() {
            let message = "a group without generators".to_owned();
            let help = Some("the trivial group is written `Group(())`");
            return Err(Wrong { place: start..self.end, message, help });
        }
        self.expect(")", "`)`")?;
        Ok(generators)
    }

    /// Generators, separated by commas, up to what ends them.
    fn generators(&mut self, end: &str) -> Read<Vec<GapGenerator>> {
        let mut generators = vec![self.generator()?];
        loop {
            if self.eat(end) {
                return Ok(generators);
            }
            self.expect(",", &format!("`,` or `{end}` after a generator"))?;
            if end == "]" && self.eat(end) {
                return Ok(generators);
            }
            generators.push(self.generator()?);
        }
    }

    /// `(1,2,3)(4,5)`.
    fn generator(&mut self) -> Read<GapGenerator> {
        self.skip();
        let start = self.at;
        let mut cycles = Vec::new();
        let mut seen = HashSet::new();
        self.expect("(", "a permutation in cycles, as in `(1,2)(3,4)`")?;
        if self.eat(")") {
            return Ok(GapGenerator { cycles, place: start..self.end });
        }
        loop {
            cycles.push(self.cycle(&mut seen)?);
            if !self.eat("(") {
                return Ok(GapGenerator { cycles, place: start..self.end });
            }
        }
    }

    /// The rest of a cycle of two points or more.
    fn cycle(&mut self, seen: &mut HashSet<usize>) -> Read<Vec<usize>> {
        let mut cycle = vec![self.point(seen)?];
        self.expect(",", "`,` after the first point of a cycle")?;
        loop {
            cycle.push(self.point(seen)?);
            if self.eat(")") {
                return Ok(cycle);
            }
            self.expect(",", "`,` or `)` after a point")?;
        }
    }

    fn point(&mut self, seen: &mut HashSet<usize>) -> Read<usize> {
        self.skip();
        let start = self.at;
        let mut digits = String::new();
        loop {
            let rest = &self.text[self.at..];
            let next = rest.bytes().next().filter(u8::is_ascii_digit);
            match next {
                Some(digit) => digits.push(char::from(digit)),
                None => break,
            }
            self.at += 1;
            self.skip_continuations();
        }
        let wrong = |message: String, help| {
            Err(Wrong { place: start..start + digits.len(), message, help })
        };
        if digits.is_empty() {
            return Err(self.unexpected("a point, which is a number"));
        }
        // 2^28 - 1 in GAP on machines of 32 bits; no permutation here has as many points.
        let point = digits.parse().ok().filter(|&point: &usize| point < 1 << 28);
        match point {
            None => wrong(format!("the point {} is too large", shorten(&digits)), None),
            Some(0) => wrong("points are numbered from 1".to_owned(), None),
            Some(point) if !seen.insert(point) => {
                let help = Some("the cycles of a permutation have no points in common");
                wrong(format!("the point {point} occurs twice in this generator"), help)
            }
            Some(point) => Ok(point),
        }
    }

    fn word(&mut self) -> Read<&'t str> {
        self.skip();
        let text = self.text;
        let rest = &text[self.at..];
        let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '@');
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected("a group, as in `Group((1,2,3), (1,2))`"));
        }
        self.at += length;
        Ok(&text[self.at - length..self.at])
    }

    /// Takes a symbol, if it comes.
    fn eat(&mut self, symbol: &str) -> bool {
        self.skip();
        let comes = self.text[self.at..].starts_with(symbol);
        if comes {
            self.at += symbol.len();
            self.end = self.at;
        }
        self.skip();
        comes
    }

    fn expect(&mut self, symbol: &str, what: &str) -> Read<()> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn unexpected(&self, expected: &str) -> Wrong {
        let Some(found) = self.text[self.at..].chars().next() else {
            let place = self.at..self.at;
            return Wrong {
                place,
                message: format!("expected {expected}, found the end of the text"),
                help: None,
            };
        };
        let help = match found {
            '*' | '^' | '/' => Some("generators are read in cycles only: multiply them out"),
            '"' => Some("generators are read in cycles only, without quotes"),
            _ => None,
        };
        let place = self.at..self.at + found.len_utf8();
        Wrong { place, message: format!("expected {expected}, found `{found}`"), help }
    }

    /// Passes blanks, comments and continued lines.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let start = self.at;
            self.at += rest.len() - rest.trim_start().len();
            if self.text[self.at..].starts_with('#') {
                let comment = &self.text[self.at..];
                self.at += comment.find('\n').unwrap_or(comment.len());
            }
            self.skip_continuations();
            if self.at == start {
                return;
            }
        }
    }

    /// Passes `\` at ends of lines, where GAP breaks long lines, even within numbers.
    fn skip_continuations(&mut self) {
        let rest = &self.text[self.at..];
        for end in ["\\\n", "\\\r\n"] {
            if rest.starts_with(end) {
                self.at += end.len();
                return;
            }
        }
    }
}

/// The beginning of a word that may be long.
fn shorten(word: &str) -> String {
    const MOST: usize = 20;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Permutation, gap_cycles, read_gap, write_gap};

    #[track_caller]
    fn read(text: &str, expected: &[&[&[usize]]]) {
        let group = read_gap(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let found: Vec<Vec<Vec<usize>>> = group.generators.into_iter().map(|g| g.cycles).collect();
        let expected: Vec<Vec<Vec<usize>>> = expected
            .iter()
            .map(|generator| generator.iter().map(|cycle| cycle.to_vec()).collect())
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        assert_eq!(read_gap(text).expect_err(text).to_string(), expected, "{text}");
    }

    #[test]
    fn groups_are_read_as_users_write_them() {
        let s3: &[&[&[usize]]] = &[&[&[1, 2, 3], &[4, 5]], &[&[1, 2]]];
        read("G := Group((1,2,3)(4,5),(1,2));", s3);
        read("Group((1,2,3)(4,5), (1,2))", s3);
        read("Group([ (1,2,3)(4,5), (1,2) ]);;", s3);
        read("# teams\nG:=Group( # one\n (1, 2,\t3) (4,5) ,\r\n(1,2)\n) ;\n# end", s3);
        read("G := Group((1,2,3)(4,\\\n5),(1,2));", s3);
        read("Group(())", &[&[]]);
        read("Group([ (1,2) ], ())", &[&[&[1, 2]], &[]]);
        read("Group([], ())", &[&[]]);
        // GAP breaks even numbers at the ends of lines.
        read("Group((1\\\n0,2))", &[&[&[10, 2]]]);
        read("Group([(1,2),])", &[&[&[1, 2]]]);
        assert_eq!(read_gap("My.G_2 := Group(())").unwrap().name.as_deref(), Some("My.G_2"));
        assert_eq!(read_gap("Group(())").unwrap().name, None);
    }

    #[test]
    fn what_is_no_group_is_said_with_its_place() {
        refused(
            "",
            "1:1: expected a group, as in `Group((1,2,3), (1,2))`, found the end of the text",
        );
        refused("G := Grup((1,2))", "1:6: expected `Group`, found `Grup`");
        refused("\n  SymmetricGroup(3)", "2:3: expected `Group`, found `SymmetricGroup`");
        refused(
            "Group(1,2)",
            "1:7: expected a permutation in cycles, as in `(1,2)(3,4)`, found `1`",
        );
        refused(
            "Group((1,2)",
            "1:12: expected `,` or `)` after a generator, found the end of the text",
        );
        refused("Group((1,2)*(2,3))", "1:12: expected `,` or `)` after a generator, found `*`");
        refused("# é\nGroup((1,x))", "2:10: expected a point, which is a number, found `x`");
        refused("Group((1 2))", "1:10: expected `,` after the first point of a cycle, found `2`");
        refused("Group((1,2 3))", "1:12: expected `,` or `)` after a point, found `3`");
        // Neither is a permutation in GAP.
        refused(
            "Group((1,2)(3))",
            "1:14: expected `,` after the first point of a cycle, found `)`",
        );
        refused("Group(()(1,2))", "1:9: expected `,` or `)` after a generator, found `(`");
        refused("Group((1,,2))", "1:10: expected a point, which is a number, found `,`");
        refused("Group((0,1))", "1:8: points are numbered from 1");
        refused("Group((1,2)(2,3))", "1:13: the point 2 occurs twice in this generator");
        refused(
            "Group((1,99999999999999999999))",
            "1:10: the point 99999999999999999999 is too large",
        );
        refused("Group([])", "1:8: a group without generators");
        refused("Group([(1,2)],(1,2))", "1:15: what follows the list must be the identity, `()`");
        refused(
            "Group((1,2),)",
            "1:13: expected a permutation in cycles, as in `(1,2)(3,4)`, found `)`",
        );
        refused("Group(());\nGroup(())", "2:1: expected the end: one group is read, found `G`");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let parse = |text| Permutation::parse(12, text, 1).unwrap();
        let generators = [parse("(1 2 3)(10 12)"), parse("()"), parse("(4 5)")];
        let text = write_gap("G", &generators);
        assert_eq!(text, "G := Group(\n  (1,2,3)(10,12),\n  (),\n  (4,5)\n);\n");
        let group = read_gap(&text).unwrap();
        for (read, written) in group.generators.iter().zip(&generators) {
            assert_eq!(&read.permutation(12).unwrap(), written);
            assert_eq!(&text[read.place.clone()], gap_cycles(written));
        }
        assert_eq!(group.name.as_deref(), Some("G"));
        assert_eq!(write_gap("G", &[]), "G := Group(());\n");
        let error = group.generators[0].permutation(11).unwrap_err();
        assert_eq!(error.to_string(), "12 is not one of the points permuted");
    }
}
