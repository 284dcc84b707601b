//! Random models of processes that know one another by names of many kinds.
//!
//! One process type runs in several instances. An instance has a *name*: its number, its number less that of the
//! first one, a parameter, a constant of its own. Arrays are subscripted by names, variables and messages hold
//! names. The generator notes for each variable what it holds ([`Roles`]); most statements treat all instances
//! alike, some treat them alike only up to rotation or not at all, and are marked so.

use std::collections::BTreeSet;

use super::roles::{Content, Domain, Members, Role, Roles};
use crate::random::numbers::Numbers;
use crate::random::text::{Node, block, line};

/// A model, and what is known of it.
#[derive(Clone, Debug)]
pub struct Model {
    pub nodes: Vec<Node>,
    pub roles: Roles,
    /// What it has, for a statistic.
    pub features: BTreeSet<&'static str>,
    /// Whether every permutation of the instances is meant to be a symmetry.
    pub symmetric: bool,
    /// What was changed in it, if anything.
    pub mutation: Option<String>,
}

/// How an instance is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    Number,
    NumberLessFirst,
    /// A parameter, counted from 0.
    Parameter,
    /// A parameter that is the number.
    NumberAsParameter,
    /// A local variable, counted from 0.
    Local,
    /// A parameter in no order, with gaps.
    Odd,
    /// The number counted from the last one, twice the number, the number and more.
    Reversed,
    Doubled,
    Shifted,
}

/// What is being generated.
pub struct Generator {
    pub numbers: Numbers,
    /// How many instances there are, and the number of the first.
    pub count: usize,
    pub first: usize,
    /// How many servers there are, whether they are started first, and whether each serves one instance.
    pub servers: usize,
    pub servers_first: bool,
    pub paired: bool,
    pub is_active: bool,
    /// Whether each instance has a process type of its own, all of the same text but for names.
    pub copies: bool,
    pub naming: Naming,
    /// The name of an instance, as an expression of its own, and what names mean.
    pub me: String,
    pub domain: Domain,
    /// The names of the instances, and how long arrays are that these index.
    pub names: Vec<i32>,
    pub length: usize,
    pub name_type: &'static str,
    pub declarations: Vec<Node>,
    pub locals: Vec<Node>,
    /// Parameters of the instances, with the arguments for each.
    pub parameters: Vec<(String, Vec<String>)>,
    pub declared: BTreeSet<&'static str>,
    /// How many messages the channels hold that may be rendezvous channels.
    pub capacities: Vec<(&'static str, usize)>,
    pub roles: Roles,
    pub features: BTreeSet<&'static str>,
    pub symmetric: bool,
    pub in_server: bool,
    pub fresh: usize,
    /// In percent: how many statements treat instances unlike.
    pub unlike: usize,
}

/// The model number `seed`, without a change.
pub fn model(seed: u64) -> Model {
    Generator::new(seed).model()
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x1_0000_0b1b));
        let count = numbers.weighted(&[(6, 2), (7, 3), (2, 4)]);
        let is_active = numbers.chance(35);
        let paired = numbers.chance(8);
        let servers = if paired { count } else { numbers.weighted(&[(6, 0), (4, 1), (1, 2)]) };
        let servers_first = servers > 0 && numbers.chance(50);
        let first = usize::from(!is_active) + if servers_first { servers } else { 0 };
        let copies = numbers.chance(9);
        let naming = loop {
            if copies {
                break Naming::Number;
            }
            let naming = numbers.weighted(&[
                (6, Naming::Number),
                (3, Naming::NumberLessFirst),
                (2, Naming::Parameter),
                (1, Naming::NumberAsParameter),
                (2, Naming::Local),
                (2, Naming::Odd),
                (1, Naming::Reversed),
                (1, Naming::Doubled),
                (1, Naming::Shifted),
            ]);
            let needs_parameter =
                matches!(naming, Naming::Parameter | Naming::NumberAsParameter | Naming::Odd);
            if !(is_active && needs_parameter || naming == Naming::NumberLessFirst && first == 0) {
                break naming;
            }
        };
        let total = usize::from(!is_active) + servers + count;
        let mut odd: Vec<i32> = (0..count as i32 + 2).collect();
        numbers.shuffle(&mut odd);
        odd.truncate(count);
        let me = match naming {
            Naming::Number if copies => "@me".to_owned(),
            Naming::Number => "_pid".to_owned(),
            Naming::NumberLessFirst => format!("(_pid - {first})"),
            Naming::Reversed => format!("({} - _pid)", first + count - 1),
            Naming::Doubled => "(2 * _pid)".to_owned(),
            Naming::Shifted => "(_pid + 2)".to_owned(),
            _ => "id".to_owned(),
        };
        let numbers_to = |name: fn(i32) -> i32| {
            let values = (0..count as i32).map(|i| name(first as i32 + i));
            Domain { first, values: values.collect() }
        };
        let domain = match naming {
            Naming::Number | Naming::NumberAsParameter => Domain::numbers(total),
            Naming::Odd => Domain { first, values: odd },
            Naming::Reversed => Domain { first, values: (0..count as i32).rev().collect() },
            Naming::Doubled => numbers_to(|number| 2 * number),
            Naming::Shifted => numbers_to(|number| number + 2),
            _ => Domain::indices(first, count),
        };
        let names: Vec<i32> = match naming {
            Naming::Number | Naming::NumberAsParameter => {
                (first as i32..(first + count) as i32).collect()
            }
            _ => domain.values.clone(),
        };
        let length = names.iter().max().map_or(0, |&most| most as usize) + 1;
        Generator {
            name_type: *numbers.pick(&["byte", "byte", "pid", "short"]),
            unlike: numbers.weighted(&[(7, 0), (3, 12), (1, 30)]),
            numbers,
            count,
            first,
            servers,
            servers_first,
            paired,
            is_active,
            copies,
            naming,
            me,
            domain,
            names,
            length,
            declarations: Vec::new(),
            locals: Vec::new(),
            parameters: Vec::new(),
            declared: BTreeSet::new(),
            capacities: Vec::new(),
            roles: Roles { copies, ..Roles::default() },
            features: BTreeSet::new(),
            symmetric: true,
            in_server: false,
            fresh: 0,
        }
    }

    fn model(mut self) -> Model {
        self.feature(match self.naming {
            Naming::Number => "named by _pid",
            Naming::NumberLessFirst => "named by _pid - k",
            Naming::Parameter => "named by a parameter",
            Naming::NumberAsParameter => "named by _pid as a parameter",
            Naming::Local => "named by a local variable",
            Naming::Odd => "named by odd constants",
            Naming::Reversed => "named by k - _pid",
            Naming::Doubled => "named by 2 * _pid",
            Naming::Shifted => "named by _pid + k",
        });
        self.name_parameter();
        let body = self.main_body();
        let server = self.server();
        let mut nodes = vec![line("mtype = { red, green, blue, gold };")];
        let mut types = self.main_types(body);
        match self.servers_first {
            true => types.splice(0..0, server).for_each(drop),
            false => types.extend(server),
        }
        let init = (!self.is_active).then(|| self.init());
        nodes.append(&mut self.declarations);
        nodes.extend(types);
        nodes.extend(init);
        Model {
            nodes,
            roles: self.roles,
            features: self.features,
            symmetric: self.symmetric,
            mutation: None,
        }
    }

    /// Notes that the model has something.
    pub fn feature(&mut self, name: &'static str) {
        self.features.insert(name);
    }

    /// Notes that not every permutation of the instances can be expected to be a symmetry.
    pub fn spoil(&mut self, name: &'static str) {
        self.features.insert(name);
        self.symmetric = false;
    }

    fn name_parameter(&mut self) {
        let names = || self.names.iter().map(i32::to_string).collect::<Vec<_>>();
        let role = Role { dimensions: Vec::new(), content: Content::Names(self.domain.clone()) };
        match self.naming {
            Naming::Number
            | Naming::NumberLessFirst
            | Naming::Reversed
            | Naming::Doubled
            | Naming::Shifted => {}
            Naming::Local => {
                let first = self.first;
                let value = if first > 0 { format!("_pid - {first}") } else { "_pid".to_owned() };
                self.locals.push(line(format!("byte id = {value};")));
                self.roles.variables.insert("id".to_owned(), role);
            }
            Naming::Parameter | Naming::NumberAsParameter | Naming::Odd => {
                let names = names();
                self.parameters.push((format!("{} id", self.name_type), names));
                self.roles.variables.insert("id".to_owned(), role);
            }
        }
    }

    fn main_body(&mut self) -> Vec<Node> {
        let count = self.numbers.between(2, 4);
        let mut statements = self.sequence(count, 2);
        let body = match self.numbers.below(10) {
            0..=3 => statements,
            4..=7 => {
                let mut options = vec![block("::", statements, "")];
                for _ in 0..self.numbers.below(3) {
                    let guard = self.guard();
                    let mut body = vec![line(guard + " ->")];
                    body.extend(self.sequence(1, 1));
                    options.push(block("::", body, ""));
                }
                if self.numbers.chance(25) {
                    options.push(block("::", vec![line("break;")], ""));
                }
                vec![block("do", options, "od;")]
            }
            _ => {
                statements.insert(0, line("again: skip;"));
                statements.push(line("goto again;"));
                statements
            }
        };
        let mut nodes = std::mem::take(&mut self.locals);
        nodes.extend(body);
        nodes
    }

    /// A name for what has none yet.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    /// How long an array is: now and then one longer than it must be.
    fn array_length(&mut self) -> usize {
        self.length + usize::from(self.numbers.chance(12))
    }

    pub fn names_content(&self) -> Content {
        Content::Names(self.domain.clone())
    }

    fn variable(&mut self, name: &str, dimensions: usize, content: Content) {
        let dimensions = vec![Some(self.domain.clone()); dimensions];
        self.roles.variables.insert(name.to_owned(), Role { dimensions, content });
    }

    /// An array of data, by names.
    pub fn states(&mut self) -> &'static str {
        if self.declared.insert("st") {
            let of = *self.numbers.pick(&["byte", "bit", "short", "bool"]);
            let length = self.array_length();
            let initial = if self.numbers.chance(12) { " = 1" } else { "" };
            self.declarations.push(line(format!("{of} st[{length}]{initial};")));
            self.variable("st", 1, Content::Data);
            self.feature("array of data");
        }
        "st"
    }

    /// An array of names, by names.
    pub fn seen(&mut self) -> &'static str {
        if self.declared.insert("seen") {
            let length = self.array_length();
            self.declarations.push(line(format!("{} seen[{length}];", self.name_type)));
            let content = self.names_content();
            self.variable("seen", 1, content);
            self.feature("array of names");
        }
        "seen"
    }

    /// A matrix of data, by names.
    pub fn matrix(&mut self) -> &'static str {
        if self.declared.insert("m") {
            let of = *self.numbers.pick(&["bit", "byte"]);
            let (rows, columns) = (self.array_length(), self.array_length());
            let fields = vec![line(format!("{of} x[{columns}];"))];
            self.declarations.push(block("typedef row {", fields, "};"));
            self.declarations.push(line(format!("row m[{rows}];")));
            self.variable("m.x", 2, Content::Data);
            self.feature("matrix");
        }
        "m"
    }

    /// A global variable that holds a name.
    pub fn turn(&mut self) -> &'static str {
        if self.declared.insert("turn") {
            let initial = match self.numbers.chance(40) {
                true => format!(" = {}", self.numbers.pick(&self.names.clone())),
                false => String::new(),
            };
            self.declarations.push(line(format!("{} turn{initial};", self.name_type)));
            let content = self.names_content();
            self.variable("turn", 0, content);
            self.feature("global name");
        }
        "turn"
    }

    /// An array of data by names that each instance has.
    pub fn known(&mut self) -> &'static str {
        if self.declared.insert("got") {
            let of = *self.numbers.pick(&["bit", "byte"]);
            let length = self.array_length();
            self.locals.push(line(format!("{of} got[{length}];")));
            self.variable("got", 1, Content::Data);
            self.feature("local array");
        }
        "got"
    }

    /// Whether the names of instances follow one another.
    pub fn names_follow(&self) -> bool {
        self.names.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }

    /// Small global data.
    pub fn counter(&mut self) -> &'static str {
        if self.declared.insert("cnt") {
            self.declarations.push(line("byte cnt;"));
        }
        "cnt"
    }

    pub fn toggle(&mut self) -> &'static str {
        if self.declared.insert("flag") {
            let of = *self.numbers.pick(&["bit", "bool", "byte"]);
            self.declarations.push(line(format!("{of} flag;")));
        }
        "flag"
    }

    /// A local variable that holds a name.
    pub fn other(&mut self) -> &'static str {
        if self.in_server {
            return "who";
        }
        if self.declared.insert("other") {
            self.locals.push(line(format!("{} other;", self.name_type)));
            let content = self.names_content();
            self.variable("other", 0, content);
        }
        "other"
    }

    /// A local variable that holds data.
    pub fn data(&mut self) -> &'static str {
        if self.in_server {
            return "y";
        }
        if self.declared.insert("x") {
            self.locals.push(line("byte x;"));
        }
        "x"
    }

    fn channel(&mut self, name: &'static str, least: usize, of: String) -> usize {
        let capacity = self.numbers.weighted(&[(2, 0), (5, 1), (1, 2)]).max(least);
        self.declarations.push(line(format!("chan {name} = [{capacity}] of {{ {of} }};")));
        self.capacities.push((name, capacity));
        capacity
    }

    /// How many messages a channel holds.
    pub fn capacity(&self, channel: &str) -> usize {
        self.capacities.iter().find(|(name, _)| *name == channel).map_or(0, |&(_, c)| c)
    }

    /// A channel of names, each with data.
    pub fn queue(&mut self) -> &'static str {
        if self.declared.insert("q") {
            self.channel("q", 0, format!("{}, byte", self.name_type));
            self.roles.messages.insert("q".to_owned(), vec![self.names_content(), Content::Data]);
            self.feature("channel of names");
        }
        "q"
    }

    /// A channel of symbols, each with a name.
    pub fn symbols(&mut self) -> &'static str {
        if self.declared.insert("mq") {
            self.channel("mq", 0, format!("mtype, {}", self.name_type));
            self.roles.messages.insert("mq".to_owned(), vec![Content::Data, self.names_content()]);
            self.feature("channel of mtype");
        }
        "mq"
    }

    /// A channel for each name; whether its messages are names.
    pub fn boxes(&mut self) -> bool {
        if self.declared.insert("box") {
            let length = self.array_length();
            let capacity = self.numbers.weighted(&[(2, 0), (5, 1)]);
            let of_names = self.numbers.chance(50);
            let of = if of_names { self.name_type } else { "byte" };
            let text = format!("chan box[{length}] = [{capacity}] of {{ {of} }};");
            self.declarations.push(line(text));
            self.capacities.push(("box", capacity));
            self.variable("box", 1, Content::Channels);
            if of_names {
                self.declared.insert("box of names");
                self.roles.messages.insert("box".to_owned(), vec![self.names_content()]);
            }
            self.feature("array of channels");
        }
        self.declared.contains("box of names")
    }

    /// Global variables of one instance each, with what they hold.
    pub fn members(&mut self) -> (Vec<String>, bool) {
        let names: Vec<String> =
            "ABCD".chars().take(self.count).map(|c| format!("flag{c}")).collect();
        if self.declared.insert("members") {
            let of_names = self.numbers.chance(25);
            let of = if of_names { self.name_type } else { *self.numbers.pick(&["bit", "byte"]) };
            self.declarations.push(line(format!("{of} {};", names.join(", "))));
            if of_names {
                self.declared.insert("members hold names");
                for name in &names {
                    let content = self.names_content();
                    self.variable(name, 0, content);
                }
            }
            self.roles.members.push(Members { first: self.first, names: names.clone() });
            self.feature("a variable for each");
        }
        (names, self.declared.contains("members hold names"))
    }

    /// Global channels of one instance each, passed to it; whether they are known.
    pub fn own_channels(&mut self) -> bool {
        if self.is_active {
            return false;
        }
        if self.declared.insert("mine") {
            let names: Vec<String> = (0..self.count).map(|i| format!("k{i}")).collect();
            let capacity = self.numbers.weighted(&[(1, 0), (5, 1)]);
            for name in &names {
                self.declarations.push(line(format!("chan {name} = [{capacity}] of {{ byte }};")));
            }
            self.capacities.push(("mine", capacity));
            self.roles.members.push(Members { first: self.first, names: names.clone() });
            self.parameters.push(("chan mine".to_owned(), names.clone()));
            self.feature("channels as parameters");
            if self.numbers.chance(35) {
                self.declared.insert("next");
                let next = (0..self.count).map(|i| names[(i + 1) % self.count].clone());
                self.parameters.push(("chan next".to_owned(), next.collect()));
                self.spoil("ring of channels");
            }
        }
        true
    }

    /// The name of the next instance in a ring, as a parameter.
    pub fn neighbour(&mut self) -> Option<&'static str> {
        if self.is_active {
            return None;
        }
        if self.declared.insert("peer") {
            let names = &self.names;
            let next = (0..self.count).map(|i| names[(i + 1) % self.count].to_string()).collect();
            self.parameters.push((format!("{} peer", self.name_type), next));
            let content = self.names_content();
            self.variable("peer", 0, content);
            self.spoil("ring by a parameter");
        }
        Some("peer")
    }

    /// A channel of each instance's own, which others get by message.
    pub fn local_channel(&mut self) {
        if self.declared.insert("own") {
            let capacity = self.numbers.weighted(&[(1, 0), (4, 1)]);
            self.locals.push(line(format!("chan own = [{capacity}] of {{ byte }};")));
            self.locals.push(line("chan c;"));
            self.declarations.push(line("chan reg = [1] of { chan };"));
            self.feature("local channels");
        }
    }

    /// A second name: a constant for each instance, with a global that holds one. The constants, as text.
    pub fn tags(&mut self) -> Option<Vec<String>> {
        if self.is_active {
            return None;
        }
        let symbols = ["red", "green", "blue", "gold"];
        if self.declared.insert("tag") {
            let mut places: Vec<usize> = (0..4).collect();
            self.numbers.shuffle(&mut places);
            places.truncate(self.count);
            if self.numbers.chance(35) {
                self.feature("shared tags");
                for place in 1..self.count {
                    places[place] = places[place % 2];
                }
            }
            let as_symbols = self.numbers.chance(50);
            // The symbols of an `mtype` are numbered from the last one.
            let values = places.iter().map(|&p| if as_symbols { 4 - p } else { 7 + 3 * p } as i32);
            let domain = Domain { first: self.first, values: values.collect() };
            let text = |&place: &usize| match as_symbols {
                true => symbols[place].to_owned(),
                false => (7 + 3 * place).to_string(),
            };
            let texts: Vec<String> = places.iter().map(text).collect();
            let of = if as_symbols { "mtype" } else { "byte" };
            let role = Role { dimensions: Vec::new(), content: Content::Names(domain.clone()) };
            for name in ["tag", "owner", "heard"] {
                self.roles.variables.insert(name.to_owned(), role.clone());
            }
            self.roles.messages.insert("tq".to_owned(), vec![Content::Names(domain)]);
            let initial = match self.numbers.chance(30) {
                true => format!(" = {}", self.numbers.pick(&texts)),
                false => String::new(),
            };
            self.declarations.push(line(format!("{of} owner{initial};")));
            self.channel("tq", 0, of.to_owned());
            self.locals.push(line(format!("{of} heard;")));
            self.parameters.push((format!("{of} tag"), texts));
            self.feature(if as_symbols { "tags of mtype" } else { "tags" });
        }
        let tag = self.parameters.iter().find(|(declared, _)| declared.ends_with(" tag"));
        tag.map(|(_, texts)| texts.clone())
    }
}
