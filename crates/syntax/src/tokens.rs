//! Text to tokens.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use logos::Logos;

/// The kinds of tokens of a language, with those that every language has.
pub trait TokenKind: Copy + Eq {
    /// The end of the text.
    const END: Self;
    /// A character that begins no token.
    const UNKNOWN: Self;
    /// What stands between the items of a list.
    const COMMA: Self;

    /// How to end the comment that a token of this kind begins, if there is no end to it.
    fn unclosed_comment(self) -> Option<&'static str> {
        None
    }

    /// What a token of this kind is called in messages, if it does not show.
    fn name(self) -> Option<&'static str> {
        None
    }
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub struct Token<K> {
    /// Its kind.
    pub kind: K,
    /// Where it stands.
    pub span: Span,
}

/// Cuts a text into tokens, without one for its end. After a mistake, or `most` tokens, the text is cut off.
pub fn tokens<'s, K>(
    sources: &'s Sources,
    file: FileId,
    most: usize,
) -> (Vec<Token<K>>, Option<Diagnostic>)
where
    K: TokenKind + Logos<'s, Source = str, Extras = ()>,
{
    let mut tokens = Vec::new();
    for (found, range) in K::lexer(sources.text(file)).spanned() {
        let kind = found.unwrap_or(K::UNKNOWN);
        let span = Span { file, start: range.start as u32, end: range.end as u32 };
        if let Some(help) = kind.unclosed_comment() {
            let unclosed = Diagnostic::error(span, "this comment is never closed").help(help);
            return (tokens, Some(unclosed));
        }
        if tokens.len() == most {
            let message = format!("too large: more than {most} tokens");
            return (tokens, Some(Diagnostic::error(span, message)));
        }
        tokens.push(Token { kind, span });
    }
    (tokens, None)
}
