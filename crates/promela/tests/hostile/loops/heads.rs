//! Loops over processes: how they are written, and what counts their rounds.

use super::draft::Draft;
use super::terms::Counter;
use crate::random::text::{Node, block, line, option};

impl Draft {
    /// One loop or two, with what stands around them.
    pub fn loops(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        let many = self.numbers.weighted(&[(9, 1), (1, 2)]);
        for _ in 0..many {
            let c = self.counter("i");
            let written = self.one_loop(&c, 0);
            body.extend(self.perhaps_inlined(&c, written));
            body.extend(self.after(&c));
        }
        let before = self.before();
        body.splice(0..0, before);
        body
    }

    /// A loop in each round.
    pub fn nested(&mut self, outer: &Counter) -> Vec<Node> {
        let c = self.counter("j");
        if self.numbers.chance(50) {
            return self.one_loop(&c, 1);
        }
        // What it does is for both.
        let (own, marked) = (self.own(outer), self.marked(&c));
        let flag = self.flag();
        let (i, j) = (&outer.name, &c.name);
        let round = match self.numbers.below(4) {
            0 => vec![line(format!("{own} = {own} + {marked};"))],
            1 => vec![line(format!(
                "if :: {i} != {j} && {marked} -> {flag} = 1 :: else -> skip fi;"
            ))],
            2 => vec![line(format!("if :: {marked} == b[{i}] -> {own} = 1 :: else -> skip fi;"))],
            _ => vec![line(format!(
                "if :: {i} < {j} && {marked} -> {own} = 1; break :: else -> skip fi;"
            ))],
        };
        self.head(&c, round, "break")
    }

    /// What counts the rounds: a local variable, most often.
    fn counter(&mut self, name: &str) -> Counter {
        let (from, to) = (self.first, self.last());
        let name = if self.is_odd("strange counter", 14) {
            match self.numbers.below(5) {
                0 => {
                    self.global("typedef C { byte i; byte j };");
                    self.local("C t;");
                    format!("t.{name}")
                }
                1 => {
                    self.local(format!("byte {name}x[2];"));
                    format!("{name}x[1]")
                }
                2 => {
                    self.global(format!("byte g{name};"));
                    format!("g{name}")
                }
                3 => {
                    self.local(format!("unsigned {name}u : 3;"));
                    format!("{name}u")
                }
                _ => {
                    self.global("typedef C { byte i; byte j };");
                    self.global("C gt;");
                    format!("gt.{name}")
                }
            }
        } else {
            let of = *self.numbers.pick(&["byte", "byte", "byte", "int", "short", "pid"]);
            let name = format!("{name}{}", &of[..1]);
            self.local(format!("{of} {name};"));
            name
        };
        Counter { name, from, to }
    }

    fn one_loop(&mut self, c: &Counter, depth: usize) -> Vec<Node> {
        let unrolled = self.numbers.chance(2);
        if unrolled {
            self.feature("unrolled");
            self.leave.push("skip".to_owned());
            let mut body = Vec::new();
            for value in c.from..=c.to {
                body.push(line(format!("{} = {value};", c.name)));
                if value == c.from || self.numbers.chance(20) {
                    body.extend(self.round(c, 1));
                } else {
                    let again =
                        body[1..].iter().take_while(|node| !is_assignment_to(node, &c.name));
                    let again: Vec<Node> = again.cloned().collect();
                    body.extend(again);
                }
            }
            self.leave.pop();
            return body;
        }
        let label = format!("out{}", self.fresh());
        let jumps = self.is_odd("goto out", 8) || self.numbers.chance(4);
        let leave = if jumps { format!("goto {label}") } else { "break".to_owned() };
        self.leave.push(leave.clone());
        let round = self.round(c, depth);
        self.leave.pop();
        let mut body = self.head(c, round, &leave);
        if jumps {
            self.feature("goto");
            body.push(line(format!("{label}: skip;")));
        }
        body
    }

    /// A loop around a round.
    fn head(&mut self, c: &Counter, round: Vec<Node>, leave: &str) -> Vec<Node> {
        if self.is_odd("strange head", 14) {
            return self.strange_head(c, round);
        }
        let (name, from, to, end) = (&c.name, c.from, c.to, c.to + 1);
        let is_plain = !name.contains(['.', '[']);
        let begins = if self.is_odd("strange start", 16) {
            self.strange_start(c)
        } else {
            vec![line(format!("{name} = {from};"))]
        };
        match self.numbers.below(12) {
            0 | 1 if is_plain => {
                return vec![block(format!("for ({name} : {from} .. {to}) {{"), round, "};")];
            }
            2 if is_plain => {
                self.feature("for in");
                return vec![block(format!("for ({name} in b) {{"), round, "};")];
            }
            3 => {
                self.feature("goto loop");
                let again = format!("again{}", self.fresh());
                let round = round_with_break(round, leave, &again);
                let mut taken = vec![line(format!("{name} < {end} ->"))];
                taken.extend(round);
                taken.push(line(format!("{name}++;")));
                taken.push(line(format!("goto {again};")));
                let step =
                    block("if", vec![option(taken), option(vec![line("else -> skip;")])], "fi;");
                let mut body = begins;
                body.push(block(format!("{again}:"), vec![step], ""));
                body.push(line(format!("{again}left: skip;")));
                return body;
            }
            _ => {}
        }
        let below = match self.numbers.below(5) {
            0 => format!("{name} <= {to}"),
            1 => format!("{end} > {name}"),
            _ => format!("{name} < {end}"),
        };
        let is_counted_first = self.is_odd("counted first", 6);
        let mut goes_on = vec![line(format!("{below} ->"))];
        if is_counted_first {
            self.local("byte y;");
            goes_on.push(line(format!("y = {name}; {name}++;")));
            goes_on.extend(renamed(&round, name, "y"));
        } else {
            goes_on.extend(round);
            let counts = *self.numbers.pick(&["++", "++", " = + 1"]);
            let counts =
                if counts == "++" { format!("{name}++;") } else { format!("{name} = {name} + 1;") };
            goes_on.push(line(counts));
        }
        let ends = match self.numbers.below(5) {
            0 => format!("{name} >= {end} -> break;"),
            1 => format!("{name} > {to} -> break;"),
            _ => "else -> break;".to_owned(),
        };
        let mut options = vec![option(goes_on), option(vec![line(ends)])];
        if self.numbers.chance(20) {
            self.feature("options in another order");
            options.reverse();
        }
        let mut body = begins;
        body.push(block("do", options, "od;"));
        body
    }

    /// A loop that begins elsewhere than it seems to.
    fn strange_start(&mut self, c: &Counter) -> Vec<Node> {
        let (name, from) = (&c.name, c.from);
        let text = match self.numbers.below(10) {
            0..=3 => {
                // A short counter begins there as well.
                let around =
                    if name.starts_with(['i', 'j']) && name.ends_with('s') { 65536 } else { 256 };
                let around = if name.ends_with('u') { 8 } else { around };
                format!("{name} = {};", around + from + self.numbers.below(2))
            }
            9 if from == 0 => format!("{name} = 250;"),
            4 => format!("{name} = {};", from + 1),
            5 => format!("{name} = {} - 3;", from + 3),
            6 => format!("{name} = -1; {name}++;"),
            7 => format!(
                "{name} = {from}; if :: n == 1 -> {name} = {} :: else -> skip fi;",
                from + 1
            ),
            // What a variable holds before.
            8 => String::new(),
            _ => format!("{name} = {};", from.saturating_sub(1)),
        };
        if text.is_empty() { Vec::new() } else { vec![line(text)] }
    }

    fn strange_head(&mut self, c: &Counter, round: Vec<Node>) -> Vec<Node> {
        let (name, from, end) = (&c.name, c.from, c.to + 1);
        let begin = line(format!("{name} = {from};"));
        let then = |condition: String, mut body: Vec<Node>| {
            body.insert(0, line(condition));
            option(body)
        };
        let counted = |mut body: Vec<Node>| {
            body.push(line(format!("{name}++;")));
            body
        };
        let stop = option(vec![line("else -> break;")]);
        let marked = self.marked(c);
        match self.numbers.below(6) {
            0 => {
                let goes_on = then(format!("{name} != {end} ->"), counted(round));
                vec![begin, block("do", vec![goes_on, stop], "od;")]
            }
            1 => {
                let first = then(format!("{name} < {end} && {marked} ->"), counted(round));
                let other = then(format!("{name} < {end} && !({marked}) ->"), counted(Vec::new()));
                vec![begin, block("do", vec![first, other, stop], "od;")]
            }
            2 => {
                // A search that leaves the number in the counter.
                let goes_on =
                    then(format!("{name} < {end} && !({marked}) ->"), counted(Vec::new()));
                let own = self.own(c);
                let found = format!("if :: {name} < {end} -> {own} = 1 :: else -> skip fi;");
                vec![begin, block("do", vec![goes_on, stop], "od;"), line(found)]
            }
            3 => {
                let mut body = vec![line(format!("{name}--;"))];
                body.extend(round);
                let goes_on = then(format!("{name} > {from} ->"), body);
                vec![line(format!("{name} = {end};")), block("do", vec![goes_on, stop], "od;")]
            }
            4 => {
                let step = self.numbers.between(2, 3);
                let mut body = round;
                body.push(line(format!("{name} = {name} + {step};")));
                let goes_on = then(format!("{name} < {end} ->"), body);
                vec![begin, block("do", vec![goes_on, stop], "od;")]
            }
            _ => {
                let goes_on = then(format!("{name} < {from} + n ->"), counted(round));
                vec![begin, block("do", vec![goes_on, stop], "od;")]
            }
        }
    }

    /// The same loop in an inline.
    fn perhaps_inlined(&mut self, c: &Counter, body: Vec<Node>) -> Vec<Node> {
        if !self.numbers.chance(12) {
            return body;
        }
        self.feature("inline");
        let name = format!("scan{}", self.fresh());
        let (parameter, argument) = match c.name.contains(['.', '[']) {
            true => (String::new(), String::new()),
            false => ("p".to_owned(), c.name.clone()),
        };
        let body = if parameter.is_empty() { body } else { renamed(&body, &argument, &parameter) };
        self.inlines.push(block(format!("inline {name}({parameter}) {{"), body, "}"));
        vec![line(format!("{name}({argument});"))]
    }

    /// What stands after a loop.
    fn after(&mut self, c: &Counter) -> Vec<Node> {
        let name = &c.name;
        let mut body = Vec::new();
        if self.is_odd("counter read later", 8) {
            let end = c.to + 1;
            let own = self.array("byte", "a");
            self.results.insert("a");
            let text = match self.numbers.below(4) {
                0 => format!("if :: {name} < {end} -> {own}[{name}] = 1 :: else -> skip fi;"),
                1 => {
                    let kept = self.kept();
                    format!("{kept} = {name};")
                }
                2 => format!("{own}[{name} - 1] = 1;"),
                _ => {
                    let flag = self.flag();
                    format!("{flag} = ({name} == {end});")
                }
            };
            body.push(line(text));
        }
        if self.numbers.chance(40) {
            body.push(line(format!("{name} = 0;")));
        }
        body
    }

    /// First values of what rounds add to.
    fn before(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        let results: Vec<&'static str> = self.results.iter().copied().collect();
        for result in results {
            let value = match result {
                "sum" | "s" => *self.numbers.pick(&["0", "0", "1"]),
                "found" | "f" => *self.numbers.pick(&["0", "0", "0", "1"]),
                "kept" | "k" => "255",
                _ => continue,
            };
            if self.numbers.chance(60) {
                body.push(line(format!("{result} = {value};")));
            }
        }
        body
    }
}

fn is_assignment_to(node: &Node, name: &str) -> bool {
    let begins = format!("{name} = ");
    matches!(node, Node::Line(text) if text.starts_with(&begins) && text[begins.len()..].trim_end_matches(';').parse::<usize>().is_ok())
}

/// The round of a loop that is made of jumps.
fn round_with_break(round: Vec<Node>, leave: &str, again: &str) -> Vec<Node> {
    match leave {
        "break" => replaced(&round, &|text| text.replace("break", &format!("goto {again}left")), 0),
        _ => round,
    }
}

/// A body with every whole word `name` replaced.
fn renamed(body: &[Node], name: &str, with: &str) -> Vec<Node> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let rename = |text: &str| {
        let mut found = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(name) {
            let before = rest[..at].chars().next_back();
            let after = rest[at + name.len()..].chars().next();
            let is_whole =
                !before.is_some_and(is_word) && !after.is_some_and(|c| is_word(c) && c != '.');
            found.push_str(&rest[..at]);
            found.push_str(if is_whole { with } else { name });
            rest = &rest[at + name.len()..];
        }
        found + rest
    };
    replaced(body, &rename, usize::MAX)
}

/// A body with its lines changed, but for those within inner loops beyond a depth.
fn replaced(body: &[Node], change: &dyn Fn(&str) -> String, depth: usize) -> Vec<Node> {
    let change_node = |node: &Node| match node {
        Node::Line(text) => line(change(text)),
        Node::Block { open, body, close } => {
            let is_loop = open == "do" || open.starts_with("for ");
            let body = match is_loop && depth == 0 {
                true => body.clone(),
                false => replaced(body, change, depth),
            };
            block(change(open), body, close.clone())
        }
    };
    body.iter().map(change_node).collect()
}
