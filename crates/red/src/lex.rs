//! Text to tokens.

use logos::Logos;
use syntax::TokenKind;

/// More tokens than this no model needs.
pub(crate) const MAX_TOKENS: usize = 1 << 20;

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0C]+")]
// A byte order mark, which some editors put before the text, says nothing.
#[logos(skip r"\u{feff}")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(crate) enum Kind {
    #[regex("[A-Za-z_][A-Za-z_0-9]*")]
    Name,
    #[regex("[0-9]+")]
    Number,
    #[token("and")]
    #[token("&&")]
    And,
    #[token("discrete")]
    Discrete,
    #[token("exists")]
    Exists,
    #[token("false")]
    False,
    #[token("forall")]
    Forall,
    #[token("global")]
    Global,
    #[token("goto")]
    Goto,
    #[token("initially")]
    Initially,
    #[token("local")]
    Local,
    #[token("may")]
    May,
    #[token("mode")]
    Mode,
    #[token("not")]
    #[token("!")]
    Not,
    #[token("NULL")]
    Null,
    #[token("or")]
    #[token("||")]
    Or,
    #[token("P", priority = 3)]
    Own,
    #[token("pointer")]
    Pointer,
    #[token("process")]
    Process,
    #[token("risk")]
    Risk,
    #[token("true")]
    True,
    #[token("when")]
    When,
    /// What gives a number a name.
    #[regex(r"#[ \t]*define")]
    Define,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("..")]
    Range,
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
    #[token(":=")]
    Becomes,
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
    #[token("=>")]
    Implies,
    #[token("->")]
    Arrow,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    /// How later versions write an indirection.
    #[token("@")]
    At,
    /// What later versions mark a synchronization with.
    #[token("?")]
    Question,
    /// What other languages have, and this one does not.
    #[token("%")]
    #[token("&")]
    #[token("|")]
    #[token("++")]
    #[token("--")]
    #[token("+=")]
    #[token("-=")]
    #[token(".")]
    Foreign,
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
