//! Names that the parser has passed over: those of statements with mistakes, and those of inlines that nobody calls. What they mean
//! is guessed from where they stand, as fields and labels are not.

use std::collections::HashSet;

use diagnostics::Span;
use model::DeclaredKind;

use super::Resolver;
use super::list::contains;
use crate::lex::{Interner, Kind, Symbol, Token};
use crate::parse::basic_type;

impl<'a> Resolver<'a> {
    /// Looks up the names among some tokens that nothing was said of.
    pub(super) fn guesses(&mut self, tokens: &[Token], interner: &Interner) {
        let explained = self.list.explained();
        let mut hidden: HashSet<(usize, Symbol)> = HashSet::new();
        let mut before = Kind::Semicolon;
        for (place, token) in tokens.iter().enumerate() {
            let previous = std::mem::replace(&mut before, token.kind);
            let is_member = matches!(previous, Kind::Dot | Kind::Colon | Kind::At | Kind::Goto);
            let is_label = tokens.get(place + 1).is_some_and(|next| next.kind == Kind::Colon);
            if token.kind != Kind::Identifier
                || explained.contains(&token.span)
                || is_member
                || is_label
            {
                continue;
            }
            let inline = self.list.expanded_around(token.place);
            if let Some(inline) = inline
                && (basic_type(previous).is_some() || hidden.contains(&(inline, token.symbol)))
            {
                // A variable of an inline that nobody calls.
                hidden.insert((inline, token.symbol));
                continue;
            }
            if let Some(number) = self.guess(interner.text(token.symbol), token.place) {
                self.list.used(number, token.span);
            }
        }
    }

    /// What a name probably means at a place. In a formula that was understood, it is an operator.
    fn guess(&self, name: &str, place: Span) -> Option<usize> {
        let owner = self.owners.iter().find(|owner| {
            owner.declared.is_some_and(|number| contains(self.list.get(number).whole, place))
        });
        let declared = owner.and_then(|owner| owner.declared);
        if declared.is_some_and(|number| self.list.get(number).kind == DeclaredKind::Claim) {
            return None;
        }
        let local = owner.and_then(|owner| owner.locals.get(name));
        if let Some(meaning) = local.or_else(|| self.scopes.find(name)) {
            return meaning.declared;
        }
        let process = || self.owners.get(*self.processes.get(name)?)?.declared;
        let structure = || self.structures.get(name).and_then(|(number, _)| *number);
        let symbol = self.symbols.get(name).copied().flatten();
        let inline = || self.inlines.get(name).copied();
        symbol.or_else(process).or_else(structure).or_else(inline)
    }
}
