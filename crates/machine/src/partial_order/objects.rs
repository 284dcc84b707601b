//! What processes can disturb one another by, as bits.

use std::ops::Range;

use crate::index::{ChannelInstance, LabelId, VariableId};
use crate::machine::Machine;
use crate::program::{Program, Region};

/// Arrays of more cells are one object.
const MOST_CELLS: u32 = 128;

/// A set of deeds: what others may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    words: Vec<u64>,
}

impl Deeds {
    pub(crate) fn none(words: usize) -> Deeds {
        Deeds { words: vec![0; words] }
    }

    pub(crate) fn add(&mut self, deed: u32) {
        self.words[deed as usize / 64] |= 1 << (deed % 64);
    }

    pub(crate) fn add_everything(&mut self) {
        self.words.fill(u64::MAX);
    }

    /// Adds what is in the other set; says whether that was news.
    pub(crate) fn add_all(&mut self, others: &[u64]) -> bool {
        let mut news = false;
        for (word, other) in self.words.iter_mut().zip(others) {
            news |= *other & !*word != 0;
            *word |= other;
        }
        news
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Whether two sets have a deed in common.
pub(crate) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// A process is started.
pub(crate) const START: u32 = 0;
/// A process is removed.
pub(crate) const END: u32 = 1;
/// It is asked which processes there are.
pub(crate) const COUNT: u32 = 2;
const FIRST: u32 = 3;

/// Some things that are read and written.
pub(crate) type Things = Range<u32>;

/// The numbers of deeds. Things have two, to be read and to be written; channels three.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    /// The things of each variable, if others can see it: its cells, or one for all.
    variables: Vec<Option<Things>>,
    first_label: u32,
    first_channel: u32,
    channels: u32,
}

impl Objects {
    /// # Panics
    /// Never: programs that are as large are not run.
    pub(crate) fn new(machine: &Machine) -> Objects {
        let program = &machine.program;
        let mut next = FIRST;
        let variables = (0..program.variables.len())
            .map(|index| {
                let things = things_of(machine, VariableId::new(index))?;
                let first = next;
                next += 2 * things;
                Some(first..next)
            })
            .collect();
        let first_label = next;
        let first_channel = first_label + 2 * program.labels.len() as u32;
        let channels = most_channels(program);
        Objects { variables, first_label, first_channel, channels }
    }

    /// How many words a set has.
    pub(crate) fn words(&self) -> usize {
        let deeds = self.first_channel + 3 * self.channels;
        (deeds as usize).div_ceil(64)
    }

    /// The things of a variable; none if nobody but its process sees it.
    pub(crate) fn variable(&self, variable: VariableId) -> Option<Things> {
        self.variables[variable.index()].clone()
    }

    pub(crate) fn label(&self, label: LabelId) -> Things {
        let first = self.first_label + 2 * label.0;
        first..first + 2
    }

    /// All channels that there may be.
    pub(crate) fn all_channels(&self) -> impl Iterator<Item = ChannelInstance> + use<> {
        ChannelInstance::below(self.channels as usize)
    }

    /// That something is sent to a channel.
    pub(crate) fn send(&self, channel: ChannelInstance) -> u32 {
        self.first_channel + 3 * channel.0
    }

    /// That something is received from it.
    pub(crate) fn receive(&self, channel: ChannelInstance) -> u32 {
        self.send(channel) + 1
    }

    /// That something depends on what is in it.
    pub(crate) fn ask(&self, channel: ChannelInstance) -> u32 {
        self.send(channel) + 2
    }
}

/// That things are read.
pub(crate) fn reads(things: &Things) -> impl Iterator<Item = u32> + use<> {
    things.clone().step_by(2)
}

/// That they are written.
pub(crate) fn writes(things: &Things) -> impl Iterator<Item = u32> + use<> {
    (things.start + 1..things.end).step_by(2)
}

/// How many things a variable is; none if no process sees what another does to it.
fn things_of(machine: &Machine, variable: VariableId) -> Option<u32> {
    let declared = &machine.program.variables[variable.index()];
    let is_seen = match declared.region {
        // What is forgotten between steps tells nobody anything.
        Region::Global => !is_forgotten(machine, variable),
        Region::Local(_) => machine.is_named_by_others(variable),
        Region::Constant | Region::Discarded => false,
    };
    let cells = declared.cells();
    is_seen.then_some(if cells > MOST_CELLS { 1 } else { cells })
}

/// Whether all cells of a variable are forgotten.
fn is_forgotten(machine: &Machine, variable: VariableId) -> bool {
    let forgotten = machine.forgotten.iter().filter(|reset| reset.variable == variable).count();
    forgotten == machine.program.variables[variable.index()].cells() as usize
}

fn most_channels(program: &Program) -> u32 {
    let unowned = program.channels.iter().filter(|channel| channel.owner.is_none()).count();
    let most = usize::from(program.semantics.most_channels);
    let most = if unowned == program.channels.len() { unowned } else { most.max(unowned) };
    most as u32
}
