//! Processes as they are written in timed sections.

use crate::timed_sections::process::{Field, Operator, Process, Replicated, Value};

fn value(value: Value) -> String {
    match value {
        Value::Literal(number) => number.to_string(),
        Value::Variable(variable) => format!("x{variable}"),
        Value::Mirrored(variable) => format!("(2 - x{variable})"),
        Value::Halved(variable) => format!("(x{variable} % 2)"),
    }
}

/// The text of a process below so many variables.
pub fn text(process: &Process, bound: usize) -> String {
    let inner = |process: &Process| text(process, bound);
    match process {
        Process::Stop => "STOP".to_owned(),
        Process::Skip => "SKIP".to_owned(),
        Process::Wait(ticks) => format!("WAIT({ticks})"),
        Process::Prefix(channel, fields, after) => {
            let (mut out, mut bound) = ((*channel).to_owned(), bound);
            for field in fields {
                match field {
                    Field::Output(output) => out += &format!("!{}", value(*output)),
                    Field::Input(_, set) => {
                        let set = set.as_ref().map_or(String::new(), |set| format!(":{set}"));
                        out += &format!("?x{bound}{set}");
                        bound += 1;
                    }
                }
            }
            format!("({out} -> {})", text(after, bound))
        }
        Process::Two(operator, left, right) => {
            let (left, right) = (inner(left), inner(right));
            match operator {
                Operator::External => format!("({left} [] {right})"),
                Operator::Internal => format!("({left} |~| {right})"),
                Operator::Sliding => format!("({left} [> {right})"),
                Operator::Sequence => format!("({left} ; {right})"),
                Operator::Interrupt => format!("({left} /\\ {right})"),
                Operator::Interleave => format!("({left} ||| {right})"),
                Operator::Shared(set) => format!("({left} [| {set} |] {right})"),
                Operator::Alphabetised(one, other) => {
                    format!("({left} [ {one} || {other} ] {right})")
                }
                Operator::Exception(set) => format!("({left} [| {set} |> {right})"),
            }
        }
        Process::Each(operator, values, body) => {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            let operator = match operator {
                Replicated::External => "[]".to_owned(),
                Replicated::Internal => "|~|".to_owned(),
                Replicated::Interleave => "|||".to_owned(),
                Replicated::Shared(set) => format!("[| {set} |]"),
            };
            let body = text(body, bound + 1);
            format!("({operator} x{bound}:{{{}}} @ {body})", values.join(", "))
        }
        Process::Guard(one, wanted, process) => {
            format!("({} == {wanted} & {})", value(*one), inner(process))
        }
        Process::If(one, wanted, yes, no) => {
            format!("(if {} == {wanted} then {} else {})", value(*one), inner(yes), inner(no))
        }
        Process::Hide(process, set) => format!("({} \\ {set})", inner(process)),
        Process::Rename(process, renaming) => format!("({}[[ {renaming} ]])", inner(process)),
        Process::Call(definition, argument) => format!("P{definition}({})", value(*argument)),
    }
}
