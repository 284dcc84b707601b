//! The lines of a model that say what it expects, and with which options.

use crate::expectation::{Expectation, Fact};

/// What the lines of a model say.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The checks that it expects something of, or names. The first has no name, if something is said of it.
    pub runs: Vec<Run>,
    /// The lines that say nothing that can be understood.
    pub mistakes: Vec<Mistake>,
}

/// One check of a model.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Its name.
    pub name: Option<String>,
    /// The options that it is made with.
    pub options: Option<Options>,
    /// What is expected of it.
    pub expectations: Vec<Expectation>,
}

/// Options in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The line, from 1.
    pub line: usize,
    /// The options, as a shell would hand them on.
    pub words: Vec<String>,
}

/// A line that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub text: String,
}

/// What stands before a line of a comment.
const MARKS: [char; 9] = [' ', '\t', '*', '/', '-', '#', '{', '%', '\u{feff}'];
/// What ends a comment.
const ENDS: [&str; 2] = ["*/", "-}"];
/// What a comment of several lines begins and ends with.
const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("{-", "-}")];

/// A line for all runs, or for the one of a name.
struct Line<'a> {
    number: usize,
    run: Option<&'a str>,
    text: &'a str,
    /// Where the text begins in the line, in bytes.
    start: usize,
}

impl Head {
    /// Reads the lines of a model that begin, behind the marks of a comment, with `expect` or `quotient:`.
    #[must_use]
    pub fn read(text: &str) -> Head {
        let mut head = Head::default();
        let (mut expected, mut is_inside) = (Vec::new(), false);
        for (number, line) in (1..).zip(text.lines()) {
            let is_comment = is_inside || is_marked(line);
            is_inside = goes_on(line, is_inside);
            if !is_comment {
                continue;
            }
            match Line::read(number, line) {
                Some(Ok((Word::Quotient, options))) => head.take_options(&options),
                Some(Ok((Word::Expect, fact))) => match read_fact(&fact) {
                    Ok(expectation) => expected.push((fact, expectation)),
                    Err(text) => head.mistakes.push(Mistake { line: number, text }),
                },
                Some(Err(text)) => {
                    head.mistakes.push(Mistake { line: number, text: text.to_owned() });
                }
                None => {
                    let mistake = near_miss(line).map(str::to_owned);
                    head.mistakes.extend(mistake.map(|text| Mistake { line: number, text }));
                }
            }
        }
        let (shared, own): (Vec<_>, Vec<_>) =
            expected.into_iter().partition(|(line, _)| line.run.is_none());
        own.into_iter().for_each(|(line, expectation)| head.add_own(&line, expectation));
        shared.into_iter().for_each(|(_, expectation)| head.add_shared(expectation));
        head.mistakes.sort_by_key(|mistake| mistake.line);
        let sort = |run: &mut Run| run.expectations.sort_by_key(|expectation| expectation.line);
        head.runs.iter_mut().for_each(sort);
        head
    }

    /// Whether it says anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.mistakes.is_empty()
    }

    fn take_options(&mut self, line: &Line<'_>) {
        let mistake = |text: &str| Mistake { line: line.number, text: text.to_owned() };
        if self.runs.iter().any(|run| run.name.as_deref() == line.run) {
            return self.mistakes.push(mistake("this run has options already"));
        }
        let Some(words) = shlex::split(line.text) else {
            return self.mistakes.push(mistake("a quotation mark is not closed"));
        };
        let name = line.run.map(str::to_owned);
        let options = Some(Options { line: line.number, words });
        self.runs.push(Run { name, options, expectations: Vec::new() });
    }

    /// Adds what is expected of the run of a name.
    fn add_own(&mut self, line: &Line<'_>, expectation: Expectation) {
        let run = self.runs.iter_mut().find(|run| run.name.as_deref() == line.run);
        let wrong = match run {
            Some(run) => run.add(expectation),
            None => {
                let name = line.run.unwrap_or_default();
                Some(format!("no line `quotient[{name}]:` says which run is meant"))
            }
        };
        self.mistakes.extend(wrong.map(|text| Mistake { line: line.number, text }));
    }

    /// Adds what a line without the name of a run expects: of a property, of all runs that say nothing else; of numbers, of the run that has
    /// no name.
    fn add_shared(&mut self, expectation: Expectation) {
        if self.runs.first().is_none_or(|run| run.name.is_some()) {
            let plain = self.runs.iter().position(|run| run.name.is_none());
            let plain = plain.map_or_else(Run::default, |place| self.runs.remove(place));
            self.runs.insert(0, plain);
        }
        if matches!(expectation.fact, Fact::Verdict(..)) {
            for run in &mut self.runs[1..] {
                let _ = run.add(expectation.clone());
            }
        }
        let line = expectation.line;
        let wrong = self.runs[0].add(expectation);
        self.mistakes.extend(wrong.map(|text| Mistake { line, text }));
    }
}

/// What is wrong with a line of a comment that says nothing, and nearly an expectation.
fn near_miss(line: &str) -> Option<&'static str> {
    let text = line.trim_start_matches(MARKS);
    let is_about = |rest: &str| rest.starts_with([' ', ':', '[']) && rest.contains(':');
    let others = ["expects", "expected", "Expect", "EXPECT"];
    if others.iter().any(|word| text.strip_prefix(word).is_some_and(is_about)) && says_verdict(text)
    {
        return Some("an expectation begins with `expect`");
    }
    let (_, rest) = text.split_once(" expect ")?;
    (rest.contains(':') && says_verdict(rest)).then_some("an expectation begins a line")
}

/// Whether a text says of something with a colon that it holds or is violated.
fn says_verdict(text: &str) -> bool {
    let said = text.split_once(':').map(|(_, said)| said.trim_start());
    said.is_some_and(|said| {
        ["holds", "violated", "inconclusive"].iter().any(|it| said.starts_with(it))
    })
}

impl Run {
    /// Adds an expectation, or says what is wrong with it.
    fn add(&mut self, expectation: Expectation) -> Option<String> {
        let subject = expectation.fact.subject();
        if self.expectations.iter().any(|known| known.fact.subject() == subject) {
            return Some(format!("`{subject}` is expected twice"));
        }
        self.expectations.push(expectation);
        None
    }
}

/// Whether a line begins with the mark of a comment.
fn is_marked(line: &str) -> bool {
    let text = line.trim_start_matches(['\u{feff}', ' ', '\t']);
    text.starts_with(MARKS)
}

/// Whether a comment of several lines goes on behind a line, inside of which the line may begin.
fn goes_on(line: &str, is_inside: bool) -> bool {
    let begin = BLOCKS.iter().filter_map(|(begin, _)| line.rfind(begin)).max();
    let end = BLOCKS.iter().filter_map(|(_, end)| line.rfind(end)).max();
    match (begin, end) {
        (None, None) => is_inside,
        (begin, end) => begin > end,
    }
}

/// What a line is about.
#[derive(Clone, Copy)]
enum Word {
    Quotient,
    Expect,
}

impl<'a> Line<'a> {
    /// What follows on `expect` or `quotient` in a comment, at once or behind the name of a run in brackets; none if the line is no such one.
    fn read(number: usize, line: &'a str) -> Option<Result<(Word, Line<'a>), &'static str>> {
        let text = line.trim_start_matches(MARKS);
        let (word, behind) = match (text.strip_prefix("expect"), text.strip_prefix("quotient")) {
            (Some(behind), _) if behind.starts_with([' ', '\t', '[', ':']) => {
                (Word::Expect, behind)
            }
            (_, Some(behind)) if behind.trim_start().starts_with(['[', ':']) => {
                (Word::Quotient, behind)
            }
            _ => return None,
        };
        let (run, rest) = match behind.strip_prefix('[') {
            Some(rest) => match rest.split_once(']') {
                Some((name, rest)) if !name.trim().is_empty() => (Some(name), rest),
                _ => return Some(Err("the name of a run stands in brackets: `expect[n5] …`")),
            },
            None => (None, behind),
        };
        let text = match word {
            Word::Quotient => rest.strip_prefix(':'),
            Word::Expect => rest.strip_prefix([' ', '\t']),
        };
        let Some(text) = text else {
            return Some(Err(
                "a line reads `expect deadlock: holds`, `expect[n5] deadlock: holds` or `quotient[n5]: -D N=5`",
            ));
        };
        let text = text.trim_start();
        let start = line.len() - text.len();
        let end = ENDS.iter().find_map(|end| text.trim_end().strip_suffix(end)).unwrap_or(text);
        Some(Ok((word, Line { number, run, text: end.trim_end(), start })))
    }
}

fn read_fact(line: &Line<'_>) -> Result<Expectation, String> {
    let (subject, value) = line.text.rsplit_once(": ").ok_or_else(|| {
        "a line that begins with `expect` says what of which value: `expect deadlock: holds`"
            .to_owned()
    })?;
    let end = line.start + line.text.len();
    let fact = Fact::parse(subject.trim(), value.trim())?;
    let value = end - value.trim_start().len()..end;
    Ok(Expectation { line: line.number, value, fact })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
/* A model.
 * expect assertions: violated at line 20 of lock.h after 7 steps
 * expect quotient: 212 states, 775 transitions
 * quotient[n5]: -D N=5 --ltl '[] !(x == 2)'
 * expect[n5] assertions: holds
 * expect deadlock: holds
 * expect[n5] symmetry: order 120 */
-- expect P :[deadlock free]: holds, 709 states, 12 up to symmetry
";

    #[test]
    fn lines_are_read_for_their_runs() {
        let head = Head::read(TEXT);
        assert_eq!(head.mistakes, []);
        let [plain, five] = &head.runs[..] else { panic!("{head:?}") };
        let facts = |run: &Run| -> Vec<(usize, String)> {
            let told =
                |it: &Expectation| (it.line, format!("{}: {}", it.fact.subject(), it.fact.value()));
            run.expectations.iter().map(told).collect()
        };
        let deadlock = (6, "deadlock: holds".to_owned());
        let free = (8, "P :[deadlock free]: holds, 709 states, 12 up to symmetry".to_owned());
        let assertions = "assertions: violated at line 20 of lock.h after 7 steps";
        let counts = (3, "quotient: 212 states, 775 transitions".to_owned());
        let expected = [(2, assertions.to_owned()), counts, deadlock.clone(), free.clone()];
        assert_eq!(facts(plain), expected);
        let order = (7, "symmetry: order 120".to_owned());
        assert_eq!(facts(five), [(5, "assertions: holds".to_owned()), deadlock, order, free]);
        let options = five.options.as_ref().unwrap();
        assert_eq!(options.words, ["-D", "N=5", "--ltl", "[] !(x == 2)"]);
        let line = TEXT.lines().nth(6).unwrap();
        assert_eq!(&line[five.expectations[2].value.clone()], "order 120");
    }

    #[test]
    fn lines_that_say_nothing_are_mistakes() {
        for (line, part) in [
            ("// expect deadlock holds", "says what of which value"),
            ("// expect deadlock: maybe", "`maybe` is no verdict"),
            ("// expect deadlock: violated at 20", "may follow a verdict"),
            ("// expect deadlock: violated after 7", "may follow a verdict"),
            ("// expect quotient: 212", "are no counts"),
            ("// expect quotient: 212 transitions, 4 states", "are no counts"),
            ("// expect symmetry: 24", "is no order"),
            ("// expect[n4] deadlock: holds", "no line `quotient[n4]:`"),
            ("// quotient: --ltl '[]", "not closed"),
            ("// expect[n4 deadlock: holds", "in brackets"),
            ("// expect[] deadlock: holds", "in brackets"),
            ("// expect:deadlock: holds", "a line reads"),
            ("// quotient [b]: -D N=2", "a line reads"),
            ("// quotient[b] : -D N=2", "a line reads"),
            ("// expect deadlock: holds\n// expect deadlock: violated", "expected twice"),
            ("// quotient: -D A\n// quotient: -D B", "options already"),
        ] {
            let head = Head::read(line);
            let [mistake] = &head.mistakes[..] else { panic!("{line}: {head:?}") };
            assert_eq!(mistake.line, line.lines().count(), "{line}");
            assert!(mistake.text.contains(part), "{line}: {}", mistake.text);
        }
        assert!(
            Head::read("/* as we expected: holds */ int expect; expectation: holds").is_empty()
        );
    }
}
