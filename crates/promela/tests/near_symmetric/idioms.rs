//! Random statements that engineers write for "each of them": broadcasts, answers collected, timers that run down, one looked
//! for among several. Some treat all alike, and some nearly so: a guard is forgotten, room is not known, an order can be seen.

use super::model::Generator;
use crate::random::text::{Node, block, line, option};

/// What is done for each instance: before the first, for one, and after the last.
struct ForEach {
    before: Vec<Node>,
    /// For the one that is named `NAME`.
    one: Vec<Node>,
    after: Vec<Node>,
}

impl ForEach {
    fn only(one: Vec<Node>) -> ForEach {
        ForEach { before: Vec::new(), one, after: Vec::new() }
    }
}

/// One of two, by a condition.
fn choice(condition: &str, then: &[&str], other: &str) -> Node {
    let mut taken = vec![line(format!("{condition} ->"))];
    taken.extend(then.iter().map(|&text| line(text)));
    let other: Vec<Node> = other.split(' ').map(line).collect();
    block("if", vec![option(taken), option(other)], "fi;")
}

impl Generator {
    /// Something for each of them, in one step.
    pub fn idiom(&mut self) -> Node {
        let ForEach { mut before, one, after } = match self.numbers.below(13) {
            0..=3 => self.broadcast(),
            4 => self.lossy_broadcast(),
            5 => self.collected(),
            6 | 7 => self.timers(),
            8 => self.one_among(),
            9 => self.pairs(),
            10 => self.room_for_all(),
            11 => self.with_own_variable(),
            _ => self.chosen(),
        };
        before.extend(self.each(&one));
        if self.numbers.chance(8) && !one.iter().any(|node| mentions(node, "break")) {
            self.spoil("one round more");
            let name = *self.numbers.pick(&self.names.clone());
            before.extend(filled(&one, &name.to_string()));
        }
        before.extend(after);
        let around = *self.numbers.pick(&["atomic {", "d_step {"]);
        block(around, before, "};")
    }

    /// A loop over all names, or a row of statements.
    fn each(&mut self, one: &[Node]) -> Vec<Node> {
        let fill = |name: &str| filled(one, name);
        let leaves = one.iter().any(|node| mentions(node, "break"));
        if !self.names_follow() || !leaves && self.numbers.chance(25) {
            self.feature("row for each");
            let mut names = self.names.clone();
            self.numbers.shuffle(&mut names);
            let rows = names.iter().flat_map(|name| fill(&name.to_string()));
            return rows.filter(|node| !mentions(node, "break")).collect();
        }
        self.feature("loop for each");
        let (from, to) = (self.names[0], self.names[self.count - 1]);
        let name = self.fresh("r");
        self.locals.push(line(format!("byte {name};")));
        let mut body = fill(&name);
        let mut all = match self.numbers.below(3) {
            0 => vec![block(format!("for ({name} : {from} .. {to}) {{"), body, "};")],
            1 => {
                body.insert(0, line(format!("{name} <= {to} ->")));
                body.push(line(format!("{name}++;")));
                let ends = option(vec![line("else ->"), line("break;")]);
                vec![
                    line(format!("{name} = {from};")),
                    block("do", vec![option(body), ends], "od;"),
                ]
            }
            _ => {
                body.insert(0, line(format!("{name} > {from} ->")));
                body.insert(1, line(format!("{name}--;")));
                let ends = option(vec![line(format!("{name} == {from} ->")), line("break;")]);
                vec![
                    line(format!("{name} = {};", to + 1)),
                    block("do", vec![option(body), ends], "od;"),
                ]
            }
        };
        if self.numbers.chance(50) {
            all.push(line(format!("{name} = 0;")));
        }
        all
    }

    /// A message to all, or all others, that have room.
    fn broadcast(&mut self) -> ForEach {
        let of_names = self.boxes();
        let message = if of_names { self.me.clone() } else { "1".to_owned() };
        let send = format!("box[NAME]!{message};");
        let me = self.me.clone();
        match self.numbers.below(11) {
            0 | 1 => ForEach::only(vec![choice("nfull(box[NAME])", &[&send], "else")]),
            2 | 3 => {
                let condition = format!("NAME != {me} && nfull(box[NAME])");
                ForEach::only(vec![choice(&condition, &[&send], "else")])
            }
            4 => ForEach::only(vec![choice("empty(box[NAME])", &[&send], "nempty(box[NAME])")]),
            5 => {
                let inner = choice("nfull(box[NAME])", &[&send], "full(box[NAME])");
                let others = vec![line(format!("NAME != {me} ->")), inner];
                let own = vec![line(format!("NAME == {me}"))];
                ForEach::only(vec![block("if", vec![option(others), option(own)], "fi;")])
            }
            6 => {
                let data = self.data();
                let count = format!("{data}++;");
                let before = vec![line(format!("{data} = 0;"))];
                let one = vec![choice("nfull(box[NAME])", &[&send, &count], "else")];
                ForEach { before, one, after: vec![line(format!("{data} = {data} % 2;"))] }
            }
            // Only those that ask for it.
            7 => {
                let condition = format!("{}[NAME] && nfull(box[NAME])", self.states());
                ForEach::only(vec![choice(&condition, &[&send], "else")])
            }
            8 => {
                self.spoil("room that is not known");
                ForEach::only(vec![line(send)])
            }
            9 => {
                self.spoil("messages that differ by order");
                let data = self.data();
                let (send, next) = (format!("box[NAME]!{data};"), format!("{data} = 1;"));
                ForEach::only(vec![choice("nfull(box[NAME])", &[&send, &next], "else")])
            }
            _ => {
                self.spoil("the first with room");
                ForEach::only(vec![choice("nfull(box[NAME])", &[&send, "break;"], "else")])
            }
        }
    }

    /// A message to each that may be lost.
    fn lossy_broadcast(&mut self) -> ForEach {
        self.feature("messages that are lost");
        let message = if self.boxes() { self.me.clone() } else { "1".to_owned() };
        let options = vec![
            option(vec![line(format!("box[NAME]!{message};"))]),
            option(vec![line("true -> skip;")]),
        ];
        ForEach::only(vec![block("if", options, "fi;")])
    }

    /// What all have sent is taken.
    fn collected(&mut self) -> ForEach {
        self.feature("collect");
        let of_names = self.boxes();
        let (data, turn) = (self.data(), self.turn());
        let before = vec![line(format!("{data} = 0;"))];
        match self.numbers.below(4) {
            0 | 1 => {
                let count = format!("{data} = 1;");
                let take = ["box[NAME]?_;", &count];
                ForEach {
                    before,
                    one: vec![choice("nempty(box[NAME])", &take, "else")],
                    after: Vec::new(),
                }
            }
            2 => ForEach {
                before,
                one: vec![line(format!("{data} = {data} + len(box[NAME]);"))],
                after: vec![line(format!("{data} = ({data} > 1);"))],
            },
            _ => {
                self.spoil("the last answer");
                let take = if of_names { "box[NAME]?TURN;" } else { "box[NAME]?_; TURN = NAME;" };
                let take = take.replace("TURN", turn);
                ForEach::only(vec![choice("nempty(box[NAME])", &[&take], "else")])
            }
        }
    }

    /// Timers of all run down.
    fn timers(&mut self) -> ForEach {
        self.feature("timers");
        let array = self.states();
        let element = format!("{array}[NAME]");
        match self.numbers.below(5) {
            0 => ForEach::only(vec![line(format!("{element} = 1 - {element};"))]),
            1 | 2 => {
                let down = format!("{element} = {element} - 1;");
                ForEach::only(vec![choice(&format!("{element} > 0"), &[&down], "else")])
            }
            3 => {
                let (turn, me) = (self.turn(), self.me.clone());
                let set = format!("{element} = 1;");
                let condition = format!("NAME != {me} && NAME != {turn}");
                ForEach::only(vec![choice(&condition, &[&set], "else -> skip")])
            }
            _ => {
                self.spoil("timers in order");
                let data = self.data();
                let down = format!("{element} = 0;");
                let used = format!("{data} = 1;");
                let condition = format!("{element} > 0 && {data} == 0");
                ForEach::only(vec![choice(&condition, &[&down, &used], "else")])
            }
        }
    }

    /// Whether there is one, or which is the first.
    fn one_among(&mut self) -> ForEach {
        self.feature("one among several");
        let (array, data, other) = (self.states(), self.data(), self.other());
        let wanted = format!("{array}[NAME] == {}", self.numbers.pick(&["0", "1"]));
        let found = format!("{data} = 1;");
        let before = vec![line(format!("{data} = 0;"))];
        match self.numbers.below(4) {
            0 | 1 => ForEach {
                before,
                one: vec![choice(&wanted, &[&found, "break;"], "else")],
                after: Vec::new(),
            },
            2 => {
                let me = self.me.clone();
                let condition = format!("NAME != {me} && {wanted}");
                ForEach { before, one: vec![choice(&condition, &[&found], "else")], after: vec![] }
            }
            _ => {
                self.spoil("the first of them");
                let found = format!("{other} = NAME;");
                ForEach::only(vec![choice(&wanted, &[&found, "break;"], "else")])
            }
        }
    }

    /// What each knows of all.
    fn pairs(&mut self) -> ForEach {
        self.feature("rows of a matrix");
        let (matrix, me, someone) = (self.matrix(), self.me.clone(), self.someone());
        let text = match self.numbers.below(4) {
            0 => format!("{matrix}[{me}].x[NAME] = 0;"),
            1 => format!("{matrix}[NAME].x[{me}] = 1;"),
            2 => format!("{matrix}[NAME].x[NAME] = 1 - {matrix}[NAME].x[NAME];"),
            _ => {
                self.feature("a row is copied");
                format!("{matrix}[{me}].x[NAME] = {matrix}[{someone}].x[NAME];")
            }
        };
        ForEach::only(vec![line(text)])
    }

    /// All have room where it begins.
    fn room_for_all(&mut self) -> ForEach {
        self.feature("room for all");
        let message = if self.boxes() { self.me.clone() } else { "1".to_owned() };
        let mut names = self.names.clone();
        self.numbers.shuffle(&mut names);
        let room: Vec<String> = names.iter().map(|name| format!("nfull(box[{name}])")).collect();
        let before = vec![line(room.join(" && ") + ";")];
        ForEach { before, one: vec![line(format!("box[NAME]!{message};"))], after: Vec::new() }
    }

    /// Each round sets a variable before it uses it.
    fn with_own_variable(&mut self) -> ForEach {
        self.feature("a variable of the round");
        let own = self.fresh("v");
        self.locals.push(line(format!("byte {own};")));
        let (array, counter) = (self.states(), self.counter());
        let wanted = format!("{array}[NAME] == 1");
        let (first, uses) = match self.numbers.below(3) {
            0 => (format!("{own} = 0;"), format!("{counter} = {counter} + {own} + 1;")),
            1 => (format!("{own} = {array}[NAME];"), format!("{counter} = {counter} + {own};")),
            _ => {
                self.spoil("what the round before left");
                (format!("{own} = {own};"), format!("{counter} = {own}; {own} = 1;"))
            }
        };
        let before = vec![line(format!("{counter} = 0;"))];
        let one = vec![line(first), choice(&wanted, &[&uses], "else")];
        ForEach { before, one, after: vec![line(format!("{counter} = ({counter} > 1);"))] }
    }

    /// Somebody is chosen, and all that concern the same are told.
    fn chosen(&mut self) -> ForEach {
        self.feature("chosen, then all");
        let (turn, array) = (self.turn(), self.states());
        let mut names = self.names.clone();
        self.numbers.shuffle(&mut names);
        let options = names.iter().map(|name| option(vec![line(format!("{turn} = {name};"))]));
        let before = vec![block("if", options.collect(), "fi;")];
        let set = format!("{array}[NAME] = 1;");
        let clear = format!("{array}[NAME] = 0;");
        let told = vec![line("else ->"), line(clear)];
        let chosen = vec![line(format!("{turn} == NAME ->")), line(set)];
        let one = vec![block("if", vec![option(chosen), option(told)], "fi;")];
        ForEach { before, one, after: Vec::new() }
    }
}

fn filled(nodes: &[Node], name: &str) -> Vec<Node> {
    let one = |node: &Node| match node {
        Node::Line(text) => line(text.replace("NAME", name)),
        Node::Block { open, body, close } => {
            block(open.replace("NAME", name), filled(body, name), close.clone())
        }
    };
    nodes.iter().map(one).collect()
}

fn mentions(node: &Node, word: &str) -> bool {
    match node {
        Node::Line(text) => text.contains(word),
        Node::Block { body, .. } => body.iter().any(|node| mentions(node, word)),
    }
}
