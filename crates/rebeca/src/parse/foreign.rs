//! What belongs to other versions of Rebeca is refused by name.

use diagnostics::{Diagnostic, Span};

use super::cursor::{Mistake, Parser};
use crate::lex::Kind;

/// Whose something is.
#[derive(Clone, Copy)]
pub(super) enum Version {
    Core,
    Timed,
    Probabilistic,
}

impl Version {
    fn name(self) -> &'static str {
        match self {
            Version::Core => "core Rebeca as it is today",
            Version::Timed => "Timed Rebeca",
            Version::Probabilistic => "Probabilistic Rebeca",
        }
    }
}

/// What to write instead of a loop.
const LOOPS: &str = "`forEachValueOf(i)` goes through a scalar set";

/// Words that name nothing here because they mean something in core Rebeca, and what to write instead.
const WORDS: [(&str, Option<&str>); 14] = [
    ("abstract", None),
    ("break", None),
    ("continue", None),
    ("extends", Some("write the class out")),
    ("for", Some(LOOPS)),
    ("implements", Some("write the class out")),
    ("import", None),
    ("instanceof", None),
    ("interface", None),
    ("package", None),
    ("return", Some("a message server ends where its text ends")),
    ("switch", Some("write `if` and `else`")),
    ("void", Some("what runs is a message server: `msgsrv name(...) { ... }`")),
    ("while", Some(LOOPS)),
];

fn reserved(word: &str) -> Option<Option<&'static str>> {
    WORDS.iter().find(|(reserved, _)| *reserved == word).map(|&(_, instead)| instead)
}

impl Parser<'_> {
    /// Notes that something is not supported, whose it is, and what to write instead.
    pub fn refuse(&mut self, span: Span, what: &str, version: Version, instead: Option<&str>) {
        let mut help = format!(
            "this belongs to {}, and not to the dialect with scalar sets, which is read here",
            version.name()
        );
        if let Some(instead) = instead {
            help = format!("{help}; {instead}");
        }
        self.note(Diagnostic::error(span, format!("{what} not supported")).help(help));
    }

    /// Refuses the current word, and goes past it.
    pub fn refuse_word(&mut self, version: Version, instead: Option<&str>) {
        let what = format!("`{}` is", self.word());
        let span = self.bump().span;
        self.refuse(span, &what, version, instead);
    }

    /// Whether the current word means something in core Rebeca, so that it is no name.
    pub fn is_foreign(&self) -> bool {
        self.at(Kind::Name) && reserved(self.word()).is_some()
    }

    /// Refuses a token that only other versions have.
    pub fn refuse_foreign(&mut self) -> Option<Mistake> {
        let token = self.token();
        match token.kind {
            Kind::Name => {
                let instead = reserved(self.word())?;
                self.refuse(token.span, &format!("`{}` is", self.word()), Version::Core, instead);
            }
            Kind::At => self.refuse(token.span, "annotations are", Version::Core, None),
            Kind::Fraction => {
                self.refuse(token.span, "numbers with a fraction are", Version::Core, None);
            }
            _ => return None,
        }
        Some(Mistake)
    }

    /// Refuses the annotations that stand here, and goes past them.
    pub fn annotations(&mut self) {
        while self.at(Kind::At) {
            let start = self.bump().span;
            self.eat(Kind::Name);
            let span = self.since(start);
            self.skip_group();
            let what = match self.slice(span) {
                "@" => "annotations are".to_owned(),
                annotation => format!("`{annotation}` is"),
            };
            self.refuse(span, &what, Version::Core, None);
        }
    }

    /// Refuses `after(...)` and `deadline(...)` behind a message, and goes past them.
    pub fn timing(&mut self) {
        while self.at(Kind::Name) && matches!(self.word(), "after" | "deadline") {
            self.refuse_word(Version::Timed, None);
            self.skip_group();
        }
    }

    /// Refuses a declaration beside classes, and goes past it; false if none stands here.
    pub fn foreign_unit(&mut self) -> bool {
        if !self.at(Kind::Name) {
            return false;
        }
        match self.word() {
            "abstract" => self.refuse_word(Version::Core, reserved("abstract").flatten()),
            "interface" => {
                self.refuse_word(Version::Core, None);
                while !self.at_member() && !self.at(Kind::LeftBrace) {
                    self.bump();
                }
                self.skip_group();
            }
            word @ ("env" | "featurevar" | "import" | "package") => {
                let constants = "write the value where it is used";
                self.refuse_word(Version::Core, (word == "env").then_some(constants));
                self.skip_to(&[Kind::Semicolon]);
                self.eat(Kind::Semicolon);
            }
            _ => return false,
        }
        true
    }

    /// Refuses `extends C` and `implements I, J` of a class, and goes past them.
    pub fn inheritance(&mut self) {
        if self.is_foreign() && matches!(self.word(), "extends" | "implements") {
            self.refuse_foreign();
            self.skip_to(&[Kind::LeftParen, Kind::LeftBrace]);
        }
    }
}
