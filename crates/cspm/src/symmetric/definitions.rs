//! What a script defines, what each definition refers to, and what of itself breaks a symmetry.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::Span;

use super::ConstructorOf;
use super::reasons::{Cause, LinkKind};
use crate::builtin::Builtin;
use crate::names::BoundKind;
use crate::script::Script;
use crate::tree::{
    Binding, Constructor, Declaration, DeclarationKind, Expression, ExpressionKind, Name,
};
use crate::types::Occurrence;
use crate::walk::Visitor;

/// The compressions that choose among transitions. What they choose is up to whoever implements them.
const CHOOSING: [Builtin; 4] =
    [Builtin::Chase, Builtin::ChaseNoCache, Builtin::Deter, Builtin::ModelCompress];

/// Something that is defined.
pub(super) struct Definition {
    /// Its name, or the first of several. Timed sections have none, nor values of parameters that are patterns without names.
    pub name: Option<Arc<str>>,
    /// What of itself breaks a symmetry.
    pub causes: Vec<Cause>,
    /// What it refers to.
    pub uses: Vec<Use>,
}

/// A reference.
pub(super) struct Use {
    pub kind: LinkKind,
    /// Where it is.
    pub span: Span,
    pub target: Target,
}

/// What is referred to.
pub(super) enum Target {
    /// What a name is bound to.
    Name(Binding),
    /// The values of the parameters of an instance.
    Instance(Vec<Arc<str>>),
    /// A definition without a name.
    Definition(usize),
}

/// A datatype.
pub(super) struct Datatype {
    pub name: Name,
    pub binding: Binding,
    pub constructors: Vec<ConstructorOf>,
}

/// All that a script defines.
#[derive(Default)]
pub(super) struct Definitions {
    pub all: Vec<Definition>,
    pub named: HashMap<Binding, usize>,
    /// The values of the parameters of instances.
    pub arguments: HashMap<Vec<Arc<str>>, Vec<usize>>,
    /// In the order of the text.
    pub datatypes: Vec<Datatype>,
}

impl Definitions {
    pub fn of(script: &Script) -> Definitions {
        let mut definitions = Definitions::default();
        let events = definitions.add(Some(Builtin::Events.text().into()));
        definitions.named.insert(Builtin::Events.binding(), events);
        let mut reader = Reader::new(script, &mut definitions, events);
        reader.list(&script.tree.declarations, None);
        definitions
    }

    /// Adds what refers to all that some expressions refer to.
    pub fn add_root(&mut self, script: &Script, roots: &[&Expression]) -> usize {
        let root = self.add(None);
        let mut reader = Reader::new(script, self, root);
        roots.iter().for_each(|expression| reader.expression(expression));
        root
    }

    fn add(&mut self, name: Option<Arc<str>>) -> usize {
        self.all.push(Definition { name, causes: Vec::new(), uses: Vec::new() });
        self.all.len() - 1
    }

    /// The places of what is referred to; none of what is bound within a definition.
    pub fn targets<'t>(&'t self, used: &'t Use) -> &'t [usize] {
        match &used.target {
            Target::Name(binding) => self.named.get(binding).map_or(&[], std::slice::from_ref),
            Target::Instance(name) => self.arguments.get(name).map_or(&[], Vec::as_slice),
            Target::Definition(place) => std::slice::from_ref(place),
        }
    }
}

/// What reads definitions.
struct Reader<'s, 'd> {
    script: &'s Script,
    definitions: &'d mut Definitions,
    /// The instances with an argument at a place: several, if the module around has several.
    instances: HashMap<Span, Vec<&'s Vec<Arc<str>>>>,
    /// The definition that is being read.
    here: usize,
    /// What its declaration defines: the first name, if it has any.
    owner: Option<Binding>,
}

impl<'s, 'd> Reader<'s, 'd> {
    fn new(script: &'s Script, definitions: &'d mut Definitions, here: usize) -> Reader<'s, 'd> {
        let mut instances: HashMap<Span, Vec<&Vec<Arc<str>>>> = HashMap::new();
        for instance in &script.bindings.instances {
            for &argument in &instance.arguments {
                instances.entry(argument).or_default().push(&instance.name);
            }
        }
        Reader { script, definitions, instances, here, owner: None }
    }

    /// Reads a list of declarations, which may stand in a timed section.
    fn list(&mut self, declarations: &[Declaration], section: Option<usize>) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Timed { declarations, .. } => {
                    let inner = self.define(declaration, None);
                    self.list(declarations, Some(inner));
                }
                // Modules with parameters are nothing but what their instances declare.
                DeclarationKind::Module(_) | DeclarationKind::Instance { .. } => (),
                DeclarationKind::Assertion(_) | DeclarationKind::Print { .. } => (),
                DeclarationKind::Annotation { .. } | DeclarationKind::Import { .. } => (),
                _ => self.named(declaration, section),
            }
        }
    }

    /// Reads a declaration of names.
    fn named(&mut self, declaration: &Declaration, section: Option<usize>) {
        let names = self.script.bindings.defined_by(declaration);
        let first = names.first().map(|name| name.to_string().into());
        let place = self.define(declaration, first);
        for binding in names.iter().filter_map(|name| name.binding) {
            self.definitions.named.insert(binding, place);
        }
        if let (Some(section), Some(name)) = (section, names.first()) {
            let target = Target::Definition(section);
            let used = Use { kind: LinkKind::StandsIn, span: name.span, target };
            self.definitions.all[place].uses.push(used);
        }
        self.argument(place, declaration.span, names.first().map(|name| &name.qualifiers));
        if let Some(name) = names.first() {
            self.belong(place, name);
        }
        match &declaration.kind {
            DeclarationKind::Channel { names, .. } => self.channels(names),
            DeclarationKind::Datatype { name, constructors } => self.datatype(name, constructors),
            _ => (),
        }
    }

    /// Reads a declaration as a definition of its own.
    fn define(&mut self, declaration: &Declaration, name: Option<Arc<str>>) -> usize {
        let place = self.definitions.add(name);
        let owner = self.script.bindings.first_of(declaration);
        let outside = (self.here, self.owner);
        (self.here, self.owner) = (place, owner);
        self.declaration(declaration);
        (self.here, self.owner) = outside;
        place
    }

    /// Notes a declaration of a value for a parameter of an instance.
    fn argument(&mut self, place: usize, span: Span, of: Option<&Vec<Arc<str>>>) {
        for &instance in self.instances.get(&span).into_iter().flatten() {
            // A pattern without names tells of which instance it is by its place only.
            if of.is_none_or(|of| of == instance) {
                let arguments = &mut self.definitions.arguments;
                arguments.entry(instance.clone()).or_default().push(place);
            }
        }
    }

    /// What an instance declares belongs to it, and to those that it is in.
    fn belong(&mut self, place: usize, name: &Name) {
        for depth in 1..=name.qualifiers.len() {
            let target = Target::Instance(name.qualifiers[..depth].to_vec());
            let used = Use { kind: LinkKind::BelongsTo, span: name.span, target };
            self.definitions.all[place].uses.push(used);
        }
    }

    /// Whoever knows all events refers to all channels.
    fn channels(&mut self, names: &[Name]) {
        let Some(&events) = self.definitions.named.get(&Builtin::Events.binding()) else { return };
        for name in names {
            let Some(binding) = name.binding else { continue };
            let target = Target::Name(binding);
            let used = Use { kind: LinkKind::RefersTo, span: name.span, target };
            self.definitions.all[events].uses.push(used);
        }
    }

    fn datatype(&mut self, name: &Name, constructors: &[Constructor]) {
        let Some(binding) = name.binding else { return };
        let constructors = constructors.iter().filter_map(|constructor| {
            Some(ConstructorOf {
                binding: constructor.name.binding?,
                name: constructor.name.to_string().into(),
                has_fields: constructor.fields.is_some(),
            })
        });
        let constructors = constructors.collect();
        self.definitions.datatypes.push(Datatype { name: name.clone(), binding, constructors });
    }

    fn cause(&mut self, cause: Cause) {
        self.definitions.all[self.here].causes.push(cause);
    }

    /// What a name in an expression, or a constant in a pattern, means for the definition in which it stands.
    fn used(&mut self, name: &Name, in_pattern: bool) {
        let Some(binding) = name.binding else { return };
        let (script, span) = (self.script, name.span);
        if let Some(builtin) = CHOOSING.into_iter().find(|one| one.binding() == binding) {
            self.cause(Cause::Chooses { builtin, span });
        }
        if script.bindings.get(binding).kind == BoundKind::Constructor {
            let name = name.to_string().into();
            self.cause(Cause::Constant { constructor: binding, name, in_pattern, span });
        }
        let place = Occurrence { owner: self.owner, span };
        for (shown, reached) in script.orders.by_name(binding, place) {
            let (shown, reached) = (*shown, reached.clone());
            self.cause(Cause::Order { shown, by: Some(name.to_string().into()), reached, span });
        }
        let used = Use { kind: LinkKind::RefersTo, span, target: Target::Name(binding) };
        self.definitions.all[self.here].uses.push(used);
    }
}

impl Visitor for Reader<'_, '_> {
    fn name(&mut self, name: &Name) {
        self.used(name, false);
    }

    fn name_in_pattern(&mut self, name: &Name) {
        let kind = name.binding.map(|binding| self.script.bindings.get(binding).kind);
        if kind.is_some_and(BoundKind::is_constant) {
            self.used(name, true);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Apply { function, .. } if is_error(function) => return,
            ExpressionKind::Binary(_, left, right) => {
                let span = left.span.to(right.span);
                let script = self.script;
                let place = Occurrence { owner: self.owner, span };
                for (shown, reached) in script.orders.by_comparison(place) {
                    let (shown, reached) = (*shown, reached.clone());
                    self.cause(Cause::Order { shown, by: None, reached, span });
                }
            }
            _ => (),
        }
        self.parts(expression);
    }

    fn declarations(&mut self, declarations: &[Declaration]) {
        self.list(declarations, None);
    }
}

fn is_error(function: &Expression) -> bool {
    let ExpressionKind::Name(name) = &function.kind else { return false };
    name.binding == Some(Builtin::Error.binding())
}
