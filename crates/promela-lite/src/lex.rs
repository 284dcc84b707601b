//! Text to tokens.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use logos::Logos;

/// More tokens than this no model needs.
const MAX_TOKENS: usize = 1 << 20;

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0C]+")]
pub(crate) enum Kind {
    #[regex("[A-Za-z_][A-Za-z_0-9]*")]
    Name,
    #[regex("[0-9]+")]
    Number,
    #[token("atomic")]
    Atomic,
    #[token("chan")]
    Chan,
    #[token("do")]
    Do,
    #[token("false")]
    False,
    #[token("init")]
    Init,
    #[token("int")]
    Int,
    #[token("len")]
    Len,
    #[token("nempty")]
    Nempty,
    #[token("nfull")]
    Nfull,
    #[token("null")]
    Null,
    #[token("od")]
    Od,
    #[token("of")]
    Of,
    #[token("pid")]
    Pid,
    #[token("proctype")]
    Proctype,
    #[token("rec")]
    Rec,
    #[token("run")]
    Run,
    #[token("skip")]
    Skip,
    #[token("true")]
    True,
    #[token("_pid")]
    OwnPid,
    #[token(";")]
    Semicolon,
    #[token("->")]
    Arrow,
    #[token("::")]
    DoubleColon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("=")]
    Assign,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("!")]
    Bang,
    #[token("?")]
    Question,
    #[token("//")]
    LineComment,
    #[token("/*")]
    BlockComment,
    /// The end of the text.
    End,
    /// What no token begins with.
    Unknown,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Cuts a text into tokens; the last is [`Kind::End`].
pub(crate) fn tokens(sources: &Sources, file: FileId) -> (Vec<Token>, Option<Diagnostic>) {
    let text = sources.text(file);
    let mut lexer = Kind::lexer(text);
    let mut tokens = Vec::new();
    let place = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    let mut wrong = None;
    while let Some(found) = lexer.next() {
        let range = lexer.span();
        let rest = lexer.remainder();
        match found {
            Ok(Kind::LineComment) => lexer.bump(rest.find('\n').unwrap_or(rest.len())),
            Ok(Kind::BlockComment) => match rest.find("*/") {
                Some(end) => lexer.bump(end + 2),
                None => {
                    let span = place(range.start, range.end);
                    let unclosed = Diagnostic::error(span, "this comment is never closed");
                    wrong = Some(unclosed.help("end it with `*/`"));
                    break;
                }
            },
            found => {
                let span = place(range.start, range.end);
                tokens.push(Token { kind: found.unwrap_or(Kind::Unknown), span });
            }
        }
        if tokens.len() > MAX_TOKENS {
            let span = place(range.start, range.end);
            let message = format!("too large: a model of more than {MAX_TOKENS} tokens");
            wrong = Some(Diagnostic::error(span, message));
            break;
        }
    }
    tokens.push(Token { kind: Kind::End, span: place(text.len(), text.len()) });
    (tokens, wrong)
}
