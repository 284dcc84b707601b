//! A language of nested lists: `[a, [b, c], !d]`. What parsers of every language rely on is tested with it.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use logos::Logos;
use syntax::{Cursor, MAX_MISTAKES, MAX_OPERATORS, Mistake, Parse, Parsing, TokenKind, tokens};

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip " +")]
#[logos(skip r"\(\*[a-z ]*\*\)")]
enum Kind {
    #[regex("[a-z]+")]
    Word,
    #[token(",")]
    Comma,
    #[token("[")]
    Open,
    #[token("]")]
    Close,
    #[token("!")]
    Mark,
    #[token("\n")]
    Line,
    #[token("@")]
    Foreign,
    #[token("(*")]
    OpenComment,
    End,
    Unknown,
}

impl TokenKind for Kind {
    const END: Self = Kind::End;
    const UNKNOWN: Self = Kind::Unknown;
    const COMMA: Self = Kind::Comma;

    fn unclosed_comment(self) -> Option<&'static str> {
        (self == Kind::OpenComment).then_some("end it with `*)`")
    }

    fn name(self) -> Option<&'static str> {
        (self == Kind::Line).then_some("the end of the line")
    }
}

struct Parser<'a>(Cursor<'a, Kind>);

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    fn cursor(&self) -> &Cursor<'a, Kind> {
        &self.0
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Kind> {
        &mut self.0
    }

    fn advice(&self, token: syntax::Token<Kind>) -> Option<String> {
        (token.kind == Kind::Close).then(|| "leave the comma out".to_owned())
    }

    fn refuse_token(&mut self) -> Option<Mistake> {
        let foreign = Diagnostic::error(self.token().span, "no `@` here");
        self.at(Kind::Foreign).then(|| self.note(foreign))
    }
}

const DEEPEST: usize = 5;

impl Parser<'_> {
    /// The text of an item, with its place.
    fn item(&mut self) -> Parse<String> {
        let start = self.token().span;
        let text = match self.peek() {
            Kind::Word => {
                self.bump();
                String::new()
            }
            Kind::Mark => {
                self.bump();
                self.count()?;
                self.item()?
            }
            _ => {
                self.expect(Kind::Open, "an item")?;
                let items = self.nested("lists", DEEPEST, |parser| parser.list(Self::item))?;
                self.expect(Kind::Close, "`,` or `]`")?;
                items.join(" ")
            }
        };
        Ok(format!("<{}:{text}>", self.slice(self.since(start))))
    }
}

/// Does something to a text, and says what came of it and what was noted.
fn parsed<T>(text: &str, parse: impl FnOnce(&mut Parser<'_>) -> T) -> (T, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let (tokens, wrong) = tokens::<Kind>(&sources, file, 1000);
    let mut parser = Parser(Cursor::new(&sources, file, tokens));
    let result = parse(&mut parser);
    let mut diagnostics = parser.0.into_diagnostics();
    diagnostics.extend(wrong);
    let line = |diagnostic: &Diagnostic| match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.one_line(&sources)),
        None => diagnostic.one_line(&sources),
    };
    (result, diagnostics.iter().map(line).collect())
}

#[test]
fn spans_end_with_the_last_token_that_was_taken() {
    let (item, noted) = parsed("[ab, (* c *) [d]  , !e ] ", |parser| parser.item());
    assert_eq!(item.ok().as_deref(), Some("<[ab, (* c *) [d]  , !e ]:<ab:> <[d]:<d:>> <!e:<e:>>>"));
    assert_eq!(noted, [""; 0]);
}

#[test]
fn nothing_lies_between_a_place_and_itself() {
    let (spans, _) = parsed("ab  cd", |parser| {
        parser.bump();
        let start = parser.token().span;
        let other = Span { file: FileId(7), ..start };
        (start, parser.since(start), other, parser.since(other))
    });
    assert_eq!(spans.0, spans.1);
    assert_eq!(spans.2, spans.3, "in another file");
}

#[test]
fn what_is_expected_is_said_with_what_was_found() {
    for (text, noted) in [
        ("[a b]", "m:1:4: error: expected `,` or `]`, found `b`"),
        ("[a,]", "m:1:4: error: expected an item, found `]` (leave the comma out)"),
        ("[a,", "m:1:4: error: expected an item, found the end of the text"),
        ("[a,\n", "m:1:4: error: expected an item, found the end of the line"),
        ("[a,é", "m:1:4: error: expected an item, found `é`"),
        ("[a,@", "m:1:4: error: no `@` here"),
    ] {
        assert_eq!(parsed(text, |parser| parser.item().is_err()), (true, vec![noted.to_owned()]));
    }
}

#[test]
fn the_end_of_the_text_can_be_looked_at_for_ever() {
    let (kinds, _) = parsed("a", |parser| {
        let before = parser.mark();
        let taken = [0; 3].map(|_| parser.bump().kind);
        assert!(parser.mark().is_after(before));
        assert_eq!(parser.end(), 1, "the end of the text is never passed");
        (taken, parser.peek_after(1000))
    });
    assert_eq!(kinds, ([Kind::Word, Kind::End, Kind::End], Kind::End));
}

#[test]
fn going_back_forgets_what_was_noted_since() {
    let (word, noted) = parsed("a b c", |parser| {
        parser.unexpected("x");
        parser.bump();
        let mark = parser.mark();
        parser.skip_to(|kind| kind == Kind::Close);
        parser.unexpected("y");
        parser.return_to(mark);
        parser.word().to_owned()
    });
    assert_eq!(word, "b");
    assert_eq!(noted, ["m:1:1: error: expected x, found `a`"]);
}

#[test]
fn skipping_stops_at_what_is_looked_for() {
    let (places, _) = parsed("a , [ b", |parser| {
        parser.skip_to(|kind| matches!(kind, Kind::Open | Kind::Close));
        let found = parser.word().to_owned();
        parser.skip_to(|kind| kind == Kind::Close);
        (found, parser.peek())
    });
    assert_eq!(places, ("[".to_owned(), Kind::End));
}

#[test]
fn a_comment_without_an_end_cuts_the_text_off() {
    let (word, noted) = parsed("a (* b\nc", |parser| {
        parser.bump();
        parser.peek()
    });
    assert_eq!(word, Kind::End);
    assert_eq!(noted, ["m:1:3: error: this comment is never closed (end it with `*)`)"]);
}

#[test]
fn a_text_may_have_no_more_tokens_than_was_said() {
    for (text, count, noted) in [
        ("a b c (* *) ", 3, None),
        ("a b c d", 3, Some("m:1:7: error: too large: more than 3 tokens")),
    ] {
        let mut sources = Sources::new();
        let file = sources.add("m", text);
        let (tokens, wrong) = tokens::<Kind>(&sources, file, 3);
        assert_eq!(tokens.len(), count);
        assert_eq!(wrong.map(|wrong| wrong.one_line(&sources)).as_deref(), noted);
    }
}

#[test]
fn no_more_than_the_first_mistakes_are_kept() {
    let (hopeless, noted) = parsed("a", |parser| {
        let hopeless: Vec<bool> = (0..2 * MAX_MISTAKES)
            .map(|place| {
                parser.unexpected(&place.to_string());
                parser.is_hopeless()
            })
            .collect();
        hopeless.iter().position(|&is| is)
    });
    assert_eq!(hopeless, Some(MAX_MISTAKES - 1));
    assert_eq!(noted.len(), MAX_MISTAKES);
    assert_eq!(noted[MAX_MISTAKES - 1], "m:1:1: error: expected 19, found `a`");
}

#[test]
fn depth_and_size_have_limits() {
    let lists = |depth| "[".repeat(depth) + "a" + &"]".repeat(depth);
    assert!(parsed(&lists(DEEPEST), |parser| parser.item()).0.is_ok());
    // Beside one another they do not add up.
    assert!(parsed(&format!("[{0}, {0}]", lists(DEEPEST - 1)), |parser| parser.item()).0.is_ok());
    let (_, noted) = parsed(&lists(DEEPEST + 1), |parser| parser.item());
    assert_eq!(noted, ["m:1:7: error: too complex: lists may be nested 5 deep"]);

    let marks = |count| "!".repeat(count) + "a";
    assert!(parsed(&marks(MAX_OPERATORS), |parser| parser.item()).0.is_ok());
    let (_, noted) = parsed(&marks(MAX_OPERATORS + 1), |parser| parser.item());
    assert_eq!(
        noted,
        ["m:1:258: error: too complex: an expression of more than 256 operators and parentheses"]
    );
    let (again, _) = parsed(&marks(MAX_OPERATORS), |parser| {
        parser.item().is_ok() && {
            parser.restart_count();
            parser.count().is_ok()
        }
    });
    assert!(again);
}
