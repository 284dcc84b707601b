//! Text to tokens.

use logos::Logos;
use syntax::TokenKind;

/// More tokens than this no model needs.
pub(crate) const MAX_TOKENS: usize = 1 << 20;

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0C]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
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
    /// The beginning of a comment that does not end.
    #[token("/*")]
    OpenComment,
    /// The end of the text.
    End,
    /// What no token begins with.
    Unknown,
}

/// One token.
pub(crate) type Token = syntax::Token<Kind>;

impl TokenKind for Kind {
    const END: Self = Kind::End;
    const UNKNOWN: Self = Kind::Unknown;
    const COMMA: Self = Kind::Comma;

    fn unclosed_comment(self) -> Option<&'static str> {
        (self == Kind::OpenComment).then_some("end it with `*/`")
    }
}
