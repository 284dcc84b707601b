//! What only some of the symmetric models have: references to labels and variables of other
//! processes, conditions to move, escapes, hidden variables, structures that hold identifiers.

use super::symmetric::Generator;
use super::text::{Node, block, line, option};

/// What a model has that others have not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// It is asked whether a process is at its label `crit`.
    pub labels: bool,
    /// Variables of other processes are read.
    pub variables: bool,
    /// Processes move only while a condition holds.
    pub provided: bool,
    /// There are escapes.
    pub escapes: bool,
    /// A hidden variable holds identifiers for a while.
    pub hidden: bool,
    /// There are structures with an array in them, which are sent too.
    pub records: bool,
    /// There are structures with a channel in them.
    pub ports: bool,
    /// Processes have priorities, or are asked about.
    pub priorities: bool,
    pub questions: bool,
}

impl Features {
    /// A few of them.
    pub fn random(numbers: &mut testing::Numbers) -> Features {
        Features {
            labels: numbers.chance(18),
            variables: numbers.chance(14),
            provided: numbers.chance(12),
            escapes: numbers.chance(14),
            hidden: numbers.chance(12),
            records: numbers.chance(16),
            ports: numbers.chance(8),
            priorities: numbers.chance(3),
            questions: numbers.chance(3),
        }
    }
}

impl Generator {
    /// Declarations for what is there.
    pub fn special_declarations(&mut self) -> Vec<Node> {
        let (features, identifier) = (self.features, self.identifier);
        let mut nodes = Vec::new();
        if features.hidden {
            nodes.push(line(format!("hidden {identifier} scratch;")));
        }
        if features.records {
            let (rows, columns) = (self.length(), self.length());
            let of = *self.numbers.pick(&["bit", "byte", identifier]);
            let fields =
                vec![line(format!("{identifier} peer;")), line(format!("{of} a[{columns}];"))];
            nodes.push(block("typedef record {", fields, "};"));
            nodes.push(line(format!("record r[{rows}];")));
            nodes.push(line("chan records = [1] of { record };"));
        }
        if features.ports {
            let length = self.length();
            let made = vec![line(format!("chan c = [1] of {{ {identifier} }};"))];
            nodes.push(block("typedef port {", made, "};"));
            nodes.push(line(format!("port ports[{length}];")));
        }
        nodes
    }

    /// What stands between the parameters and the body.
    pub fn clauses(&mut self) -> String {
        let mut text = String::new();
        if self.features.priorities && self.numbers.chance(50) {
            text += " priority 2";
        }
        if self.features.provided {
            let one = self.first;
            let choices = [
                "st[_pid] != 2",
                "turn == _pid || flag == 0",
                "flag == 0 || cnt == 0",
                "seen[_pid] != _pid",
                "turn != _pid",
            ];
            let condition = match self.numbers.below(100) < self.spoilers {
                true => (*self.numbers.pick(&[format!("_pid != {one}"), format!("turn != {one}")]))
                    .to_string(),
                false => (*self.numbers.pick(&choices)).to_owned(),
            };
            text += &format!(" provided ({condition})");
        }
        text
    }

    /// Locals of the main process type.
    pub fn special_locals(&mut self) -> Vec<Node> {
        match self.features.records {
            true => vec![line("record own;")],
            false => Vec::new(),
        }
    }

    /// Puts the label that is asked for before some statement.
    pub fn mark(&mut self, nodes: &mut Vec<Node>) {
        if !self.features.labels {
            return;
        }
        let at = self.numbers.below(nodes.len() + 1);
        let label = if self.numbers.chance(30) { "crit: cnt++;" } else { "crit: skip;" };
        nodes.insert(at, line(label));
        if label.contains("cnt") {
            nodes.insert(at + 1, line("cnt--;"));
        }
    }

    /// A condition about other processes that treats all alike, or nearly.
    pub fn special_guard(&mut self) -> Option<String> {
        let features = self.features;
        let mut found = Vec::new();
        if features.labels && !self.in_server {
            found.push(self.label_guard());
        }
        if features.variables {
            let (one, other) = (self.someone(), self.someone());
            found.push(match self.numbers.below(5) {
                0 => format!("P[{one}]:other == {other}"),
                1 => format!("P[{one}]:other != _pid"),
                2 => format!("P[{one}]:x == 1"),
                3 => self.all_of(|name| format!("P[{name}]:x < 2"), " && "),
                _ => self.all_of(|name| format!("P[{name}]:other == _pid"), " || "),
            });
        }
        if features.records {
            let (one, other) = (self.someone(), self.someone());
            found.push(match self.numbers.below(3) {
                0 => format!("r[{one}].a[{other}] == {}", self.value()),
                1 => format!("r[{one}].peer == {other}"),
                _ => format!("r[{one}].a[r[_pid].peer] != 0"),
            });
        }
        if features.ports {
            let one = self.someone();
            found.push(format!("{}(ports[{one}].c)", self.numbers.pick(&["nempty", "empty"])));
        }
        if features.priorities {
            found.push(format!("get_priority({}) == 1", self.someone()));
        }
        if features.questions {
            let someone = self.someone();
            found.push(match self.numbers.below(3) {
                0 => format!("_last != {someone}"),
                1 => format!("pc_value({someone}) == pc_value(_pid)"),
                _ => format!("({someone} != _pid && enabled({someone}))"),
            });
        }
        if found.is_empty() { None } else { Some(self.numbers.pick(&found).clone()) }
    }

    fn label_guard(&mut self) -> String {
        let names: Vec<usize> = self.processes().collect();
        let pairs = names.iter().enumerate();
        let pairs = pairs.flat_map(|(at, a)| names[at + 1..].iter().map(move |b| (a, b)));
        match self.numbers.below(8) {
            0 | 1 => {
                let mut pairs: Vec<String> =
                    pairs.map(|(a, b)| format!("!(P[{a}]@crit && P[{b}]@crit)")).collect();
                if self.numbers.below(100) < self.spoilers {
                    pairs.pop();
                }
                self.numbers.shuffle(&mut pairs);
                if pairs.is_empty() { "true".to_owned() } else { pairs.join(" && ") }
            }
            2 => format!("P[{}]@crit", self.someone()),
            3 => format!("!(P[{}]@crit)", self.someone()),
            4 => self.all_of(|name| format!("!(P[{name}]@crit)"), " && "),
            5 => self.all_of(|name| format!("(_pid == {name} || !(P[{name}]@crit))"), " && "),
            6 if self.numbers.below(100) < self.spoilers => "P@crit".to_owned(),
            _ => {
                let (one, other) = (self.someone(), self.someone());
                format!("({one} == {other} || !(P[{one}]@crit && P[{other}]@crit))")
            }
        }
    }

    /// Something about every process by name.
    fn all_of(&mut self, of_one: impl Fn(usize) -> String, joint: &str) -> String {
        let mut names: Vec<usize> = self.processes().collect();
        self.numbers.shuffle(&mut names);
        if self.numbers.below(100) < self.spoilers {
            names.pop();
        }
        let all: Vec<String> = names.into_iter().map(of_one).collect();
        if all.is_empty() { "true".to_owned() } else { format!("({})", all.join(joint)) }
    }

    /// A statement that only such models have.
    pub fn special_statement(&mut self, depth: usize) -> Option<Vec<Node>> {
        let features = self.features;
        let mut found: Vec<Vec<Node>> = Vec::new();
        if features.labels || features.variables || features.questions {
            let guard = self.special_guard()?;
            let text =
                if self.numbers.chance(60) { format!("assert({guard});") } else { guard + ";" };
            found.push(vec![line(text)]);
        }
        if features.escapes && depth > 0 {
            found.push(self.escape(depth));
        }
        if features.hidden {
            found.push(self.hidden());
        }
        if features.records {
            found.push(self.record());
        }
        if features.ports {
            let someone = self.someone();
            found.push(vec![line(match self.numbers.below(3) {
                0 => format!("ports[{someone}].c!_pid;"),
                1 => "ports[_pid].c?other;".to_owned(),
                _ => format!("ports[{someone}].c!{};", self.someone()),
            })]);
        }
        if features.priorities {
            let someone = self.someone();
            found.push(vec![line(match self.numbers.below(3) {
                0 => format!("set_priority({someone}, 2);"),
                1 => "_priority = 1;".to_owned(),
                _ => "_priority = 2;".to_owned(),
            })]);
        }
        if self.numbers.chance(15) && self.has_boxes {
            found.push(vec![line("box[_pid]!_pid;"), line("box[_pid]?_pid;")]);
        }
        if found.is_empty() { None } else { Some(self.numbers.pick(&found).clone()) }
    }

    fn escape(&mut self, depth: usize) -> Vec<Node> {
        let count = self.numbers.between(1, 2);
        let body = self.sequence(count, depth - 1);
        let first = match self.numbers.below(4) {
            0 => "q?other,x;".to_owned(),
            1 => "turn == _pid;".to_owned(),
            _ => self.guard() + ";",
        };
        let mut escape = vec![line(first)];
        escape.extend(self.sequence(1, depth - 1));
        let open = *self.numbers.pick(&["{", "{", "atomic {"]);
        vec![block(open, body, "}"), block("unless {", escape, "};")]
    }

    /// Mostly the hidden variable is read in the step that writes it.
    fn hidden(&mut self) -> Vec<Node> {
        let someone = self.someone();
        let write = line(format!("scratch = {someone};"));
        let read = line(match self.numbers.below(5) {
            0 => format!("st[scratch] = {};", self.value()),
            1 => "other = scratch;".to_owned(),
            2 => "turn = scratch;".to_owned(),
            3 => "seen[scratch] = scratch;".to_owned(),
            _ => "assert(scratch == scratch);".to_owned(),
        });
        match self.numbers.below(8) {
            0 => vec![write],
            1 => vec![write, read],
            2 | 3 => vec![block("atomic {", vec![write, read], "};")],
            4 if !self.queue_is_rendezvous => {
                let receive = line("q?scratch,_;");
                vec![block("atomic {", vec![receive, read], "};")]
            }
            _ => vec![block("d_step {", vec![write, read], "};")],
        }
    }

    fn record(&mut self) -> Vec<Node> {
        let (one, other) = (self.someone(), self.someone());
        let value = self.value();
        if self.in_server {
            return vec![line(format!("r[{one}].peer = {other};"))];
        }
        match self.numbers.below(9) {
            0 | 1 => vec![line(format!("r[{one}].a[{other}] = {value};"))],
            2 => vec![line(format!("r[{one}].peer = {other};"))],
            3 => vec![line(format!("own.peer = {one};"))],
            4 => vec![line(format!("own.a[{one}] = {value};"))],
            5 => vec![line("records!own;")],
            6 => vec![line("records?own;")],
            7 => vec![line(format!("r[own.peer].a[{one}] = {value};"))],
            _ => {
                let look = vec![
                    option(vec![line("own.peer == _pid ->"), line("x = 1;")]),
                    option(vec![line("else;")]),
                ];
                let body = vec![block("if", look, "fi;")];
                let all = vec![block("for (own in records) {", body, "};")];
                match self.numbers.chance(60) {
                    true => vec![block("atomic {", all, "};")],
                    false => all,
                }
            }
        }
    }
}
