//! Random models of processes that go through loops which are not atomic: over boxes to send to, over places of their own and of
//! everybody's. In some nobody is disturbed; in others somebody else sends too, asks for room or for what is there, or waits within.

use crate::random::text::{Node, block, line, option};
use testing::Numbers;

struct Generator {
    numbers: Numbers,
    /// How many boxes there are, and rounds.
    boxes: usize,
    /// Whether processes do to what others have what disturbs them: now and then.
    disturbs: bool,
}

/// A model, without properties but assertions.
pub fn model(seed: u64) -> Vec<Node> {
    let mut numbers = Numbers::new(seed);
    let boxes = 2 + numbers.below(2);
    let disturbs = numbers.one_in(2);
    Generator { numbers, boxes, disturbs }.model()
}

impl Generator {
    fn pick(&mut self, all: &[&str]) -> String {
        (*self.numbers.pick(all)).to_owned()
    }

    fn model(&mut self) -> Vec<Node> {
        let (boxes, room) = (self.boxes, 1 + self.numbers.below(2));
        let mut nodes = vec![
            line("byte g, total; hidden byte h;"),
            line(format!("byte row[{boxes}], other[{boxes}];")),
            line(format!("chan box[{boxes}] = [{room}] of {{ byte }};")),
            line("chan back = [2] of { byte };"),
        ];
        let started = self.numbers.one_in(4);
        let active = if started { "proctype" } else { "active proctype" };
        nodes.push(self.sender(&format!("{active} S() {{")));
        let several = self.pick(&["", "[2]"]);
        let reader = if started { "proctype" } else { "active" };
        let open = match started {
            true => format!("{reader} R() {{"),
            false => format!("{reader} {several} proctype R() {{").replace("  ", " "),
        };
        nodes.push(self.receiver(&open));
        if started {
            nodes.push(line("init { atomic { run S(); run R() } }"));
        }
        nodes
    }

    /// Who goes through the boxes.
    fn sender(&mut self, open: &str) -> Node {
        let mut body = vec![line(format!("byte i, j, x; byte mine[{}];", self.boxes))];
        if self.numbers.one_in(3) {
            body.push(line(self.outside()));
        }
        for _ in 0..1 + self.numbers.below(2) {
            body.extend(self.rounds("i", true));
            if self.numbers.one_in(2) {
                body.push(line(self.outside()));
            }
        }
        if self.numbers.one_in(4) {
            let mut again = vec![line("g < 2 -> g = g + 1;")];
            again.extend(self.rounds("i", true));
            body.push(block("do", vec![option(again), option(vec![line("break")])], "od;"));
        }
        block(open, body, "}")
    }

    /// A loop over the boxes.
    fn rounds(&mut self, counter: &str, may_nest: bool) -> Vec<Node> {
        let last = self.boxes - 1;
        let mut round: Vec<Node> =
            (0..1 + self.numbers.below(2)).flat_map(|_| self.within(counter)).collect();
        if may_nest && self.numbers.one_in(5) {
            round.extend(self.rounds("j", false));
        }
        if self.numbers.one_in(3) {
            return vec![block(format!("for ({counter} : 0 .. {last}) {{"), round, "}")];
        }
        let count = self.boxes;
        let mut options = vec![{
            let mut body = vec![line(format!("{counter} < {count} ->"))];
            body.extend(round);
            // A counter that is not counted in some way is none.
            if !self.numbers.one_in(12) {
                body.push(line(format!("{counter}++")));
            } else {
                body.push(line(format!("if :: {counter}++ :: x++ fi; x < 3")));
            }
            option(body)
        }];
        let leave = self.pick(&["else -> break", "else -> break", "else -> break", "break"]);
        options.push(option(vec![line(leave)]));
        let reset = if self.numbers.one_in(6) { String::new() } else { format!("{counter} = 0;") };
        vec![line(reset), block("do", options, "od;")]
    }

    /// A statement of a round.
    fn within(&mut self, counter: &str) -> Vec<Node> {
        let statement = self.pick(&[
            "box[i]!1;",
            "box[i]!x;",
            "mine[i] = 1;",
            "row[i] = x;",
            "row[i] = 1;",
            "total = total + 1;",
            "if :: mine[i] == 0 -> mine[i] = 1 :: else -> skip fi;",
            "if :: x = 1 :: x = 2 fi;",
            "x = other[i];",
            "assert(x < 2);",
            "h = x;",
            "if :: nfull(box[i]) -> box[i]!2 :: full(box[i]) -> skip fi;",
            "if :: box[i]!2 :: true fi;",
            "printf(\"%d\", i);",
            "atomic { x = 1; g = x };",
            "atomic { x == 2 -> do :: true -> skip od };",
            "d_step { x = 0; mine[i] = 0 };",
            "x = 4 / (2 - x);",
        ]);
        vec![line(statement.replace("[i]", &format!("[{counter}]")))]
    }

    /// A statement outside of loops.
    fn outside(&mut self) -> String {
        self.pick(&[
            "back?x;",
            "total > 0;",
            "g = 1;",
            "x = row[0];",
            "assert(row[1] < 2);",
            "i = 0;",
        ])
    }

    /// Who receives, asks, and may disturb.
    fn receiver(&mut self, open: &str) -> Node {
        let mut body = vec![line("byte y;")];
        for _ in 0..2 + self.numbers.below(2) {
            let quiet = [
                "box[0]?y;",
                "box[1]?y;",
                "box[0]?1;",
                "back!1;",
                "other[1] = 1;",
                "assert(y < 2);",
            ];
            let loud = [
                "box[1]!3;",
                "if :: empty(box[1]) -> y = 2 :: nempty(box[1]) -> y = 1 fi;",
                "if :: box[0]?y :: else -> y = 2 fi;",
                "assert(row[0] + row[1] != 1);",
                "total = total + 1;",
                "assert(total < 2);",
                "if :: total == 1 -> assert(false) :: true fi;",
                "row[1] = 2;",
                "if :: timeout -> y = 1 :: back!1 fi;",
                "if :: len(box[0]) == 1 -> assert(len(box[1]) == 1) :: true fi;",
                "if :: full(box[0]) -> y = 3 :: true fi;",
                "h = 1; assert(h == 1);",
            ];
            let disturbs = self.disturbs && self.numbers.one_in(2);
            body.push(line(if disturbs { self.pick(&loud) } else { self.pick(&quiet) }));
        }
        block(open, body, "}")
    }
}
