//! What a tool answers.

use serde_json::{Value, json};

use crate::bounded::{bounded, cut_after};

/// The longest answer, in bytes of its object.
const LONGEST: usize = 4 << 20;
/// The longest text of one, in characters.
const LONGEST_TEXT: usize = 100_000;

/// What a tool answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    text: String,
    structured: Option<Value>,
    is_error: bool,
}

impl Answer {
    /// What was asked for, in words and as an object.
    pub fn told(text: impl Into<String>, structured: Value) -> Answer {
        let (text, structured) = (cut_after(&text.into(), LONGEST_TEXT), bounded(structured));
        let length = structured.to_string().len();
        if length > LONGEST {
            return Answer::failed(format!("the answer has {length} bytes, more than {LONGEST}"));
        }
        Answer { text, structured: Some(structured), is_error: false }
    }

    /// Why there is nothing to be told.
    pub fn failed(text: impl Into<String>) -> Answer {
        let text = cut_after(&text.into(), LONGEST_TEXT);
        Answer { text, structured: None, is_error: true }
    }

    /// The answer as the result of a call.
    pub fn result(self) -> Value {
        let content = json!([{"type": "text", "text": self.text}]);
        let mut result = json!({"content": content, "isError": self.is_error});
        if let Some(structured) = self.structured {
            result["structuredContent"] = structured;
        }
        result
    }
}

impl From<Result<Answer, String>> for Answer {
    fn from(result: Result<Answer, String>) -> Answer {
        result.unwrap_or_else(Answer::failed)
    }
}
