//! From the syntax tree to a [`machine::program::Program`].
//!
//! Names are resolved, structures are taken apart into one variable a leaf field, and bodies
//! become control graphs with the structure that SPIN gives them, so that states are counted
//! alike. What is not supported yet is refused here, by name and position.

mod access;
mod blocks;
mod claims;
mod declarations;
mod expressions;
mod flow;
mod lengths;
mod loops;
mod messages;
mod names;
mod numbering;
mod references;
mod statements;

use std::collections::{HashMap, HashSet};

use access::Access;
use diagnostics::{Diagnostic, Span};
use machine::ProgramBuilder;
use machine::claim::Claim;
use machine::control::NodeKind;
use machine::index::{ChannelId, ProcessTypeId, VariableId};
use machine::program::{
    Action, CellType, Expr, ExprKind, InitialProcess, Initialiser, Label, Pattern, ProcessType,
    Program, Region, Variable,
};
use machine::semantics::Semantics;
use machine::uses::walk_action;
use machine_model::words::Meanings;
use messages::Messages;
pub(crate) use names::Scopes;
use names::{Entry, Shape};
use numbering::BodyOrder;
use references::References;

use crate::ast;
use crate::model::{KeptClaims, LoadOptions};
pub use numbering::Numbering;

/// The variable that holds a process's priority, as SPIN calls it.
const PRIORITY: &str = "_priority";
/// The process that a model begins with, if it has no active ones.
const INIT: &str = "init";
/// The variable that holds who moved last, as SPIN calls it.
const LAST: &str = "_last";

/// What lowering yields.
#[derive(Debug)]
pub struct Lowered {
    /// The program; usable only if no diagnostic is an error.
    pub program: Program,
    /// Claims that are kept apart from it, in the order of the text.
    pub claims: Vec<LoweredClaim>,
    /// What was found wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// What was found wrong with claims that are kept apart, after that.
    pub of_claims: Vec<Diagnostic>,
    /// What values are called in the model.
    pub meanings: Meanings,
    /// How SPIN numbers the statements.
    pub numbering: Numbering,
}

/// A claim, with what it refers to beside what the processes do.
#[derive(Debug)]
pub struct LoweredClaim {
    /// The claim.
    pub claim: Claim,
    /// Labels.
    pub labels: Vec<Label>,
}

/// Whether processes are lowered in another way if claims are kept: these ask who moved last, or for priorities, and the processes do not.
#[must_use]
pub fn claims_change_processes(model: &ast::Model) -> bool {
    let [with, without] = [true, false].map(|claims| Access::of(model, claims));
    (with.last, with.priorities) != (without.last, without.priorities)
}

/// Lowers a model.
#[must_use]
pub fn lower(model: &ast::Model, options: LoadOptions) -> Lowered {
    let mut lowering = Lowering {
        builder: ProgramBuilder::new(Semantics::default()),
        diagnostics: Messages::default(),
        of_claims: Messages::default(),
        claims: Vec::new(),
        access: Access::of(model, options.claims.are_kept()),
        options,
        scopes: Scopes::default(),
        symbols: HashMap::new(),
        typedefs: HashMap::new(),
        processes: HashMap::new(),
        init: None,
        channel_constants: HashMap::new(),
        owner: None,
        owner_name: String::new(),
        in_claim: false,
        initialisers: Vec::new(),
        ends_computed: false,
        references: References::default(),
        meanings: Meanings::default(),
        orders: Vec::new(),
    };
    lowering.model(model);
    Lowered {
        program: lowering.builder.finish(),
        claims: lowering.claims,
        diagnostics: lowering.diagnostics.into_vec(),
        of_claims: lowering.of_claims.into_vec(),
        meanings: lowering.meanings,
        numbering: Numbering::new(model, &lowering.orders),
    }
}

/// How many fields a statement names that must fit into a call of SPIN's verifiers: those of what it
/// sends, or looks for out of order.
fn longest_message(action: &Action) -> Option<usize> {
    let mut longest = match action {
        Action::Send { message, .. } => Some(message.len()),
        Action::Receive(reception) if reception.random => Some(reception.patterns.len()),
        Action::Deterministic(_) => return None,
        _ => None,
    };
    let mut visit = |expr: &Expr| {
        if let ExprKind::Poll(reception) = &expr.kind {
            let asks = |pattern: &Pattern| matches!(pattern, Pattern::Match(_));
            let looks = reception.random && reception.patterns.iter().any(asks);
            longest = longest.max(looks.then_some(reception.patterns.len()));
        }
    };
    walk_action(action, &mut visit, &mut |_| {});
    longest
}

/// Whether a unit states a property of runs.
fn is_claim(unit: &ast::Unit) -> bool {
    matches!(unit, ast::Unit::Never(..) | ast::Unit::Trace { .. } | ast::Unit::Ltl { .. })
}

struct Lowering<'a> {
    builder: ProgramBuilder,
    diagnostics: Messages,
    /// What is wrong with claims that are kept apart, once these are lowered.
    of_claims: Messages,
    /// These claims.
    claims: Vec<LoweredClaim>,
    access: Access,
    options: LoadOptions,
    scopes: Scopes,
    /// The mtype symbols.
    symbols: HashMap<String, Expr>,
    typedefs: HashMap<String, &'a ast::Typedef>,
    processes: HashMap<String, (ProcessTypeId, &'a ast::Proctype)>,
    /// The type of `init`, if there is one.
    init: Option<ProcessTypeId>,
    /// The channels that never-written channel variables name.
    channel_constants: HashMap<VariableId, Vec<ChannelId>>,
    /// The process type whose body is being lowered.
    owner: Option<ProcessTypeId>,
    owner_name: String,
    /// Whether a claim is being lowered.
    in_claim: bool,
    /// The initial values met so far, of the globals or of the current process type.
    initialisers: Vec<Initialiser>,
    /// Whether the last of the text is computed.
    ends_computed: bool,
    references: References,
    meanings: Meanings,
    /// The nodes of each body in SPIN's order.
    orders: Vec<BodyOrder>,
}

impl<'a> Lowering<'a> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn unsupported_claim(&mut self, span: Span, what: &str) {
        let message = format!("{what} is not supported yet");
        let help = "`--no-claims` leaves it out and checks the rest";
        self.diagnostics.push(Diagnostic::error(span, message).help(help));
    }

    fn model(&mut self, model: &'a ast::Model) {
        self.scopes.open();
        self.symbols(model);
        for unit in &model.units {
            match unit {
                ast::Unit::Typedef(typedef) => {
                    if self.typedefs.insert(typedef.name.text.clone(), typedef).is_some() {
                        let name = &typedef.name.text;
                        self.error(typedef.name.span, format!("`{name}` is declared twice"));
                    }
                }
                ast::Unit::Proctype(proctype) => self.register(proctype),
                _ if is_claim(unit) && self.options.claims.bear(unit) => {}
                ast::Unit::Never(_, body) => self.unsupported_claim(body.span, "a `never` claim"),
                ast::Unit::Trace { negated, body } => {
                    let what = if *negated { "a `notrace` block" } else { "a `trace` block" };
                    self.unsupported_claim(body.span, what);
                }
                ast::Unit::Ltl { span, .. } => self.unsupported_claim(*span, "an `ltl` formula"),
                ast::Unit::Mtype(_) | ast::Unit::Variables(_) | ast::Unit::Init(_) => {}
            }
        }
        let mut inits = model.units.iter().filter(|unit| matches!(unit, ast::Unit::Init(_)));
        if let (Some(_), None) = (inits.next(), inits.next()) {
            self.init = Some(ProcessTypeId::new(self.processes.len()));
        }
        for unit in &model.units {
            if let ast::Unit::Variables(declaration) = unit {
                self.declare(declaration);
            }
        }
        if self.access.last {
            let span = Span { file: diagnostics::FileId(0), start: 0, end: 0 };
            self.builder.program.last = Some(self.implicit(LAST, Region::Global, span));
        }
        self.check_channel_cells(None);
        self.builder.program.initialisers = std::mem::take(&mut self.initialisers);
        self.bodies(model);
        self.resolve_references(None);
        if self.options.claims == KeptClaims::All {
            self.claims(model);
        }
        self.check_rendezvous();
        self.check_lengths();
        if self.builder.program.initial.is_empty() && self.diagnostics.iter().all(|d| !d.is_error())
        {
            let mut nothing = Diagnostic::new(
                diagnostics::Severity::Error,
                "the model has no process: nothing can run",
            );
            nothing.help = Some("put `active` before a `proctype`, or add an `init`".to_owned());
            self.diagnostics.push(nothing);
        }
        if self.options.claims == KeptClaims::Separate
            && self.diagnostics.iter().all(|d| !d.is_error())
        {
            let of_processes = std::mem::take(&mut self.diagnostics);
            self.claims(model);
            self.of_claims = std::mem::replace(&mut self.diagnostics, of_processes);
        }
    }

    /// Refuses, as SPIN does, rendezvous channels where it matters whether a process can move: a
    /// rendezvous is no step of one process.
    fn check_rendezvous(&mut self) {
        let what = match (self.access.priorities, self.access.enabled) {
            (true, _) => "processes with priorities",
            (_, true) => "`enabled()`",
            _ => return,
        };
        let rendezvous = self.builder.program.channels.iter().find(|channel| channel.capacity == 0);
        if let Some(channel) = rendezvous {
            let message = format!("a rendezvous channel in a model with {what}");
            let help = "let the channel hold a message, as in `[1] of`";
            self.diagnostics.push(Diagnostic::error(channel.span, message).help(help));
        }
    }

    /// Refuses, as SPIN does, to send more values than any channel has fields; and, as the C compiler
    /// does then, to look through a channel for more. Without any channel nothing can be sent at all,
    /// and to try it is an error at run time.
    fn check_lengths(&mut self) {
        let lengths = self.builder.program.channels.iter().map(|channel| channel.fields.len());
        let Some(longest) = lengths.max() else { return };
        let nodes = self.builder.program.process_types.iter().flat_map(|t| &t.control.nodes);
        for node in nodes {
            // The statements of deterministic blocks are nodes too.
            let NodeKind::Action(action) = &node.kind else { continue };
            if let Some(given) = longest_message(action).filter(|given| *given > longest) {
                let message =
                    format!("{given} fields, but no channel's messages have more than {longest}");
                let help = "leave the others out, or declare the channel with as many";
                self.diagnostics.push(Diagnostic::error(node.span, message).help(help));
            }
        }
    }

    /// Numbers the mtype symbols: within a declaration from the last one upwards, and on from
    /// the declarations before it.
    fn symbols(&mut self, model: &ast::Model) {
        let mut counts: HashMap<Option<&str>, i32> = HashMap::new();
        for unit in &model.units {
            let ast::Unit::Mtype(declaration) = unit else { continue };
            let count =
                counts.entry(declaration.kind.as_ref().map(|k| k.text.as_str())).or_default();
            for symbol in declaration.symbols.iter().rev() {
                *count += 1;
                if *count > 255 {
                    self.error(symbol.span, "more than 255 symbols in an `mtype`");
                    return;
                }
                let kind = declaration.kind.as_ref().map(|kind| kind.text.clone());
                let value = Expr::symbol(*count, self.meanings.enumeration(&kind));
                self.meanings.symbols.insert((kind, *count), symbol.text.clone());
                if self.symbols.insert(symbol.text.clone(), value).is_some() {
                    let name = &symbol.text;
                    self.diagnostics.push(Diagnostic::error(
                        symbol.span,
                        format!("the symbol `{name}` is declared twice"),
                    ));
                }
            }
        }
    }

    fn register(&mut self, proctype: &'a ast::Proctype) {
        let name = &proctype.name;
        let id = ProcessTypeId::new(self.processes.len());
        if self.processes.insert(name.text.clone(), (id, proctype)).is_some() {
            self.error(name.span, format!("the proctype `{}` is declared twice", name.text));
        }
    }

    /// Lowers the bodies, in the order of the text; those of `init` come after the proctypes.
    fn bodies(&mut self, model: &'a ast::Model) {
        let mut seen = HashSet::new();
        for unit in &model.units {
            if let ast::Unit::Proctype(proctype) = unit
                && seen.insert(&proctype.name.text)
            {
                self.proctype(proctype);
            }
        }
        // Several are several processes, as in SPIN.
        let first_init = self.builder.program.process_types.len();
        for unit in &model.units {
            if let ast::Unit::Init(body) = unit {
                let id = self.open_process(INIT, body.span);
                let control = self.body(body);
                self.close_process(id, INIT, control, body.span);
            }
        }
        let mut inits = (first_init..).map(ProcessTypeId::new);
        for unit in &model.units {
            match unit {
                ast::Unit::Proctype(proctype) => self.activate(proctype),
                ast::Unit::Init(body) => {
                    let Some(process_type) = inits.next() else { continue };
                    let priority = self.initial_priority(body.priority.as_deref());
                    let started = InitialProcess::new(process_type, Vec::new());
                    self.builder.start(InitialProcess { priority, ..started });
                }
                _ => {}
            }
        }
        let count = self.builder.program.initial.len();
        let most = self.builder.program.semantics.most_processes;
        if count > usize::from(most) {
            self.diagnostics.push(Diagnostic::new(
                diagnostics::Severity::Error,
                format!("{count} processes at the start; at most {most} can exist at once"),
            ));
        }
    }

    fn proctype(&mut self, proctype: &'a ast::Proctype) {
        let id = self.open_process(&proctype.name.text, proctype.name.span);
        // The condition may name `_priority`, but no parameters.
        let provided = proctype.provided.as_ref().map(|condition| self.expr(condition));
        let mut parameters = Vec::new();
        for declaration in &proctype.parameters {
            for variable in &declaration.variables {
                parameters.extend(self.declare_parameter(declaration, variable));
            }
        }
        let control = self.body(&proctype.body);
        let process_type = self.close_process(id, &proctype.name.text, control, proctype.name.span);
        process_type.parameters = parameters;
        process_type.provided = provided;
        process_type.deterministic = proctype.deterministic;
    }

    fn open_process(&mut self, name: &str, span: Span) -> ProcessTypeId {
        let id = self.builder.next_process_type();
        name.clone_into(&mut self.owner_name);
        self.owner = Some(id);
        self.ends_computed = false;
        self.scopes.open();
        if self.access.priorities {
            self.implicit(PRIORITY, Region::Local(id), span);
        }
        id
    }

    /// Declares, in the innermost scope, a byte that SPIN declares by itself and reads unseen.
    fn implicit(&mut self, name: &str, region: Region, span: Span) -> VariableId {
        let variable = Variable::new(name, region, CellType::BYTE, span);
        self.unwritten(Variable { read_unseen: true, ..variable })
    }

    /// Declares, in the innermost scope, a byte that SPIN declares by itself.
    fn scratch(&mut self, name: &str, region: Region, span: Span) -> VariableId {
        self.unwritten(Variable::new(name, region, CellType::BYTE, span))
    }

    /// Declares, in the innermost scope, a scalar that stands in no declaration.
    fn unwritten(&mut self, variable: Variable) -> VariableId {
        let (name, span) = (variable.name.clone(), variable.span);
        let id = self.builder.variable(variable);
        self.scopes
            .declare(&name, Entry { length: None, shape: Shape::Leaf(id), span, number: None });
        id
    }

    /// The variable that holds the priority of the processes of the type that is being lowered.
    fn priority_variable(&self) -> Option<VariableId> {
        match self.scopes.find(PRIORITY)?.shape {
            Shape::Leaf(id) => Some(id),
            Shape::Structure(_) => None,
        }
    }

    /// The priority of a process that runs from the start: 1 if none is given.
    fn initial_priority(&mut self, priority: Option<&ast::Expr>) -> u8 {
        let Some(priority) = priority else { return 1 };
        match self.constant(priority).map(u8::try_from) {
            Some(Ok(value)) if value > 0 => value,
            None => 1,
            Some(_) => {
                self.error(priority.span, "a priority is 1 to 255");
                1
            }
        }
    }

    fn close_process(
        &mut self,
        id: ProcessTypeId,
        name: &str,
        control: machine::control::ControlGraph,
        span: Span,
    ) -> &mut ProcessType {
        let priority = self.priority_variable();
        self.scopes.close();
        self.owner = None;
        self.check_channel_cells(Some(id));
        let initialisers = std::mem::take(&mut self.initialisers);
        let process_type = ProcessType {
            initialisers,
            priority,
            start_is_seen: self.ends_computed,
            ..ProcessType::new(name, control, span)
        };
        let id = self.builder.process_type(process_type);
        &mut self.builder.program.process_types[id.index()]
    }

    fn activate(&mut self, proctype: &ast::Proctype) {
        let Some(count) = &proctype.active else { return };
        let Some(&(process_type, _)) = self.processes.get(&proctype.name.text) else { return };
        let count = match count {
            None => 1,
            Some(count) => match self.number_by_name(count).or_else(|| self.constant(count)) {
                // As in SPIN, none below zero.
                Some(value) if value <= i32::from(u8::MAX) => value,
                Some(value) => {
                    let message = format!("{value} instances; at most 255 processes can exist");
                    self.error(count.span, message);
                    0
                }
                None => 0,
            },
        };
        let priority = self.initial_priority(proctype.priority.as_ref());
        for _ in 0..count {
            let started = InitialProcess::new(process_type, Vec::new());
            self.builder.start(InitialProcess { priority, ..started });
        }
    }

    /// Whether a process or a property names a label of the body that is being lowered.
    fn is_watched(&self, label: &ast::Name) -> bool {
        self.access.watched.contains(&(self.owner_name.clone(), label.text.clone()))
    }

    /// The value of a constant expression; an error if it is none.
    fn constant(&mut self, expr: &ast::Expr) -> Option<i32> {
        let value = self.expr(expr).constant_value();
        if value.is_none() {
            self.error(expr.span, "a constant is needed here");
        }
        value
    }

    /// Where variables of the current scope live: the name decides for globals.
    fn region(&self, name: &str) -> Region {
        match self.owner {
            Some(owner) => Region::Local(owner),
            None if !self.access.written.contains(name) => Region::Constant,
            None if self.options.hide_unread && !self.access.read.contains(name) => {
                Region::Discarded
            }
            None => Region::Global,
        }
    }
}
