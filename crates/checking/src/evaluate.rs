//! Expressions over the cells of a state, in the words in which it is shown: `flag[1] && user(3).k > 2`.
//!
//! They are asked by whoever looks at a run, in any language; the operators and their precedence are C's. A cell is named as it is
//! shown, a subscript may be an expression itself, and `len(q)` is the number of messages in a channel. Numbers do not wrap: what is too large is refused.

use std::collections::HashMap;

use model::{StateOf, Value, Words};

/// How deep parentheses, subscripts and signs may stand in one another.
const DEEPEST: usize = 100;

/// The value of an expression in a state of a model.
///
/// # Errors
/// What cannot be understood or computed.
pub(crate) fn evaluate<M: Words>(
    model: &M,
    state: &StateOf<M>,
    text: &str,
) -> Result<Value, String> {
    let symbols = model.symbols().into_iter().map(|name| (name.clone(), vec![Value::Symbol(name)]));
    let mut names: Names = symbols.collect();
    names.extend(model.constants().into_iter().map(|(name, text)| {
        let value = text.parse().map_or(Value::Symbol(text), Value::Number);
        (name, vec![value])
    }));
    let mut cells = Names::new();
    for cell in model.cells(state) {
        cells.entry(cell.name).or_default().push(cell.value);
    }
    names.extend(cells);
    whole(text, &names)
}

/// What names stand for; those of several cells for nothing.
type Names = HashMap<String, Vec<Value>>;

fn whole(text: &str, names: &Names) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0, names, depth: 0 };
    let value = reader.binary(0)?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected()),
    }
}

/// Binary operators by precedence, the weakest first. An operator stands before those that begin with it.
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

struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: &'a Names,
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn unexpected(&self) -> String {
        match self.rest().chars().next() {
            Some(c) => {
                let column = self.text[..self.at].chars().count() + 1;
                format!("`{c}` at column {column} makes no sense there")
            }
            None => "the expression is not complete".to_owned(),
        }
    }

    /// Takes a character if it is the next.
    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.at += wanted.len_utf8();
        }
        is_next
    }

    fn operator(&mut self, level: usize) -> Option<&'static str> {
        self.peek();
        // The longest operator that stands here decides: `|` is none in `||`, nor `<` in `<<`.
        let all = LEVELS.iter().flat_map(|level| level.iter().copied());
        let here = all.filter(|operator| self.rest().starts_with(operator));
        let longest = here.max_by_key(|operator| operator.len())?;
        let found = LEVELS[level].contains(&longest);
        if found {
            self.at += longest.len();
        }
        found.then_some(longest)
    }

    fn binary(&mut self, level: usize) -> Result<Value, String> {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = apply(operator, &left, &right)?;
        }
        Ok(left)
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is nested too deeply".to_owned());
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn unary(&mut self) -> Result<Value, String> {
        if self.take('!') {
            return Ok(Value::Truth(
                self.deeper(Self::unary).and_then(|value| number(&value))? == 0,
            ));
        }
        if self.take('-') {
            let value = self.deeper(Self::unary).and_then(|value| number(&value))?;
            return value.checked_neg().map(Value::Number).ok_or_else(too_large);
        }
        if self.take('~') {
            let value = self.deeper(Self::unary).and_then(|value| number(&value))?;
            return Ok(Value::Number(!value));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Value, String> {
        if self.take('(') {
            let value = self.deeper(|reader| reader.binary(0))?;
            return if self.take(')') { Ok(value) } else { Err(self.unexpected()) };
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if is_letter(c) => self.name(),
            _ => Err(self.unexpected()),
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let digits = self.word(|c| c.is_ascii_digit());
        digits.parse().map(Value::Number).map_err(|_| too_large())
    }

    /// The characters here of a kind.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let word: String = self.rest().chars().take_while(|&c| is_part(c)).collect();
        self.at += word.len();
        word
    }

    /// A cell, as in `user(3).k[2]`, a constant, or a symbol that some cell may hold.
    fn name(&mut self) -> Result<Value, String> {
        let mut name = self.word(|c| is_letter(c) || c.is_ascii_digit());
        if name == "true" || name == "false" {
            return Ok(Value::Truth(name == "true"));
        }
        if name == "len" && self.take('(') {
            let channel = self.deeper(|reader| reader.binary(0))?;
            let Value::Messages(messages) = channel else {
                return Err("`len` asks about a channel with room for messages".to_owned());
            };
            return if self.take(')') {
                Ok(Value::Number(messages.len() as i64))
            } else {
                Err(self.unexpected())
            };
        }
        // Without spaces: all of it is the name.
        loop {
            match self.rest().chars().next() {
                Some('[') => {
                    self.take('[');
                    let index = self.deeper(|reader| reader.binary(0))?;
                    let index = number(&index)?;
                    if !self.take(']') {
                        return Err(self.unexpected());
                    }
                    name.push_str(&format!("[{index}]"));
                }
                Some('(') => {
                    self.take('(');
                    let digits = self.word(|c| c.is_ascii_digit());
                    if digits.is_empty() || !self.take(')') {
                        return Err(self.unexpected());
                    }
                    name.push_str(&format!("({digits})"));
                }
                Some('.') => {
                    self.take('.');
                    name.push('.');
                    name.push_str(&self.word(|c| is_letter(c) || c.is_ascii_digit()));
                }
                _ => break,
            }
        }
        match self.names.get(&name).map(Vec::as_slice) {
            Some([value]) => Ok(value.clone()),
            Some(_) => Err(format!("several cells are called `{name}` in this state")),
            None => Err(format!("there is no `{name}` in this state")),
        }
    }
}

/// What an operator makes of two values. Both sides are computed in any case: nothing here can fail but arithmetic.
fn apply(operator: &str, left: &Value, right: &Value) -> Result<Value, String> {
    if let "==" | "!=" = operator {
        return Ok(Value::Truth(are_equal(left, right)? == (operator == "==")));
    }
    let (a, b) = (number(left)?, number(right)?);
    let shift = || u32::try_from(b).ok().filter(|&shift| shift < 64);
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
            return number.map(Value::Number).ok_or_else(too_large);
        }
    };
    Ok(Value::Truth(truth))
}

fn are_equal(left: &Value, right: &Value) -> Result<bool, String> {
    match (number(left), number(right)) {
        (Ok(a), Ok(b)) => Ok(a == b),
        _ if std::mem::discriminant(left) == std::mem::discriminant(right) => Ok(left == right),
        _ if *left == Value::None || *right == Value::None => Ok(false),
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

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn too_large() -> String {
    "the numbers are too large".to_owned()
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
            ("-1 << 63", i64::MIN),
            ("-user(3).k", 2),
            ("~0 & 6 | 1 ^ 3", 6 | (1 ^ 3)),
            ("m[x - 2][len(q)]", 7),
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
        ] {
            let truth = value(text).and_then(|value| number(&value).or(Err("no".to_owned())));
            assert_eq!(truth, Ok(i64::from(expected)), "{text}");
        }
    }

    #[test]
    fn what_makes_no_sense_says_why() {
        for (text, reason) in [
            ("", "is not complete"),
            ("x +", "is not complete"),
            ("x 3", "`3` at column 3"),
            ("x + * 2", "`*` at column 5"),
            ("y == 1", "no `y`"),
            ("flag[2]", "no `flag[2]`"),
            ("twice == 1", "several cells are called `twice`"),
            ("door + 1", "open is not a number"),
            ("door == 1", "cannot be compared"),
            ("c == 1", "cannot be compared"),
            ("1 / (x - 3)", "divides by 0"),
            ("9223372036854775807 + 1", "too large"),
            ("99999999999999999999", "too large"),
            ("1 << 70", "too large"),
            ("1 << 63", "too large"),
            ("len(x)", "channel with room"),
            ("user(", "not complete"),
            ("user(x).k", "`x` at column 6"),
        ] {
            let said = value(text).expect_err(text);
            assert!(said.contains(reason), "{text}: {said}");
        }
        let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(value(&deep).expect_err("deep").contains("too deeply"));
        let deep = format!("{}1", "!".repeat(100_000));
        assert!(value(&deep).expect_err("deep").contains("too deeply"));
    }
}
