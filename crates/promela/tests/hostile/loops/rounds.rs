//! What is done in one round.

use super::draft::{Draft, Worker};
use super::terms::Counter;
use crate::random::text::{Node, block, line, option};

/// A choice between `then` and `otherwise`.
fn choice(condition: &str, then: Vec<Node>, other: &str, otherwise: Vec<Node>) -> Node {
    let taken = vec![line(format!("{condition} ->"))].into_iter().chain(then).collect();
    let passed = vec![line(format!("{other} ->"))].into_iter().chain(otherwise).collect();
    block("if", vec![option(taken), option(passed)], "fi;")
}

fn nothing() -> Vec<Node> {
    vec![line("skip;")]
}

impl Draft {
    /// A round of a loop that counts with `c`.
    pub fn round(&mut self, c: &Counter, depth: usize) -> Vec<Node> {
        let parts = self.numbers.weighted(&[(24, 1), (5, 2), (1, 3)]);
        let mut body = Vec::new();
        for _ in 0..parts {
            body.extend(self.part(c, depth));
        }
        body
    }

    fn part(&mut self, c: &Counter, depth: usize) -> Vec<Node> {
        let searches =
            self.is_aimed_at("found one is told") || self.is_aimed_at("found one is kept");
        if searches && self.numbers.chance(60) {
            return vec![self.search(c)];
        }
        let writes = self.is_aimed_at("leaves after a write");
        match self.numbers.below(44) {
            _ if writes && self.numbers.chance(60) => self.conditional(c),
            0..=12 => vec![self.effect(c)],
            13..=24 => self.conditional(c),
            25..=31 => vec![self.search(c)],
            32..=34 => vec![self.maximum(c)],
            35 => self.exchange(c),
            36..=39 => vec![self.one_acts(c)],
            40 | 41 if depth == 0 => {
                self.feature("nested");
                self.nested(c)
            }
            42 => vec![self.tables(c)],
            _ => vec![self.message(c)],
        }
    }

    fn conditional(&mut self, c: &Counter) -> Vec<Node> {
        let condition = self.condition(c);
        let then = self.effects(c);
        vec![self.chosen(c, condition, then)]
    }

    /// A choice, of which the other side is `else`, or the opposite, or does something as well.
    fn chosen(&mut self, c: &Counter, condition: String, then: Vec<Node>) -> Node {
        // A question about a channel cannot be turned round like this.
        let can_turn = !condition.contains("box[");
        match self.numbers.below(8) {
            0 if can_turn => choice(&condition, then, &format!("!({condition})"), nothing()),
            1 => {
                let otherwise = vec![self.effect(c)];
                choice(&condition, then, "else", otherwise)
            }
            2 => choice(&condition, nothing(), "else", then),
            _ => choice(&condition, then, "else", nothing()),
        }
    }

    fn effects(&mut self, c: &Counter) -> Vec<Node> {
        let mut effects = vec![self.effect(c)];
        if self.numbers.chance(20) {
            effects.push(self.effect(c));
        }
        if self.is_odd("leaves after a write", 18) {
            if self.numbers.chance(60) {
                let own = self.own(c);
                effects = vec![line(format!("{own} = 1;"))];
            }
            effects.push(self.leaving());
        }
        effects
    }

    fn leaving(&self) -> Node {
        let innermost = self.leave.last().map_or("break", String::as_str);
        line(format!("{innermost};"))
    }

    /// A search for somebody.
    fn search(&mut self, c: &Counter) -> Node {
        self.feature("leaves early");
        let condition = self.condition(c);
        let flag = self.flag();
        let mut then = vec![line(format!("{flag} = 1;"))];
        if self.is_odd("found one is kept", 40) {
            let number = self.kept();
            then.push(line(format!("{number} = {};", c.name)));
        } else if self.is_odd("found one is told", 30) {
            let own = self.own(c);
            then.push(line(format!("{own} = 1;")));
        }
        if self.numbers.chance(80) {
            then.push(self.leaving());
        }
        choice(&condition, then, "else", nothing())
    }

    fn maximum(&mut self, c: &Counter) -> Node {
        self.feature("maximum");
        let (sum, marked) = (self.sum(), self.marked(c));
        let operator = *self.numbers.pick(&[">", ">=", "<"]);
        let mut then = vec![line(format!("{sum} = {marked};"))];
        if self.is_odd("the greatest one is kept", 50) {
            let number = self.kept();
            then.push(line(format!("{number} = {};", c.name)));
        }
        choice(&format!("{marked} {operator} {sum}"), then, "else", nothing())
    }

    fn exchange(&mut self, c: &Counter) -> Vec<Node> {
        self.feature("exchange");
        self.local("byte x;");
        let (marked, own) = (self.marked(c), self.own(c));
        let mut body = vec![
            line(format!("x = {marked};")),
            line(format!("{marked} = {own};")),
            line(format!("{own} = x;")),
        ];
        if self.numbers.chance(50) {
            body.push(line("x = 0;"));
        }
        body
    }

    /// One round does something.
    fn one_acts(&mut self, c: &Counter) -> Node {
        self.feature("one acts");
        let name = &c.name;
        let condition = match self.worker {
            Worker::Monitor => {
                self.global("pid chosen;");
                format!("{name} == chosen")
            }
            _ if self.numbers.chance(30) => format!("_pid == {name}"),
            _ => format!("{name} == _pid"),
        };
        let then = match self.numbers.below(5) {
            0 => {
                let number = self.kept();
                vec![line(format!("{number} = {name};"))]
            }
            1 => vec![self.effect(c), self.effect(c)],
            2 => vec![self.effect(c), self.leaving()],
            _ => vec![self.effect(c)],
        };
        choice(&condition, then, "else", nothing())
    }

    /// Arrays of processes and of names.
    fn tables(&mut self, c: &Counter) -> Node {
        match self.numbers.below(4) {
            0 => {
                let whose = self.whose(c);
                line(format!("{whose} = {};", c.name))
            }
            1 => {
                let (whose, array) = (self.whose(c), self.array("byte", "a"));
                self.results.insert("a");
                line(format!("{array}[{whose}] = 1;"))
            }
            _ => {
                self.feature("mtype");
                self.global("mtype = { red, green };");
                let length = self.length();
                self.global(format!("mtype colour[{length}] = red;"));
                self.results.insert("colour");
                let subscript = self.subscript(c);
                let marked = self.marked(c);
                let then = vec![line(format!("colour[{subscript}] = green;"))];
                choice(&format!("{marked} && colour[{subscript}] == red"), then, "else", nothing())
            }
        }
    }

    fn message(&mut self, c: &Counter) -> Node {
        self.feature("messages");
        let name = &c.name;
        if self.is_odd("messages to all", 40) {
            let count = self.count * 2;
            self.global(format!("chan line = [{count}] of {{ byte }};"));
            let what = self.numbers.pick(&[name.as_str(), "1", "1"]).to_string();
            let marked = self.marked(c);
            let then = vec![line(format!("line!{what};"))];
            return choice(&format!("{marked} && nfull(line)"), then, "else", nothing());
        }
        self.boxes();
        let receives = self.numbers.chance(30);
        let marked = self.marked(c);
        let (condition, then) = if receives {
            (format!("nempty(box[{name}])"), format!("box[{name}]?_;"))
        } else {
            (format!("{marked} && nfull(box[{name}])"), format!("box[{name}]!1;"))
        };
        choice(&condition, vec![line(then)], "else", nothing())
    }

    /// A statement.
    pub fn effect(&mut self, c: &Counter) -> Node {
        if self.is_odd("order kept", 16) {
            return self.ordered(c);
        }
        let marked = |draft: &mut Draft| draft.marked(c);
        match self.numbers.below(15) {
            0..=2 => {
                let (sum, marked) = (self.sum(), marked(self));
                line(format!("{sum} = {sum} + {marked};"))
            }
            3 => {
                let sum = self.sum();
                line(format!("{sum}++;"))
            }
            4 => {
                let flag = self.flag();
                line(format!("{flag} = 1;"))
            }
            5 => {
                let (flag, marked) = (self.flag(), marked(self));
                let operator = *self.numbers.pick(&["||", "&&", "|", "&", "^"]);
                line(format!("{flag} = {flag} {operator} {marked};"))
            }
            6 => {
                let (own, marked) = (self.own(c), marked(self));
                line(format!("{own} = {marked};"))
            }
            7 => {
                let own = self.own(c);
                line(format!("{own} = 1 - {own};"))
            }
            8 => {
                let marked = marked(self);
                line(format!("{marked} = 0;"))
            }
            9 => {
                let (sum, marked) = (self.sum(), marked(self));
                line(format!("{sum} = {sum} - {marked};"))
            }
            10 => line("skip;"),
            _ => {
                let own = self.own(c);
                let value = self.numbers.pick(&["1", "1", "2", "0"]).to_string();
                line(format!("{own} = {value};"))
            }
        }
    }

    /// A statement that keeps something of the order of the rounds.
    fn ordered(&mut self, c: &Counter) -> Node {
        let name = &c.name;
        match self.numbers.below(11) {
            0 => {
                let (sum, marked) = (self.sum(), self.marked(c));
                line(format!("{sum} = {sum} * 2 + {marked};"))
            }
            1 => {
                let sum = self.sum();
                line(format!("{sum} = {sum} + {name};"))
            }
            2 => {
                let (sum, marked) = (self.sum(), self.marked(c));
                line(format!("{sum} = {marked} - {sum};"))
            }
            3 => {
                let number = self.kept();
                line(format!("{number} = {name};"))
            }
            4 => {
                let number = self.kept();
                line(format!("{number} = ({number} == 255 -> {name} : {number});"))
            }
            5 => {
                let (sum, own) = (self.sum(), self.own(c));
                line(format!("{own} = {sum};"))
            }
            6 => {
                let own = self.own(c);
                line(format!("{own} = {name};"))
            }
            7 => {
                let (sum, marked) = (self.sum(), self.marked(c));
                line(format!("{sum} = {marked};"))
            }
            8 => {
                let flag = self.flag();
                line(format!("{flag} = {name};"))
            }
            9 => {
                let (sum, marked) = (self.sum(), self.marked(c));
                let then = vec![line(format!("{sum} = {sum} + {marked};"))];
                choice(&format!("{sum} < 2"), then, "else", nothing())
            }
            _ => {
                let (sum, marked) = (self.sum(), self.marked(c));
                line(format!("{sum} = {sum} * {marked} + 1;"))
            }
        }
    }

    /// A number that rounds add to.
    pub fn sum(&mut self) -> &'static str {
        self.pick_variable([("byte sum;", "sum"), ("byte s;", "s")])
    }

    /// A truth value that rounds set.
    pub fn flag(&mut self) -> &'static str {
        self.pick_variable([("bit found;", "found"), ("bit f;", "f")])
    }

    /// The number of a process, or 255.
    pub fn kept(&mut self) -> &'static str {
        self.pick_variable([("pid kept = 255;", "kept"), ("byte k = 255;", "k")])
    }

    /// A global variable or a local one.
    fn pick_variable(&mut self, [global, local]: [(&str, &'static str); 2]) -> &'static str {
        let (declaration, name) = if self.numbers.chance(50) { global } else { local };
        match name == local.1 {
            true => self.local(declaration),
            false => self.global(declaration),
        }
        self.results.insert(name);
        name
    }
}
