//! Declarations: types, arrays, structures, channels and initial values.

use std::collections::HashSet;

use diagnostics::Span;
use machine::index::{ChannelId, ProcessTypeId, VariableId};
use machine::program::{CellType, Channel, Expr, Field, Initialiser, Region, Variable};

use super::Lowering;
use super::names::{Entry, Shape};
use crate::ast::{self, ExprKind, Type};

/// How many cells all variables and channels of a model may have.
const MAX_CELLS: u32 = 1 << 20;
/// The most variables of a model with structures: each scalar in one is a variable, and structures
/// in structures multiply.
const MAX_VARIABLES: usize = 1 << 16;
/// How many messages a channel may hold, as in SPIN.
const MAX_CAPACITY: i32 = 255;
/// How many channels may exist, as in SPIN.
const MAX_CHANNELS: usize = 255;
/// How many fields the array of a structure may add to a message.
const MAX_FIELDS: usize = 1024;
/// How deep structures may be nested.
const MAX_NESTING: usize = 64;

/// What is known of a variable while its leaves are made.
struct Context<'d> {
    region: Region,
    /// The path so far, as in `tags.row`.
    name: String,
    /// Array lengths so far, from the outermost.
    dimensions: Vec<u32>,
    /// Behind which byte of the path the subscript for each of them stands.
    subscripts: Vec<usize>,
    in_structure: bool,
    /// Whether the variable is declared `hidden`.
    hidden: bool,
    /// Whether the leaf itself is an array.
    is_array: bool,
    span: Span,
    width: Option<&'d ast::Expr>,
    initial: Option<&'d ast::Initialiser>,
    depth: usize,
}

/// The leaves of a variable, if none is an array.
fn scalar_leaves(entry: &Entry, leaves: &mut Vec<VariableId>) -> bool {
    entry.length.is_none()
        && match &entry.shape {
            Shape::Leaf(id) => {
                leaves.push(*id);
                true
            }
            Shape::Structure(fields) => {
                fields.iter().all(|(_, entry)| scalar_leaves(entry, leaves))
            }
        }
}

impl Lowering<'_> {
    /// Declares variables in the innermost scope, with their initial values.
    pub(super) fn declare(&mut self, declaration: &ast::Declaration) {
        for variable in &declaration.variables {
            self.declare_one(declaration, variable, variable.initial.as_ref());
        }
    }

    /// Declares one variable with the given initial value.
    pub(super) fn declare_one(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
        initial: Option<&ast::Initialiser>,
    ) {
        let name = &variable.name.text;
        if let Some(initial) = &variable.initial {
            self.ends_computed = self.is_computed(initial);
        }
        // The scratch variable `_` and structures keep their place: only plain data is dropped.
        let region = match self.region(name) {
            Region::Discarded if matches!(declaration.ty, Type::Chan | Type::User(_)) => {
                Region::Global
            }
            region => region,
        };
        let length = self.array_length(variable);
        let context = Context {
            region,
            name: name.clone(),
            dimensions: length.into_iter().collect(),
            subscripts: length.map(|_| name.len()).into_iter().collect(),
            in_structure: false,
            hidden: declaration.visibility == ast::Visibility::Hidden,
            is_array: length.is_some(),
            span: variable.name.span,
            width: variable.width.as_ref(),
            initial,
            depth: 0,
        };
        let shape = self.shape(&declaration.ty, declaration.ty_span, context);
        let number = self.first_number(initial);
        let entry = Entry { length, shape, span: variable.name.span, number };
        if let Some(owner) = self.owner {
            self.references.declare(owner, name, &entry, &[]);
        }
        if let Some(earlier) = self.scopes.declare(name, entry) {
            let diagnostic = diagnostics::Diagnostic::error(
                variable.name.span,
                format!("`{name}` is declared twice"),
            );
            self.diagnostics.push(diagnostic.label(earlier.span, "first declared here"));
        }
    }

    /// Whether SPIN takes an initial value for something computed: all but a number, a symbol and a local variable as it stands.
    /// It lets the last one in the text of a process type decide whether statement merging ends where such a process is started.
    fn is_computed(&self, initial: &ast::Initialiser) -> bool {
        let ast::Initialiser::Value(value) = initial else { return true };
        match &value.kind {
            ExprKind::Number(_) => false,
            ExprKind::Variable(variable) => variable.path.first().is_some_and(|part| {
                let name = part.name.text.as_str();
                !self.scopes.is_local(name) && !self.symbols.contains_key(name)
            }),
            _ => true,
        }
    }

    /// Declares a parameter: a scalar, or a structure of scalars, which is passed field by field.
    pub(super) fn declare_parameter(
        &mut self,
        declaration: &ast::Declaration,
        variable: &ast::Variable,
    ) -> Vec<VariableId> {
        if variable.length.is_some() {
            self.error(variable.name.span, "a parameter cannot be an array");
            return Vec::new();
        }
        self.declare_one(declaration, variable, None);
        let mut leaves = Vec::new();
        if let Some(entry) = self.scopes.find(&variable.name.text)
            && !scalar_leaves(entry, &mut leaves)
        {
            let message = "a parameter cannot be a structure with an array inside";
            self.error(declaration.ty_span, message);
        }
        leaves
    }

    /// How many arguments a process type takes.
    pub(super) fn argument_count(&mut self, proctype: &ast::Proctype) -> usize {
        let declared = proctype.parameters.iter();
        let count = |d: &ast::Declaration| {
            let leaves = match &d.ty {
                Type::User(_) => self.fields(&[(d.ty.clone(), d.ty_span)]).len(),
                _ => 1,
            };
            leaves * d.variables.len()
        };
        declared.map(count).sum()
    }

    fn shape(&mut self, ty: &Type, ty_span: Span, context: Context<'_>) -> Shape {
        match ty {
            Type::User(name) => self.structure(name, ty_span, context),
            _ => Shape::Leaf(self.leaf(ty, context)),
        }
    }

    fn structure(&mut self, name: &str, span: Span, context: Context<'_>) -> Shape {
        let Some(&typedef) = self.typedefs.get(name) else {
            self.error(span, format!("there is no type `{name}`"));
            return Shape::Structure(Vec::new());
        };
        if context.depth >= MAX_NESTING {
            self.refuse_nesting(name, span);
            return Shape::Structure(Vec::new());
        }
        if self.builder.program.variables.len() >= MAX_VARIABLES {
            let message = format!("too large: structures may make {MAX_VARIABLES} variables");
            self.error(context.span, message);
            return Shape::Structure(Vec::new());
        }
        if let Some(ast::Initialiser::Value(value)) = context.initial {
            // What it says must make sense all the same.
            let _ = self.expr(value);
            let message = "a structure takes no initial value: this one is ignored, as in SPIN";
            self.diagnostics.push(diagnostics::Diagnostic::warning(value.span, message));
        }
        let mut fields = Vec::new();
        for declaration in &typedef.fields {
            for variable in &declaration.variables {
                let length = self.array_length(variable);
                let name = format!("{}.{}", context.name, variable.name.text);
                let mut dimensions = context.dimensions.clone();
                dimensions.extend(length);
                let mut subscripts = context.subscripts.clone();
                subscripts.extend(length.map(|_| name.len()));
                let inner = Context {
                    region: context.region,
                    name,
                    dimensions,
                    subscripts,
                    in_structure: true,
                    hidden: context.hidden,
                    is_array: length.is_some(),
                    span: context.span,
                    width: variable.width.as_ref(),
                    initial: variable.initial.as_ref(),
                    depth: context.depth + 1,
                };
                let shape = self.shape(&declaration.ty, declaration.ty_span, inner);
                let entry = Entry { length, shape, span: variable.name.span, number: None };
                fields.push((variable.name.text.clone(), entry));
            }
        }
        Shape::Structure(fields)
    }

    /// Says that a structure is nested too deeply, or in itself.
    fn refuse_nesting(&mut self, name: &str, span: Span) {
        if self.contains_itself(name) {
            return self.error(span, format!("the structure `{name}` contains itself"));
        }
        let message = format!(
            "too complex: structures may be nested {MAX_NESTING} deep, and `{name}` is deeper inside"
        );
        self.error(span, message);
    }

    fn contains_itself(&self, name: &str) -> bool {
        let mut met: HashSet<&str> = HashSet::new();
        let mut open = vec![name];
        while let Some(outer) = open.pop() {
            let fields = self.typedefs.get(outer).into_iter().flat_map(|it| &it.fields);
            for declaration in fields {
                let Type::User(inner) = &declaration.ty else { continue };
                if inner == name {
                    return true;
                }
                if met.insert(inner) {
                    open.push(inner);
                }
            }
        }
        false
    }

    fn leaf(&mut self, ty: &Type, context: Context<'_>) -> VariableId {
        let cell = match self.cell_type(ty, context.width, context.span) {
            // SPIN's verifiers keep arrays of bits in bytes, which wrap later.
            CellType::BIT if context.is_array => CellType::BYTE,
            cell => cell,
        };
        let cells = context
            .dimensions
            .iter()
            .try_fold(1u32, |product, &length| product.checked_mul(length))
            .unwrap_or(u32::MAX);
        let own = self.owner.map_or(0, |owner| self.builder.cells(Region::Local(owner)));
        let used = own + self.builder.cells(Region::Global) + self.builder.cells(Region::Constant);
        let mut dimensions = context.dimensions;
        if cells > MAX_CELLS.saturating_sub(used) {
            let message =
                format!("`{}` is too large: a model may have {MAX_CELLS} cells", context.name);
            self.error(context.span, message);
            dimensions.fill(1);
        }
        let id = self.builder.variable(Variable {
            dimensions,
            holds_channels: *ty == Type::Chan,
            declared_process: *ty == Type::Pid,
            in_structure: context.in_structure,
            hidden: context.hidden,
            ..Variable::new(context.name, context.region, cell, context.span)
        });
        if context.in_structure {
            self.meanings.subscripts.insert(id, context.subscripts);
        }
        if let Type::Mtype(kind) = ty {
            self.meanings.variables.insert(id, kind.clone());
        }
        match context.initial {
            None => {}
            Some(ast::Initialiser::Value(value)) => {
                let lowered = self.expr(value);
                if lowered != Expr::constant(0) && context.region != Region::Discarded {
                    self.initialise_all(id, &lowered);
                }
            }
            Some(ast::Initialiser::List(_, span)) if !context.is_array => {
                self.error(*span, "a list of values is for an array: write one value");
            }
            Some(ast::Initialiser::List(values, span)) => self.initialise_list(id, values, *span),
            Some(ast::Initialiser::Channel(channel)) => self.channels(ty, id, channel),
        }
        id
    }

    fn initialise_all(&mut self, id: VariableId, value: &Expr) {
        for cell in 0..self.builder.program.variables[id.index()].cells() {
            self.initialise(id, cell, value.clone());
        }
    }

    /// The last value serves for all elements that have none, as in SPIN's verifiers.
    fn initialise_list(&mut self, id: VariableId, values: &[ast::Expr], span: Span) {
        let variable = &self.builder.program.variables[id.index()];
        let (cells, length) = (variable.cells(), variable.dimensions.last().copied().unwrap_or(1));
        if values.len() > length as usize {
            let message = format!(
                "{} values for {length} elements: the rest is ignored, as in SPIN",
                values.len()
            );
            self.diagnostics.push(diagnostics::Diagnostic::warning(span, message));
        }
        let values: Vec<Expr> = values.iter().map(|value| self.expr(value)).collect();
        for cell in 0..cells {
            // Each of several structures has an array of its own.
            let place = (cell % length) as usize;
            if let Some(value) = values.get(place).or(values.last()) {
                self.initialise(id, cell, value.clone());
            }
        }
    }

    /// Gives the `cell`-th cell of a variable an initial value.
    fn initialise(&mut self, id: VariableId, cell: u32, value: Expr) {
        let variable = &self.builder.program.variables[id.index()];
        if variable.region == Region::Discarded {
            return;
        }
        let mut rest = cell;
        let mut subscripts = Vec::new();
        for &length in variable.dimensions.iter().rev() {
            subscripts.push(Expr::constant((rest % length) as i32));
            rest /= length;
        }
        subscripts.reverse();
        let place = self.builder.program.place(id, subscripts);
        self.initialisers.push(Initialiser { place, value });
    }

    /// Makes the channels that a declaration initialises its variable with, one for each element.
    fn channels(&mut self, ty: &Type, id: VariableId, initial: &ast::ChannelInitialiser) {
        if *ty != Type::Chan {
            self.error(initial.span, "only a `chan` can be initialised with a channel");
            return;
        }
        let variable = &self.builder.program.variables[id.index()];
        let (name, cells, dimensions) =
            (variable.name.clone(), variable.cells(), variable.dimensions.len());
        let capacity = self.capacity(&initial.capacity);
        let fields = self.fields(&initial.fields);
        let mut made = Vec::new();
        for cell in 0..cells {
            if self.builder.program.channels.len() >= MAX_CHANNELS {
                self.error(initial.span, format!("more than {MAX_CHANNELS} channels"));
                break;
            }
            let name = if dimensions == 0 { name.clone() } else { format!("{name}[{cell}]") };
            let declared = Channel::new(name, capacity, fields.clone(), initial.span);
            let channel = self.builder.channel(Channel { owner: self.owner, ..declared });
            self.initialise(id, cell, self.builder.named_channel(channel));
            self.name_fields(channel, &initial.fields);
            made.push(channel);
        }
        if self.builder.program.variables[id.index()].region == Region::Constant {
            self.channel_constants.insert(id, made);
        }
    }

    /// Notes which fields of a channel hold mtype symbols.
    fn name_fields(&mut self, channel: ChannelId, types: &[(Type, Span)]) {
        if types.iter().any(|(ty, _)| matches!(ty, Type::User(_))) {
            return;
        }
        for (field, (ty, _)) in types.iter().enumerate() {
            if let Type::Mtype(kind) = ty {
                self.meanings.fields.insert((channel, field), kind.clone());
            }
        }
    }

    fn capacity(&mut self, expr: &ast::Expr) -> u32 {
        match self.constant(expr) {
            Some(value) if (0..=MAX_CAPACITY).contains(&value) => value as u32,
            Some(value) => {
                let message =
                    format!("a channel cannot hold {value} messages: at most {MAX_CAPACITY}");
                self.error(expr.span, message);
                0
            }
            None => 0,
        }
    }

    /// The fields of a message; a structure counts as its leaves.
    fn fields(&mut self, types: &[(Type, Span)]) -> Vec<Field> {
        let mut fields = Vec::new();
        for (ty, span) in types {
            self.add_fields(ty, *span, 0, &mut fields);
        }
        // SPIN's verifiers keep a bit that is the whole message in a byte, which wraps later.
        if let [field] = &mut fields[..]
            && field.cell == CellType::BIT
        {
            field.cell = CellType::BYTE;
        }
        fields
    }

    fn add_fields(&mut self, ty: &Type, span: Span, depth: usize, fields: &mut Vec<Field>) {
        let Type::User(name) = ty else {
            let cell = self.cell_type(ty, None, span);
            fields.push(Field {
                holds_channel: *ty == Type::Chan,
                declared_process: *ty == Type::Pid,
                ..Field::new(cell)
            });
            return;
        };
        let Some(&typedef) = self.typedefs.get(name) else {
            self.error(span, format!("there is no type `{name}`"));
            return;
        };
        if depth >= MAX_NESTING {
            self.refuse_nesting(name, span);
            return;
        }
        for declaration in &typedef.fields {
            for variable in &declaration.variables {
                if fields.len() >= MAX_VARIABLES {
                    self.error(
                        span,
                        format!("too large: a message may have {MAX_VARIABLES} fields"),
                    );
                    return;
                }
                let before = fields.len();
                if let Some(width) = &variable.width {
                    let cell = self.cell_type(&declaration.ty, Some(width), span);
                    fields.push(Field::new(cell));
                } else {
                    self.add_fields(&declaration.ty, span, depth + 1, fields);
                }
                let element = fields[before..].to_vec();
                let length = self.array_length(variable).unwrap_or(1) as usize;
                if length * element.len() > MAX_FIELDS {
                    self.error(span, format!("a message of more than {MAX_FIELDS} fields"));
                    return;
                }
                (1..length).for_each(|_| fields.extend_from_slice(&element));
            }
        }
    }

    fn cell_type(&mut self, ty: &Type, width: Option<&ast::Expr>, span: Span) -> CellType {
        match ty {
            Type::Bit | Type::Bool => CellType::BIT,
            Type::Byte | Type::Pid | Type::Mtype(_) | Type::Chan => CellType::BYTE,
            Type::Short => CellType::SHORT,
            Type::Int => CellType::INT,
            Type::Unsigned => {
                let Some(width) = width else {
                    self.error(span, "an `unsigned` needs its width, as in `unsigned x : 5`");
                    return CellType::BYTE;
                };
                match self.constant(width) {
                    Some(bits) if (1..=31).contains(&bits) => {
                        CellType { bits: bits as u8, signed: false }
                    }
                    _ => {
                        self.error(width.span, "the width of an `unsigned` is 1 to 31 bits");
                        CellType::BYTE
                    }
                }
            }
            // Structures have no cell of their own.
            Type::User(_) => CellType::BYTE,
        }
    }

    /// Looks whether the channels of a process type, or those of nobody, have room after the variables.
    pub(super) fn check_channel_cells(&mut self, owner: Option<ProcessTypeId>) {
        if let Some(channel) = self.builder.channel_beyond(owner, MAX_CELLS) {
            let span = self.builder.program.channels[channel.index()].span;
            self.error(span, format!("too large: a model may have {MAX_CELLS} cells"));
        }
    }
}
