//! Text to tokens, for the preprocessor and the parser alike.
//!
//! The preprocessor works on these tokens too, so a text is cut up only once. That is why numbers
//! are first taken as C takes them (`1..N` is *one* preprocessing number, in which `cpp` expands
//! nothing) and are cut again by [`split_number`] when they are handed to the parser.

use std::collections::HashMap;
use std::rc::Rc;

use diagnostics::Span;
use logos::Logos;

/// A text that occurs in a model, by its number in an [`Interner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(u32);

/// Texts of tokens, each stored once.
#[derive(Debug)]
pub(crate) struct Interner {
    texts: Vec<Rc<str>>,
    symbols: HashMap<Rc<str>, Symbol>,
}

impl Interner {
    /// An interner that knows the keywords: their symbols come first.
    pub(crate) fn new() -> Self {
        let mut interner = Self { texts: Vec::new(), symbols: HashMap::new() };
        for (text, _) in KEYWORDS {
            interner.intern(text);
        }
        interner
    }

    /// The symbol of a text.
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let text: Rc<str> = text.into();
        self.texts.push(Rc::clone(&text));
        self.symbols.insert(text, symbol);
        symbol
    }

    /// The text of a symbol.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("", |t| t)
    }

    /// The keyword that an identifier is, if it is one.
    pub(crate) fn keyword(symbol: Symbol) -> Option<Kind> {
        KEYWORDS.get(symbol.0 as usize).map(|&(_, kind)| kind)
    }
}

/// A line break stands before the token (after preprocessing).
pub(crate) const NEWLINE: u8 = 1;
/// The token is the first of its source line: here a `#` starts a directive.
pub(crate) const LINE_START: u8 = 2;
/// White space stands before the token.
pub(crate) const SPACE: u8 = 4;
/// The name of a macro that must not be expanded any more.
pub(crate) const NO_EXPAND: u8 = 8;

/// One token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its text.
    pub(crate) symbol: Symbol,
    /// Where the user wrote it.
    pub(crate) span: Span,
    /// Where it stands now: for an argument of an inline, the place of the parameter.
    pub(crate) place: Span,
    /// [`NEWLINE`], [`LINE_START`], [`SPACE`], [`NO_EXPAND`].
    pub(crate) flags: u8,
}

impl Token {
    /// True if one of these flags is set.
    pub(crate) fn has(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    /// The token with these flags set.
    pub(crate) fn with(mut self, flags: u8) -> Self {
        self.flags |= flags;
        self
    }

    /// The token without these flags.
    pub(crate) fn without(mut self, flags: u8) -> Self {
        self.flags &= !flags;
        self
    }

    /// The token at another place.
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.span = span;
        self.place = span;
        self
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)* ; $($keyword:ident = $text:literal,)*) => {
        /// The kinds of tokens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub(crate) enum Kind {
            $($(#[$doc])* $kind,)*
            $($keyword,)*
        }

        /// The keywords of Promela, in the order of their symbols.
        pub(crate) const KEYWORDS: &[(&str, Kind)] = &[$(($text, Kind::$keyword),)*];
    };
}

kinds! {
    /// The end of the text.
    Eof,
    Identifier,
    Number,
    /// `"..."` or `$...$`.
    Text,
    /// `'c'`.
    Character,
    /// A character that starts no token.
    Unknown,
    /// A string or character without its closing quote.
    Unclosed,
    /// `#`.
    Hash,
    /// `##`.
    HashHash,
    /// A `*/` outside comments: SPIN passes over it.
    CommentEnd,
    /// A compound assignment of C, such as `+=`: not Promela.
    Compound,
    Semicolon, Arrow, Colon, DoubleColon, Comma, Dot, DotDot, At,
    LeftParen, RightParen, LeftBrace, RightBrace, LeftBracket, RightBracket,
    Assign, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,
    ShiftLeft, ShiftRight, Plus, Minus, Increment, Decrement, Star, Slash, Percent,
    And, Or, BitAnd, BitOr, BitXor, Tilde, Bang, BangBang, Question, QuestionQuestion,
    ;
    Active = "active", Assert = "assert", Atomic = "atomic", Bit = "bit", Bool = "bool",
    Break = "break", Byte = "byte", CCode = "c_code", CDecl = "c_decl", CExpr = "c_expr",
    CState = "c_state", CTrack = "c_track", Chan = "chan", DProctype = "D_proctype", DStep = "d_step",
    Do = "do", Else = "else", Empty = "empty", Enabled = "enabled", Eval = "eval", False = "false",
    Fi = "fi", For = "for", Full = "full", GetPriority = "get_priority", Goto = "goto",
    Hidden = "hidden", If = "if", Init = "init", Inline = "inline", Int = "int", Len = "len",
    Local = "local", Ltl = "ltl", Mtype = "mtype", Nempty = "nempty", Never = "never", Nfull = "nfull",
    NotTrace = "notrace", NonProgress = "np_", Od = "od", Of = "of", PcValue = "pc_value", PidType = "pid",
    Printf = "printf", Printm = "printm", Priority = "priority", Proctype = "proctype",
    Provided = "provided", Return = "return", Run = "run", Select = "select",
    SetPriority = "set_priority", Short = "short", Show = "show", Skip = "skip", Timeout = "timeout",
    Trace = "trace", True = "true", Typedef = "typedef", Unless = "unless", Unsigned = "unsigned",
    Xr = "xr", Xs = "xs",
}

/// What the automaton sees.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
enum Lexeme {
    #[regex(r"[ \t\x0b\x0c]+")]
    Blank,
    #[regex(r"\r\n?|\n")]
    LineEnd,
    #[token("//")]
    LineComment,
    #[token("/*")]
    BlockComment,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Identifier,
    #[regex(r"\.?[0-9]([eEpP][+-]|[0-9A-Za-z_.])*")]
    Number,
    #[regex(r#""([^"\\\n\r]|\\[^\n\r])*""#)]
    // SPIN takes what stands between dollars for a text too.
    #[regex(r"\$([^$\\\n\r]|\\[^\n\r])*\$")]
    Text,
    #[regex(r"'([^'\\\n\r]|\\[^\n\r])*'")]
    Character,
    #[regex(r#""([^"\\\n\r]|\\[^\n\r])*"#)]
    #[regex(r"'")]
    Unclosed,
    #[token("*/", |_| Kind::CommentEnd)]
    #[token("##", |_| Kind::HashHash)]
    #[token("#", |_| Kind::Hash)]
    #[token(";", |_| Kind::Semicolon)]
    #[token("->", |_| Kind::Arrow)]
    // As SPIN reads it; and so below.
    #[token("-->", |_| Kind::Arrow)]
    #[token(":", |_| Kind::Colon)]
    #[token("::", |_| Kind::DoubleColon)]
    #[token(",", |_| Kind::Comma)]
    #[token(".", |_| Kind::Dot)]
    #[token("..", |_| Kind::DotDot)]
    #[token("@", |_| Kind::At)]
    #[token("(", |_| Kind::LeftParen)]
    #[token(")", |_| Kind::RightParen)]
    #[token("{", |_| Kind::LeftBrace)]
    #[token("}", |_| Kind::RightBrace)]
    #[token("[", |_| Kind::LeftBracket)]
    #[token("]", |_| Kind::RightBracket)]
    #[token("=", |_| Kind::Assign)]
    #[token("==", |_| Kind::Equal)]
    #[token("!=", |_| Kind::NotEqual)]
    #[token("!!=", |_| Kind::NotEqual)]
    #[token("<", |_| Kind::Less)]
    #[token("<=", |_| Kind::LessEqual)]
    #[token(">", |_| Kind::Greater)]
    #[token(">=", |_| Kind::GreaterEqual)]
    #[token("<<", |_| Kind::ShiftLeft)]
    #[token("<=<", |_| Kind::ShiftLeft)]
    #[token(">>", |_| Kind::ShiftRight)]
    #[token(">=>", |_| Kind::ShiftRight)]
    #[token("+", |_| Kind::Plus)]
    #[token("-", |_| Kind::Minus)]
    #[token("++", |_| Kind::Increment)]
    #[token("--", |_| Kind::Decrement)]
    #[token("*", |_| Kind::Star)]
    #[token("/", |_| Kind::Slash)]
    #[token("%", |_| Kind::Percent)]
    #[token("&&", |_| Kind::And)]
    #[token("||", |_| Kind::Or)]
    #[token("&", |_| Kind::BitAnd)]
    #[token("|", |_| Kind::BitOr)]
    #[token("^", |_| Kind::BitXor)]
    #[token("~", |_| Kind::Tilde)]
    #[token("!", |_| Kind::Bang)]
    #[token("!!", |_| Kind::BangBang)]
    #[token("?", |_| Kind::Question)]
    #[token("??", |_| Kind::QuestionQuestion)]
    #[regex(r"(\+|-|\*|/|%|&|\||\^|<<|>>)=", |_| Kind::Compound)]
    // It opens no text if no other follows.
    #[token("$", |_| Kind::Unknown)]
    Mark(Kind),
}

/// What went wrong while a text was cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexError {
    /// A `/*` without its `*/`, from this byte on.
    UnclosedComment(usize),
    /// More tokens than allowed; the rest was dropped.
    TooMany(usize),
}

/// Says where bytes of a text come from.
type Placing<'a> = dyn FnMut(usize, usize) -> Span + 'a;

/// A comment that starts with `@`: `//@ ...` or `/*@ ... */`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Annotation {
    /// How many tokens stand before it.
    pub(crate) before: usize,
    /// What follows the `@`, without the end of the comment.
    pub(crate) text: String,
    /// Where that stands.
    pub(crate) span: Span,
}

/// Cuts a text into tokens, at most `limit` of them. `place` says where bytes of `text` come from.
pub(crate) fn tokens(
    text: &str,
    interner: &mut Interner,
    limit: usize,
    place: impl FnMut(usize, usize) -> Span,
) -> (Vec<Token>, Option<LexError>) {
    annotated_tokens(text, interner, limit, place, &mut Vec::new())
}

/// The same with the annotations.
pub(crate) fn annotated_tokens(
    text: &str,
    interner: &mut Interner,
    limit: usize,
    mut place: impl FnMut(usize, usize) -> Span,
    annotations: &mut Vec<Annotation>,
) -> (Vec<Token>, Option<LexError>) {
    let mut lexer = Lexeme::lexer(text);
    let mut tokens = Vec::new();
    let mut annotate = |before, comment: &str, start: usize, place: &mut Placing<'_>| {
        if let Some(said) = comment.strip_prefix('@') {
            let span = place(start + 1, start + comment.len());
            annotations.push(Annotation { before, text: said.to_owned(), span });
        }
    };
    let mut flags = LINE_START | NEWLINE;
    while let Some(lexeme) = lexer.next() {
        let range = lexer.span();
        let kind = match lexeme {
            Ok(Lexeme::Blank) => {
                flags |= SPACE;
                continue;
            }
            Ok(Lexeme::LineEnd) => {
                flags |= LINE_START | NEWLINE;
                continue;
            }
            Ok(Lexeme::LineComment) => {
                let rest = lexer.remainder();
                let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                annotate(tokens.len(), &rest[..end], range.end, &mut place);
                lexer.bump(end);
                continue;
            }
            Ok(Lexeme::BlockComment) => {
                let rest = lexer.remainder();
                let Some(end) = rest.find("*/") else {
                    return (tokens, Some(LexError::UnclosedComment(range.start)));
                };
                if rest[..end].contains(['\n', '\r']) {
                    flags |= NEWLINE;
                }
                flags |= SPACE;
                annotate(tokens.len(), &rest[..end], range.end, &mut place);
                lexer.bump(end + 2);
                continue;
            }
            Ok(Lexeme::Identifier) => Kind::Identifier,
            Ok(Lexeme::Number) => Kind::Number,
            Ok(Lexeme::Text) => Kind::Text,
            Ok(Lexeme::Character) => Kind::Character,
            Ok(Lexeme::Unclosed) => Kind::Unclosed,
            Ok(Lexeme::Mark(kind)) => kind,
            Err(()) => Kind::Unknown,
        };
        if tokens.len() >= limit {
            return (tokens, Some(LexError::TooMany(range.start)));
        }
        let span = place(range.start, range.end);
        let symbol = interner.intern(lexer.slice());
        tokens.push(Token { kind, symbol, span, place: span, flags });
        flags = 0;
    }
    (tokens, None)
}

/// The kind of a text that is exactly one token.
pub(crate) fn single(text: &str) -> Option<Kind> {
    let mut lexer = Lexeme::lexer(text);
    let kind = match lexer.next()? {
        Ok(Lexeme::Identifier) => Kind::Identifier,
        Ok(Lexeme::Number) => Kind::Number,
        Ok(Lexeme::Text) => Kind::Text,
        Ok(Lexeme::Character) => Kind::Character,
        Ok(Lexeme::Mark(kind)) => kind,
        _ => return None,
    };
    lexer.remainder().is_empty().then_some(kind)
}

/// Cuts a preprocessing number (`3`, `1..N`, `2x`) into the tokens that Promela sees in it.
pub(crate) fn split_number(text: &str) -> Vec<(Kind, &str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let span_of = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        let (kind, length) = if first.is_ascii_digit() {
            (Kind::Number, span_of(|c| c.is_ascii_digit()))
        } else if first.is_ascii_alphabetic() || first == '_' {
            (Kind::Identifier, span_of(|c| c.is_ascii_alphanumeric() || c == '_'))
        } else if rest.starts_with("..") {
            (Kind::DotDot, 2)
        } else {
            match first {
                '.' => (Kind::Dot, 1),
                '+' => (Kind::Plus, 1),
                '-' => (Kind::Minus, 1),
                _ => (Kind::Unknown, first.len_utf8()),
            }
        };
        parts.push((kind, &rest[..length]));
        rest = &rest[length..];
    }
    parts
}

/// The value of a character constant such as `'a'` or `'\n'`; `None` unless it holds one character.
pub(crate) fn character(text: &str) -> Option<i64> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut bytes = inner.bytes();
    let value = match bytes.next()? {
        b'\\' => match bytes.next()? {
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'f' => 12,
            other => i64::from(other),
        },
        other => i64::from(other),
    };
    bytes.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostics::FileId;

    fn check(text: &str, expected: &str) {
        let mut interner = Interner::new();
        let (tokens, error) = tokens(text, &mut interner, 1000, |start, end| Span {
            file: FileId(0),
            start: start as u32,
            end: end as u32,
        });
        assert_eq!(error, None);
        let texts: Vec<&str> = tokens.iter().map(|t| interner.text(t.symbol)).collect();
        assert_eq!(texts.join(" "), expected);
    }

    #[test]
    fn operators_take_the_longest_match() {
        check("a->b;c::d:e", "a -> b ; c :: d : e");
        check("c!!x c??<y> c?[z] !!!", "c !! x c ?? < y > c ? [ z ] !! !");
        check("i++ j-- a<<b>>c<=d>=e!=f==g", "i ++ j -- a << b >> c <= d >= e != f == g");
        check("a&&b||c&d|e^f~g", "a && b || c & d | e ^ f ~ g");
        check("a..b P@l x.y a[i].b", "a .. b P @ l x . y a [ i ] . b");
    }

    #[test]
    fn comments_are_blanks_and_numbers_are_taken_as_c_takes_them() {
        check("a/* x */b//c\nd", "a b d");
        check("1..N 2x 1 .. N .5", "1..N 2x 1 .. N .5");
        check(r#"'a' '\n' '"' "s\"t" x"#, r#"'a' '\n' '"' "s\"t" x"#);
        check("\u{e9} $ \\", "\u{e9} $ \\");
    }

    #[test]
    fn comments_with_an_at_sign_are_annotations() {
        let place = |start, end| Span { file: FileId(0), start: start as u32, end: end as u32 };
        let mut found = Vec::new();
        let text = "a //@ b\nc /*@d*/ // @e\n f /* @g */ \"//@h\"";
        annotated_tokens(text, &mut Interner::new(), 1000, place, &mut found);
        let texts: Vec<(usize, &str)> = found
            .iter()
            .map(|a| (a.before, &text[a.span.start as usize..a.span.end as usize]))
            .collect();
        assert_eq!(texts, [(1, " b"), (2, "d")]);
        assert!(found.iter().map(|a| a.text.as_str()).eq([" b", "d"]));
    }

    #[test]
    fn numbers_split_into_what_promela_sees() {
        let texts = |text| split_number(text).into_iter().map(|(_, t)| t).collect::<Vec<_>>();
        assert_eq!(texts("1..N"), ["1", "..", "N"]);
        assert_eq!(texts("3"), ["3"]);
        assert_eq!(texts("2x"), ["2", "x"]);
        assert_eq!(texts(".5"), [".", "5"]);
        assert_eq!(texts("1e+5"), ["1", "e", "+", "5"]);
    }

    #[test]
    fn characters_have_values() {
        assert_eq!(character("'a'"), Some(97));
        assert_eq!(character(r"'\n'"), Some(10));
        assert_eq!(character(r"'\0'"), Some(48));
        assert_eq!(character("'ab'"), None);
        assert_eq!(character("''"), None);
    }
}
