//! Mends that the help of a diagnostic spells out.

use diagnostics::Diagnostic;
use lsp_types::Range;

/// A change of a text that mends what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mend {
    /// What is replaced.
    pub range: Range,
    /// What is written instead.
    pub text: String,
    /// What the help says.
    pub title: String,
}

/// What to write instead of the text at the place of a diagnostic, where its help says it: with "did you mean" for that
/// which is there, and with "instead of" for that which it names.
pub(crate) fn replacement(diagnostic: &Diagnostic, there: &str) -> Option<String> {
    let help = diagnostic.help.as_deref()?;
    let quoted: Vec<&str> = help.split('`').collect();
    match quoted[..] {
        ["did you mean ", meant, "?"] if is_name(there) => Some(meant.to_owned()),
        ["write ", meant, " instead of ", wrong, ""] if wrong == there => Some(meant.to_owned()),
        _ => None,
    }
}

/// Whether a place is one name: only then is it what the other name was meant for.
fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '\'';
    !text.is_empty() && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use diagnostics::Severity;

    use super::*;

    fn check(help: &str, there: &str, expected: Option<&str>) {
        let diagnostic = Diagnostic::new(Severity::Error, "wrong").help(help);
        assert_eq!(replacement(&diagnostic, there).as_deref(), expected, "{help}");
    }

    #[test]
    fn helps_that_spell_a_mend_out_are_known() {
        check("did you mean `count`?", "cuont", Some("count"));
        check("did you mean `count`?", "cuont + 1", None);
        check("write `fi` instead of `od`", "od", Some("fi"));
        check("write `fi` instead of `od`", "ox", None);
        check("write `skip` where nothing is to be done", "}", None);
        check("leave it out", "x", None);
    }
}
