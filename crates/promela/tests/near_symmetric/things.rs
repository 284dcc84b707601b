//! What random models declare, each when it is first used: arrays, variables and channels, with what they hold.

use super::model::{Generator, Style};
use super::roles::{Content, Domain, Members, Role};
use crate::random::text::{block, line};

impl Generator {
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
            let capacity = match self.style {
                Style::Plain => self.numbers.weighted(&[(2, 0), (5, 1)]),
                Style::Idioms => self.numbers.weighted(&[(5, 1), (1, 2)]),
            };
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
