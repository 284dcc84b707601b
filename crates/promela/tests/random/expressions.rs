//! Random expressions and places.

use super::generator::{Generator, Type, Variable};

impl Generator {
    /// An mtype symbol.
    pub fn symbol(&mut self, ty: Type) -> String {
        let symbols = if ty == Type::Fruit { &self.fruits } else { &self.symbols };
        self.numbers.pick(symbols).clone()
    }

    /// A small constant, seldom a large or a negative one.
    pub fn constant(&mut self) -> String {
        if self.has_macros && self.numbers.chance(15) {
            return (*self.numbers.pick(&["N", "LAST"])).to_owned();
        }
        let choices =
            [(10, "0"), (10, "1"), (8, "2"), (4, "3"), (1, "(-1)"), (1, "255"), (1, "256")];
        self.numbers.weighted(&choices).to_owned()
    }

    /// A subscript for an array of `length` elements.
    pub fn subscript(&mut self, length: usize) -> String {
        let choice = self.numbers.below(10);
        if choice < 5 {
            return self.numbers.below(length).to_string();
        }
        if choice < 6 {
            return format!("_pid % {length}");
        }
        // Without subscripts of its own.
        let plain = |v: &Variable| v.ty.is_unsigned() && v.length.is_none();
        let names: Vec<String> =
            self.scope.iter().filter(|v| plain(v)).map(|v| v.name.clone()).collect();
        match names.is_empty() {
            true => self.numbers.below(length).to_string(),
            false => format!("({}) % {length}", self.numbers.pick(&names)),
        }
    }

    /// The leaves of the variables in scope that are wanted, with random subscripts: one of them.
    pub fn place(
        &mut self,
        writable: bool,
        wanted: &dyn Fn(Type) -> bool,
    ) -> Option<(String, Type)> {
        let mut roots: Vec<Variable> = self
            .scope
            .iter()
            .filter(|v| v.writable || !writable)
            .filter(|v| self.leads_to(v.ty, wanted))
            .cloned()
            .collect();
        // Locals come last; they are wanted as often as all others.
        let keep = roots.len().saturating_sub(3);
        if keep > 0 && self.numbers.chance(40) {
            roots.drain(..keep);
        }
        if roots.is_empty() {
            return None;
        }
        let mut variable = self.numbers.pick(&roots).clone();
        let mut text = String::new();
        loop {
            text += &variable.name;
            if let Some(length) = variable.length {
                text += &format!("[{}]", self.subscript(length));
            }
            let Type::User(typedef) = variable.ty else { break };
            if wanted(variable.ty) {
                break;
            }
            text.push('.');
            let fields: Vec<Variable> = self.typedefs[typedef]
                .1
                .iter()
                .filter(|f| self.leads_to(f.ty, wanted))
                .cloned()
                .collect();
            variable = self.numbers.pick(&fields).clone();
        }
        Some((text, variable.ty))
    }

    /// Whether a variable of type `ty` is wanted, or has a field that is.
    pub fn leads_to(&self, ty: Type, wanted: &dyn Fn(Type) -> bool) -> bool {
        wanted(ty)
            || match ty {
                Type::User(typedef) => {
                    self.typedefs[typedef].1.iter().any(|f| self.leads_to(f.ty, wanted))
                }
                _ => false,
            }
    }

    /// A channel of some kind.
    pub fn channel(&mut self, rendezvous: Option<bool>) -> Option<(String, usize)> {
        let kinds: Vec<usize> = (0..self.kinds.len())
            .filter(|&kind| rendezvous.is_none_or(|wanted| wanted == self.kinds[kind].rendezvous))
            .collect();
        let (name, ty) =
            self.place(false, &|ty| matches!(ty, Type::Chan(kind) if kinds.contains(&kind)))?;
        match ty {
            Type::Chan(kind) => Some((name, kind)),
            _ => None,
        }
    }

    /// A number.
    pub fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.numbers.chance(35) {
            return match self.numbers.below(10) {
                0..=2 => self.constant(),
                3 => self.special_number().unwrap_or_else(|| self.constant()),
                4 => (*self.numbers.pick(&["_pid", "_pid", "_nr_pr"])).to_owned(),
                _ => match self.place(false, &Type::is_number) {
                    Some((place, _)) => place,
                    None => self.constant(),
                },
            };
        }
        let depth = depth - 1;
        match self.numbers.below(14) {
            0..=3 => {
                let operator = *self.numbers.pick(&["+", "+", "-", "*"]);
                format!("({} {operator} {})", self.number(depth), self.number(depth))
            }
            4 => format!("({} % {})", self.number(depth), self.numbers.between(1, 4)),
            5 => {
                let divisor = *self.numbers.pick(&["1", "2", "3", "(-2)"]);
                let operator = *self.numbers.pick(&["/", "%"]);
                format!("({} {operator} {divisor})", self.number(depth))
            }
            6 => {
                let operator = *self.numbers.pick(&["&", "|", "^"]);
                format!("({} {operator} {})", self.number(depth), self.number(depth))
            }
            7 => {
                let operator = *self.numbers.pick(&["<<", ">>"]);
                format!("({} {operator} {})", self.number(depth), self.numbers.below(3))
            }
            8 => format!("(-{})", self.number(depth)),
            9 => format!("(~{})", self.number(depth)),
            10 | 11 => {
                let (condition, a, b) =
                    (self.condition(depth), self.number(depth), self.number(depth));
                format!("({condition} -> {a} : {b})")
            }
            12 => match self.channel(Some(false)) {
                Some((channel, _)) => format!("len({channel})"),
                None => self.number(depth),
            },
            _ => self.condition(depth),
        }
    }

    /// A condition in parentheses.
    pub fn condition(&mut self, depth: usize) -> String {
        let deeper = depth.saturating_sub(1);
        match self.numbers.below(if depth == 0 { 7 } else { 14 }) {
            0..=3 => {
                let operator = *self.numbers.pick(&["==", "==", "!=", "<", "<=", ">", ">="]);
                format!("({} {operator} {})", self.number(deeper), self.number(0))
            }
            4 => match self.place(false, &|ty| matches!(ty, Type::Bit | Type::Bool)) {
                Some((place, _)) => format!("({place})"),
                None => format!("({})", self.number(deeper)),
            },
            5 => match self.place(false, &|ty| matches!(ty, Type::Mtype | Type::Fruit)) {
                Some((place, ty)) => {
                    let operator = *self.numbers.pick(&["==", "!="]);
                    format!("({place} {operator} {})", self.symbol(ty))
                }
                None => "true".to_owned(),
            },
            6 => {
                if let Some(condition) = self.special_condition() {
                    return condition;
                }
                let names = ["true", "true", "(1)", "(_pid == 0)", "(_nr_pr > 1)"];
                (*self.numbers.pick(&names)).to_owned()
            }
            7 | 8 => format!("({} && {})", self.condition(deeper), self.condition(deeper)),
            9 => format!("({} || {})", self.condition(deeper), self.condition(deeper)),
            10 if self.has_macros => {
                // A comma in a poll would end the argument.
                let (a, b) = (self.condition(deeper), self.condition(deeper));
                if a.contains('[') || b.contains('[') { a } else { format!("BOTH({a}, {b})") }
            }
            // Questions about channels must not be negated.
            10 | 11 => format!("(!({} == {}))", self.constant(), self.number(0)),
            12 => match self.channel(Some(false)) {
                Some((channel, _)) => {
                    let query = self.numbers.pick(&["empty", "nempty", "full", "nfull"]);
                    format!("{query}({channel})")
                }
                None => self.condition(deeper),
            },
            _ => self.poll().unwrap_or_else(|| self.condition(deeper)),
        }
    }

    fn poll(&mut self) -> Option<String> {
        let (channel, kind) = self.channel(Some(false))?;
        let fields = self.kinds[kind].fields.clone();
        let arguments: Option<Vec<String>> =
            fields.into_iter().map(|field| self.pattern(field, false)).collect();
        let operator = *self.numbers.pick(&["?", "??"]);
        Some(format!("{channel}{operator}[{}]", arguments?.join(", ")))
    }

    /// What a receive takes for a field; `None` if nothing in scope will do.
    pub fn pattern(&mut self, field: Type, stores: bool) -> Option<String> {
        if matches!(field, Type::User(_)) {
            return self.place(true, &|ty| ty == field).map(|(place, _)| place);
        }
        let choice = self.numbers.below(20);
        if choice < 4 {
            return Some("_".to_owned());
        }
        let matched = match field {
            Type::Mtype | Type::Fruit => self.symbol(field),
            Type::Chan(kind) => {
                let (channel, _) = self.place(false, &|ty| ty == Type::Chan(kind))?;
                format!("eval({channel})")
            }
            _ if self.numbers.chance(50) => self.numbers.below(3).to_string(),
            _ => match self.place(false, &Type::is_number) {
                Some((place, _)) => format!("eval({place})"),
                None => "eval(_pid)".to_owned(),
            },
        };
        if choice < 8 || (!stores && self.numbers.chance(50)) {
            return Some(matched);
        }
        let place = match field {
            Type::Mtype | Type::Fruit => self.place(true, &|ty| ty == field),
            Type::Chan(_) => self.place(true, &|ty| ty == field),
            _ => self.place(true, &|ty| ty.holds(field)),
        };
        Some(place.map_or(matched, |(place, _)| place))
    }

    /// A value for a field or a parameter; `None` if nothing in scope will do.
    pub fn value_for(&mut self, ty: Type) -> Option<String> {
        match ty {
            Type::Mtype | Type::Fruit => Some(match self.place(false, &|other| other == ty) {
                Some((place, _)) if self.numbers.chance(30) => place,
                _ => self.symbol(ty),
            }),
            Type::Chan(kind) => self
                .place(false, &|ty| ty == Type::Chan(kind))
                .map(|(place, _)| place)
                .filter(|place| !place.contains("own")),
            Type::User(_) => self.place(false, &|other| other == ty).map(|(place, _)| place),
            _ => Some(self.number(1)),
        }
    }
}
