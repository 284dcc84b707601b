//! Types while they are inferred: an arena of forms, with variables that get bound.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use diagnostics::{FileId, Span};

use crate::tree::Binding;
use crate::types::constraint::{Comparable, Constraint, Constraints};

/// The deepest that types may be nested.
const MAX_DEPTH: usize = 200;
/// The most parts that a type may have, written out.
const MAX_SIZE: usize = 20_000;
/// The most steps of one unification: sizes bound what is written down, this what is shared.
const MAX_STEPS: usize = 200_000;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct TypeId(u32);

/// A variable, which stands for a type that is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct VariableId(u32);

/// A variable that an annotation names: any type of which nothing is known but what the annotation says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct RigidId(u32);

/// A type by its form.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Form {
    /// `Int`
    Int,
    /// `Bool`
    Bool,
    /// `Char`
    Char,
    /// `Proc`
    Proc,
    /// `Event`
    Event,
    /// What a mistake leaves: it agrees with everything, so that one mistake gives one message.
    Unknown,
    /// No further fields: the end of the fields of an [`Extendable`](Form::Extendable).
    Nothing,
    /// Any type that is not known yet.
    Variable(VariableId),
    /// Any type.
    Rigid(RigidId),
    /// A datatype.
    Datatype(Binding),
    /// `{t}`
    Set(TypeId),
    /// `<t>`
    Sequence(TypeId),
    /// `(| k => v |)`
    Map(TypeId, TypeId),
    /// `(t, u)`
    Tuple(Rc<[TypeId]>),
    /// `(t, u) -> v`
    Function(Rc<[TypeId]>, TypeId),
    /// `t.u`
    Dot(TypeId, TypeId),
    /// `t => u`: what becomes a `u` once it has a `t`.
    Dotable(TypeId, TypeId),
    /// `f =>* t`: a `t`, or what becomes one once it has the fields `f`, of which nothing is known: a variable, or, once they are
    /// known, [`Nothing`](Form::Nothing) or a [`Dotable`](Form::Dotable) that ends in such fields.
    Extendable {
        /// What it becomes.
        complete: TypeId,
        /// The fields.
        fields: TypeId,
    },
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    /// The type it turned out to be.
    pub bound: Option<TypeId>,
    /// What it must be.
    pub constraints: Constraints,
    /// How many groups of declarations it is in: the variables of a group are generalised if no group around it knows them
    /// (D. Rémy, *Extension of ML type system with a sorted equational theory on types*, 1992).
    pub level: u32,
}

/// What is known of a variable that an annotation names.
#[derive(Clone, Debug)]
pub(super) struct Rigid {
    /// How it is called there.
    pub name: Arc<str>,
    /// What it is.
    pub constraints: Constraints,
    /// As for [`Variable`].
    pub level: u32,
}

/// Why two types cannot be one.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mismatch {
    /// These parts of them differ: what was expected, what was found.
    Different(TypeId, TypeId),
    /// A part does not do what is demanded of it.
    Lacks {
        /// What is demanded.
        constraint: Constraint,
        /// The part.
        part: TypeId,
    },
    /// It would have to be a part of itself.
    Infinite(TypeId),
    /// The variable of an annotation would have to be known outside of it.
    Escapes(RigidId),
    /// A pattern would have to take a value apart into an unknown constructor and its fields.
    Split,
    /// It is nested too deeply, or written out it would be too large.
    TooLarge,
}

/// A result, or why two types cannot be one.
pub(super) type Unified<T> = Result<T, Mismatch>;

/// All types of a script.
#[derive(Debug)]
pub(super) struct Store {
    forms: Vec<Form>,
    variables: Vec<Variable>,
    rigids: Vec<Rigid>,
    /// In how many groups of declarations we are.
    pub level: u32,
    depth: usize,
    steps: usize,
    /// Whether an expected `x.y`, of which `x` is not known, may be taken for a constructor `x` and its field `y`. It is so in
    /// expressions, but patterns do not take values apart that way.
    pub splits: bool,
    /// What can be compared, of the datatypes.
    pub comparable: HashMap<Binding, Comparable>,
    /// What was compared before that was known, and where.
    pub compared_later: Vec<(Binding, Span)>,
    /// Where in the script we are.
    pub place: Span,
}

impl Store {
    pub const INT: TypeId = TypeId(0);
    pub const BOOL: TypeId = TypeId(1);
    pub const CHAR: TypeId = TypeId(2);
    pub const PROC: TypeId = TypeId(3);
    pub const EVENT: TypeId = TypeId(4);
    pub const UNKNOWN: TypeId = TypeId(5);
    pub const NOTHING: TypeId = TypeId(6);

    pub fn new() -> Store {
        Store {
            forms: vec![
                Form::Int,
                Form::Bool,
                Form::Char,
                Form::Proc,
                Form::Event,
                Form::Unknown,
                Form::Nothing,
            ],
            variables: Vec::new(),
            rigids: Vec::new(),
            level: 0,
            depth: 0,
            steps: 0,
            splits: true,
            comparable: HashMap::new(),
            compared_later: Vec::new(),
            place: Span { file: FileId(0), start: 0, end: 0 },
        }
    }

    pub fn add(&mut self, form: Form) -> TypeId {
        self.forms.push(form);
        TypeId(u32::try_from(self.forms.len() - 1).expect("fewer than 2^32 types"))
    }

    pub fn fresh(&mut self) -> TypeId {
        self.fresh_with(Constraints::default())
    }

    pub fn fresh_with(&mut self, constraints: Constraints) -> TypeId {
        let variable = VariableId(self.variables.len() as u32);
        self.variables.push(Variable { bound: None, constraints, level: self.level });
        self.add(Form::Variable(variable))
    }

    pub fn fresh_rigid(&mut self, name: Arc<str>, constraints: Constraints) -> TypeId {
        let rigid = RigidId(self.rigids.len() as u32);
        self.rigids.push(Rigid { name, constraints, level: self.level });
        self.add(Form::Rigid(rigid))
    }

    pub fn form(&self, of: TypeId) -> &Form {
        &self.forms[of.0 as usize]
    }

    pub fn variable(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.0 as usize]
    }

    pub fn variable_mut(&mut self, variable: VariableId) -> &mut Variable {
        &mut self.variables[variable.0 as usize]
    }

    pub fn rigid(&self, rigid: RigidId) -> &Rigid {
        &self.rigids[rigid.0 as usize]
    }

    /// A type with what is known of it at the top: no bound variable, no fields of which the first one is known, no `t.u => v`.
    pub fn resolve(&mut self, of: TypeId) -> TypeId {
        let mut of = of;
        loop {
            let followed = self.follow(of);
            of = match *self.form(followed) {
                Form::Extendable { complete, fields } => {
                    let fields = self.follow(fields);
                    match *self.form(fields) {
                        Form::Nothing => complete,
                        Form::Dotable(first, rest) => {
                            let rest = self.add(Form::Extendable { complete, fields: rest });
                            self.add(Form::Dotable(first, rest))
                        }
                        _ => return followed,
                    }
                }
                Form::Dotable(field, rest) => {
                    let field = self.follow(field);
                    let Form::Dot(first, second) = *self.form(field) else { return followed };
                    let rest = self.add(Form::Dotable(second, rest));
                    self.add(Form::Dotable(first, rest))
                }
                _ => return followed,
            };
        }
    }

    /// A type, or what its variable is bound to.
    fn follow(&self, of: TypeId) -> TypeId {
        let mut of = of;
        while let Form::Variable(variable) = self.form(of) {
            let Some(bound) = self.variable(*variable).bound else { break };
            of = bound;
        }
        of
    }

    pub fn resolved(&mut self, of: TypeId) -> Form {
        let of = self.resolve(of);
        self.form(of).clone()
    }

    /// How many groups of arguments something of this type takes until it is a process, if it is one then.
    pub fn groups_before_process(&mut self, of: TypeId) -> Option<usize> {
        let (mut of, mut groups) = (of, 0);
        loop {
            match self.resolved(of) {
                Form::Function(_, result) => (of, groups) = (result, groups + 1),
                form => return (form == Form::Proc).then_some(groups),
            }
        }
    }

    pub fn is_variable(&mut self, of: TypeId) -> bool {
        matches!(self.resolved(of), Form::Variable(_))
    }

    /// The parts of a type.
    pub fn parts(&mut self, of: TypeId) -> Vec<TypeId> {
        match self.resolved(of) {
            Form::Set(part) | Form::Sequence(part) => vec![part],
            Form::Map(a, b) | Form::Dot(a, b) | Form::Dotable(a, b) => vec![a, b],
            Form::Extendable { complete, fields } => vec![fields, complete],
            Form::Tuple(parts) => parts.to_vec(),
            Form::Function(parameters, result) => {
                parameters.iter().copied().chain([result]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same type with other parts, which are in the order of [`parts`](Store::parts).
    pub fn with_parts(&mut self, of: TypeId, parts: &[TypeId]) -> TypeId {
        let form = match (self.resolved(of), parts) {
            (Form::Set(_), &[part]) => Form::Set(part),
            (Form::Sequence(_), &[part]) => Form::Sequence(part),
            (Form::Map(..), &[key, value]) => Form::Map(key, value),
            (Form::Dot(..), &[a, b]) => Form::Dot(a, b),
            (Form::Dotable(..), &[a, b]) => Form::Dotable(a, b),
            (Form::Extendable { .. }, &[fields, complete]) => Form::Extendable { complete, fields },
            (Form::Tuple(_), parts) => Form::Tuple(parts.into()),
            (Form::Function(..), [parameters @ .., result]) => {
                Form::Function(parameters.into(), *result)
            }
            (form, _) => form,
        };
        self.add(form)
    }

    /// Does something one level deeper in types.
    ///
    /// # Errors
    /// Too deep.
    pub fn nested<T>(&mut self, inside: impl FnOnce(&mut Store) -> Unified<T>) -> Unified<T> {
        if self.depth == 0 {
            self.steps = 0;
        }
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return Err(Mismatch::TooLarge);
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Binds a variable.
    ///
    /// # Errors
    /// The type does not do what the variable must do, or it would be infinite.
    pub fn bind(&mut self, variable: VariableId, to: TypeId) -> Unified<()> {
        for constraint in self.variable(variable).constraints.strongest() {
            self.constrain(constraint, to)?;
        }
        let mut to = to;
        if self.variable(variable).bound.is_none() && self.occurs(variable, to)? {
            // Dots may cancel: in `a => b` with an `a` nothing of `a` is left.
            to = self.evaluated(to)?;
        }
        let to = self.resolve(to);
        if *self.form(to) == Form::Variable(variable) {
            return Ok(());
        }
        // To reduce dots may have bound it already.
        if let Some(bound) = self.variable(variable).bound {
            return self.unify(bound, to);
        }
        if self.occurs(variable, to)? {
            return Err(Mismatch::Infinite(to));
        }
        self.sink(to, self.variable(variable).level)?;
        self.variable_mut(variable).bound = Some(to);
        Ok(())
    }

    /// Says what the fields of an extendable type are.
    ///
    /// # Errors
    /// Something else is known of them.
    pub fn set_fields(&mut self, fields: TypeId, to: TypeId) -> Unified<()> {
        let fields = self.follow(fields);
        match *self.form(fields) {
            Form::Variable(variable) => self.bind(variable, to),
            _ if fields == self.follow(to) => Ok(()),
            _ => Err(Mismatch::Different(fields, to)),
        }
    }

    fn occurs(&mut self, variable: VariableId, of: TypeId) -> Unified<bool> {
        let mut sizes = HashMap::new();
        self.measure(of, &mut sizes)?;
        Ok(sizes.keys().any(|&part| *self.form(part) == Form::Variable(variable)))
    }

    /// How many parts a type has, written out, and those of its parts.
    ///
    /// # Errors
    /// Too many.
    pub fn measure(&mut self, of: TypeId, sizes: &mut HashMap<TypeId, usize>) -> Unified<usize> {
        let of = self.resolve(of);
        if let Some(&size) = sizes.get(&of) {
            return Ok(size);
        }
        let size = self.nested(|store| {
            let mut size = 1;
            for part in store.parts(of) {
                size += store.measure(part, sizes)?;
            }
            if size > MAX_SIZE { Err(Mismatch::TooLarge) } else { Ok(size) }
        })?;
        sizes.insert(of, size);
        Ok(size)
    }

    /// Makes the variables of a type those of a group around.
    ///
    /// # Errors
    /// It holds variables of annotations that only the groups within know.
    pub fn sink(&mut self, of: TypeId, level: u32) -> Unified<()> {
        let mut sizes = HashMap::new();
        self.measure(of, &mut sizes)?;
        for part in sizes.into_keys() {
            match *self.form(part) {
                Form::Variable(variable) => {
                    let variable = self.variable_mut(variable);
                    variable.level = variable.level.min(level);
                }
                Form::Rigid(rigid) if self.rigid(rigid).level > level => {
                    return Err(Mismatch::Escapes(rigid));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
