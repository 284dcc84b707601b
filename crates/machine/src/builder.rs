//! Programs made part by part: a language says what it means, and what is left out means nothing special.
//!
//! Whoever builds a program says which variables, channels and process types there are. Where their cells lie is
//! decided here: variables come first, in the order in which they are declared, and channels after them; among the
//! globals, and in the record of each process type.

use diagnostics::Span;

use crate::control::ControlGraph;
use crate::index::{ChannelId, ProcessTypeId, VariableId};
use crate::program::{
    CellType, Channel, Exclusive, Expr, ExprKind, Field, InitialProcess, Initialiser, Place,
    ProcessType, Program, Region, Variable,
};
use crate::semantics::Semantics;

/// A program that is being made.
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    /// What was made so far, with channels that have no place yet.
    pub program: Program,
    /// How many cells the locals of each process type have, its channels aside.
    local_cells: Vec<u32>,
}

impl ProgramBuilder {
    /// Nothing as yet, of a language that decides so.
    #[must_use]
    pub fn new(semantics: Semantics) -> ProgramBuilder {
        let program = Program { semantics, ..Program::default() };
        ProgramBuilder { program, local_cells: Vec::new() }
    }

    /// Adds a variable, and gives it its cells.
    pub fn variable(&mut self, variable: Variable) -> VariableId {
        let used = match variable.region {
            Region::Global => &mut self.program.global_cells,
            Region::Constant => &mut self.program.constant_cells,
            Region::Local(owner) => {
                let types = self.local_cells.len().max(owner.index() + 1);
                self.local_cells.resize(types, 0);
                &mut self.local_cells[owner.index()]
            }
            Region::Discarded => &mut 0,
        };
        let offset = *used;
        *used = used.saturating_add(variable.cells());
        self.program.variables.push(Variable { offset, ..variable });
        VariableId::new(self.program.variables.len() - 1)
    }

    /// Adds a channel. All that have no owner must come before those that have one.
    pub fn channel(&mut self, channel: Channel) -> ChannelId {
        self.program.channels.push(channel);
        ChannelId::new(self.program.channels.len() - 1)
    }

    /// The expression that names a channel, for everybody or, if it has an owner, for that.
    #[must_use]
    pub fn named_channel(&self, channel: ChannelId) -> Expr {
        let (before, rest) = self.program.channels.split_at(channel.index());
        match rest[0].owner {
            None => ExprKind::Channel(channel).into(),
            owner => {
                let own = before.iter().filter(|c| c.owner == owner);
                ExprKind::OwnChannel(own.count() as u32).into()
            }
        }
    }

    /// Adds a process type. Its variables and channels may have been added before.
    pub fn process_type(&mut self, process_type: ProcessType) -> ProcessTypeId {
        self.program.process_types.push(process_type);
        ProcessTypeId::new(self.program.process_types.len() - 1)
    }

    /// The process type that is added next.
    #[must_use]
    pub fn next_process_type(&self) -> ProcessTypeId {
        ProcessTypeId::new(self.program.process_types.len())
    }

    /// Adds a process that exists from the start.
    pub fn start(&mut self, process: InitialProcess) {
        self.program.initial.push(process);
    }

    /// Gives a cell of a global or a constant its initial value.
    pub fn initialise(&mut self, place: Place, value: Expr) {
        self.program.initialisers.push(Initialiser { place, value });
    }

    /// Leaves open which of some values a cell of a global, or of a local of a process that exists from the start, has at first:
    /// there is an initial state with each, for each of what else is left open. Processes that are started later choose by their
    /// first step.
    pub fn choose(&mut self, place: &Place, values: impl IntoIterator<Item = i32>) {
        let initialiser =
            |value| Initialiser { place: place.clone(), value: Expr::constant(value) };
        self.program.choices.push(values.into_iter().map(initialiser).collect());
    }

    /// How many cells the variables of a region have so far.
    #[must_use]
    pub fn cells(&self, region: Region) -> u32 {
        match region {
            Region::Global => self.program.global_cells,
            Region::Constant => self.program.constant_cells,
            Region::Local(owner) => self.local_cells.get(owner.index()).copied().unwrap_or(0),
            Region::Discarded => 0,
        }
    }

    /// The first channel that has no room among so many cells: behind the variables of its owner, or of nobody, and
    /// the channels before it.
    #[must_use]
    pub fn channel_beyond(&self, owner: Option<ProcessTypeId>, most: u32) -> Option<ChannelId> {
        let mut used = self.cells(owner.map_or(Region::Global, Region::Local));
        let channels = self.program.channels.iter().enumerate();
        let mut own = channels.filter(|(_, channel)| channel.owner == owner);
        let beyond = own.find(|(_, channel)| {
            used = used.saturating_add(channel.cells());
            used > most
        });
        beyond.map(|(index, _)| ChannelId::new(index))
    }

    /// The program: every channel has its place.
    #[must_use]
    pub fn finish(self) -> Program {
        let ProgramBuilder { mut program, mut local_cells } = self;
        local_cells.resize(program.process_types.len().max(local_cells.len()), 0);
        for (index, channel) in program.channels.iter_mut().enumerate() {
            let used = match channel.owner {
                None => &mut program.global_cells,
                Some(owner) => {
                    let own = program.process_types.get_mut(owner.index());
                    own.into_iter().for_each(|own| own.channels.push(ChannelId::new(index)));
                    &mut local_cells[owner.index()]
                }
            };
            channel.offset = *used;
            *used = used.saturating_add(channel.cells());
        }
        for (process_type, cells) in program.process_types.iter_mut().zip(local_cells) {
            process_type.local_cells = cells;
        }
        program
    }
}

impl Variable {
    /// A scalar of which nothing more is said.
    #[must_use]
    pub fn new(name: impl Into<String>, region: Region, cell: CellType, span: Span) -> Variable {
        Variable {
            name: name.into(),
            region,
            dimensions: Vec::new(),
            cell,
            holds_channels: false,
            holds_processes: false,
            declared_process: false,
            read_unseen: false,
            in_structure: false,
            hidden: false,
            exclusive: Exclusive::default(),
            offset: 0,
            span,
        }
    }
}

impl Channel {
    /// A channel that exists from the start.
    #[must_use]
    pub fn new(name: impl Into<String>, capacity: u32, fields: Vec<Field>, span: Span) -> Channel {
        Channel {
            name: name.into(),
            capacity,
            fields,
            offset: 0,
            owner: None,
            exclusive: Exclusive::default(),
            message_type: None,
            span,
        }
    }
}

impl Field {
    /// A field of numbers, or of whatever they are taken for.
    #[must_use]
    pub fn new(cell: CellType) -> Field {
        Field { cell, holds_channel: false, holds_process: false, declared_process: false }
    }
}

impl ProcessType {
    /// A process type without parameters, whose processes run a control graph.
    #[must_use]
    pub fn new(name: impl Into<String>, control: ControlGraph, span: Span) -> Self {
        ProcessType {
            name: name.into(),
            parameters: Vec::new(),
            initialisers: Vec::new(),
            first_messages: Vec::new(),
            starts_with_step: false,
            start_is_seen: false,
            channels: Vec::new(),
            local_cells: 0,
            control,
            provided: None,
            deterministic: false,
            priority: None,
            span,
        }
    }
}

impl InitialProcess {
    /// A process of the lowest priority.
    #[must_use]
    pub fn new(process_type: ProcessTypeId, arguments: Vec<Expr>) -> InitialProcess {
        let introductions = Vec::new();
        let begins = Vec::new();
        InitialProcess { name: None, process_type, arguments, introductions, priority: 1, begins }
    }
}
