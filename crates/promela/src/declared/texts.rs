//! Macros, inlines, and names that stand beside the tree.

use model::DeclaredKind;

use super::Resolver;
use super::list::New;
use super::words::one_line;
use crate::parse::{Beside, InlineText};
use crate::preprocess::{MacroText, ParameterText};

impl<'a> Resolver<'a> {
    /// Adds the macros.
    pub(super) fn macros(&mut self, macros: &[MacroText]) {
        for defined in macros {
            let text = one_line(self.list.sources().snippet(defined.whole));
            let number = self.list.add_macro(New {
                name: &defined.name,
                kind: DeclaredKind::Macro,
                place: defined.place,
                whole: defined.whole,
                text,
                remarks: Vec::new(),
                within: None,
            });
            self.uses(number, &defined.uses);
            self.bound(&defined.parameters, number);
        }
    }

    /// Adds the inlines.
    pub(super) fn inlines(&mut self, inlines: &[InlineText]) {
        for defined in inlines {
            let text = one_line(self.list.sources().snippet(defined.head));
            let number = self.list.add_inline(New {
                name: &defined.name.text,
                kind: DeclaredKind::Function,
                place: defined.name.span,
                whole: defined.whole,
                text,
                remarks: Vec::new(),
                within: None,
            });
            self.inlines.extend(number.map(|number| (defined.name.text.clone(), number)));
            self.bound(&defined.parameters, number);
        }
    }

    /// Adds names for what a macro, an inline or a quantified part is given.
    fn bound(&mut self, parameters: &[ParameterText], within: Option<usize>) {
        for parameter in parameters {
            let number = self.list.add(New {
                name: &parameter.name,
                kind: DeclaredKind::Parameter,
                place: parameter.place,
                whole: parameter.place,
                text: parameter.name.clone(),
                remarks: Vec::new(),
                within,
            });
            self.uses(number, &parameter.uses);
        }
    }

    fn uses(&mut self, number: Option<usize>, uses: &[diagnostics::Span]) {
        let Some(number) = number else { return };
        uses.iter().for_each(|span| self.list.used(number, *span));
    }

    /// Notes the uses that the tree does not keep.
    pub(super) fn beside(&mut self, beside: &Beside) {
        for &(defined, call) in &beside.calls {
            if let Some(number) = self.list.at(defined) {
                self.list.used(number, call);
            }
        }
        for name in &beside.types {
            if let Some((Some(number), _)) = self.structures.get(name.text.as_str()) {
                self.list.used(*number, name.span);
            }
        }
        for name in &beside.kinds {
            if let Some(number) = self.kinds.get(name.text.as_str()) {
                self.list.used(*number, name.span);
            }
        }
        beside.proctypes.iter().for_each(|name| self.process(name));
        for variable in &beside.quantified {
            let around = self.list.claim_around(variable.place);
            self.bound(std::slice::from_ref(variable), around);
        }
    }
}
