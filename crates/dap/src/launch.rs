//! What a client wants to have debugged.

use std::path::PathBuf;

use serde_json::Value;

use crate::arguments::{list, optional_text};
use crate::program::Opening;

/// What is to be debugged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    /// The model.
    pub opening: Opening,
    /// Whether it is checked first.
    pub is_checked: bool,
}

impl Launch {
    /// What the arguments of `launch` say.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(arguments: &Value) -> Result<Launch, String> {
        let model = match optional_text(arguments, "model")? {
            Some(model) => Some(model),
            None => optional_text(arguments, "program")?,
        };
        let model = model.filter(|model| !model.is_empty());
        let model = model.ok_or("`model` is to be the file of a model")?;
        let trace = optional_text(arguments, "trace")?;
        let is_free = match optional_text(arguments, "run")? {
            None => false,
            Some("free") => true,
            Some("counterexample") => false,
            Some(_) => return Err("`run` is to be `free` or `counterexample`".to_owned()),
        };
        if is_free && trace.is_some() {
            return Err("a run along a `trace` is not `free`".to_owned());
        }
        let words = list(arguments, "arguments")?.iter();
        let words = words.map(|word| word.as_str().map(str::to_owned));
        let words: Option<Vec<String>> = words.collect();
        let words = words.ok_or("`arguments` is to be a list of texts")?;
        let texts = words.iter().map(String::as_str).chain([model]).chain(trace);
        if texts.into_iter().any(|text| text.contains('\0')) {
            return Err("no argument may contain U+0000".to_owned());
        }
        let trace = trace.map(PathBuf::from);
        let is_checked = trace.is_none() && !is_free;
        let opening = Opening { model: PathBuf::from(model), trace, arguments: words };
        Ok(Launch { opening, is_checked })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_said_is_a_counterexample() {
        let launch = Launch::read(&json!({"program": "m.pml"})).expect("right");
        assert!(launch.is_checked);
        assert_eq!(launch.opening.model, PathBuf::from("m.pml"));
        let launch = json!({"model": "m.pml", "trace": "t.json", "arguments": ["-D", "N=4"]});
        let launch = Launch::read(&launch).expect("right");
        assert!(!launch.is_checked);
        assert_eq!(launch.opening.arguments, ["-D", "N=4"]);
        assert!(!Launch::read(&json!({"model": "m", "run": "free"})).expect("right").is_checked);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (wrong, part) in [
            (json!(null), "`model`"),
            (json!([]), "`model`"),
            (json!({}), "`model`"),
            (json!({"model": 7}), "`model`"),
            (json!({"model": ""}), "`model`"),
            (json!({"model": "m", "run": "wild"}), "`run`"),
            (json!({"model": "m", "run": "free", "trace": "t"}), "`trace`"),
            (json!({"model": "m", "trace": -1}), "`trace`"),
            (json!({"model": "m", "arguments": "-D"}), "`arguments`"),
            (json!({"model": "m", "arguments": [1]}), "`arguments`"),
            (json!({"model": "m\u{0}"}), "U+0000"),
        ] {
            let said = Launch::read(&wrong).expect_err("wrong");
            assert!(said.contains(part), "{said}");
        }
    }
}
