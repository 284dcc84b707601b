//! Random statements of processes that are alike, and some that are not.

use super::model::{Generator, Naming};
use crate::random::text::{Node, block, line, option};

impl Generator {
    /// Some statements.
    pub fn sequence(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            if self.numbers.below(100) < self.unlike {
                nodes.extend(self.unlike_statement());
            } else if depth > 0 && self.numbers.chance(30) {
                nodes.push(self.compound(depth));
            } else {
                nodes.extend(self.statement());
            }
        }
        nodes
    }

    /// A name of some instance.
    pub fn someone(&mut self) -> String {
        match self.numbers.below(10) {
            0..=4 => self.me.clone(),
            5 | 6 => self.turn().to_owned(),
            7 | 8 => self.other().to_owned(),
            _ => format!("{}[{}]", self.seen(), self.me),
        }
    }

    fn value(&mut self) -> &'static str {
        self.numbers.pick::<&str>(&["0", "1", "1", "1"])
    }

    /// Something that can be 0 or 1.
    fn place(&mut self) -> String {
        let someone = self.someone();
        if self.numbers.chance(15) {
            return format!("{}[{someone}].x[{}]", self.matrix(), self.someone());
        }
        if !self.in_server && self.numbers.chance(12) {
            return format!("{}[{someone}]", self.known());
        }
        format!("{}[{someone}]", self.states())
    }

    /// A condition on every instance by name, in any order.
    pub fn conjunction(&mut self) -> String {
        self.feature("condition on all");
        let array = self.states();
        let joint = *self.numbers.pick(&["&&", "&&", "||"]);
        let relation = *self.numbers.pick(&["== 0", "== 1", "!= 1"]);
        let mut names = self.names.clone();
        self.numbers.shuffle(&mut names);
        let but_me = !self.in_server && self.numbers.chance(40);
        let me = &self.me;
        let of_one = |name: &i32| match but_me {
            true => format!("({me} == {name} || {array}[{name}] {relation})"),
            false => format!("{array}[{name}] {relation}"),
        };
        let all: Vec<String> = names.iter().map(of_one).collect();
        format!("({})", all.join(&format!(" {joint} ")))
    }

    /// A condition that treats all alike.
    pub fn guard(&mut self) -> String {
        match self.numbers.below(16) {
            0..=2 => format!("{} {} {}", self.place(), self.relation(), self.value()),
            3 | 4 => {
                let (a, b) = (self.someone(), self.someone());
                format!("{a} {} {b}", self.numbers.pick(&["==", "!="]))
            }
            5 => self.conjunction(),
            6 => {
                self.feature("sum over all");
                let array = self.states();
                let terms: Vec<String> =
                    self.names.iter().map(|p| format!("{array}[{p}]")).collect();
                format!("({}) < 2", terms.join(" + "))
            }
            7 => format!("{} < 2", self.counter()),
            8 => format!("{} == 0", self.toggle()),
            9 => {
                let queue = self.queue();
                self.feature("poll");
                let polls =
                    ["q?[eval(ME),_]", "q??[eval(ME),_]", "nempty(q)", "nfull(q)", "len(q) < 1"];
                match self.capacity(queue) {
                    0 => format!("{} == {}", self.turn(), self.me),
                    _ => self.numbers.pick(&polls).replace("ME", &self.me),
                }
            }
            10 => match self.tags() {
                Some(_) => (*self.numbers.pick(&["owner == tag", "owner != tag"])).to_owned(),
                None => "true".to_owned(),
            },
            11 => {
                let (members, of_names) = self.members();
                let value = if of_names { self.me.clone() } else { "0".to_owned() };
                let joint = *self.numbers.pick(&[" && ", " || "]);
                let all: Vec<String> = members.iter().map(|f| format!("{f} == {value}")).collect();
                format!("({})", all.join(joint))
            }
            12 => {
                let toggle = self.toggle();
                let (a, b) = (self.someone(), self.someone());
                format!("({a} == {b} -> {toggle} == 0 : true)")
            }
            13 => {
                let (me, turn) = (self.me.clone(), self.turn());
                let place = self.place();
                format!("({turn} == {me} || {place} == 0)")
            }
            14 if self.declared.contains("box") && self.capacity("box") > 0 => {
                format!("empty(box[{}])", self.someone())
            }
            _ => format!("{} == 0", self.data()),
        }
    }

    fn relation(&mut self) -> &'static str {
        self.numbers.pick::<&str>(&["==", "!=", "==", "<"])
    }

    /// A statement, or a few that belong together.
    fn statement(&mut self) -> Vec<Node> {
        let me = self.me.clone();
        let text = match self.numbers.below(33) {
            0..=2 => format!("{} = {};", self.place(), self.value()),
            3 | 4 => format!("{} = {};", self.turn(), self.someone()),
            5 => format!("{} = {};", self.other(), self.someone()),
            6 => format!("{}[{}] = {};", self.seen(), self.someone(), self.someone()),
            7 | 8 => self.guard() + ";",
            9 | 10 => format!("{}[{me}] = {};", self.states(), self.value()),
            11 => {
                let sorted = self.numbers.chance(12);
                if sorted {
                    self.spoil("sorted send");
                }
                let operator = if sorted { "!!" } else { "!" };
                format!("{}{operator}{},{};", self.queue(), self.someone(), self.value())
            }
            12 | 13 => {
                let (queue, other, data) = (self.queue(), self.other(), self.data());
                let patterns = [
                    format!("?{other},{data};"),
                    format!("?eval({me}),{data};"),
                    format!("??eval({me}),_;"),
                    format!("??{other},1;"),
                    format!("?{other},_;"),
                    format!("?<{other},{data}>;"),
                ];
                let count = if self.capacity(queue) > 0 { patterns.len() } else { 2 };
                format!("{queue}{}", self.numbers.pick(&patterns[..count]))
            }
            14 if self.numbers.chance(30) => self.dummy(),
            14 => format!("{}!{},{};", self.symbols(), self.symbol(), self.someone()),
            15 => {
                let (queue, symbol, other) = (self.symbols(), self.symbol(), self.other());
                let name =
                    if self.numbers.chance(50) { format!("eval({me})") } else { other.to_owned() };
                format!("{queue}?{symbol},{name};")
            }
            16 => match self.boxes() {
                true => format!("box[{}]!{};", self.someone(), self.someone()),
                false => format!("box[{}]!{};", self.someone(), self.value()),
            },
            17 => match self.boxes() {
                true => format!("box[{me}]?{};", self.other()),
                false => format!("box[{me}]?{};", self.data()),
            },
            18 if self.own_channels() => {
                let to = if self.declared.contains("next") { "next" } else { "mine" };
                format!("{}!{};", to, self.value())
            }
            19 if self.own_channels() => format!("mine?{};", self.data()),
            20 => return self.with_local_channel(),
            21 | 22 => return self.with_tags(),
            23 => return vec![self.with_members()],
            24 => {
                let toggle = self.toggle();
                self.feature("toggle");
                format!("{toggle} = {}{toggle};", self.numbers.pick(&["1 - ", "!"]))
            }
            25 => {
                let counter = self.counter();
                self.feature("counter");
                format!(
                    "{counter} = {};",
                    self.numbers.pick(&["(cnt + 1) % 3", "(cnt + 1) % 2", "0"])
                )
            }
            26 => {
                let counter = self.counter();
                self.feature("critical section");
                let inner = self.guard();
                let entry = block("atomic {", vec![line(inner + ";"), line("cnt++;")], "};");
                let check = line(format!("assert({counter} <= 1);"));
                return vec![entry, check, line("cnt--;")];
            }
            27 => {
                self.feature("assert");
                format!("assert({});", self.guard())
            }
            28 if self.paired => return self.ask_partner(),
            29 => self.mine_or_turn(),
            _ => format!("{} = {};", self.data(), self.value()),
        };
        vec![line(text)]
    }

    fn mine_or_turn(&mut self) -> String {
        let (array, me) = (self.states(), self.me.clone());
        format!("({array}[{me}] == 0 -> true : {} == {me});", self.turn())
    }

    fn symbol(&mut self) -> &'static str {
        self.numbers.pick::<&str>(&["red", "green", "blue"])
    }

    /// A message in which a dummy stands where others have a name; now and then somebody looks at it.
    fn dummy(&mut self) -> String {
        self.feature("dummy");
        let (queue, dummy) = (self.symbols(), self.value());
        match self.numbers.below(8) {
            0..=3 => format!("{queue}!gold,{dummy};"),
            4..=6 => format!("{queue}?gold,_;"),
            _ => format!("{queue}?gold,{};", self.other()),
        }
    }

    fn with_local_channel(&mut self) -> Vec<Node> {
        self.local_channel();
        let text = match self.numbers.below(4) {
            0 => "reg!own;",
            1 => return vec![line("reg?c;"), line("c!1;")],
            2 => "own?_;",
            _ => return vec![line("reg!own;"), line("own?_;")],
        };
        vec![line(text)]
    }

    fn with_tags(&mut self) -> Vec<Node> {
        let Some(tags) = self.tags() else { return vec![line("skip;")] };
        let text = match self.numbers.below(6) {
            0 => "owner = tag;".to_owned(),
            1 => "owner == tag;".to_owned(),
            2 => "tq!tag;".to_owned(),
            3 => "tq?heard;".to_owned(),
            4 => {
                self.feature("an option for each tag");
                let options = tags.iter().map(|t| option(vec![line(format!("owner = {t};"))]));
                return vec![block("if", options.collect(), "fi;")];
            }
            _ => "heard = owner;".to_owned(),
        };
        vec![line(text)]
    }

    /// What instances do to the variables that are theirs, by an option for each.
    fn with_members(&mut self) -> Node {
        let (members, of_names) = self.members();
        let value = if of_names { self.someone() } else { self.value().to_owned() };
        let me = self.me.clone();
        let set = self.numbers.chance(65);
        if self.copies {
            return line(if set { format!("@own = {value};") } else { "@own == 0;".to_owned() });
        }
        let options = members.iter().zip(self.names.clone()).map(|(member, name)| {
            let then = if set { format!("{member} = {value};") } else { format!("{member} == 0;") };
            option(vec![line(format!("{me} == {name} ->")), line(then)])
        });
        let choice = block("if", options.collect(), "fi;");
        match set && self.numbers.chance(50) {
            true => block("d_step {", vec![choice], "};"),
            false => choice,
        }
    }

    fn ask_partner(&mut self) -> Vec<Node> {
        let at = match self.naming {
            Naming::Parameter | Naming::Local | Naming::NumberLessFirst => self.me.clone(),
            _ => format!("_pid - {}", self.first),
        };
        vec![
            line(format!("work[{at}] = 1;")),
            line(format!("work[{at}] == 2;")),
            line(format!("work[{at}] = 0;")),
        ]
    }

    /// A statement with others in it.
    fn compound(&mut self, depth: usize) -> Node {
        match self.numbers.below(12) {
            0 | 1 => {
                let mut body = vec![line(self.guard() + ";")];
                body.extend(self.sequence(2, depth - 1));
                block("atomic {", body, "};")
            }
            2 => {
                let guard = self.guard();
                let (place, value) = (self.place(), self.value());
                let mut body = vec![line(guard + ";"), line(format!("{place} = {value};"))];
                if self.numbers.chance(50) {
                    body.push(line(format!("{} = {};", self.turn(), self.someone())));
                }
                self.feature("d_step");
                block("d_step {", body, "};")
            }
            3..=5 => {
                let mut options = Vec::new();
                for _ in 0..self.numbers.between(1, 2) {
                    let mut body = vec![line(self.guard() + " ->")];
                    body.extend(self.sequence(1, depth - 1));
                    options.push(option(body));
                }
                match self.numbers.below(6) {
                    0..=2 => options.push(option(vec![line("else ->"), line("skip;")])),
                    3 => {
                        self.feature("timeout");
                        options.push(option(vec![line("timeout ->"), line("skip;")]));
                    }
                    _ => {}
                }
                block("if", options, "fi;")
            }
            6 => {
                self.feature("unless");
                let body = self.sequence(2, depth - 1);
                let mut escape = vec![line(self.guard() + ";")];
                escape.extend(self.sequence(1, depth - 1));
                let unless = block("unless {", escape, "};");
                block("{", vec![block("{", body, "}"), unless], "};")
            }
            7 | 8 => self.option_for_each(),
            9 => self.loop_over_all(),
            10 => {
                self.feature("choice of symbols");
                let queue = self.symbols();
                let name = self.someone();
                let options = ["red", "green"]
                    .map(|symbol| option(vec![line(format!("{queue}!{symbol},{name};"))]));
                block("if", options.to_vec(), "fi;")
            }
            _ => {
                self.feature("every name is set");
                let (array, value) = (self.states(), self.value());
                let mut names = self.names.clone();
                self.numbers.shuffle(&mut names);
                let all = names.iter().map(|p| line(format!("{array}[{p}] = {value};")));
                let opening = *self.numbers.pick(&["atomic {", "d_step {"]);
                block(opening, all.collect(), "};")
            }
        }
    }

    /// One option for each instance, in any order.
    fn option_for_each(&mut self) -> Node {
        self.feature("an option for each");
        let mut names = self.names.clone();
        self.numbers.shuffle(&mut names);
        let (choice, value) = (self.numbers.below(5), self.value());
        let of_names = choice == 4 && self.boxes();
        let (other, turn, array) = (self.other(), self.turn(), self.states());
        let mut options: Vec<Node> = names
            .iter()
            .map(|name| match choice {
                0 => option(vec![line(format!("{other} = {name};"))]),
                1 => option(vec![
                    line(format!("{array}[{name}] == 0 ->")),
                    line(format!("{turn} = {name};")),
                ]),
                2 => option(vec![
                    line(format!("{turn} == {name} ->")),
                    line(format!("{array}[{name}] = {value};")),
                ]),
                3 => option(vec![
                    line(format!("{array}[{name}] == 1 ->")),
                    line(format!("{other} = {name};")),
                ]),
                _ => {
                    let what = if of_names { other } else { value };
                    option(vec![
                        line(format!("{turn} == {name} ->")),
                        line(format!("box[{name}]!{what};")),
                    ])
                }
            })
            .collect();
        if choice > 0 && self.numbers.chance(40) {
            options.push(option(vec![line("else ->"), line("skip;")]));
        }
        block("if", options, "fi;")
    }

    /// A statement that does not treat all alike, or only those that are neighbours.
    fn unlike_statement(&mut self) -> Vec<Node> {
        let (me, count) = (self.me.clone(), self.count);
        let (first, last) = (self.names[0], self.names[count - 1]);
        let other = self.other();
        let text = match self.numbers.below(12) {
            0..=2 if self.names_follow() => {
                self.spoil("ring by arithmetic");
                let next = match self.numbers.below(3) {
                    0 if first == 0 => format!("(({me} + 1) % {count})"),
                    1 if first == 0 => format!("(({me} + {count} - 1) % {count})"),
                    0 if first == 1 => format!("(({me} % {count}) + 1)"),
                    _ => format!("({me} == {last} -> {first} : {me} + 1)"),
                };
                match self.numbers.below(4) {
                    0 => format!("{} = {next};", self.turn()),
                    1 => format!("{}[{next}] = {};", self.states(), self.value()),
                    2 => format!("{}[{next}] == 0;", self.states()),
                    _ => match self.boxes() {
                        true => format!("box[{next}]!{};", self.someone()),
                        false => format!("box[{next}]!1;"),
                    },
                }
            }
            3 => {
                self.spoil("order of names");
                let relation = *self.numbers.pick(&["<", ">", "<=", ">="]);
                format!("({me} {relation} {other});")
            }
            4 => {
                self.spoil("parity of names");
                format!("(({me} % 2) == 0 -> {} == 0 : true);", self.toggle())
            }
            5 | 6 => match self.neighbour() {
                Some(peer) => match self.numbers.below(3) {
                    0 => format!("{} = {peer};", self.turn()),
                    1 => format!("{}[{peer}] = {};", self.states(), self.value()),
                    _ => format!("{}[{peer}] == 0;", self.states()),
                },
                None => "skip;".to_owned(),
            },
            7 => {
                self.spoil("one by name");
                format!("{} = {};", self.turn(), self.names[self.numbers.below(count)])
            }
            8 => {
                self.spoil("one by name");
                let one = self.names[self.numbers.below(count)];
                format!("({me} != {one} || {} == 0);", self.toggle())
            }
            9 => {
                self.spoil("smallest first");
                let array = self.states();
                let names = self.names.clone();
                let tests = names.iter().enumerate().map(|(place, name)| {
                    let earlier: String =
                        names[..place].iter().map(|p| format!("{array}[{p}] == 0 && ")).collect();
                    option(vec![
                        line(format!("{earlier}{array}[{name}] == 1 ->")),
                        line(format!("{other} = {name};")),
                    ])
                });
                return vec![block("if", tests.collect(), "fi;")];
            }
            10 if self.numbers.chance(50) => {
                self.spoil("one begins");
                let one = self.names[self.numbers.below(count)];
                let (place, data) = (format!("{}[{me}]", self.states()), self.data());
                let begins = option(vec![line(format!("{me} == {one} -> {place} = 1;"))]);
                let waits = option(vec![line("else ->"), line(format!("{data} = 0;"))]);
                return vec![block("if", vec![begins, waits], "fi;")];
            }
            10 => {
                self.spoil("names as data");
                format!("{} = {me};", self.data())
            }
            _ => {
                self.spoil("names compared with a sum");
                format!("({me} + {other} != 1);")
            }
        };
        vec![line(text)]
    }
}
