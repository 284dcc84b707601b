//! What a request is asked with: each part of the type that it has to have.

use serde_json::Value;

/// A text.
///
/// # Errors
/// It is missing, or something else.
pub(crate) fn text<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    arguments[name].as_str().ok_or_else(|| format!("`{name}` is to be a text"))
}

/// A text that may be left out.
///
/// # Errors
/// It is something else.
pub(crate) fn optional_text<'a>(
    arguments: &'a Value,
    name: &str,
) -> Result<Option<&'a str>, String> {
    match &arguments[name] {
        Value::Null => Ok(None),
        _ => text(arguments, name).map(Some),
    }
}

/// A number that is not negative.
///
/// # Errors
/// It is missing, or something else.
pub(crate) fn number(arguments: &Value, name: &str) -> Result<u64, String> {
    let number = arguments[name].as_u64();
    number.ok_or_else(|| format!("`{name}` is to be a number that is not negative"))
}

/// A number that may be left out.
///
/// # Errors
/// It is something else.
pub(crate) fn optional_number(arguments: &Value, name: &str) -> Result<Option<u64>, String> {
    match &arguments[name] {
        Value::Null => Ok(None),
        _ => number(arguments, name).map(Some),
    }
}

/// A list that may be left out.
///
/// # Errors
/// It is something else.
pub(crate) fn list<'a>(arguments: &'a Value, name: &str) -> Result<&'a [Value], String> {
    match &arguments[name] {
        Value::Null => Ok(&[]),
        Value::Array(elements) => Ok(elements),
        _ => Err(format!("`{name}` is to be a list")),
    }
}
