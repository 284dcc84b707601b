//! How the processes of random models start, and the servers among them.

use super::model::{Generator, Naming};
use super::roles::{Content, Domain, Role};
use crate::random::text::{Node, block, line, option};

impl Generator {
    /// The type of the instances, or the type of each.
    pub fn main_types(&mut self, body: Vec<Node>) -> Vec<Node> {
        let header = self.header();
        let active = if self.is_active { "active " } else { "" };
        if !self.copies {
            let active = match self.is_active {
                true => format!("active [{}] ", self.count),
                false => String::new(),
            };
            return vec![block(format!("{active}proctype P{header}"), body, "}")];
        }
        self.feature("a type for each");
        let by_number = self.numbers.chance(30);
        (0..self.count)
            .map(|i| {
                let me = if by_number { "_pid".to_owned() } else { self.names[i].to_string() };
                let own = format!("flag{}", ["A", "B", "C", "D"][i]);
                let fill = |text: &str| text.replace("@me", &me).replace("@own", &own);
                block(format!("{active}proctype P{i}{header}"), filled(&body, &fill), "}")
            })
            .collect()
    }

    /// The parameters of the instances, and what else stands before the body.
    fn header(&mut self) -> String {
        let parameters: Vec<&str> = self.parameters.iter().map(|(text, _)| &text[..]).collect();
        let parameters = parameters.join("; ");
        let mut clause = "";
        if self.numbers.chance(3) && self.declared.contains("flag") {
            clause = " provided (flag == 0)";
            self.feature("provided");
        }
        format!("({parameters}){clause} {{")
    }

    pub fn init(&mut self) -> Node {
        let mut body = Vec::new();
        let servers: Vec<Node> = (0..self.servers)
            .map(|i| {
                line(format!("run Q({});", if self.paired { i.to_string() } else { String::new() }))
            })
            .collect();
        if self.servers_first {
            body.extend(servers.iter().cloned());
        }
        body.extend(self.runs());
        if !self.servers_first {
            body.extend(servers);
        }
        let guard = self.numbers.below(14);
        if self.numbers.chance(75) {
            body = vec![block("atomic {", body, "};")];
        } else {
            self.feature("init is not atomic");
        }
        let some = *self.numbers.pick(&self.names.clone());
        match guard {
            0 if self.declared.contains("st") => body.insert(0, line(format!("st[{some}] = 1;"))),
            1 if self.declared.contains("turn") => {
                body.insert(0, line(format!("turn = {some};")));
            }
            2 if self.declared.contains("turn") => {
                // Written when all run: no permutation that moves `some` is a symmetry then.
                self.spoil("written by init later");
                body.push(line(format!("turn = {some};")));
            }
            3 if self.declared.contains("cnt") => body.push(line("cnt = 0;")),
            4 if self.declared.contains("st") => {
                self.feature("init waits for all");
                let all: Vec<String> = self.names.iter().map(|p| format!("st[{p}] == 1")).collect();
                body.push(line(all.join(" && ") + ";"));
            }
            5 => {
                self.feature("init waits for the end of all");
                body.push(line("_nr_pr == 1;"));
            }
            6 if self.declared.contains("turn") => {
                let options = self.names.iter().map(|p| option(vec![line(format!("turn = {p};"))]));
                body.insert(0, block("if", options.collect(), "fi;"));
            }
            _ => {}
        }
        body.insert(0, line("byte i;"));
        block("init {", body, "}")
    }

    fn runs(&mut self) -> Vec<Node> {
        let in_order = match self.naming {
            Naming::Parameter | Naming::NumberAsParameter => self.parameters.len() == 1,
            _ => self.parameters.is_empty(),
        };
        let choice = self.numbers.below(10);
        if !in_order || self.copies || choice >= 5 {
            return (0..self.count)
                .map(|i| {
                    let arguments: Vec<&str> =
                        self.parameters.iter().map(|(_, arguments)| &arguments[i][..]).collect();
                    let own = if self.copies { i.to_string() } else { String::new() };
                    line(format!("run P{own}({});", arguments.join(", ")))
                })
                .collect();
        }
        self.feature("started in a loop");
        let argument = if self.parameters.is_empty() { "" } else { "i" };
        let from = self.parameters.first().map_or("0", |(_, arguments)| &arguments[0]);
        let from: usize = from.parse().unwrap_or(0);
        let to = from + self.count;
        if choice < 2 {
            let body = vec![line(format!("run P({argument});"))];
            return vec![block(format!("for (i : {from} .. {}) {{", to - 1), body, "};")];
        }
        let start =
            vec![line(format!("i < {to} ->")), line(format!("run P({argument});")), line("i++;")];
        let options = vec![option(start), option(vec![line("else ->"), line("break;")])];
        vec![line(format!("i = {from};")), block("do", options, "od;")]
    }

    /// The type of the processes that serve the instances, if there are any.
    pub fn server(&mut self) -> Option<Node> {
        if self.servers == 0 {
            return None;
        }
        self.in_server = true;
        let body = if self.paired { self.partner() } else { self.common_server() };
        self.in_server = false;
        let active = match self.is_active {
            true => format!("active [{}] ", self.servers),
            false => String::new(),
        };
        let parameter = if self.paired && !self.is_active { "byte at" } else { "" };
        Some(block(format!("{active}proctype Q({parameter}) {{"), body, "}"))
    }

    /// A process that serves all.
    fn common_server(&mut self) -> Vec<Node> {
        self.feature("server");
        let content = self.names_content();
        let role = Role { dimensions: Vec::new(), content };
        self.roles.variables.insert("who".to_owned(), role);
        let mut nodes = vec![line(format!("{} who;", self.name_type)), line("byte y;")];
        let mut options = Vec::new();
        for _ in 0..self.numbers.between(1, 2) {
            let first = match self.numbers.below(5) {
                0 | 1 => format!("{}?who,y ->", self.queue()),
                2 => format!("{}?red,who ->", self.symbols()),
                3 => {
                    self.states();
                    self.turn();
                    "st[turn] == 1 ->".to_owned()
                }
                _ => self.conjunction() + " ->",
            };
            let answer = match self.numbers.below(6) {
                0 => match self.boxes() {
                    true => "box[who]!who;".to_owned(),
                    false => "box[who]!1;".to_owned(),
                },
                1 => format!("{}[who] = 0;", self.states()),
                2 => format!("{} = who;", self.turn()),
                3 if self.declared.contains("own") => {
                    if self.declared.insert("c of server") {
                        nodes.push(line("chan d;"));
                    }
                    "reg?d; d!1;".to_owned()
                }
                4 => format!("{}!green,who;", self.symbols()),
                _ => "skip;".to_owned(),
            };
            options.push(option(vec![line(first), line(answer)]));
        }
        if self.declared.contains("mine") && self.numbers.chance(60) {
            self.feature("an option for each channel");
            let what = *self.numbers.pick(&["skip;", "y = 1 - y;", "assert(y == 0);"]);
            let options_of_all =
                (0..self.count).map(|i| option(vec![line(format!("k{i}?_ ->")), line(what)]));
            options.extend(options_of_all);
        }
        let label = if self.numbers.chance(50) { "end: " } else { "" };
        nodes.push(block(format!("{label}do"), options, "od;"));
        nodes
    }

    /// A process that serves one instance.
    fn partner(&mut self) -> Vec<Node> {
        self.feature("a server for each");
        let domain = Domain::indices(self.first, self.count);
        let first = usize::from(!self.is_active) + if self.servers_first { 0 } else { self.count };
        let shared = |name: &str, generator: &mut Generator, content: Content| {
            let role = Role { dimensions: vec![Some(domain.clone())], content };
            generator.roles.variables.insert(name.to_owned(), role);
        };
        let at = if self.is_active {
            if first > 0 { format!("_pid - {first}") } else { "_pid".to_owned() }
        } else {
            let content = Content::Names(domain.clone());
            let role = Role { dimensions: Vec::new(), content };
            self.roles.variables.insert("at".to_owned(), role);
            "at".to_owned()
        };
        shared("work", self, Content::Data);
        self.declarations.push(line(format!("byte work[{}];", self.count)));
        // Instances say by this array what they want, and get the answer in it.
        let mut nodes = Vec::new();
        let serve = vec![line(format!("work[{at}] == 1 ->")), line(format!("work[{at}] = 2;"))];
        nodes.push(block("end: do", vec![option(serve)], "od;"));
        nodes
    }
}

/// A text with something filled in everywhere.
fn filled(nodes: &[Node], fill: &dyn Fn(&str) -> String) -> Vec<Node> {
    let fill_one = |node: &Node| match node {
        Node::Line(text) => line(fill(text)),
        Node::Block { open, body, close } => block(fill(open), filled(body, fill), close.clone()),
    };
    nodes.iter().map(fill_one).collect()
}
