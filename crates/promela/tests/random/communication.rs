//! Random sends, receives and channels.

use super::generator::{ChannelKind, Generator, Type, Variable};
use super::text::{Node, line};

impl Generator {
    /// A channel of the process's own, with the messages of some kind. It is not handed to others,
    /// which might outlive it: its name says so.
    pub fn own_channel(&mut self) -> Option<Node> {
        let kinds: Vec<usize> =
            (0..self.kinds.len()).filter(|&kind| !self.kinds[kind].rendezvous).collect();
        if kinds.is_empty() {
            return None;
        }
        let kind = *self.numbers.pick(&kinds);
        let name = self.fresh("own");
        let text = format!("chan {name} = [1] of {{ {} }};", self.messages(kind));
        self.scope.push(Variable { name, ty: Type::Chan(kind), length: None, writable: false });
        Some(line(text))
    }

    /// A send.
    pub fn send(&mut self, rendezvous: Option<bool>) -> Option<String> {
        let (channel, kind) = self.channel(rendezvous)?;
        let ChannelKind { fields, rendezvous } = self.kinds[kind].clone();
        let values: Option<Vec<String>> =
            fields.into_iter().map(|field| self.value_for(field)).collect();
        let operator = if !rendezvous && self.numbers.chance(20) { "!!" } else { "!" };
        let values = self.joined(&values?);
        Some(format!("{channel}{operator}{values}"))
    }

    /// A receive.
    pub fn receive(&mut self, rendezvous: Option<bool>) -> Option<String> {
        let (channel, kind) = self.channel(rendezvous)?;
        let ChannelKind { fields, rendezvous } = self.kinds[kind].clone();
        let patterns: Option<Vec<String>> =
            fields.into_iter().map(|field| self.pattern(field, true)).collect();
        let patterns = patterns?;
        // SPIN refuses a variable that receives two fields.
        // And its verifiers undo receives wrongly whose channel is chosen by what they write.
        let channel = match (channel.split_once('['), channel.split_once(']')) {
            (Some((name, _)), Some((_, rest))) => format!("{name}[_pid % 2]{rest}"),
            _ => channel,
        };
        let root = |p: &String| p.split(['[', '.']).next().unwrap_or_default().to_owned();
        let is_place = |p: &&String| p.starts_with(|c: char| c.is_ascii_lowercase());
        let mut stored: Vec<String> =
            patterns.iter().filter(is_place).filter(|p| !p.starts_with("eval")).map(root).collect();
        stored.sort();
        if stored.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        // Its verifiers undo a match with the value that the expression has after the receive.
        let matched: Vec<&String> = patterns.iter().filter(|p| p.starts_with("eval")).collect();
        if stored.iter().any(|name| matched.iter().any(|p| p.contains(name.as_str()))) {
            return None;
        }
        let patterns = self.joined(&patterns);
        if rendezvous {
            return Some(format!("{channel}?{patterns}"));
        }
        let operator = if self.numbers.chance(20) { "??" } else { "?" };
        Some(match self.numbers.chance(12) {
            true => format!("{channel}{operator}<{patterns}>"),
            false => format!("{channel}{operator}{patterns}"),
        })
    }

    /// The fields of a message, in one of the two ways to write them.
    fn joined(&mut self, fields: &[String]) -> String {
        match fields {
            [first, rest @ ..] if !rest.is_empty() && self.numbers.chance(20) => {
                format!("{first}({})", rest.join(", "))
            }
            _ => fields.join(", "),
        }
    }
}
