//! Nesting: choices with `else` where an option begins, and whatever may stand in a deterministic step.

use super::draft::Draft;
use crate::random::text::{Node, block, line, option, render};

/// The variables that these statements are about.
const VARIABLES: [&str; 2] = ["sx", "sy"];

/// A process of its own, of nested statements.
pub fn nested(draft: &mut Draft) {
    draft.feature("nested");
    for name in VARIABLES {
        if !draft.globals.contains(&line(format!("byte {name};"))) {
            draft.globals.push(line(format!("byte {name};")));
        }
    }
    let mut body = Vec::new();
    for _ in 0..draft.numbers.between(1, 2) {
        body.push(statement(draft, 3));
    }
    let value = draft.numbers.below(3);
    body.push(line(format!("assert(sx != {value} || sy != {});", draft.numbers.below(3))));
    let name = draft.fresh("N");
    let many = if draft.numbers.chance(20) { "active [2]" } else { "active" };
    draft.others.push(block(format!("{many} proctype {name}() {{"), body, "}"));
}

/// Statements of the loop of each process.
pub fn nested_in_loop(draft: &mut Draft) {
    draft.feature("nested");
    for name in VARIABLES {
        if !draft.globals.contains(&line(format!("byte {name};"))) {
            draft.globals.push(line(format!("byte {name};")));
        }
    }
    let statement = statement(draft, 2);
    draft.options.push(option(vec![statement]));
    let value = draft.numbers.below(3);
    draft.accusation(&format!("sx == {value} && _pid == {}", draft.first));
}

fn variable(draft: &mut Draft) -> &'static str {
    draft.numbers.pick::<&str>(&VARIABLES)
}

fn assignment(draft: &mut Draft) -> Node {
    let (name, value) = (variable(draft), draft.numbers.below(4));
    match draft.numbers.below(8) {
        0 => line("skip;"),
        1 => line(format!("{name} = ({name} + 1) % 4;")),
        2 => line(format!("assert({name} != {});", draft.numbers.between(1, 5))),
        _ => line(format!("{name} = {value};")),
    }
}

fn condition(draft: &mut Draft) -> String {
    let (name, value) = (variable(draft), draft.numbers.below(4));
    let operator = *draft.numbers.pick(&["==", "==", "!=", "<"]);
    format!("({name} {operator} {value})")
}

/// A statement, with others in it down to a depth.
fn statement(draft: &mut Draft, depth: usize) -> Node {
    if depth == 0 {
        return assignment(draft);
    }
    match draft.numbers.below(12) {
        0..=3 => choice(draft, depth),
        4 => {
            let body = vec![choice(draft, depth - 1), assignment(draft)];
            block("atomic {", body, "};")
        }
        5..=7 => {
            let body = deterministic(draft, depth);
            block("d_step {", body, "};")
        }
        8 => inline(draft, depth),
        9 => {
            let (main, escape) = (statement(draft, depth - 1), condition(draft));
            let after = assignment(draft);
            block("{", vec![main], format!("}} unless {{ {escape} -> {} }};", bare(&after)))
        }
        10 => block("{", vec![statement(draft, depth - 1), assignment(draft)], "};"),
        _ => assignment(draft),
    }
}

/// A statement that an option may begin with: SPIN refuses one with an escape there.
fn first_statement(draft: &mut Draft, depth: usize) -> Node {
    loop {
        let first = statement(draft, depth);
        if !render(std::slice::from_ref(&first)).contains("unless") {
            return first;
        }
    }
}

/// A line without its semicolon.
fn bare(node: &Node) -> String {
    match node {
        Node::Line(text) => text.trim_end_matches(';').to_owned(),
        Node::Block { .. } => "skip".to_owned(),
    }
}

/// A choice, or a loop, some of whose options begin with choices.
fn choice(draft: &mut Draft, depth: usize) -> Node {
    let is_loop = draft.numbers.chance(30);
    let mut options = Vec::new();
    let mut begun = false;
    for _ in 0..draft.numbers.between(1, 3) {
        let mut body = match draft.numbers.below(5) {
            0 | 1 if depth > 0 && !begun => {
                begun = true;
                vec![first_statement(draft, depth - 1)]
            }
            _ => vec![line(condition(draft) + " ->")],
        };
        body.push(assignment(draft));
        if is_loop && draft.numbers.chance(40) {
            body.push(line("break;"));
        }
        options.push(option(body));
    }
    if !begun || draft.numbers.chance(20) {
        let mut last = vec![line("else ->"), assignment(draft)];
        if is_loop {
            last.push(line("break;"));
        }
        options.push(option(last));
    } else if is_loop {
        options.push(option(vec![line("break;")]));
    }
    if is_loop { block("do", options, "od;") } else { block("if", options, "fi;") }
}

/// Statements that may stand in a deterministic step: nothing blocks, and choices are none.
fn deterministic(draft: &mut Draft, depth: usize) -> Vec<Node> {
    let count = draft.numbers.between(2, 4);
    (0..count).map(|_| deterministic_statement(draft, depth)).collect()
}

fn deterministic_statement(draft: &mut Draft, depth: usize) -> Node {
    if depth == 0 {
        return assignment(draft);
    }
    let below = depth - 1;
    match draft.numbers.below(10) {
        0 | 1 => {
            let first = line(condition(draft) + " ->");
            let mut options = vec![first];
            options.extend(deterministic(draft, below));
            let mut other = vec![line("else ->")];
            other.extend(deterministic(draft, below));
            block("if", vec![option(options), option(other)], "fi;")
        }
        2 => {
            // A counter of its own: a loop that does not end keeps SPIN's verifier for ever.
            let name = draft.fresh("cn");
            draft.globals.push(line(format!("byte {name};")));
            let mut body = vec![line(format!("({name} < 2) ->"))];
            if draft.numbers.chance(50) {
                body.push(block("{", deterministic(draft, below), "};"));
            }
            body.push(line(format!("{name}++;")));
            let options = vec![option(body), option(vec![line("else ->"), line("break;")])];
            let counted = block("do", options, "od;");
            block("{", vec![counted, line(format!("{name} = 0;"))], "};")
        }
        3 => {
            let word = *draft.numbers.pick(&["atomic {", "atomic {", "atomic {", "d_step {"]);
            block(word, deterministic(draft, below), "};")
        }
        4 => block("{", deterministic(draft, below), "};"),
        5 => {
            let name = draft.fresh("inl");
            let body = deterministic(draft, below);
            draft.inlines.push(block(format!("inline {name}() {{"), body, "}"));
            line(format!("{name}();"))
        }
        6 => {
            let name = variable(draft);
            line(format!("sy = ({name} > 1 -> 1 : 2);"))
        }
        _ => assignment(draft),
    }
}

fn inline(draft: &mut Draft, depth: usize) -> Node {
    let name = draft.fresh("inl");
    let body = match draft.numbers.below(3) {
        0 => vec![block("d_step {", deterministic(draft, depth - 1), "};")],
        1 => vec![choice(draft, depth - 1)],
        _ => vec![statement(draft, depth - 1), assignment(draft)],
    };
    draft.inlines.push(block(format!("inline {name}() {{"), body, "}"));
    line(format!("{name}();"))
}
