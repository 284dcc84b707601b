//! Statements that depend on what those before them did in the same step: receives that write where a later field of the same message goes,
//! loops of deterministic steps over such receives, and long atomic sequences that can go on in one way only.
//!
//! They are made of numbers of their own: a model that has none of them is what it was without, and one that has them is the same around
//! them. Their variables are `xa[3]`, `xi`, which stays below 3, and the channels `xq` and `xm`; other statements do not know them.
//!
//! SPIN's verifiers undo a receive wrongly that writes where a field of it goes (`xq?xi,xa[xi]`), but not within a deterministic step,
//! before which they keep the whole state. Only models that SPIN does not see have it elsewhere.

use super::generator::{Generator, Type};
use super::text::{Node, block, line, option};

impl Generator {
    /// Uses the numbers of these statements.
    fn aside<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let fresh = self.fresh;
        std::mem::swap(&mut self.numbers, &mut self.own_numbers);
        let made = make(self);
        std::mem::swap(&mut self.numbers, &mut self.own_numbers);
        self.fresh = fresh;
        made
    }

    /// What they need, if the model is to have any.
    pub fn sequence_variables(&mut self) -> Vec<Node> {
        let has_rendezvous = !self.features.needs_buffers();
        self.aside(|it| {
            it.has_sequences = it.numbers.chance(if it.for_spin { 30 } else { 60 });
            it.has_meetings = has_rendezvous && it.numbers.chance(60);
            if !it.has_sequences {
                return Vec::new();
            }
            let capacity = it.numbers.between(1, 2);
            let mut nodes = vec![
                line("byte xa[3];"),
                line("byte xi;"),
                line(format!("chan xq = [{capacity}] of {{ byte, byte }};")),
            ];
            if it.has_meetings {
                nodes.push(line("chan xm = [0] of { byte, byte };"));
            }
            nodes
        })
    }

    /// Puts some before or after the statements of a body.
    pub fn with_sequences(&mut self, body: &mut Vec<Node>) {
        if !self.has_sequences {
            return;
        }
        self.aside(|it| {
            if it.numbers.chance(30) {
                return;
            }
            let count = it.numbers.between(1, 3);
            let mut some = it.one_or_all(count);
            some.insert(0, line("byte xl;"));
            // A deterministic step may follow.
            some.push(line("assert(true);"));
            if it.numbers.chance(70) {
                std::mem::swap(body, &mut some);
            }
            body.append(&mut some);
        });
    }

    /// One after the other, or one again and again.
    fn one_or_all(&mut self, count: usize) -> Vec<Node> {
        let mut each: Vec<Vec<Node>> = (0..count).map(|_| self.of_a_sequence()).collect();
        if self.numbers.chance(50) {
            return each.concat();
        }
        each.push(vec![line("break;")]);
        vec![block("do", each.into_iter().map(option).collect(), "od;")]
    }

    fn of_a_sequence(&mut self) -> Vec<Node> {
        match self.numbers.below(10) {
            0 => vec![line(format!("{};", self.put("xq")))],
            1 => vec![line(format!("{};", self.get("xq", false)))],
            2 if self.has_meetings => vec![line(format!("{};", self.put("xm")))],
            2 | 3 if self.has_meetings => vec![line(format!("{};", self.get("xm", false)))],
            2..=4 => self.deterministic_block(),
            5 | 6 => self.deterministic_loop(),
            _ => self.only_way(),
        }
    }

    /// A number below 3, of which SPIN and we make the same wherever it stands.
    fn small(&mut self) -> String {
        match self.numbers.below(6) {
            0..=2 => self.numbers.below(3).to_string(),
            3 => "xi".to_owned(),
            4 => format!("((xi + {}) % 3)", self.numbers.between(1, 2)),
            _ => "(_pid % 3)".to_owned(),
        }
    }

    /// A small value.
    fn value(&mut self) -> String {
        match self.numbers.below(5) {
            0 => format!("((xa[{}] + 1) % 3)", self.small()),
            1 => match self.place(false, &|ty| matches!(ty, Type::Bit | Type::Bool)) {
                Some((place, _)) => place,
                None => "1".to_owned(),
            },
            _ => self.small(),
        }
    }

    fn put(&mut self, channel: &str) -> String {
        format!("{channel}!{},{}", self.small(), self.value())
    }

    /// A receive, the first field of which mostly says where the second goes.
    fn get(&mut self, channel: &str, deterministic: bool) -> String {
        let index = *self.numbers.pick(&["xi", "xi", "xl"]);
        let at = match self.numbers.below(10) {
            0..7 => index.to_owned(),
            7 => format!("({index} + 1) % 3"),
            _ => self.numbers.below(3).to_string(),
        };
        let depends = at.contains(index);
        let at = if depends && !deterministic && self.for_spin { "1".to_owned() } else { at };
        let operator = if channel == "xq" && self.numbers.chance(15) { "??" } else { "?" };
        match self.numbers.below(8) {
            // The other way round the subscript is read before it is written.
            0 if deterministic || !self.for_spin => {
                format!("{channel}{operator}xa[{index}],{index}")
            }
            _ => format!("{channel}{operator}{index},xa[{at}]"),
        }
    }

    /// An assignment that is always possible.
    fn always(&mut self) -> String {
        match self.numbers.below(6) {
            0 => format!("xi = {}", self.small()),
            1 => format!("xl = {}", self.small()),
            2 => match self.place(true, &|ty| matches!(ty, Type::Bit | Type::Byte | Type::Int)) {
                Some((place, _)) => format!("{place} = {}", self.value()),
                None => "xi = 0".to_owned(),
            },
            _ => format!("xa[{}] = {}", self.small(), self.value()),
        }
    }

    /// What a deterministic step does after its beginning: nothing that may block.
    fn unblocked(&mut self) -> Vec<Node> {
        match self.numbers.below(5) {
            0 => {
                let get = line(format!("{};", self.get("xq", true)));
                vec![self.if_possible("len(xq) > 0", vec![get])]
            }
            1 => {
                let put = line(format!("{};", self.put("xq")));
                let get = line(format!("{};", self.get("xq", true)));
                vec![self.if_possible("len(xq) < 1", vec![put, get])]
            }
            _ => vec![line(format!("{};", self.always()))],
        }
    }

    fn if_possible(&self, condition: &str, mut then: Vec<Node>) -> Node {
        then.insert(0, line(format!("{condition} ->")));
        block("if", vec![option(then), option(vec![line("else;")])], "fi;")
    }

    fn deterministic_block(&mut self) -> Vec<Node> {
        let first = match self.numbers.below(4) {
            0 => self.always(),
            1 => format!(
                "len(xq) {} {}",
                self.numbers.pick(&["<", ">", "=="]),
                self.numbers.below(2)
            ),
            _ => self.get("xq", true),
        };
        let mut body = vec![line(format!("{first};"))];
        for _ in 0..self.numbers.between(1, 3) {
            body.extend(self.unblocked());
        }
        body.push(line(format!("{};", self.always())));
        self.after_a_block(block("d_step {", body, "};"))
    }

    /// A deterministic step with a loop that counts.
    fn deterministic_loop(&mut self) -> Vec<Node> {
        let counter = self.fresh("x");
        let rounds = self.numbers.between(1, 3);
        let mut round: Vec<Node> = match self.numbers.below(4) {
            // What is received is there, and fits.
            0 | 1 => {
                let sent = self.numbers.pick(&["xq!COUNTER % 3,", "xq!(COUNTER + 1) % 3,"]);
                let sent = sent.replace("COUNTER", &counter);
                let sent = sent + &self.value();
                vec![line(format!("{sent};")), line(format!("{};", self.get("xq", true)))]
            }
            2 => self.unblocked(),
            _ => vec![line(format!("xa[{counter} % 3] = {};", self.value()))],
        };
        if self.numbers.chance(40) {
            round.extend(self.unblocked());
        }
        let guard = if self.numbers.chance(70) { "empty(xq);" } else { "nfull(xq);" };
        let mut body = vec![line(guard)];
        // What is known of a subscript when the loop is unrolled must be forgotten when it is received.
        if self.numbers.chance(60) {
            let index = *self.numbers.pick(&["xi", "xl"]);
            body.push(line(format!("{index} = {};", self.numbers.below(3))));
        }
        if self.numbers.chance(50) {
            body.push(block(format!("for ({counter} : 0 .. {}) {{", rounds - 1), round, "};"));
        } else {
            let mut counted = vec![line(format!("{counter} < {rounds} ->"))];
            counted.append(&mut round);
            counted.push(line(format!("{counter}++;")));
            let end = vec![line("else ->"), line("break;")];
            body.push(line(format!("{counter} = 0;")));
            body.push(block("do", vec![option(counted), option(end)], "od;"));
        }
        body.push(line(format!("{counter} = 0;")));
        let declared = line(format!("byte {counter};"));
        let mut nodes = vec![declared];
        nodes.extend(self.after_a_block(block("d_step {", body, "};")));
        nodes
    }

    /// SPIN takes the way from a loop into a deterministic step for a jump into it.
    fn after_a_block(&self, node: Node) -> Vec<Node> {
        vec![line("assert(true);"), node]
    }

    /// An atomic sequence that begins as it may and then goes on in one way, unless it is escaped from.
    fn only_way(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        match self.numbers.below(5) {
            0 => body.push(line(format!("{};", self.get("xq", false)))),
            1 if self.has_meetings => body.push(line(format!("{};", self.get("xm", false)))),
            2 => body.push(line(format!("xa[{}] < {};", self.small(), self.numbers.between(1, 3)))),
            _ => {}
        }
        for _ in 0..self.numbers.between(2, 7) {
            let then = match self.numbers.below(14) {
                0 => format!("xi < {}", self.numbers.between(2, 3)),
                1 => "xa[xi] < 255".to_owned(),
                2 => format!("xi != {}", self.numbers.below(3)),
                3 if self.has_meetings => self.put("xm"),
                4 => "nfull(xq)".to_owned(),
                5 => self.put("xq"),
                6 => self.get("xq", false),
                7 => "assert(xi < 3)".to_owned(),
                8 => {
                    let value = self.value();
                    let options = vec![
                        option(vec![
                            line(format!("{value} == 0 ->")),
                            line(format!("{};", self.always())),
                        ]),
                        option(vec![line("else ->"), line(format!("{};", self.always()))]),
                    ];
                    body.push(block("if", options, "fi;"));
                    continue;
                }
                _ => self.always(),
            };
            body.push(line(format!("{then};")));
        }
        if self.numbers.chance(25) {
            let when = match self.numbers.below(4) {
                0 => "nempty(xq)".to_owned(),
                1 => format!("xi == {}", self.numbers.below(3)),
                2 => self.condition(0),
                _ => self.get("xq", false),
            };
            let escape = vec![line(format!("{when};")), line(format!("{};", self.always()))];
            return vec![block("atomic {", body, "}"), block("unless {", escape, "};")];
        }
        vec![block("atomic {", body, "};")]
    }
}
