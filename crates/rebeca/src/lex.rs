//! Text to tokens.

use logos::Logos;
use syntax::TokenKind;

/// More tokens than this no model needs.
pub(crate) const MAX_TOKENS: usize = 1 << 20;

/// The kinds of tokens. Names of types are names, and so are the words of timed and probabilistic Rebeca.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0C]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(crate) enum Kind {
    #[regex("[A-Za-z_][A-Za-z_0-9]*")]
    Name,
    #[regex("[0-9]+")]
    Number,
    /// A number with a fraction: there are none here, but in probabilities of other versions.
    #[regex(r"[0-9]+\.[0-9]+")]
    Fraction,
    /// What an assertion says.
    #[regex(r#""[^"\n]*""#)]
    Quoted,
    /// A text of Python, in other versions.
    #[regex(r"'[^'\n]*'")]
    PythonText,
    #[token("abstract")]
    Abstract,
    #[token("assertion")]
    Assertion,
    #[token("break")]
    Break,
    #[token("case")]
    Case,
    #[token("continue")]
    Continue,
    #[token("default")]
    Default,
    #[token("else")]
    Else,
    #[token("extends")]
    Extends,
    #[token("false")]
    False,
    #[token("forEachValueOf")]
    ForEachValueOf,
    #[token("for")]
    For,
    #[token("if")]
    If,
    #[token("implements")]
    Implements,
    #[token("instanceof")]
    InstanceOf,
    #[token("interface")]
    Interface,
    #[token("knownrebecs")]
    #[token("knownobjects")]
    KnownRebecs,
    #[token("main")]
    Main,
    #[token("msgsrv")]
    MsgSrv,
    #[token("new")]
    New,
    #[token("null")]
    Null,
    #[token("reactiveclass")]
    ReactiveClass,
    #[token("return")]
    Return,
    #[token("self")]
    Own,
    #[token("sender")]
    Sender,
    #[token("statevars")]
    StateVars,
    #[token("super")]
    Super,
    #[token("switch")]
    Switch,
    #[token("true")]
    True,
    #[token("void")]
    Void,
    #[token("while")]
    While,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
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
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("&=")]
    AmpersandAssign,
    #[token("|=")]
    BarAssign,
    #[token("^=")]
    CaretAssign,
    #[token("<<=")]
    ShiftLeftAssign,
    #[token(">>=")]
    ShiftRightAssign,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,
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
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    /// A shift that other versions have.
    #[token(">>>")]
    ShiftUnsigned,
    #[token("->")]
    Arrow,
    #[token("+")]
    Plus,
    #[token("+%")]
    PlusPercent,
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
    #[token("&")]
    Ampersand,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("!")]
    Bang,
    #[token("~")]
    Tilde,
    #[token("?")]
    Question,
    #[token("@")]
    At,
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

/// Whether a name is one of a type: it names nothing else.
pub(crate) fn is_primitive(name: &str) -> bool {
    matches!(name, "boolean" | "byte" | "int" | "short")
}
