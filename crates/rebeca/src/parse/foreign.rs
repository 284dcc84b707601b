//! What belongs to other versions of Rebeca is refused by name.

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;

/// Whose something is.
#[derive(Clone, Copy)]
pub(super) enum Version {
    Core,
    Timed,
    Probabilistic,
    Hybrid,
    Python,
}

impl Version {
    fn name(self) -> &'static str {
        match self {
            Version::Core => "Core Rebeca",
            Version::Timed => "Timed Rebeca",
            Version::Probabilistic => "Probabilistic Rebeca",
            Version::Hybrid => "Hybrid Rebeca",
            Version::Python => "the Rebeca that is compiled to Python",
        }
    }
}

/// Annotations that change what a model does.
const ORDERED: &str =
    "which message is served first would depend on it; leave it out if it may be any";

/// Functions that are not there, whose they are, and what to do instead.
const FUNCTIONS: [(&str, Version, Option<&str>); 4] = [
    ("getAllActors", Version::Core, Some("let rebecs know one another in `main`")),
    ("getAllRebecs", Version::Core, Some("let rebecs know one another in `main`")),
    ("delay", Version::Timed, None),
    ("now", Version::Timed, None),
];

/// Types that are not there.
const TYPES: [(&str, Version, Option<&str>); 5] = [
    ("float", Version::Core, Some("count in whole numbers: `int`")),
    ("double", Version::Core, Some("count in whole numbers: `int`")),
    ("real", Version::Hybrid, None),
    ("String", Version::Core, Some("use numbers instead of texts")),
    ("list", Version::Python, None),
];

/// What begins a unit of another version, and what to do instead.
const UNITS: [(&str, Version, Option<&str>); 7] = [
    ("featurevar", Version::Core, Some("write out the product that is meant")),
    ("import", Version::Core, Some("put all classes into one file")),
    ("package", Version::Core, Some("leave it out")),
    ("from", Version::Python, Some("put all classes into one file")),
    ("physicalclass", Version::Hybrid, None),
    ("softwareclass", Version::Hybrid, None),
    ("component", Version::Core, None),
];

fn of<'t>(
    table: &'t [(&str, Version, Option<&'static str>)],
    word: &str,
) -> Option<&'t (&'t str, Version, Option<&'static str>)> {
    table.iter().find(|(name, ..)| *name == word)
}

impl Parser<'_> {
    /// Notes that something is not supported, whose it is, and what to write instead.
    pub fn refuse(&mut self, span: Span, what: &str, version: Version, instead: Option<&str>) {
        let mut help = match version {
            Version::Core => "the rest of Core Rebeca is supported".to_owned(),
            _ => format!("this belongs to {}; Core Rebeca is read here", version.name()),
        };
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

    /// Refuses a token that only other versions have.
    pub fn refuse_foreign(&mut self) -> Option<Mistake> {
        let token = self.token();
        let (what, version) = match token.kind {
            Kind::At => ("annotations are", Version::Core),
            Kind::Fraction => ("numbers with a fraction are", Version::Core),
            Kind::Quoted => ("texts are", Version::Core),
            Kind::PythonText => ("texts in `'` are", Version::Python),
            Kind::ShiftUnsigned => ("`>>>` is", Version::Core),
            Kind::Name => return self.refuse_foreign_word(),
            _ => return None,
        };
        self.refuse(token.span, what, version, None);
        Some(Mistake)
    }

    /// Refuses a word that other versions begin something with.
    fn refuse_foreign_word(&mut self) -> Option<Mistake> {
        let word = self.word();
        let &(_, version, instead) = of(&UNITS, word)?;
        self.refuse(self.token().span, &format!("`{word}` is"), version, instead);
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
            let orders = what.to_lowercase().contains("priority");
            self.refuse(span, &what, Version::Core, orders.then_some(ORDERED));
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
        let Some(&(word, version, instead)) =
            self.at(Kind::Name).then(|| of(&UNITS, self.word())).flatten()
        else {
            return false;
        };
        let classes = word.ends_with("class");
        self.refuse_word(version, instead);
        if classes {
            self.skip_within(|kind| kind == Kind::LeftBrace);
            self.skip_class();
        } else if word != "from" {
            self.skip_within(|kind| kind == Kind::Semicolon);
            self.eat(Kind::Semicolon);
        }
        true
    }

    /// Refuses a call of a function that only other versions have.
    pub fn foreign_function(&mut self) -> Option<Mistake> {
        let &(_, version, instead) = of(&FUNCTIONS, self.word())?;
        self.refuse_word(version, instead);
        self.skip_group();
        Some(Mistake)
    }

    /// Refuses a type that only other versions have, and goes past it as if it were there.
    pub fn foreign_type(&mut self) {
        if let Some(&(word, version, instead)) = of(&TYPES, self.word()) {
            let span = self.token().span;
            self.refuse(span, &format!("the type `{word}` is"), version, instead);
        }
    }

    /// Refuses a statement of other versions, and goes past it; false if none stands here.
    pub fn foreign_statement(&mut self) -> bool {
        let next = self.peek_after(1);
        match self.word() {
            "delay" if next == Kind::LeftParen => {
                self.refuse_word(Version::Timed, None);
                self.skip_group();
                self.eat(Kind::Semicolon);
            }
            "pAlt" if next == Kind::LeftBrace => {
                self.refuse_word(Version::Probabilistic, None);
                self.skip_group();
            }
            "setmode" | "guard" if next == Kind::LeftParen => {
                self.refuse_word(Version::Hybrid, None);
                self.skip_group();
                self.eat(Kind::Semicolon);
            }
            _ => return false,
        }
        true
    }
}
