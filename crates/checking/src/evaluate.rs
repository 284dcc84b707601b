//! Expressions over the cells of a state, in the words in which it is shown: `flag[1] && user(3).k > 2`.
//!
//! They are asked by whoever looks at a run, in any language; the operators and their precedence are C's. A cell is named as it is
//! shown, a subscript may be an expression itself, and `len(q)` is the number of messages in a channel. Numbers do not wrap: what is too
//! large is refused. Of `&&` and `||` the right side is not computed where the left side decides.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Sources, Span};
use logos::Logos;
use model::{Cell, StateOf, Value, Words};
use syntax::{Cursor, Parse, Parsing, TokenKind, tokens};

/// How deep parentheses, subscripts and signs may stand in one another.
const DEEPEST: usize = 100;

/// More tokens than this no expression needs.
const MAX_TOKENS: usize = 1 << 16;

/// The value of an expression in a state of a model.
///
/// # Errors
/// What cannot be understood or computed.
pub(crate) fn evaluate<M: Words>(
    model: &M,
    state: &StateOf<M>,
    text: &str,
) -> Result<Value, String> {
    evaluate_in(model, &model.cells(state), text)
}

/// The same where a state holds these cells.
///
/// # Errors
/// What cannot be understood or computed.
pub(crate) fn evaluate_in<M: Words>(
    model: &M,
    holds: &[Cell],
    text: &str,
) -> Result<Value, String> {
    let referred = holds.iter().filter_map(|cell| match &cell.value {
        Value::Channel(name) => Some((name.clone(), cell.value.clone())),
        _ => None,
    });
    let symbols = model.symbols().into_iter().chain(referred);
    let mut names: Names = symbols.map(|(name, value)| (name, vec![value])).collect();
    names.extend(model.constants().into_iter().map(|(name, text)| {
        let value = text.parse().map_or(Value::Symbol(text), Value::Number);
        (name, vec![value])
    }));
    names.extend(named(holds));
    whole(text, &names)
}

/// The value of an expression about these cells alone.
///
/// # Errors
/// What cannot be understood or computed.
pub fn evaluate_cells(cells: &[Cell], text: &str) -> Result<Value, String> {
    whole(text, &named(cells))
}

fn named(cells: &[Cell]) -> Names {
    let mut names = Names::new();
    for cell in cells {
        names.entry(cell.name.clone()).or_default().push(cell.value.clone());
    }
    names
}

/// What names stand for; those of several cells for nothing.
type Names = HashMap<String, Vec<Value>>;

fn whole(text: &str, names: &Names) -> Result<Value, String> {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let (tokens, large) = tokens(&sources, file, MAX_TOKENS);
    let mut parser = Parser { cursor: Cursor::new(&sources, file, tokens), names, skips: false };
    let value = parser.binary(0).and_then(|value| {
        parser.expect(Kind::End, "an operator")?;
        Ok(value)
    });
    let mistakes: Vec<Diagnostic> =
        large.into_iter().chain(parser.cursor.into_diagnostics()).collect();
    match value {
        Ok(value) if mistakes.is_empty() => Ok(value),
        _ => Err(mistakes.iter().map(|mistake| said(&sources, mistake)).next().unwrap_or_default()),
    }
}

fn said(sources: &Sources, mistake: &Diagnostic) -> String {
    let column = mistake.primary().map_or(1, |span| sources.line_column(span).1);
    format!("{} (column {column})", mistake.message)
}

/// Binary operators by precedence, the weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// How strongly an operator binds.
fn strength(operator: &str) -> Option<usize> {
    LEVELS.iter().position(|level| level.contains(&operator))
}

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"\s+")]
enum Kind {
    /// Of what is created at run time with its number, as in `Worker#1`.
    #[regex(r"[\p{Alphabetic}_][\p{Alphabetic}_0-9]*(#[0-9]+)?")]
    Word,
    #[regex("[0-9]+")]
    Number,
    /// An operator, binary or not.
    #[regex(r"\|\||&&|[=!<>]=|<<|>>|[|^&<>+*/%!~-]")]
    Operator,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token(".")]
    Dot,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    End,
    Unknown,
}

impl TokenKind for Kind {
    const END: Self = Kind::End;
    const UNKNOWN: Self = Kind::Unknown;
    const COMMA: Self = Kind::Comma;
}

/// Computes a value while it reads.
struct Parser<'a> {
    cursor: Cursor<'a, Kind>,
    names: &'a Names,
    /// Whether what is read is not computed: the left side of an operator has decided.
    skips: bool,
}

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    fn cursor(&self) -> &Cursor<'a, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Kind> {
        &mut self.cursor
    }
}

impl Parser<'_> {
    fn binary(&mut self, least: usize) -> Parse<Value> {
        let mut left = self.unary()?;
        while let Some(strength) = strength(self.word()).filter(|&strength| strength >= least) {
            let operator = self.bump().span;
            left = match decided(self.slice(operator), &left) {
                Some(truth) => {
                    let skips = std::mem::replace(&mut self.skips, true);
                    self.binary(strength + 1)?;
                    self.skips = skips;
                    Value::Truth(truth)
                }
                None => {
                    let right = self.binary(strength + 1)?;
                    self.computed(operator, apply(self.slice(operator), &left, &right))?
                }
            };
        }
        Ok(left)
    }

    /// What was computed, or a mistake that says why not.
    fn computed(&mut self, span: Span, result: Result<Value, String>) -> Parse<Value> {
        match result {
            Ok(value) => Ok(value),
            Err(_) if self.skips => Ok(Value::None),
            Err(message) => Err(self.note(Diagnostic::error(span, message))),
        }
    }

    fn inner(&mut self, parse: impl FnOnce(&mut Self) -> Parse<Value>) -> Parse<Value> {
        self.nested("parts of an expression", DEEPEST, parse)
    }

    fn unary(&mut self) -> Parse<Value> {
        let sign = self.word();
        if !matches!(sign, "!" | "-" | "~") {
            return self.atom();
        }
        let span = self.bump().span;
        let operand = self.inner(Self::unary)?;
        let signed = number(&operand).and_then(|number| match sign {
            "!" => Ok(Value::Truth(number == 0)),
            "-" => {
                let negated = number.checked_neg().filter(|&it| is_of_models(it));
                negated.map(Value::Number).ok_or_else(too_large)
            }
            _ => Ok(Value::Number(!number)),
        });
        self.computed(span, signed)
    }

    fn atom(&mut self) -> Parse<Value> {
        match self.peek() {
            Kind::LeftParen => self.parenthesised(),
            Kind::Number => {
                let digits = self.bump().span;
                // The largest one is written behind a sign.
                let number = self.slice(digits).parse().ok().filter(|&it: &i64| it <= 1 << 31);
                self.computed(digits, number.map(Value::Number).ok_or_else(too_large))
            }
            Kind::Word => self.name(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn parenthesised(&mut self) -> Parse<Value> {
        self.expect(Kind::LeftParen, "`(`")?;
        let value = self.inner(|parser| parser.binary(0))?;
        self.expect(Kind::RightParen, "`)` or an operator")?;
        Ok(value)
    }

    /// A cell, as in `user(3).k[2]`, or in the words of SPIN `user[3]:k[2]`, a constant, or a symbol that some cell may hold.
    fn name(&mut self) -> Parse<Value> {
        let start = self.bump().span;
        let mut name = self.slice(start).to_owned();
        if name == "true" || name == "false" {
            return Ok(Value::Truth(name == "true"));
        }
        if name == "len" && self.at(Kind::LeftParen) {
            let channel = self.parenthesised()?;
            let length = match channel {
                Value::Messages(messages) => Ok(Value::Number(messages.len() as i64)),
                _ => Err("`len` asks about a channel with room for messages".to_owned()),
            };
            return self.computed(start, length);
        }
        // Without spaces: all of it is the name.
        while self.token().span.start == self.end() && self.part(&mut name)? {}
        let value = match self.names.get(&name).map(Vec::as_slice) {
            Some([value]) => Ok(value.clone()),
            Some(_) => Err(format!("several cells are called `{name}` in this state")),
            None => Err(format!("there is no `{name}` in this state")),
        };
        self.computed(start, value)
    }

    /// Adds a subscript, the number of a process or the name of a field; false where none stands here.
    fn part(&mut self, name: &mut String) -> Parse<bool> {
        let opening = self.token();
        match opening.kind {
            Kind::LeftBracket => {
                self.bump();
                let index = self.inner(|parser| parser.binary(0))?;
                let index = self.computed(opening.span, number(&index).map(Value::Number))?;
                self.expect(Kind::RightBracket, "`]` or an operator")?;
                name.push_str(&format!("[{index}]"));
            }
            Kind::LeftParen => {
                self.bump();
                let digits = self.expect(Kind::Number, "the number of a process")?.span;
                self.expect(Kind::RightParen, "`)` after the number")?;
                name.push_str(&format!("({})", self.slice(digits)));
            }
            Kind::Dot => {
                self.bump();
                let field = self.expect(Kind::Word, "a name after `.`")?.span;
                name.push_str(&format!(".{}", self.slice(field)));
            }
            Kind::Colon => {
                self.bump();
                let variable = self.expect(Kind::Word, "a variable after `:`")?.span;
                if let Some((of, number)) =
                    name.strip_suffix(']').and_then(|it| it.rsplit_once('['))
                {
                    *name = format!("{of}({number})");
                }
                name.push_str(&format!(".{}", self.slice(variable)));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// What the left side of an operator makes of the whole, whatever the right side is.
fn decided(operator: &str, left: &Value) -> Option<bool> {
    let left = number(left).ok()? != 0;
    match operator {
        "&&" if !left => Some(false),
        "||" if left => Some(true),
        _ => None,
    }
}

/// What an operator makes of two values.
fn apply(operator: &str, left: &Value, right: &Value) -> Result<Value, String> {
    if let "==" | "!=" = operator {
        return Ok(Value::Truth(are_equal(left, right)? == (operator == "==")));
    }
    let (a, b) = (number(left)?, number(right)?);
    let shift = || u32::try_from(b).ok().filter(|&shift| shift < 32);
    let truth = match operator {
        "||" => a != 0 || b != 0,
        "&&" => a != 0 && b != 0,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        "/" | "%" if b == 0 => return Err("this divides by 0".to_owned()),
        _ => {
            let number = match operator {
                "|" => Some(a | b),
                "^" => Some(a ^ b),
                "&" => Some(a & b),
                "<<" => shift().and_then(|shift| i64::try_from(i128::from(a) << shift).ok()),
                ">>" => shift().map(|shift| a >> shift),
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                "/" => a.checked_div(b),
                _ => a.checked_rem(b),
            };
            return number.filter(|&it| is_of_models(it)).map(Value::Number).ok_or_else(too_large);
        }
    };
    Ok(Value::Truth(truth))
}

fn are_equal(left: &Value, right: &Value) -> Result<bool, String> {
    match (number(left), number(right)) {
        (Ok(a), Ok(b)) => Ok(a == b),
        _ if std::mem::discriminant(left) == std::mem::discriminant(right) => Ok(left == right),
        _ if *left == Value::None || *right == Value::None => Ok(false),
        // What will hold a symbol is 0 until it does.
        (Ok(0), Err(_)) if matches!(right, Value::Symbol(_)) => Ok(false),
        (Err(_), Ok(0)) if matches!(left, Value::Symbol(_)) => Ok(false),
        _ => Err(format!("{left} and {right} cannot be compared")),
    }
}

/// A value as a number.
fn number(value: &Value) -> Result<i64, String> {
    match value {
        Value::Number(number) => Ok(*number),
        Value::Truth(truth) => Ok((*truth).into()),
        Value::Process(number) => Ok((*number).into()),
        Value::Symbol(_) | Value::Channel(_) | Value::Messages(_) | Value::None => {
            Err(format!("{value} is not a number"))
        }
    }
}

/// Whether a number is one that models compute with: beyond, each language goes on in its own way, and nothing is computed here.
fn is_of_models(number: i64) -> bool {
    i32::try_from(number).is_ok()
}

fn too_large() -> String {
    "the numbers are too large: they have 32 bits".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<Value, String> {
        let cells = [
            ("x", Value::Number(3)),
            ("flag[1]", Value::Truth(true)),
            ("m[1][2]", Value::Number(7)),
            ("user(3).k", Value::Number(-2)),
            ("door", Value::Symbol("open".to_owned())),
            ("open", Value::Symbol("open".to_owned())),
            ("shut", Value::Symbol("shut".to_owned())),
            ("q", Value::Messages(vec![vec![Value::Number(1)], vec![Value::Number(2)]])),
            ("c", Value::Channel("q".to_owned())),
            ("owner", Value::Process(3)),
        ];
        let one = |(name, value): (&str, Value)| (name.to_owned(), vec![value]);
        let mut names: Names = cells.into_iter().map(one).collect();
        names.insert("twice".to_owned(), vec![Value::Number(1), Value::Number(2)]);
        whole(text, &names)
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("10 - 4 - 3", 3),
            ("7 / 2 % 2", 1),
            ("1 << 2 + 1", 8),
            ("-1 << 31", i32::MIN.into()),
            ("-user(3).k", 2),
            ("~0 & 6 | 1 ^ 3", 6 | (1 ^ 3)),
            ("m[x - 2][len(q)]", 7),
            ("user[x]:k", -2),
        ] {
            assert_eq!(value(text), Ok(Value::Number(expected)), "{text}");
        }
    }

    #[test]
    fn comparisons_are_truths() {
        for (text, expected) in [
            ("x == 3 && flag[1]", true),
            ("!flag[x - 2] || x < 3", false),
            ("door == open", true),
            ("door != shut", true),
            ("owner == 3", true),
            ("1 < 2 == true", true),
            ("x & 1 == 1", true),
            // The left side decides.
            ("x == 3 || 1 / (x - 3) == 1", true),
            ("x != 3 && 1 / (x - 3) == 1", false),
            ("x != 3 && (m[1 / (x - 3)][y] || user(9).k)", false),
            ("x != 3 && y == 1 || flag[1]", true),
            ("x == 3 && !(x == 3 || y)", false),
            ("0 == open || shut == 0", false),
            ("open != 0", true),
        ] {
            let truth = value(text).and_then(|value| number(&value).or(Err("no".to_owned())));
            assert_eq!(truth, Ok(i64::from(expected)), "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_says_why() {
        for (text, reason) in [
            ("", "expected a value, found the end of the text (column 1)"),
            ("x +", "expected a value, found the end of the text (column 4)"),
            ("x 3", "expected an operator, found `3` (column 3)"),
            ("x = 3", "expected an operator, found `=` (column 3)"),
            ("x + * 2", "expected a value, found `*` (column 5)"),
            ("y == 1", "no `y`"),
            ("flag[2]", "no `flag[2]`"),
            ("twice == 1", "several cells are called `twice`"),
            ("door + 1", "open is not a number"),
            ("door == 1", "cannot be compared"),
            ("c == 1", "cannot be compared"),
            ("1 / (x - 3)", "divides by 0"),
            ("x == 3 && 1 / (x - 3) == 1", "divides by 0"),
            ("x != 3 && y == 1 || y", "no `y`"),
            // What is not computed is read all the same.
            ("x == 3 || x +", "expected a value, found the end of the text (column 14)"),
            ("x == 3 || x 3", "expected an operator, found `3` (column 13)"),
            ("9223372036854775807 + 1", "too large"),
            ("2147483647 + 1", "too large"),
            ("-2147483647 - 2", "too large"),
            ("-(-2147483647 - 1)", "too large"),
            ("65536 * 65536", "too large"),
            ("1 << 31", "too large"),
            ("1 << 33", "too large"),
            ("x < 3000000000", "too large"),
            ("4611686018427387904 << 2 == 0", "too large"),
            ("99999999999999999999", "too large"),
            ("1 << 70", "too large"),
            ("1 << 63", "too large"),
            ("len(x)", "channel with room"),
            ("user(", "expected the number of a process, found the end of the text (column 6)"),
            ("user(x).k", "expected the number of a process, found `x` (column 6)"),
            ("user(3) .k", "there is no `user(3)` in this state (column 1)"),
            ("user:k", "there is no `user.k` in this state (column 1)"),
            ("user[3]:", "expected a variable after `:`"),
            ("flag[1", "expected `]` or an operator, found the end of the text"),
        ] {
            let said = value(text).expect_err(text);
            assert!(said.contains(reason), "{text}: {said}");
        }
        let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
        assert!(value(&deep).expect_err("deep").contains("nested 100 deep"));
        let long = "+".repeat(MAX_TOKENS + 1);
        assert!(value(&long).expect_err("long").contains("more than 65536 tokens"));
        let deep = format!("{}1", "!".repeat(10_000));
        assert!(value(&deep).expect_err("deep").contains("nested 100 deep"));
    }
}
