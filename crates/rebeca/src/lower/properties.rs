//! Properties become claims: formulas over expressions that look into the rebecs of `main`.

use diagnostics::Span;
use machine::claim::{Atom, Claim, ClaimKind, Formula};
use machine::index::ProcessId;
use machine::program::Expr;

use crate::ast::{self, Operator, Properties, Reference, Temporal, Unary};
use crate::declared::{Extent, Type};
use crate::lower::body::Body;
use crate::lower::{Entry, Lowering, MAX_NODES, SEMANTICS};

/// How many parts all formulas may have, with the definitions that they use.
const MAX_PARTS: usize = 10_000;

/// What a property is asked of.
#[derive(Clone, Copy)]
pub(super) struct Asked<'m> {
    model: &'m ast::Model,
    properties: &'m Properties,
}

impl<'m> Lowering<'m> {
    /// Lowers the properties: they become claims.
    pub(super) fn properties(&mut self, model: &'m ast::Model, properties: &'m Properties) {
        self.names_of_properties(properties);
        let class = self.classes.iter().position(Option::is_some);
        let is_asked = !properties.properties.is_empty() || properties.sought.is_some();
        let Some(class) = class.filter(|_| is_asked) else { return };
        let Some(mut lowered) = self.classes[class].take() else { return };
        let mut claims = Vec::new();
        for property in &properties.properties {
            let mut body = Body::new(self, class, &mut lowered);
            body.properties = Some(Asked { model, properties });
            let mut parts = 0;
            let formula = body.formula(&property.formula, &mut parts);
            let formula =
                if property.invariant { Formula::Always(Box::new(formula)) } else { formula };
            let name = Some(property.name.text.clone());
            let span = property.name.span;
            claims.push(Claim { name, kind: ClaimKind::Formula(formula), span });
        }
        if let Some(sought) = &properties.sought {
            let mut body = Body::new(self, class, &mut lowered);
            body.properties = Some(Asked { model, properties });
            let kind = ClaimKind::Formula(body.never(sought));
            claims.push(Claim { name: None, kind, span: sought.span });
        }
        self.classes[class] = Some(lowered);
        self.builder.program.claims = claims;
    }

    fn names_of_properties(&mut self, properties: &Properties) {
        let definitions = properties.definitions.iter().map(|(name, _)| name);
        let names = definitions.chain(properties.properties.iter().map(|p| &p.name));
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            if seen.contains(&&*name.text) {
                self.declared.error(name.span, format!("there is another `{}` before", name.text));
            }
            seen.push(&name.text);
        }
        for property in &properties.properties {
            let name = &property.name;
            if ["assertions", "deadlock"].contains(&&*name.text) {
                let text = format!("`{}` is the name of a check that is always there", name.text);
                self.declared.error_with_help(name.span, text, "choose another");
            }
        }
    }
}

impl<'m> Body<'_, 'm> {
    /// That an expression never holds.
    fn never(&mut self, expression: &'m ast::Expr) -> Formula {
        let formula = self.formula(expression, &mut 0);
        if !formula.is_propositional() {
            let text = "this says something of a run, and what is looked for is a state";
            let help = "a property file has formulas, under `LTL`";
            self.lowering.declared.error_with_help(expression.span, text.to_owned(), help);
        }
        Formula::Always(Box::new(Formula::Not(Box::new(formula))))
    }

    /// A formula; what has no operator of runs is kept in as few pieces as it can be.
    fn formula(&mut self, expr: &'m ast::Expr, parts: &mut usize) -> Formula {
        *parts += 1;
        if *parts > MAX_PARTS {
            let text = format!("too large: a formula of more than {MAX_PARTS} parts");
            self.lowering.declared.error(expr.span, text);
            return nothing(expr.span);
        }
        self.deeper(expr.span, |body| body.formula_within(expr, parts))
            .unwrap_or(nothing(expr.span))
    }

    fn formula_within(&mut self, expr: &'m ast::Expr, parts: &mut usize) -> Formula {
        let mut one = |expr: &'m ast::Expr| Box::new(self.formula(expr, parts));
        match &expr.kind {
            ast::ExprKind::Unary(Unary::Not, operand) => Formula::Not(one(operand)),
            ast::ExprKind::Binary(Operator::And, operands) => {
                Formula::And(flat(*one(&operands.0), *one(&operands.1), true))
            }
            ast::ExprKind::Binary(Operator::Or, operands) => {
                Formula::Or(flat(*one(&operands.0), *one(&operands.1), false))
            }
            ast::ExprKind::Temporal(operator, operands) => match (operator, &operands[..]) {
                (Temporal::Always, [part]) => Formula::Always(one(part)),
                (Temporal::Eventually, [part]) => Formula::Eventually(one(part)),
                (Temporal::Next, [part]) => Formula::Next(one(part)),
                (Temporal::Until, [a, b]) => Formula::Until(Box::new((*one(a), *one(b)))),
                (Temporal::Implies, [a, b]) => Formula::Implies(Box::new((*one(a), *one(b)))),
                _ => nothing(expr.span),
            },
            ast::ExprKind::Reference(reference) => match self.defined(reference) {
                Some(definition) => {
                    // What reports show of it is the name, where it is used.
                    let outer = self.used_at;
                    self.used_at = outer.or(Some(expr.span));
                    self.defining.push(&reference.name.text);
                    let formula = self.formula(definition, parts);
                    self.defining.pop();
                    self.used_at = outer;
                    formula
                }
                None => nothing(expr.span),
            },
            _ => self.atom(expr),
        }
    }

    fn atom(&mut self, expr: &'m ast::Expr) -> Formula {
        let value = self.wanted(expr, Type::Boolean);
        if self.before.take().is_some() {
            let text =
                "a property only looks at states: it chooses and computes nothing step by step";
            self.lowering.declared.error(expr.span, text);
        }
        Formula::Atom(Atom { expr: value, span: self.used_at.unwrap_or(expr.span) })
    }

    /// What a definition says.
    fn defined(&mut self, reference: &'m Reference) -> Option<&'m ast::Expr> {
        let properties = self.properties.as_ref()?.properties;
        let name = &reference.name;
        let found = properties.definitions.iter().find(|(known, _)| known.text == name.text);
        if self.defining.contains(&&*name.text) {
            let text = format!("`{}` is defined by itself", name.text);
            self.lowering.declared.error(name.span, text);
            return None;
        }
        if found.is_none() || !reference.subscripts.is_empty() {
            let text = format!("there is no definition `{}`", name.text);
            let help = "a variable of a rebec is written `rebec.variable`";
            self.lowering.declared.error_with_help(name.span, text, help);
            return None;
        }
        found.map(|(_, definition)| definition)
    }

    /// The value of a definition, or of a constant of the model.
    pub fn definition(&mut self, reference: &'m Reference) -> (Expr, Type) {
        let constant = self.lowering.declared.constant_named(&reference.name.text);
        if let Some(constant) = constant.filter(|_| reference.subscripts.is_empty()) {
            return (Expr::constant(constant.value), constant.ty);
        }
        // A definition that uses another twice doubles it.
        self.lowering.nodes += 1;
        if self.lowering.nodes > MAX_NODES {
            return self.wrong(reference.name.span, "too large: this definition, written out");
        }
        let Some(definition) = self.defined(reference) else {
            return (Expr::constant(0), Type::Wrong);
        };
        self.defining.push(&reference.name.text);
        let value = self.value(definition, None);
        self.defining.pop();
        value
    }

    /// `rebec.variable`.
    pub fn remote(&mut self, rebec: &ast::Name, variable: &'m Reference) -> (Expr, Type) {
        let Some(Asked { model, .. }) = self.properties else {
            return self.wrong(rebec.span, "variables of other rebecs are not seen");
        };
        let Some(place) = model.rebecs.iter().position(|known| known.name.text == rebec.text)
        else {
            let text = format!("there is no rebec `{}`", rebec.text);
            return self.wrong(rebec.span, &text);
        };
        let class_name = &model.rebecs[place].class.text;
        let class = self.lowering.declared.class_named(class_name).unwrap_or(self.class);
        let entries = if class == self.class {
            self.outer
        } else {
            self.lowering.classes[class].as_ref().map_or(&[][..], |class| &class.entries)
        };
        let name = &variable.name;
        let found = entries.iter().rev().find(|entry| entry.name == name.text).cloned();
        let Some(Entry { ty, variable: id, extents, .. }) = found else {
            let text = format!("`{class_name}` has no variable `{}`", name.text);
            return self.wrong(name.span, &text);
        };
        if ty.is_rebec() {
            let text = format!("`{}` is {}", name.text, self.lowering.declared.type_name(ty));
            let help = "properties look at numbers, booleans and elements of scalar sets";
            self.lowering.declared.error_with_help(name.span, text, help);
            return (Expr::constant(0), Type::Wrong);
        }
        let Some(subscript) = self.subscript(variable, &extents) else {
            return (Expr::constant(0), Type::Wrong);
        };
        let process = Expr::constant(SEMANTICS.process_number(ProcessId::new(place)));
        let subscripts = subscript.into_iter().collect();
        (Expr::load(self.lowering.builder.program.place_of(process, id, subscripts)), ty)
    }

    /// The subscript of a variable that a property looks at, if it is an array; none if something is wrong with it.
    fn subscript(&mut self, variable: &'m Reference, extents: &[Extent]) -> Option<Option<Expr>> {
        let name = &variable.name;
        let text = match (extents, &variable.subscripts[..]) {
            ([], []) => return Some(None),
            ([Extent::Length(_)], [index]) => return Some(Some(self.wanted(index, Type::INT))),
            ([Extent::Set(set)], [index]) => {
                return Some(Some(self.wanted(index, Type::Scalar(*set))));
            }
            ([_, _, ..], _) => "properties look at arrays of one dimension only".to_owned(),
            (extents, given) => {
                let (wanted, given) = (extents.len(), given.len());
                format!("`{}` has {wanted} subscripts, and {given} are given", name.text)
            }
        };
        self.lowering.declared.error(name.span, text);
        None
    }
}

/// What stands for a formula that is wrong, which was said already.
fn nothing(span: Span) -> Formula {
    Formula::Atom(Atom { expr: Expr::constant(0), span })
}

/// The operands of two formulas side by side.
fn flat(left: Formula, right: Formula, and: bool) -> Vec<Formula> {
    let mut all = Vec::new();
    for formula in [left, right] {
        match formula {
            Formula::And(parts) if and => all.extend(parts),
            Formula::Or(parts) if !and => all.extend(parts),
            other => all.push(other),
        }
    }
    all
}
