//! Random loops over all instances in one step: whose rounds can change places, and whose cannot.

use super::model::Generator;
use crate::random::text::{Node, block, line, option};

impl Generator {
    /// A loop in an atomic sequence or a deterministic block.
    pub fn loop_over_all(&mut self) -> Node {
        if !self.names_follow() {
            return line("skip;");
        }
        self.feature("loop over all in one step");
        let (name, held) = (self.fresh("j"), self.fresh("sum"));
        self.locals.push(line(format!("byte {name}, {held};")));
        let element = format!("{}[{name}]", self.states());
        let round = self.round(&name, &held, &element);
        let (from, to) = (self.names[0], self.names[self.count - 1]);
        let begin = self.numbers.pick(&["0", "0", "1"]);
        let mut body = vec![line(format!("{held} = {begin};"))];
        if self.numbers.chance(50) {
            body.push(block(format!("for ({name} : {from} .. {to}) {{"), round, "};"));
        } else {
            let mut goes_on = vec![line(format!("{name} <= {to} ->"))];
            goes_on.extend(round);
            goes_on.push(line(format!("{name}++;")));
            let ends = option(vec![line("else ->"), line("break;")]);
            body.push(line(format!("{name} = {from};")));
            body.push(block("do", vec![option(goes_on), ends], "od;"));
        }
        body.push(line(format!("{} = ({held} < 2);", self.data())));
        body.push(line(format!("{held} = 0;")));
        if self.numbers.chance(50) {
            body.push(line(format!("{name} = 0;")));
        }
        block(*self.numbers.pick(&["d_step {", "atomic {"]), body, "};")
    }

    /// What is done in each round.
    fn round(&mut self, name: &str, held: &str, element: &str) -> Vec<Node> {
        let choice = |then: String| {
            let taken = option(vec![line(format!("{element} == 1 ->")), line(then)]);
            let other = option(vec![line("else ->"), line("skip;")]);
            vec![block("if", vec![taken, other], "fi;")]
        };
        match self.numbers.below(14) {
            0 | 1 => vec![line(format!("{held} = {held} + {element};"))],
            2 => vec![line(format!("{element} = 0;"))],
            3 => choice(format!("{held}++;")),
            4 => choice(format!("{held} = 3;")),
            5 => choice(format!("{held} = 3; break;")),
            6 => choice(format!("{element} = 0;")),
            7 => vec![
                line(format!("{element} = 1 - {element};")),
                line(format!("{held} = {element} + {held};")),
            ],
            8 => {
                let taken =
                    option(vec![line(format!("{element} > {held} -> {held} = {element};"))]);
                vec![block("if", vec![taken, option(vec![line("else ->"), line("skip;")])], "fi;")]
            }
            9 => {
                self.spoil("rounds in order");
                vec![line(format!("{held} = {held} * 2 + {element};"))]
            }
            10 => {
                self.spoil("rounds in order");
                choice(format!("{held} = {name};"))
            }
            11 => {
                self.spoil("rounds in order");
                choice(format!("{} = {name};", self.turn()))
            }
            12 => {
                self.spoil("rounds in order");
                let first =
                    option(vec![line(format!("{held} < 2 -> {held} = {held} + {element};"))]);
                vec![block("if", vec![first, option(vec![line("else ->"), line("skip;")])], "fi;")]
            }
            _ => {
                self.spoil("rounds in order");
                let first = self.names[0];
                let array = self.states();
                vec![line(format!("{array}[{first}] = {array}[{first}] + {element};"))]
            }
        }
    }
}
