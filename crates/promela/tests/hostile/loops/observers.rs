//! What each process asserts in the end of what was computed for it and for all.

use super::draft::{Draft, Worker};
use crate::random::text::{Node, line};

impl Draft {
    /// Assertions, when all is done.
    pub fn observe(&mut self) -> Vec<Node> {
        let mut body = Vec::new();
        if self.worker == Worker::Monitor {
            body.push(line("(done);"));
        } else if self.worker == Worker::Each && self.numbers.chance(50) {
            self.global("byte through;");
            let count = self.count;
            body.push(line(format!("through++; (through == {count});")));
        }
        let results: Vec<&'static str> = self.results.iter().copied().collect();
        let many = self.numbers.between(1, 2);
        for _ in 0..many {
            let observed = self.observation(&results);
            body.push(line(format!("assert({observed});")));
        }
        body
    }

    fn observation(&mut self, results: &[&'static str]) -> String {
        let mine = *self.numbers.pick(&["mine", "mine", "b[_pid]", "b[_pid] == 1"]);
        let is_global =
            |result: &&&str| !matches!(**result, "s" | "f" | "k") || self.worker != Worker::Monitor;
        let seen: Vec<&'static str> = results.iter().filter(is_global).copied().collect();
        let own = match seen.is_empty() {
            true => "b[_pid]".to_owned(),
            false => {
                let number = self.numbers.between(0, 3);
                match *self.numbers.pick(&seen) {
                    "a" if self.is_declared("byte a[") => "a[_pid]".to_owned(),
                    "a" if self.is_declared("bit bits[") => "bits[_pid]".to_owned(),
                    "a" => "r[_pid].y".to_owned(),
                    "r" => "r[_pid].y".to_owned(),
                    "box" => "(len(box[_pid]) == 1)".to_owned(),
                    "colour" => "(colour[_pid] == green)".to_owned(),
                    name @ ("kept" | "k") => format!("({name} == _pid)"),
                    name @ ("sum" | "s") => format!("({name} == {number})"),
                    name => name.to_owned(),
                }
            }
        };
        match self.numbers.below(6) {
            0 | 1 => format!("!({own} && {mine})"),
            2 => format!("!{own} || {mine}"),
            3 => format!("{own} || {mine}"),
            4 => format!("!({own} && !({mine}))"),
            _ => format!("!{own}"),
        }
    }

    fn is_declared(&self, begins: &str) -> bool {
        self.globals.iter().any(|node| matches!(node, Node::Line(text) if text.starts_with(begins)))
    }
}
