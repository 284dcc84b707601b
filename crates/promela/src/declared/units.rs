//! The units of a model, in the order in which names become known.

use std::collections::HashMap;

use diagnostics::Span;
use model::DeclaredKind;

use super::list::New;
use super::words::{self, one_line};
use super::{Meaning, Owner, Resolver};
use crate::ast::{
    Body, Declaration, Model, MtypeDeclaration, Name, Proctype, Type, Typedef, Unit, Variable,
};
use crate::parse::UnitPlace;

impl<'a> Resolver<'a> {
    /// Adds what a model declares, and looks its names up.
    pub(super) fn model(&mut self, model: &'a Model, places: &[UnitPlace]) {
        self.scopes.open();
        self.symbols(model, places);
        for (unit, place) in model.units.iter().zip(places) {
            match unit {
                Unit::Typedef(typedef) => self.typedef(typedef, place.whole),
                Unit::Proctype(proctype) => self.add_proctype(proctype, place.whole),
                Unit::Init(body) => {
                    let text = words::head(self.list.sources(), place.whole, body.span, "init");
                    self.add_owner(
                        &Name { text: "init".to_owned(), span: place.word },
                        *place,
                        text,
                    );
                    self.processes.entry("init").or_insert(self.owners.len() - 1);
                }
                _ => {}
            }
        }
        let globals = || {
            model.units.iter().filter_map(|unit| match unit {
                Unit::Variables(declaration) => Some(declaration),
                _ => None,
            })
        };
        // Those that follow can be named too, as far as editors are concerned.
        globals().for_each(|declaration| self.declare_all(declaration));
        globals().for_each(|declaration| self.sizes(declaration));
        self.bodies(model, places);
    }

    fn bodies(&mut self, model: &'a Model, places: &[UnitPlace]) {
        let mut processes = 0..;
        for (unit, place) in model.units.iter().zip(places) {
            match unit {
                Unit::Proctype(proctype) => {
                    self.owner = processes.next();
                    self.proctype(proctype);
                }
                Unit::Init(body) => {
                    self.owner = processes.next();
                    self.owned(body, &[]);
                }
                Unit::Never(name, body) => {
                    let text = words::head(self.list.sources(), place.whole, body.span, "never");
                    self.add_claim(name.as_ref(), *place, text);
                    self.owned(body, &[]);
                }
                Unit::Trace { body, .. } => {
                    let text = words::head(self.list.sources(), place.whole, body.span, "trace");
                    self.add_claim(None, *place, text);
                    self.owned(body, &[]);
                }
                Unit::Ltl { name, tree, .. } => {
                    let text = one_line(self.list.sources().snippet(place.whole));
                    self.add_claim(name.as_ref(), *place, text);
                    self.formula(tree);
                }
                Unit::Mtype(_) | Unit::Typedef(_) | Unit::Variables(_) => {}
            }
            self.owner = None;
        }
    }

    fn symbols(&mut self, model: &'a Model, places: &[UnitPlace]) {
        let mut values: HashMap<Option<&str>, usize> = HashMap::new();
        for (unit, place) in model.units.iter().zip(places) {
            let Unit::Mtype(declaration) = unit else { continue };
            let text = one_line(self.list.sources().snippet(place.whole));
            let within = self.kind(declaration, place.whole, &text);
            let kind = declaration.kind.as_ref().map(|kind| kind.text.as_str());
            let value = values.entry(kind).or_default();
            // The last one has the least value.
            *value += declaration.symbols.len();
            for (before, symbol) in declaration.symbols.iter().enumerate() {
                let number = self.list.add(New {
                    name: &symbol.text,
                    kind: DeclaredKind::Member,
                    place: symbol.span,
                    whole: symbol.span,
                    text: text.clone(),
                    remarks: vec![format!("its value is {}", *value - before)],
                    within,
                });
                self.symbols.insert(&symbol.text, number);
            }
        }
    }

    /// The kind of an `mtype`: where it is declared again, that is a use.
    fn kind(
        &mut self,
        declaration: &'a MtypeDeclaration,
        whole: Span,
        text: &str,
    ) -> Option<usize> {
        let kind = declaration.kind.as_ref()?;
        if let Some(&known) = self.kinds.get(kind.text.as_str()) {
            self.list.used(known, kind.span);
            return Some(known);
        }
        let number = self.list.add(New {
            name: &kind.text,
            kind: DeclaredKind::Type,
            place: kind.span,
            whole,
            text: text.to_owned(),
            remarks: Vec::new(),
            within: None,
        })?;
        self.kinds.insert(&kind.text, number);
        Some(number)
    }

    fn typedef(&mut self, typedef: &'a Typedef, whole: Span) {
        let sources = self.list.sources();
        let number = self.list.add(New {
            name: &typedef.name.text,
            kind: DeclaredKind::Type,
            place: typedef.name.span,
            whole,
            text: one_line(sources.snippet(whole)),
            remarks: Vec::new(),
            within: None,
        });
        let mut fields = HashMap::new();
        for declaration in &typedef.fields {
            for variable in &declaration.variables {
                let meaning = self.add(DeclaredKind::Field, declaration, variable, number);
                fields.entry(variable.name.text.as_str()).or_insert(meaning);
            }
            self.sizes(declaration);
        }
        self.structures.insert(&typedef.name.text, (number, fields));
    }

    /// Adds a variable, a parameter or a field.
    pub(super) fn add(
        &mut self,
        kind: DeclaredKind,
        declaration: &'a Declaration,
        variable: &'a Variable,
        within: Option<usize>,
    ) -> Meaning<'a> {
        let sources = self.list.sources();
        let kind = match kind {
            DeclaredKind::Variable if declaration.ty == Type::Chan => DeclaredKind::Channel,
            kind => kind,
        };
        let text = words::variable(sources, declaration, variable);
        let declared = self.list.add(New {
            name: &variable.name.text,
            kind,
            place: variable.name.span,
            whole: declaration.span,
            remarks: words::remarks(sources, declaration, variable, &text),
            text,
            within,
        });
        let structure = match &declaration.ty {
            Type::User(name) => Some(name.as_str()),
            _ => None,
        };
        Meaning { declared, structure }
    }

    /// Adds variables to the innermost scope, without a look at their lengths and initial values.
    fn declare_all(&mut self, declaration: &'a Declaration) {
        for variable in &declaration.variables {
            self.declare(DeclaredKind::Variable, declaration, variable);
        }
    }

    /// Adds a variable or a parameter to the innermost scope.
    pub(super) fn declare(
        &mut self,
        kind: DeclaredKind,
        declaration: &'a Declaration,
        variable: &'a Variable,
    ) {
        let meaning = self.add(kind, declaration, variable, self.around());
        let name = variable.name.text.as_str();
        self.scopes.declare(name, meaning);
        if let Some(owner) = self.owner.and_then(|owner| self.owners.get_mut(owner)) {
            owner.locals.entry(name).or_insert(meaning);
        }
    }

    /// Looks up what lengths and initial values name.
    fn sizes(&mut self, declaration: &'a Declaration) {
        for variable in &declaration.variables {
            self.size(variable);
            self.initial(variable);
        }
    }

    fn add_proctype(&mut self, proctype: &'a Proctype, whole: Span) {
        let name = proctype.name.text.as_str();
        let sources = self.list.sources();
        let declared = self.list.add(New {
            name,
            kind: DeclaredKind::Process,
            place: proctype.name.span,
            whole,
            text: words::head(sources, whole, proctype.body.span, &format!("proctype {name}")),
            remarks: words::of_proctype(proctype),
            within: None,
        });
        self.processes.entry(name).or_insert(self.owners.len());
        self.owners.push(Owner { declared, ..Owner::default() });
    }

    fn proctype(&mut self, proctype: &'a Proctype) {
        proctype.active.iter().flatten().for_each(|count| self.expr(count));
        proctype.priority.iter().for_each(|priority| self.expr(priority));
        // It may not name parameters.
        proctype.provided.iter().for_each(|condition| self.expr(condition));
        self.owned(&proctype.body, &proctype.parameters);
    }

    /// Looks at a body, and at the parameters before it.
    fn owned(&mut self, body: &'a Body, parameters: &'a [Declaration]) {
        body.priority.iter().for_each(|priority| self.expr(priority));
        self.scopes.open();
        for declaration in parameters {
            for variable in &declaration.variables {
                self.size(variable);
                self.declare(DeclaredKind::Parameter, declaration, variable);
            }
        }
        self.at_start = true;
        self.sequence(&body.steps);
        self.scopes.close();
        self.close_body();
    }

    fn add_owner(&mut self, name: &Name, place: UnitPlace, text: String) {
        self.add_unit(name, DeclaredKind::Process, place, text);
    }

    /// A claim is named like its first word if it has no name.
    fn add_claim(&mut self, name: Option<&Name>, place: UnitPlace, text: String) {
        let word = self.list.sources().snippet(place.word);
        let unnamed = Name { text: word.to_owned(), span: place.word };
        self.add_unit(name.unwrap_or(&unnamed), DeclaredKind::Claim, place, text);
        self.owner = Some(self.owners.len() - 1);
    }

    fn add_unit(&mut self, name: &Name, kind: DeclaredKind, place: UnitPlace, text: String) {
        let declared = self.list.add(New {
            name: &name.text,
            kind,
            place: name.span,
            whole: place.whole,
            text,
            remarks: Vec::new(),
            within: None,
        });
        self.owners.push(Owner { declared, ..Owner::default() });
    }
}
