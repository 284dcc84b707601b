//! The arguments of a call, which fit the tool.

use serde_json::{Map, Value};

use crate::tool::{Argument, Kind, Tool};

/// The longest text that is taken, in bytes: a program is given no longer arguments.
const LONGEST: usize = 64 << 10;
/// The most texts of a list.
const MOST: usize = 100;

/// The arguments of a call, which fit the tool.
pub(crate) struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    /// Takes arguments for a tool. One that is null is as good as none.
    ///
    /// # Errors
    /// One is missing, there is no such one, or it is something else.
    pub fn checked(tool: &Tool, given: &'a Map<String, Value>) -> Result<Arguments<'a>, String> {
        let is_known = |name: &str| tool.arguments.iter().any(|argument| argument.name == name);
        if let Some(foreign) = given.keys().find(|name| !is_known(name)) {
            let names: Vec<&str> = tool.arguments.iter().map(|argument| argument.name).collect();
            let foreign: String = foreign.chars().take(40).collect();
            let (tool, names) = (tool.name, names.join(", "));
            return Err(format!("`{tool}` has no argument `{foreign}`: it takes {names}"));
        }
        for argument in tool.arguments {
            match given.get(argument.name) {
                None | Some(Value::Null) if argument.is_needed => {
                    return Err(format!("`{}` is missing: {}", argument.name, argument.about));
                }
                None | Some(Value::Null) => {}
                Some(value) => argument.check(value)?,
            }
        }
        Ok(Arguments(given))
    }

    /// A text or a word.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.0.get(name)?.as_str()
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Vec<&'a str> {
        let values = self.0.get(name).and_then(Value::as_array);
        values.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    /// A truth that is false unless it is said.
    pub fn truth(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Which of some arguments there are.
    pub fn given<'n>(&self, names: &[&'n str]) -> Vec<&'n str> {
        let is_given = |name: &&&str| self.0.get(**name).is_some_and(|value| !value.is_null());
        names.iter().filter(is_given).copied().collect()
    }
}

impl Argument {
    fn check(&self, value: &Value) -> Result<(), String> {
        let name = self.name;
        let fits = match (&self.kind, value) {
            (Kind::Text, Value::String(text)) => return fit(name, text),
            (Kind::Texts, Value::Array(texts)) => return self.check_texts(texts),
            (&Kind::Number(least, most), Value::Number(number)) => {
                number.as_u64().is_some_and(|number| (least..=most).contains(&number))
            }
            (Kind::Word(words), Value::String(word)) => words.contains(&word.as_str()),
            (Kind::Truth, Value::Bool(_)) => true,
            _ => false,
        };
        let wanted = match self.kind {
            Kind::Text => "a text".to_owned(),
            Kind::Texts => "a list of texts".to_owned(),
            Kind::Number(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Truth => "true or false".to_owned(),
        };
        if fits { Ok(()) } else { Err(format!("`{name}` is to be {wanted}")) }
    }

    fn check_texts(&self, texts: &[Value]) -> Result<(), String> {
        if texts.len() > MOST {
            return Err(format!("`{}` has more than {MOST} texts", self.name));
        }
        let not_text = || format!("`{}` is to be a list of texts", self.name);
        texts.iter().try_for_each(|text| fit(self.name, text.as_str().ok_or_else(not_text)?))
    }
}

/// Whether a text can be given to a program.
fn fit(name: &str, text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err(format!("`{name}` is empty"));
    }
    if text.len() > LONGEST {
        return Err(format!("`{name}` has more than {LONGEST} bytes"));
    }
    match text.contains('\0') {
        true => Err(format!("`{name}` has a character that is none (U+0000)")),
        false => Ok(()),
    }
}
