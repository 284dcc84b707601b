//! Random models of processes that know one another by names of many kinds.
//!
//! One process type runs in several instances. An instance has a *name*: its number, its number less that of the
//! first one, a parameter, a constant of its own. Arrays are subscripted by names, variables and messages hold
//! names. The generator notes for each variable what it holds ([`Roles`]); most statements treat all instances
//! alike, some treat them alike only up to rotation or not at all, and are marked so.

use std::collections::BTreeSet;

use super::roles::{Content, Domain, Role, Roles};
use crate::random::text::{Node, block, line};
use testing::Numbers;

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
    pub style: Style,
}

/// How models are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Statement by statement.
    Plain,
    /// With what engineers write for "each of them".
    Idioms,
}

/// The model number `seed`, without a change.
pub fn model(seed: u64, style: Style) -> Model {
    Generator::new(seed, style).model()
}

impl Generator {
    fn new(seed: u64, style: Style) -> Generator {
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
            name_type: numbers.pick::<&str>(&["byte", "byte", "pid", "short"]),
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
            style,
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
        let mut statements = match self.style {
            Style::Plain => {
                let count = self.numbers.between(2, 4);
                self.sequence(count, 2)
            }
            Style::Idioms => {
                let count = self.numbers.between(1, 2);
                let mut statements = self.sequence(count, 1);
                for _ in 0..self.numbers.between(1, 2) {
                    let place = self.numbers.below(statements.len() + 1);
                    statements.insert(place, self.idiom());
                }
                statements
            }
        };
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
}
