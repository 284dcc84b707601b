//! The list of what is declared, while it is made.

use std::collections::{BTreeMap, HashMap, HashSet};

use diagnostics::{FileId, Sources, Span};
use model::{Declared, DeclaredKind};

use crate::habits::COMMAND_LINE;

/// A declaration to be added.
pub(super) struct New<'n> {
    pub(super) name: &'n str,
    pub(super) kind: DeclaredKind,
    pub(super) place: Span,
    /// The whole declaration, if the place lies in it.
    pub(super) whole: Span,
    pub(super) text: String,
    pub(super) remarks: Vec<String>,
    /// The declaration around it, unless it stands in an inline or a macro.
    pub(super) within: Option<usize>,
}

/// Where texts that are expanded begin and end, and what they are in the list. They lie beside one another.
type Texts = BTreeMap<(FileId, u32), (u32, usize)>;

/// The list of what is declared.
pub(super) struct List<'a> {
    sources: &'a Sources,
    declared: Vec<Declared>,
    /// What is declared at a place: an inline that is expanded twice declares a variable twice, but it is one.
    known: HashMap<Span, usize>,
    macros: Texts,
    inlines: Texts,
    /// Uses at places that nothing else explains: arguments of inlines that have no use for them.
    doubtful: Vec<(usize, Span)>,
    /// Whether uses are doubtful now.
    pub(super) doubts: bool,
}

impl<'a> List<'a> {
    pub(super) fn new(sources: &'a Sources) -> Self {
        List {
            sources,
            declared: Vec::new(),
            known: HashMap::new(),
            macros: Texts::new(),
            inlines: Texts::new(),
            doubtful: Vec::new(),
            doubts: false,
        }
    }

    /// The sources.
    pub(super) fn sources(&self) -> &'a Sources {
        self.sources
    }

    /// Adds a declaration, and says which one it is; none if its name does not stand at its place.
    pub(super) fn add(&mut self, new: New<'_>) -> Option<usize> {
        if let Some(&number) = self.known.get(&new.place) {
            return Some(number);
        }
        if !self.stands(new.name, new.place) {
            return None;
        }
        let number = self.declared.len();
        self.known.insert(new.place, number);
        let around = self.expanded_around(new.place);
        // What comes out of a macro is no longer than the macro.
        let limit = around.map_or(new.whole, |text| self.declared[text].whole);
        let is_around = contains(new.whole, new.place) && contains(limit, new.whole);
        self.declared.push(Declared {
            name: new.name.to_owned(),
            kind: new.kind,
            place: new.place,
            whole: if is_around { new.whole } else { new.place },
            text: new.text,
            remarks: new.remarks,
            within: around.or(new.within),
            uses: Vec::new(),
        });
        Some(number)
    }

    /// Adds a macro.
    pub(super) fn add_macro(&mut self, new: New<'_>) -> Option<usize> {
        let (whole, number) = (new.whole, self.add(new)?);
        self.macros.insert((whole.file, whole.start), (whole.end, number));
        Some(number)
    }

    /// Adds an inline.
    pub(super) fn add_inline(&mut self, new: New<'_>) -> Option<usize> {
        let (whole, number) = (new.whole, self.add(new)?);
        self.inlines.insert((whole.file, whole.start), (whole.end, number));
        Some(number)
    }

    /// The macro or inline in the text of which a place lies.
    pub(super) fn expanded_around(&self, place: Span) -> Option<usize> {
        let of = |texts: &Texts| {
            let (&(file, _), &(end, number)) =
                texts.range(..=(place.file, place.start)).next_back()?;
            (file == place.file && place.end <= end).then_some(number)
        };
        of(&self.macros).or_else(|| of(&self.inlines))
    }

    /// The claim in the text of which a place lies.
    pub(super) fn claim_around(&self, place: Span) -> Option<usize> {
        self.declared
            .iter()
            .position(|it| it.kind == DeclaredKind::Claim && contains(it.whole, place))
    }

    /// What is declared at a place.
    pub(super) fn at(&self, place: Span) -> Option<usize> {
        self.known.get(&place).copied()
    }

    /// A declaration.
    pub(super) fn get(&self, number: usize) -> &Declared {
        &self.declared[number]
    }

    /// Where the names stand that are declared or used, as far as is known.
    pub(super) fn explained(&self) -> HashSet<Span> {
        let uses = self.declared.iter().flat_map(|declared| declared.uses.iter().copied());
        let doubtful = self.doubtful.iter().map(|(_, span)| *span);
        uses.chain(doubtful).chain(self.known.keys().copied()).collect()
    }

    /// Notes a use, if the name stands at the place.
    pub(super) fn used(&mut self, number: usize, span: Span) {
        let declared = &self.declared[number];
        if span == declared.place || !self.stands(&declared.name, span) {
            return;
        }
        if self.doubts {
            self.doubtful.push((number, span));
        } else {
            self.declared[number].uses.push(span);
        }
    }

    /// Whether a name stands at a place in a text of the model. What a macro has joined stands nowhere, and settings are no text.
    fn stands(&self, name: &str, place: Span) -> bool {
        self.sources.snippet(place) == name && self.sources.name(place.file) != COMMAND_LINE
    }

    /// The list.
    pub(super) fn finish(mut self) -> Vec<Declared> {
        let certain: HashSet<Span> =
            self.declared.iter().flat_map(|declared| declared.uses.iter().copied()).collect();
        for (number, span) in self.doubtful {
            if !certain.contains(&span) && !self.known.contains_key(&span) {
                self.declared[number].uses.push(span);
            }
        }
        for declared in &mut self.declared {
            declared.uses.sort_unstable_by_key(|span| (span.file, span.start));
            declared.uses.dedup();
        }
        self.declared
    }
}

/// Whether one place lies in another.
pub(super) fn contains(whole: Span, place: Span) -> bool {
    whole.file == place.file && whole.start <= place.start && place.end <= whole.end
}
