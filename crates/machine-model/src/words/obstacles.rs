//! Why something cannot happen, in words.

use machine::State;
use machine::index::{ChannelInstance, EdgeId, LabelId, ProcessId};
use machine::inspect::{Difference, Obstacle, Operand};
use machine::program::{ChannelQuery, Region};

use crate::words::named::NamedMachine;

impl NamedMachine {
    /// What stands in the way of a process, in words, as in `flag[1] is 1`.
    /// `statement` gives the text of an edge's first statement.
    #[must_use]
    pub fn obstacle_text(
        &self,
        state: &State,
        process: ProcessId,
        obstacle: &Obstacle,
        statement: &dyn Fn(EdgeId) -> String,
    ) -> String {
        let name = |process| self.process_name(state, process);
        match obstacle {
            Obstacle::Atomic { holder } => {
                format!("{} is in an atomic sequence and goes on first", name(*holder))
            }
            Obstacle::Escaped { by } => {
                format!("the escape `{}` is possible, and comes first", statement(*by))
            }
            Obstacle::NotProvided { operands } => {
                let why = self.false_text(state, process, operands);
                format!("a condition for its processes to move does not hold: {why}")
            }
            Obstacle::Outranked { by } => {
                format!("{} has a higher priority, and can move", name(*by))
            }
            Obstacle::False { operands } => self.false_text(state, process, operands),
            Obstacle::OtherOption { edge } => {
                format!("another option is possible: `{}`", statement(*edge))
            }
            Obstacle::Full { channel } => {
                format!("{} is full ({})", self.named(state, *channel), self.load(state, *channel))
            }
            Obstacle::Empty { channel } => format!("{} is empty", self.named(state, *channel)),
            // The first field of what actors send tells which message it is.
            Obstacle::Mismatch { channel, difference } if self.tells_message(difference) => {
                let Difference { wanted, found, .. } = *difference;
                let text = |value| self.in_message(state, *channel, 0, value);
                let queue = self.named(state, *channel);
                format!("the first message in {queue} is {}, not {}", text(found), text(wanted))
            }
            Obstacle::Mismatch { channel, difference } => format!(
                "the first message in {} has {}",
                self.named(state, *channel),
                self.difference(state, *channel, *difference)
            ),
            Obstacle::NoneMatches { channel } => {
                format!("no message in {} matches", self.named(state, *channel))
            }
            Obstacle::NoReceiver { channel, mismatches } => {
                let channel_name = self.named(state, *channel);
                if mismatches.is_empty() {
                    return format!("nobody is ready to receive from {channel_name}");
                }
                let each = mismatches.iter().map(|(process, difference)| {
                    let Difference { wanted, found, .. } = *difference;
                    let swapped = Difference { wanted: found, found: wanted, ..*difference };
                    format!(
                        "{} wants {}",
                        name(*process),
                        self.difference(state, *channel, swapped)
                    )
                });
                each.collect::<Vec<_>>().join("; ")
            }
            Obstacle::NoSender { channel, mismatches } => {
                if mismatches.is_empty() {
                    return format!("nobody is ready to send to {}", self.named(state, *channel));
                }
                let each = mismatches.iter().map(|(process, difference)| {
                    let difference = self.difference(state, *channel, *difference);
                    format!("{} offers {difference}", name(*process))
                });
                each.collect::<Vec<_>>().join("; ")
            }
            Obstacle::NotYoungest { youngest } => {
                format!("processes end from the youngest, and {} has not ended", name(*youngest))
            }
            Obstacle::Block(obstacles) => {
                let each =
                    obstacles.iter().map(|o| self.obstacle_text(state, process, o, statement));
                each.collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn false_text(&self, state: &State, process: ProcessId, operands: &[Operand]) -> String {
        if let [Operand::Timeout(false)] = operands {
            return "something else can happen".to_owned();
        }
        if operands.is_empty() {
            return "it is false".to_owned();
        }
        self.operand_texts(state, process, operands).join(", ")
    }

    /// What a condition on states depends on, each once.
    pub(crate) fn reason_texts(&self, state: &State, operands: &[Operand]) -> Vec<String> {
        self.operand_texts(state, ProcessId(0), operands)
    }

    /// What an expression of a process depends on, each once: that a process is at one place and at no other is told by the one.
    fn operand_texts(
        &self,
        state: &State,
        process: ProcessId,
        operands: &[Operand],
    ) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for operand in operands {
            let text = self.operand_text(state, process, operand);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// Whether a process is at a label; where places are told like variables, at which of them it is.
    fn at_text(&self, state: &State, process: i32, label: LabelId, holds: bool) -> String {
        let label = &self.machine.program.labels[label.index()];
        let word = if holds { "is" } else { "is not" };
        let Some(pointers) = &self.meanings.pointers else {
            return format!("{} {word} at {}", self.named_process(state, process), label.name);
        };
        let there = self.machine.program.semantics.process_with_number(process);
        let there = there.filter(|there| there.index() < state.processes());
        match there.and_then(|there| self.place_cell(state, there)) {
            Some(cell) => format!("{} is {}", cell.name, cell.text),
            None => format!("{}[{process}] {word} {}", pointers.place, label.name),
        }
    }

    fn operand_text(&self, state: &State, process: ProcessId, operand: &Operand) -> String {
        match operand {
            Operand::Cell { variable, cell, value } => {
                let declared = &self.machine.program.variables[variable.index()];
                let text = self.value_text(state, *variable, *value);
                let owner = matches!(declared.region, Region::Local(_)).then_some(process);
                format!("{} is {text}", self.owned_name(state, owner, *variable, *cell))
            }
            Operand::Query(ChannelQuery::Length, channel, value) => {
                format!("len({}) is {value}", self.named(state, *channel))
            }
            Operand::Query(query, channel, value) => {
                let (word, opposite) = match query {
                    ChannelQuery::Empty => ("empty", "not empty"),
                    ChannelQuery::NotEmpty => ("not empty", "empty"),
                    ChannelQuery::Full => ("full", "not full"),
                    ChannelQuery::NotFull | ChannelQuery::Length => ("not full", "full"),
                };
                let word = if *value != 0 { word } else { opposite };
                format!("{} is {word}", self.named(state, *channel))
            }
            Operand::Poll(channel, value) => {
                let word = if *value != 0 { "a matching message" } else { "no matching message" };
                format!("{} has {word}", self.named(state, *channel))
            }
            Operand::Remote { process, variable, cell, value } => {
                let text = self.value_text(state, *variable, *value);
                format!("{} is {text}", self.owned_name(state, Some(*process), *variable, *cell))
            }
            Operand::At(process, label, holds) => self.at_text(state, *process, *label, *holds),
            Operand::Enabled(process, holds) => {
                let word = if *holds { "can" } else { "cannot" };
                format!("{} {word} move", self.named_process(state, *process))
            }
            Operand::ControlPoint(process, value) => {
                format!("{} is at control point {value}", self.named_process(state, *process))
            }
            Operand::Priority(process, value) => {
                format!("{} has priority {value}", self.named_process(state, *process))
            }
            Operand::Timeout(true) => "timeout holds".to_owned(),
            Operand::Timeout(false) => "timeout does not hold".to_owned(),
            Operand::Pid(value) => match self.meanings.pointers {
                Some(_) => format!("P is {value}"),
                None => format!("_pid is {value}"),
            },
            Operand::ProcessCount(value) => format!("_nr_pr is {value}"),
        }
    }

    /// A process by its number, which need not exist.
    fn named_process(&self, state: &State, process: i32) -> String {
        match self.machine.program.semantics.process_with_number(process) {
            Some(process) if process.index() < state.processes() => {
                self.process_name(state, process)
            }
            _ => format!("process {process}, which does not exist,"),
        }
    }

    fn difference(
        &self,
        state: &State,
        channel: ChannelInstance,
        difference: Difference,
    ) -> String {
        let Difference { field, wanted, found } = difference;
        let text = |value| self.in_message(state, channel, field, value);
        let fields = match self.machine.channel_at(state, channel) {
            Some((id, _)) => self.machine.program.channels[id.index()].fields.len(),
            None => 0,
        };
        let place = if fields > 1 { format!(" in field {}", field + 1) } else { String::new() };
        format!("{}, not {}{place}", text(found), text(wanted))
    }

    fn tells_message(&self, difference: &Difference) -> bool {
        self.meanings.actors.is_some() && difference.field == 0
    }

    /// A value of a field of the messages of a channel.
    fn in_message(
        &self,
        state: &State,
        channel: ChannelInstance,
        field: usize,
        value: i32,
    ) -> String {
        match self.machine.channel_at(state, channel) {
            Some((id, _)) => self.field_text(state, id, field, value),
            None => value.to_string(),
        }
    }

    fn named(&self, state: &State, channel: ChannelInstance) -> String {
        self.machine.channel_name(state, channel).unwrap_or_else(|| "the channel".to_owned())
    }

    /// How many messages a buffered channel holds, of how many.
    fn load(&self, state: &State, channel: ChannelInstance) -> String {
        let Some((id, start)) = self.machine.channel_at(state, channel) else {
            return String::new();
        };
        let capacity = self.machine.program.channels[id.index()].capacity;
        format!("{} of {capacity}", state.cells[start])
    }
}
