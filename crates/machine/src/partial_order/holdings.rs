//! Which channels variables, and fields of messages, may hold: by the declarations of the channels.
//!
//! What flows where is followed through assignments, messages, and what processes are given at their start, whatever the order
//! of statements (L. O. Andersen, *Program Analysis and Specialization for the C Programming Language*, 1994, Sect. 4.4). A
//! channel that comes from anything else may be any.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::{ChannelId, ProcessId, ProcessTypeId, VariableId};
use crate::machine::Machine;
use crate::program::{
    Action, CellType, Expr, ExprKind, Initialiser, Pattern, Place, Program, Reception,
};

/// Channels by their declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Any of these, or none.
    Of(BTreeSet<ChannelId>),
    /// Any at all.
    Any,
}

impl Held {
    const NONE: Held = Held::Of(BTreeSet::new());

    fn one(channel: ChannelId) -> Held {
        Held::Of(BTreeSet::from([channel]))
    }

    /// Adds what is in the other; says whether that was news.
    fn add(&mut self, other: &Held) -> bool {
        match (&mut *self, other) {
            (Held::Any, _) => false,
            (_, Held::Any) => {
                *self = Held::Any;
                true
            }
            (Held::Of(held), Held::Of(others)) => {
                let before = held.len();
                held.extend(others);
                held.len() > before
            }
        }
    }
}

/// What variables and fields may hold.
#[derive(Clone, Debug)]
pub(crate) struct Holdings {
    variables: Vec<Held>,
    /// For each channel declaration the fields of its messages, by what the first field is, if it is a constant where they are
    /// sent: that tells which kind of message they are.
    fields: Vec<BTreeMap<Option<i32>, Vec<Held>>>,
}

impl Holdings {
    pub(crate) fn of(machine: &Machine) -> Holdings {
        let program = &machine.program;
        let mut holdings = Holdings {
            variables: vec![Held::NONE; program.variables.len()],
            fields: vec![BTreeMap::new(); program.channels.len()],
        };
        while (Flow { program, holdings: &mut holdings, news: false }).pass(machine) {}
        holdings
    }

    /// The channels that an expression of a process of some type may name; of no process if there is no type.
    pub(crate) fn named(&self, program: &Program, of: Option<ProcessTypeId>, expr: &Expr) -> Held {
        match &expr.kind {
            ExprKind::Constant(0) => Held::NONE,
            ExprKind::Channel(channel) => Held::one(*channel),
            ExprKind::OwnChannel(place) => {
                let own = of.map(|of| &program.process_types[of.index()].channels);
                let own = own.and_then(|own| own.get(*place as usize));
                own.map_or(Held::Any, |&channel| Held::one(channel))
            }
            ExprKind::Load(place) => self.variables[place.variable.index()].clone(),
            ExprKind::Conditional(parts) => {
                let mut held = self.named(program, of, &parts.1);
                held.add(&self.named(program, of, &parts.2));
                held
            }
            _ => Held::Any,
        }
    }

    /// The declarations of the channels that an expression may name.
    pub(crate) fn declarations(
        &self,
        program: &Program,
        of: Option<ProcessTypeId>,
        channel: &Expr,
    ) -> Vec<ChannelId> {
        match self.named(program, of, channel) {
            Held::Of(channels) => channels.into_iter().collect(),
            Held::Any => ChannelId::below(program.channels.len()).collect(),
        }
    }
}

/// One pass over a program.
struct Flow<'a> {
    program: &'a Program,
    holdings: &'a mut Holdings,
    news: bool,
}

impl Flow<'_> {
    /// Says whether there was news.
    fn pass(mut self, machine: &Machine) -> bool {
        let program = self.program;
        program.all_initialisers().for_each(|it| self.initialise(None, it));
        for index in 0..program.process_types.len() {
            let of = Some(ProcessTypeId::new(index));
            let declared = &program.process_types[index];
            declared.initialisers.iter().for_each(|it| self.initialise(of, it));
            declared.first_messages.iter().for_each(|first| self.action(of, first.sending()));
        }
        self.starts();
        for edge in &machine.code.edges {
            let of = Some(machine.type_of(edge.from));
            edge.operations.iter().for_each(|operation| self.action(of, &operation.action));
        }
        self.news
    }

    fn initialise(&mut self, of: Option<ProcessTypeId>, initialiser: &Initialiser) {
        self.assign(of, &initialiser.place, &initialiser.value);
    }

    /// What the initial processes are given.
    fn starts(&mut self) {
        let program = self.program;
        for process in &program.initial {
            let parameters = &program.process_types[process.process_type.index()].parameters;
            for (&parameter, argument) in parameters.iter().zip(&process.arguments) {
                let held = self.holdings.named(program, None, argument);
                self.hold(parameter, &held);
            }
            for introduction in &process.introductions {
                let of: ProcessId = introduction.process;
                let (_, channel) = program.initial_channel(of, introduction.channel);
                if let Some(&parameter) = parameters.get(introduction.parameter as usize) {
                    self.hold(parameter, &Held::one(channel));
                }
            }
        }
    }

    fn hold(&mut self, variable: VariableId, held: &Held) {
        let held = cut_off(self.program, held, self.program.variables[variable.index()].cell);
        self.news |= self.holdings.variables[variable.index()].add(held);
    }

    fn assign(&mut self, of: Option<ProcessTypeId>, place: &Place, value: &Expr) {
        let held = self.holdings.named(self.program, of, value);
        self.hold(place.variable, &held);
    }

    fn action(&mut self, of: Option<ProcessTypeId>, action: &Action) {
        match action {
            Action::Assign(place, value) => self.assign(of, place, value),
            Action::Send { channel, message, .. } => self.send(of, channel, message),
            Action::Receive(reception) => self.receive(of, reception),
            Action::Run { process_type, arguments, result, .. } => {
                let parameters = &self.program.process_types[process_type.index()].parameters;
                for (&parameter, argument) in parameters.iter().zip(arguments) {
                    let held = self.holdings.named(self.program, of, argument);
                    self.hold(parameter, &held);
                }
                result.iter().for_each(|place| self.hold(place.variable, &Held::Any));
            }
            Action::Deterministic(block) => {
                let inner = block.points.iter().flat_map(|point| &point.options);
                inner.for_each(|(action, _)| self.action(of, action));
            }
            Action::Skip
            | Action::Guard(_)
            | Action::Else
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Terminate
            | Action::OutOfRoom
            | Action::Spin(_) => {}
        }
    }

    fn send(&mut self, of: Option<ProcessTypeId>, channel: &Expr, message: &[Expr]) {
        let program = self.program;
        let values: Vec<Held> =
            message.iter().map(|value| self.holdings.named(self.program, of, value)).collect();
        let kind = message.first().and_then(Expr::constant_value);
        for channel in self.holdings.declarations(self.program, of, channel) {
            let declared = &self.program.channels[channel.index()].fields;
            let count = declared.len();
            let kind = kind.zip(declared.first()).map(|(kind, field)| field.cell.wrap(kind));
            let known = self.holdings.fields[channel.index()].entry(kind);
            let fields = known.or_insert_with(|| vec![Held::NONE; count]);
            for ((field, declared), value) in fields.iter_mut().zip(declared).zip(&values) {
                self.news |= field.add(cut_off(program, value, declared.cell));
            }
        }
    }

    fn receive(&mut self, of: Option<ProcessTypeId>, reception: &Reception) {
        let asked = match reception.patterns.first() {
            Some(Pattern::Match(kind)) => kind.constant_value(),
            _ => None,
        };
        for channel in self.holdings.declarations(self.program, of, &reception.channel) {
            let kinds = self.holdings.fields[channel.index()].iter();
            let may_be = |kind: Option<i32>| kind.is_none() || asked.is_none() || kind == asked;
            let messages: Vec<Vec<Held>> = kinds
                .filter(|(kind, _)| may_be(**kind))
                .map(|(_, fields)| fields.clone())
                .collect();
            for message in messages {
                for (pattern, held) in reception.patterns.iter().zip(&message) {
                    let Pattern::Store(place) = pattern else { continue };
                    self.hold(place.variable, held);
                }
            }
        }
    }
}

/// What a cell holds after something was written to it: a number that does not fit becomes that of another channel.
fn cut_off<'h>(program: &Program, held: &'h Held, cell: CellType) -> &'h Held {
    let have_owners = program.channels.iter().any(|channel| channel.owner.is_some());
    let most = match have_owners {
        true => i32::from(program.semantics.most_channels),
        false => program.channels.len() as i32,
    };
    if cell.wrap(most) == most { held } else { &Held::Any }
}
