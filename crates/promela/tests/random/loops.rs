//! Random loops that count, and choices of a value.

use super::generator::{Generator, Type, Variable};
use super::statements::Context;
use super::text::{Node, block, line};

impl Generator {
    /// A loop over a variable of its own, which nothing else writes.
    pub fn for_loop(&mut self, context: Context) -> Option<Vec<Node>> {
        if context.in_inline {
            return None;
        }
        let name = self.fresh("i");
        let ty = if self.numbers.chance(50) { Type::Byte } else { Type::Int };
        let declared = line(format!("{} {name};", self.type_name(ty)));
        self.scope.push(Variable { name: name.clone(), ty, length: None, writable: false });
        let to = match self.numbers.below(10) {
            0 => match self.place(false, &|ty| matches!(ty, Type::Bit | Type::Byte)) {
                Some((place, _)) => format!("{place} % 3"),
                None => "1".to_owned(),
            },
            1..=3 => self.constant(),
            _ => "1".to_owned(),
        };
        let count = self.numbers.between(1, 2);
        let body = self.sequence(count, Context { in_loop: true, ..context });
        Some(vec![declared, block(format!("for ({name} : 0 .. {to}) {{"), body, "};")])
    }

    pub fn for_in(&mut self, context: Context) -> Option<Vec<Node>> {
        if context.in_inline || context.deterministic {
            return None;
        }
        let arrays: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.length.is_some() && v.ty.is_number())
            .map(|v| v.name.clone())
            .collect();
        if arrays.is_empty() {
            return None;
        }
        let array = self.numbers.pick(&arrays).clone();
        let name = self.fresh("i");
        let declared = line(format!("byte {name};"));
        let variable =
            Variable { name: name.clone(), ty: Type::Byte, length: None, writable: false };
        self.scope.push(variable);
        let body = self.sequence(1, Context { in_loop: true, ..context });
        Some(vec![declared, block(format!("for ({name} in {array}) {{"), body, "};")])
    }

    /// A variable for `select`, which takes no elements and no fields.
    pub fn plain(&mut self) -> Option<String> {
        let plain = |v: &&Variable| v.writable && v.length.is_none() && v.ty.is_number();
        let names: Vec<String> = self.scope.iter().filter(plain).map(|v| v.name.clone()).collect();
        if names.is_empty() { None } else { Some(self.numbers.pick(&names).clone()) }
    }

    /// A loop over the messages of a channel, each of which is a structure.
    pub fn for_messages(&mut self, context: Context) -> Option<Vec<Node>> {
        if context.in_inline || context.deterministic {
            return None;
        }
        let structure = |v: &Variable| match (v.ty, v.length) {
            (Type::Chan(kind), None) => match self.kinds[kind].fields[..] {
                [Type::User(typedef)] if !self.kinds[kind].rendezvous => Some(typedef),
                _ => None,
            },
            _ => None,
        };
        // Parameters and variables for channels have no messages of their own.
        let made = |v: &&Variable| v.name.starts_with('c') || v.name.starts_with("own");
        let channels: Vec<(String, usize)> = self
            .scope
            .iter()
            .filter(made)
            .filter_map(|v| Some((v.name.clone(), structure(v)?)))
            .collect();
        if channels.is_empty() {
            return None;
        }
        let (channel, typedef) = self.numbers.pick(&channels).clone();
        let ty = Type::User(typedef);
        let name = self.fresh("m");
        let declared = line(format!("{} {name};", self.type_name(ty)));
        self.scope.push(Variable { name: name.clone(), ty, length: None, writable: true });
        let body = self.sequence(1, Context { in_loop: true, ..context });
        Some(vec![declared, block(format!("for ({name} in {channel}) {{"), body, "};")])
    }

    /// A choice of a value.
    pub fn select(&mut self) -> Option<Node> {
        let place = self.plain()?;
        let (from, to) = (self.numbers.below(2), self.numbers.between(1, 3));
        if self.numbers.chance(20)
            && let Some((bound, _)) = self.place(false, &|ty| matches!(ty, Type::Bit | Type::Byte))
        {
            return Some(line(format!("select ({place} : {from} .. {from} + ({bound} % 3));")));
        }
        Some(line(format!("select ({place} : {from} .. {to});")))
    }
}
