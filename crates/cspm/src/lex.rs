//! Text to tokens, and which line breaks count.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use logos::{Filter, Lexer, Logos};
use syntax::TokenKind;

/// The kinds of tokens.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\x0B\x0C\u{feff}]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
pub(crate) enum Kind {
    #[regex("[A-Za-z][A-Za-z0-9_]*'*")]
    Name,
    #[regex("[0-9]+")]
    Integer,
    #[regex(r"'(\\[^\n]|[^'\\\n])'")]
    Character,
    #[regex(r#""(\\[^\n]|[^"\\\n])*""#)]
    Text,
    /// `:[deadlock free [F]]`, with the colon after it if there is one: its words are none elsewhere.
    #[regex(r":\[[ \t\r\n]*[a-z][^\[\]]*(\[[^\[\]]*\])?[ \t\r\n]*\]:?")]
    Property,
    /// `[T=` and the like.
    #[regex(r"\[(T|F|FD|V|VD|R|RD)=")]
    Refinement,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("let")]
    Let,
    #[token("within")]
    Within,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("channel")]
    Channel,
    #[token("assert")]
    Assert,
    #[token("datatype")]
    Datatype,
    #[token("subtype")]
    Subtype,
    #[token("nametype")]
    Nametype,
    #[token("external")]
    External,
    #[token("transparent")]
    Transparent,
    #[token("module")]
    Module,
    #[token("exports")]
    Exports,
    #[token("endmodule")]
    EndModule,
    #[token("instance")]
    Instance,
    #[token("Timed")]
    Timed,
    #[token("print")]
    Print,
    /// Once a file is read, the name of the file without its quotes.
    #[token("include", rest_of_line)]
    Include,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("{|")]
    LeftProductions,
    #[token("|}")]
    RightProductions,
    /// A blank has to follow, or `(|||` would begin with it.
    #[regex(r"\(\|[ \t\r\n]")]
    LeftMap,
    #[token("|)")]
    RightMap,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("[[")]
    LeftRename,
    #[token("]]")]
    RightRename,
    #[token("[|")]
    LeftInterface,
    #[token("|]")]
    RightInterface,
    #[token("|>")]
    RightException,
    #[token("[+")]
    LeftSynchronisingChoice,
    #[token("+]")]
    RightSynchronisingChoice,
    #[token("/+")]
    LeftSynchronisingInterrupt,
    #[token("+\\")]
    RightSynchronisingInterrupt,
    #[token("[]")]
    ExternalChoice,
    #[token("|~|")]
    InternalChoice,
    #[token("|||")]
    Interleave,
    #[token("||")]
    Parallel,
    #[token("->")]
    Arrow,
    #[token("/\\")]
    Interrupt,
    #[token("[>")]
    SlidingChoice,
    #[token(";")]
    Semicolon,
    #[token("&")]
    Guard,
    #[token("\\")]
    Backslash,
    #[token("|\\")]
    Project,
    #[token("=")]
    Define,
    #[token("==")]
    Equal,
    #[token("!=")]
    Unequal,
    #[token("<=")]
    LessOrEqual,
    #[token(">=")]
    GreaterOrEqual,
    /// Less, or the beginning of a sequence.
    #[token("<")]
    Less,
    /// Greater, or the end of a sequence.
    #[token(">")]
    Greater,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token("%")]
    Remainder,
    #[token("^")]
    Append,
    #[token("#")]
    Length,
    #[token(".")]
    Dot,
    #[token("..")]
    Range,
    #[token("?")]
    Question,
    #[token("!")]
    Exclamation,
    #[token("$")]
    Dollar,
    #[token(":")]
    Colon,
    #[token("::")]
    Scope,
    #[token("<-")]
    DrawnFrom,
    #[token("<->")]
    Tie,
    #[token("|")]
    Bar,
    #[token(",")]
    Comma,
    #[token("@")]
    At,
    #[token("@@")]
    Both,
    #[token("_")]
    Wildcard,
    #[token("=>*")]
    Extendable,
    #[token("=>")]
    Dotable,
    /// The beginning of a comment that does not end.
    #[token("{-", comment)]
    OpenComment,
    #[token("\n")]
    Newline,
    /// The beginning or the end of an included file: nothing goes on beyond it.
    FileBoundary,
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
        (self == Kind::OpenComment)
            .then_some("end it with `-}`; if `-` is to be a minus, put a blank before it")
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Kind::Newline => Some("the end of the line"),
            Kind::FileBoundary => Some("the beginning or end of an included file"),
            _ => None,
        }
    }
}

/// Passes over a comment, unless it does not end.
fn comment(lexer: &mut Lexer<'_, Kind>) -> Filter<()> {
    match comment_length(lexer.remainder()) {
        Some(length) => {
            lexer.bump(length);
            Filter::Skip
        }
        None => Filter::Emit(()),
    }
}

fn rest_of_line(lexer: &mut Lexer<'_, Kind>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find('\n').unwrap_or(rest.len()));
}

/// Cuts a text into tokens, line breaks among them; without one for its end.
pub(crate) fn tokens(
    sources: &Sources,
    file: FileId,
    most: usize,
) -> (Vec<Token>, Vec<Diagnostic>) {
    let (cut, wrong) = syntax::tokens::<Kind>(sources, file, most);
    let mut tokens: Vec<Token> = Vec::with_capacity(cut.len());
    let mut diagnostics = Vec::new();
    for token in cut {
        if token.kind == Kind::Print && !begins_print(sources, token.span, &tokens) {
            tokens.push(Token { kind: Kind::Name, ..token });
        } else if token.kind != Kind::Include {
            tokens.push(token);
        } else if tokens.last().is_some_and(|last| last.kind != Kind::Newline) {
            let span = include_word(token.span);
            diagnostics.push(Diagnostic::error(span, "an `include` must begin a line"));
        } else if let Some(span) = included_name(sources, token.span) {
            tokens.push(Token { span, ..token });
        } else {
            let malformed = "after `include` goes the name of a file, and nothing else";
            let diagnostic = Diagnostic::error(include_word(token.span), malformed);
            diagnostics.push(diagnostic.help("write `include \"file.csp\"`"));
        }
    }
    diagnostics.extend(wrong);
    (tokens, diagnostics)
}

/// Whether the word `print` begins a statement: at the beginning of a line, before a blank, where no expression goes on. Elsewhere it
/// is a name like any other.
fn begins_print(sources: &Sources, word: Span, before: &[Token]) -> bool {
    let is_first = before.last().is_none_or(|last| last.kind == Kind::Newline);
    let last = before.iter().rev().find(|token| token.kind != Kind::Newline);
    let begins_list = |kind| matches!(kind, Kind::Let | Kind::LeftBrace);
    let goes_on = last.is_some_and(|last| last.kind.needs_more() && !begins_list(last.kind));
    let after = sources.text(word.file)[word.end as usize..].chars().next();
    is_first && !goes_on && after.is_some_and(char::is_whitespace)
}

/// The word `include` at the beginning of a line with it.
fn include_word(line: Span) -> Span {
    Span { end: line.start + "include".len() as u32, ..line }
}

/// How many bytes are left of a comment of which `{-` was read; comments nest.
fn comment_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let (mut open, mut at) = (1_usize, 0);
    while open > 0 {
        match bytes.get(at..at + 2)? {
            b"{-" => (open, at) = (open + 1, at + 2),
            b"-}" => (open, at) = (open - 1, at + 2),
            _ => at += 1,
        }
    }
    Some(at)
}

/// Where the name of a file stands that a line includes.
fn included_name(sources: &Sources, line: Span) -> Option<Span> {
    let rest = Span { start: include_word(line).end, ..line };
    let text = sources.snippet(rest);
    let start = text.find(|c: char| !c.is_whitespace())? + 1;
    let quoted = text[start - 1..].strip_prefix('"')?;
    let length = quoted.find('"').filter(|&length| length > 0)?;
    let after = quoted[length + 1..].trim();
    let is_over = after.is_empty() || after.starts_with("--") || is_comment(after);
    let start = rest.start + start as u32;
    is_over.then_some(Span { start, end: start + length as u32, ..line })
}

/// Whether a text is a comment in braces, and nothing else.
fn is_comment(text: &str) -> bool {
    text.strip_prefix("{-").is_some_and(|rest| comment_length(rest) == Some(rest.len()))
}

/// Leaves those line breaks only that may separate declarations: one before or after a token that can neither begin nor end an
/// expression means nothing, and several are as one. What is printed ends with its line.
pub(crate) fn without_idle_newlines(tokens: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut printing = false;
    for (index, &token) in tokens.iter().enumerate() {
        if token.kind != Kind::Newline {
            printing |= token.kind == Kind::Print;
            kept.push(token);
            continue;
        }
        let before = kept.last().map_or(Kind::Newline, |last| last.kind);
        let mut following = tokens[index..].iter().map(|token| token.kind);
        let after = following.find(|&kind| kind != Kind::Newline).unwrap_or(Kind::End);
        let idle = before.needs_more() || after.belongs_to_line_before();
        if before != Kind::Newline && (printing || !idle) {
            kept.push(token);
        }
        printing = false;
    }
    kept
}

impl Kind {
    /// Whether an operator stands between two operands, so that the line breaks around it mean nothing.
    fn joins(self) -> bool {
        use Kind::{
            And, Append, Arrow, At, Backslash, Bar, Both, Colon, Comma, Define, Divide, Dollar,
            Dot, Dotable, DrawnFrom, Else, Equal, Exclamation, Extendable, ExternalChoice,
            GreaterOrEqual, Guard, If, Interleave, InternalChoice, Interrupt, LeftBracket,
            LeftInterface, LeftRename, LeftSynchronisingChoice, LeftSynchronisingInterrupt,
            LessOrEqual, Let, Not, Or, Parallel, Plus, Project, Question, Range, Refinement,
            Remainder, RightBracket, RightException, RightInterface, RightSynchronisingChoice,
            RightSynchronisingInterrupt, Scope, Semicolon, SlidingChoice, Then, Tie, Times,
            Unequal, Within,
        };
        #[rustfmt::skip]
        let joins = matches!(
            self,
            And | Append | Arrow | At | Backslash | Bar | Both | Colon | Comma | Define | Divide | Dollar | Dot | Dotable
                | DrawnFrom | Else | Equal | Exclamation | Extendable | ExternalChoice | GreaterOrEqual | Guard | If
                | Interleave | InternalChoice | Interrupt | LeftBracket | LeftInterface | LeftRename
                | LeftSynchronisingChoice | LeftSynchronisingInterrupt | LessOrEqual | Let | Not | Or | Parallel | Plus
                | Project | Question | Range | Refinement | Remainder | RightBracket | RightException | RightInterface
                | RightSynchronisingChoice | RightSynchronisingInterrupt | Scope | Semicolon | SlidingChoice | Then | Tie
                | Times | Unequal | Within
        );
        joins
    }

    /// Whether a line break after it means nothing. A minus and `<` are among these, but may begin a line.
    fn needs_more(self) -> bool {
        use Kind::{
            Assert, Channel, Datatype, External, Instance, LeftBrace, LeftMap, LeftParen,
            LeftProductions, Length, Less, Minus, Module, Nametype, Subtype, Timed, Transparent,
        };
        let opens = matches!(self, LeftParen | LeftBrace | LeftProductions | LeftMap);
        let begins = matches!(
            self,
            Assert
                | Channel
                | Datatype
                | External
                | Instance
                | Module
                | Nametype
                | Subtype
                | Timed
                | Transparent
        );
        opens || begins || self.joins() || matches!(self, Length | Less | Minus)
    }

    /// Whether a line break before it means nothing.
    pub(crate) fn belongs_to_line_before(self) -> bool {
        use Kind::{
            Greater, Property, RightBrace, RightMap, RightParen, RightProductions, RightRename,
        };
        let closes = matches!(
            self,
            RightParen | RightBrace | RightProductions | RightMap | RightRename | Greater
        );
        closes || self.joins() || self == Property
    }
}
