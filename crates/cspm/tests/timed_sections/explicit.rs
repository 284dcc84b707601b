//! The same processes written out with `tock`, as the manual of FDR4 defines timed sections: every prefix waits by a name of its own,
//! every value is a number, and how many tocks follow on an event was computed here.

use std::collections::BTreeSet;

use crate::timed_sections::durations::{Durations, Event};
use crate::timed_sections::process::{Field, Operator, Process, Replicated, Value};

/// Writes processes out.
pub struct Writer<'a> {
    /// The definitions, each with how long events take in its section.
    pub definitions: &'a [(Process, Durations)],
    /// What was defined so far.
    pub text: String,
    /// How many waiting prefixes there are.
    waiting: usize,
    written: BTreeSet<(usize, u32)>,
    wanted: Vec<(usize, u32)>,
}

/// The events of a prefix, each with the values that it binds.
type Offers = Vec<(Event, Vec<u32>)>;

impl Writer<'_> {
    pub fn new(definitions: &[(Process, Durations)]) -> Writer<'_> {
        let text = "NEVER = tock -> NEVER\nDONE = SKIP [] tock -> DONE\n".to_owned();
        let (written, wanted) = (BTreeSet::new(), Vec::new());
        Writer { definitions, text, waiting: 0, written, wanted }
    }

    /// Defines a process by a name, and all that it calls.
    pub fn define(&mut self, name: &str, process: &Process, durations: Durations) {
        let body = self.process(process, &mut Vec::new(), durations);
        self.text += &format!("{name} = {body}\n");
        while let Some((definition, argument)) = self.wanted.pop() {
            let (process, durations) = &self.definitions[definition];
            let body = self.process(process, &mut vec![argument], *durations);
            self.text += &format!("E{definition}_{argument} = {body}\n");
        }
    }

    fn process(&mut self, process: &Process, values: &mut Vec<u32>, f: Durations) -> String {
        match process {
            Process::Stop => "NEVER".to_owned(),
            Process::Skip => "DONE".to_owned(),
            Process::Wait(ticks) => format!("({}DONE)", tocks(*ticks)),
            Process::Prefix(channel, fields, after) => {
                self.prefix(channel, fields, after, values, f)
            }
            Process::Two(operator, left, right) => {
                let left = self.process(left, values, f);
                let right = self.process(right, values, f);
                two(*operator, &left, &right)
            }
            Process::Each(operator, each, body) => {
                let operator = match operator {
                    Replicated::External => Operator::External,
                    Replicated::Internal => Operator::Internal,
                    Replicated::Interleave => Operator::Interleave,
                    Replicated::Shared(set) => Operator::Shared(set),
                };
                let mut of_value = |value: &u32| {
                    values.push(*value);
                    let text = self.process(body, values, f);
                    values.pop();
                    text
                };
                let bodies: Vec<String> = each.iter().map(&mut of_value).collect();
                bodies.into_iter().reduce(|one, other| two(operator, &one, &other)).expect("some")
            }
            Process::Guard(one, wanted, process) => match value(*one, values) == *wanted {
                true => self.process(process, values, f),
                false => "NEVER".to_owned(),
            },
            Process::If(one, wanted, yes, no) => {
                let branch = if value(*one, values) == *wanted { yes } else { no };
                self.process(branch, values, f)
            }
            Process::Hide(process, set) => {
                format!("({} \\ {set})", self.process(process, values, f))
            }
            Process::Rename(process, renaming) => {
                format!("({}[[ {renaming} ]])", self.process(process, values, f))
            }
            Process::Call(definition, argument) => {
                let called = (*definition, value(*argument, values));
                if self.written.insert(called) {
                    self.wanted.push(called);
                }
                format!("E{}_{}", called.0, called.1)
            }
        }
    }

    fn prefix(
        &mut self,
        channel: &'static str,
        fields: &[Field],
        after: &Process,
        values: &[u32],
        f: Durations,
    ) -> String {
        let name = format!("W{}", self.waiting);
        self.waiting += 1;
        let mut text = format!("{name} = tock -> {name}");
        for (event, mut bound) in offers(channel, fields, values) {
            let rest = self.process(after, &mut bound, f);
            text += &format!(" [] {} -> {}{rest}", event.text(), tocks(f.ticks(&event)));
        }
        self.text += &(text + "\n");
        name
    }
}

fn offers(channel: &'static str, fields: &[Field], values: &[u32]) -> Offers {
    let mut offers = vec![(Event { channel, fields: Vec::new() }, values.to_vec())];
    for field in fields {
        let mut more = Vec::new();
        for (event, bound) in offers {
            let with = |number: u32, bound: Vec<u32>| {
                let fields = [&event.fields[..], &[number]].concat();
                (Event { channel, fields }, bound)
            };
            match field {
                Field::Output(output) => more.push(with(value(*output, &bound), bound.clone())),
                Field::Input(numbers, _) => {
                    let each = numbers.iter();
                    more.extend(each.map(|&n| with(n, [&bound[..], &[n]].concat())));
                }
            }
        }
        offers = more;
    }
    offers
}

fn value(value: Value, values: &[u32]) -> u32 {
    match value {
        Value::Literal(number) => number,
        Value::Variable(variable) => values[variable],
        Value::Mirrored(variable) => 2 - values[variable],
        Value::Halved(variable) => values[variable] % 2,
    }
}

fn tocks(count: u32) -> String {
    "tock -> ".repeat(count as usize)
}

fn two(operator: Operator, left: &str, right: &str) -> String {
    match operator {
        Operator::External => format!("({left} [+ {{tock}} +] {right})"),
        Operator::Internal => format!("({left} |~| {right})"),
        Operator::Sliding => format!("({left} [> {right})"),
        Operator::Sequence => format!("({left} ; {right})"),
        Operator::Interrupt => format!("({left} /+ {{tock}} +\\ {right})"),
        Operator::Interleave => format!("({left} [| {{tock}} |] {right})"),
        Operator::Shared(set) => format!("({left} [| union({set}, {{tock}}) |] {right})"),
        Operator::Alphabetised(one, other) => {
            format!("({left} [ union({one}, {{tock}}) || union({other}, {{tock}}) ] {right})")
        }
        Operator::Exception(set) => format!("({left} [| {set} |> {right})"),
    }
}
