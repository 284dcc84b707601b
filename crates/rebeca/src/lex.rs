//! Text to tokens.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use logos::Logos;

/// More tokens than this no model needs.
const MAX_TOKENS: usize = 1 << 20;

/// The kinds of tokens. Names of types are names, and so are the words of timed and probabilistic Rebeca.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0C]+")]
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

/// Cuts a text into tokens; the last is [`Kind::End`]. After a mistake the text is cut off.
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

/// Whether a name is one of a type: it names nothing else.
pub(crate) fn is_primitive(name: &str) -> bool {
    matches!(name, "boolean" | "byte" | "int" | "short")
}
