//! What names stand for.

use machine::program::{Expr, Place};

use crate::ast::{self, Reference};
use crate::declared::{Extent, Type};
use crate::lower::body::Body;
use crate::lower::{Entry, effects};

impl<'m> Body<'_, 'm> {
    fn entry(&self, reference: &Reference) -> Option<&Entry> {
        let is_it = |entry: &&Entry| entry.name == reference.name.text;
        let known = &self.outer[..self.frame.visible];
        let locals = if reference.own { &[] } else { &self.locals[self.frame.first_local..] };
        locals.iter().rev().find(is_it).or_else(|| known.iter().rev().find(is_it))
    }

    /// The place that a name stands for, what it holds, and whether it may be assigned; if to a value, its subscripts are
    /// those from before that was computed.
    pub fn target(
        &mut self,
        reference: &'m Reference,
        value: Option<&'m ast::Expr>,
    ) -> Option<(Place, Type, bool)> {
        let name = &reference.name;
        let Some(Entry { ty, variable, extents, assignable, .. }) = self.entry(reference).cloned()
        else {
            self.unknown(reference);
            return None;
        };
        if extents.len() != reference.subscripts.len() {
            let text = self.shape(&name.text, &extents, reference.subscripts.len());
            self.lowering.declared.error(name.span, text);
            return None;
        }
        let types: Vec<Type> = extents
            .iter()
            .map(|extent| match extent {
                Extent::Set(set) => Type::Scalar(*set),
                Extent::Length(_) => Type::INT,
            })
            .collect();
        let mut subscripts = self.values(&reference.subscripts, &types);
        if value.is_some_and(effects::calls) {
            let kept = subscripts.into_iter().zip(types);
            subscripts = kept.map(|(index, ty)| self.kept(index, ty, name.span)).collect();
        }
        Some((self.place(variable, subscripts), ty, assignable))
    }

    fn shape(&self, name: &str, extents: &[Extent], given: usize) -> String {
        match (extents, given) {
            ([], _) => format!("`{name}` is a single value"),
            ([Extent::Set(set)], 0) => {
                let set = &self.lowering.declared.sets[*set].name;
                format!("`{name}` has a value for each element of `{set}`")
            }
            ([Extent::Length(length)], 0) => {
                format!("`{name}` is an array of {length} elements, not a single value")
            }
            _ => {
                let wanted = extents.len();
                format!("`{name}` has {wanted} subscripts, and {given} are given")
            }
        }
    }

    fn unknown(&mut self, reference: &Reference) {
        let name = &reference.name;
        let text = format!("there is no variable or known rebec `{}`", name.text);
        let declared = &mut self.lowering.declared;
        match &*name.text {
            "now" | "currentMessageArrival" | "currentMessageDeadline" => {
                let help = "this belongs to Timed Rebeca; Core Rebeca is read here";
                let text = format!("`{}` is not supported", name.text);
                declared.error_with_help(name.span, text, help);
            }
            _ => declared.error(name.span, text),
        }
    }

    /// What a name stands for as a value.
    pub fn named(&mut self, reference: &'m Reference) -> (Expr, Type) {
        let is_constant = !reference.own && self.entry(reference).is_none();
        let constant = self.lowering.declared.constant_named(&reference.name.text);
        if let Some(constant) = constant.filter(|_| is_constant && reference.subscripts.is_empty())
        {
            return (Expr::constant(constant.value), constant.ty);
        }
        match self.target(reference, None) {
            Some((place, ty, _)) => (Expr::load(place), ty),
            None => (Expr::constant(0), Type::Wrong),
        }
    }
}
