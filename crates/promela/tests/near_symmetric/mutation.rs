//! One small change of a model, which may or may not break its symmetry.

use super::model::Model;
use crate::random::text::{Node, line};
use testing::Numbers;

/// Changes one thing somewhere; the model stays as it is where there is nothing of the kind.
pub fn mutate(model: &mut Model, numbers: &mut Numbers) {
    let kind = numbers.weighted(&[
        (5, "constant"),
        (4, "operator"),
        (4, "name"),
        (3, "swap"),
        (2, "capacity"),
        (2, "initial value"),
        (3, "argument"),
        (4, "drop"),
        (3, "guard"),
        (2, "length"),
        (2, "again"),
    ]);
    let before = model.nodes.clone();
    match kind {
        "swap" | "drop" | "guard" | "again" => in_a_body(kind, model, numbers),
        _ => in_a_line(kind, model, numbers),
    }
    if model.nodes != before {
        model.mutation = Some(kind.to_owned());
        model.symmetric = false;
    }
}

/// The lines of a model, with those that open blocks.
fn lines<'n>(nodes: &'n mut [Node], found: &mut Vec<&'n mut String>) {
    for node in nodes {
        match node {
            Node::Line(text) => found.push(text),
            Node::Block { open, body, .. } => {
                found.push(open);
                lines(body, found);
            }
        }
    }
}

/// A piece of a line that can be changed, by its place, and what can stand there instead.
type Change = (std::ops::Range<usize>, Vec<String>);

fn in_a_line(kind: &str, model: &mut Model, numbers: &mut Numbers) {
    let mut found = Vec::new();
    lines(&mut model.nodes, &mut found);
    let arguments: Vec<String> = found
        .iter()
        .filter(|text| text.starts_with("run P"))
        .flat_map(|text| words_in(text))
        .collect();
    let changes = |text: &str| -> Vec<Change> {
        let declares = is_declaration(text);
        match kind {
            "constant" if !declares => constants(text),
            "operator" if !declares => operators(text),
            "name" if !declares => names(text),
            "capacity" if text.starts_with("chan ") => capacities(text),
            "length" if declares && !text.starts_with("chan ") => constants_in_brackets(text),
            "initial value" if declares && text.ends_with(';') => initial_values(text),
            "argument" if text.starts_with("run P") => words(text)
                .into_iter()
                .filter(|place| place.start > "run P".len())
                .map(|place| (place, arguments.clone()))
                .collect(),
            _ => Vec::new(),
        }
    };
    let all: Vec<(usize, Change)> = found
        .iter()
        .enumerate()
        .flat_map(|(at, text)| changes(text).into_iter().map(move |change| (at, change)))
        .filter(|(_, (_, choices))| !choices.is_empty())
        .collect();
    if all.is_empty() {
        return;
    }
    let (at, (place, choices)) = numbers.pick(&all);
    let with = numbers.pick(choices);
    found[*at].replace_range(place.clone(), with);
}

fn is_declaration(text: &str) -> bool {
    let types =
        ["byte ", "bit ", "bool ", "short ", "pid ", "int ", "mtype", "chan ", "row ", "typedef "];
    types.iter().any(|of| text.starts_with(of))
}

/// The places of words and numbers.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, character) in text.char_indices().filter(|&(_, c)| is_part(c)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end += character.len_utf8(),
            _ => found.push(at..at + character.len_utf8()),
        }
    }
    found
}

fn words_in(text: &str) -> Vec<String> {
    words(text).into_iter().skip(2).map(|place| text[place].to_owned()).collect()
}

fn constants(text: &str) -> Vec<Change> {
    let number = |place: std::ops::Range<usize>| {
        let value: i32 = text[place.clone()].parse().ok()?;
        let mut others = vec![(value + 1).to_string()];
        others.extend((value > 0).then(|| (value - 1).to_string()));
        Some((place, others))
    };
    words(text).into_iter().filter_map(number).collect()
}

fn constants_in_brackets(text: &str) -> Vec<Change> {
    let in_brackets = |place: &std::ops::Range<usize>| text[..place.start].ends_with('[');
    constants(text).into_iter().filter(|(place, _)| in_brackets(place)).collect()
}

fn capacities(text: &str) -> Vec<Change> {
    let of = text.find("= [").map_or(0, |at| at + 3);
    constants(text).into_iter().filter(|(place, _)| place.start == of).collect()
}

fn initial_values(text: &str) -> Vec<Change> {
    match text.find(" = ") {
        Some(at) => {
            vec![(at..text.len() - 1, vec![String::new(), " = 1".to_owned(), " = 2".to_owned()])]
        }
        None => vec![(text.len() - 1..text.len() - 1, vec![" = 1".to_owned(), " = 2".to_owned()])],
    }
}

const OPERATORS: [(&str, &[&str]); 8] = [
    (" == ", &[" != ", " <= ", " > "]),
    (" != ", &[" == ", " < "]),
    (" < ", &[" <= ", " > ", " == "]),
    (" && ", &[" || "]),
    (" || ", &[" && "]),
    (" + ", &[" - "]),
    (" - ", &[" + "]),
    ("??", &["?"]),
];

fn operators(text: &str) -> Vec<Change> {
    let places = |&(operator, others): &(&str, &[&str])| {
        let others: Vec<String> = others.iter().map(|o| (*o).to_owned()).collect();
        text.match_indices(operator)
            .map(|(at, found)| (at..at + found.len(), others.clone()))
            .collect::<Vec<_>>()
    };
    OPERATORS.iter().flat_map(places).collect()
}

/// Names of processes and data may be taken for one another.
fn names(text: &str) -> Vec<Change> {
    let known = ["_pid", "id", "other", "turn", "peer", "0", "1", "2", "x", "cnt", "flag"];
    let others = |place: std::ops::Range<usize>| {
        let word = &text[place.clone()];
        let names = ["_pid", "other", "turn", "1", "0"];
        let others = names.iter().filter(|n| **n != word).map(|n| (*n).to_owned());
        let assigned = text[place.end..].starts_with(" = ");
        (known.contains(&word) && !assigned).then(|| (place, others.collect()))
    };
    words(text).into_iter().filter_map(others).collect()
}

/// The bodies of processes, and of blocks in them.
fn bodies<'n>(nodes: &'n mut Vec<Node>, inside: bool, visit: &mut dyn FnMut(&mut Vec<Node>)) {
    if inside {
        visit(nodes);
    }
    for node in nodes {
        if let Node::Block { open, body, .. } = node {
            let process = open.contains("proctype ");
            bodies(body, inside || process, visit);
        }
    }
}

fn in_a_body(kind: &str, model: &mut Model, numbers: &mut Numbers) {
    let mut count = 0;
    bodies(&mut model.nodes, false, &mut |body| count += usize::from(!body.is_empty()));
    if count == 0 {
        return;
    }
    let (chosen, mut at) = (numbers.below(count), 0);
    let process = numbers.below(4);
    let relation = *numbers.pick(&["==", "!=", "<", ">="]);
    bodies(&mut model.nodes, false, &mut |body| {
        if body.is_empty() {
            return;
        }
        at += 1;
        if at != chosen + 1 {
            return;
        }
        let place = numbers.below(body.len());
        match kind {
            "swap" => {
                let next = (place + 1) % body.len();
                body.swap(place, next);
            }
            "drop" => {
                body.remove(place);
            }
            "again" => body.insert(place, body[place].clone()),
            _ => body.insert(place, line(format!("(_pid {relation} {process});"))),
        }
    });
}
