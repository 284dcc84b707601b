//! Random pointer programs. Some name processes by numbers and compute with pointers, so that not all processes can change places;
//! some follow pointers that may be NULL, divide by what may be 0, and assign what is in no range.

use testing::Numbers;

/// Who evaluates what is generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// A process.
    Within,
    /// Nobody: names are bound.
    Outside,
}

pub struct Generator {
    numbers: Numbers,
    count: usize,
    modes: usize,
    /// The local pointers: one of three processes, two of two.
    pointers: &'static [&'static str],
    /// Whether processes have numbers.
    is_wild: bool,
    /// Whether somebody reads what others have.
    is_curious: bool,
    /// The names that are bound.
    bound: Vec<&'static str>,
}

/// A random program.
pub fn program(seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let (count, modes) = (numbers.between(2, 3), numbers.between(1, 3));
    let is_wild = numbers.chance(50);
    let is_curious = numbers.chance(60);
    let pointers: &[&str] = if count == 2 { &["a", "b"] } else { &["a"] };
    let bound = Vec::new();
    Generator { numbers, count, modes, pointers, is_wild, is_curious, bound }.program()
}

impl Generator {
    fn program(mut self) -> String {
        let mut text = format!("process count = {};\n", self.count);
        text += &format!("global pointer g;\nlocal pointer {};\n", self.pointers.join(", "));
        text += "local discrete x: 0..2;\n";
        // What one mode keeps for another is inactive in between.
        let keeps = self.modes > 1 && self.numbers.chance(70);
        text += if keeps { "local discrete w: 0..2;\n" } else { "" };
        let low = self.numbers.below(3) as i64 - 1;
        text += &format!("global discrete k: {low}..{};\n", low + 2);
        for mode in 0..self.modes {
            let invariant = match self.numbers.below(if self.is_curious { 6 } else { 20 }) {
                0 => self.condition(1, Where::Within),
                1 => String::new(),
                _ => "true".to_owned(),
            };
            text += &format!("mode m{mode} {invariant} {{\n");
            for _ in 0..self.numbers.between(1, 3) {
                text += &self.rule();
            }
            if keeps && mode == 0 {
                text += "  when true may w = x; goto m1;\n";
            } else if keeps && mode == 1 {
                text += "  when w >= 1 may goto m0;\n";
            }
            text += "}\n";
        }
        text += &self.initially();
        text += &format!("risk {};\n", self.condition(2, Where::Outside));
        text
    }

    fn rule(&mut self) -> String {
        let depth = self.numbers.below(3);
        let condition = match self.numbers.one_in(4) {
            true => "true".to_owned(),
            false => self.condition(depth, Where::Within),
        };
        let mut text = format!("  when {condition} may ");
        let actions = self.numbers.below(3);
        for _ in 0..actions {
            text += &self.action();
        }
        if self.numbers.chance(60) {
            text += &format!("goto m{};", self.numbers.below(self.modes));
        } else if actions == 0 {
            text += ";";
        }
        text + "\n"
    }

    fn action(&mut self) -> String {
        let target = match self.numbers.below(8) {
            0 | 1 => "g".to_owned(),
            2 => "k".to_owned(),
            3 => format!("{}[{}]", self.local(), self.pointer(0, Where::Within)),
            4 => format!("{}->{}->{}", self.pointer_name(), self.local_pointer(), self.local()),
            5 => format!("{}->{}", self.pointer_name(), self.local()),
            _ => self.local().to_owned(),
        };
        let holds_process = !target.ends_with(['x', 'k']) && !target.starts_with('x');
        let value = match holds_process {
            true if self.is_wild && self.numbers.one_in(6) => self.number(1, Where::Within),
            true => self.pointer(1, Where::Within),
            false if self.is_wild && self.numbers.one_in(6) => self.pointer(1, Where::Within),
            false => self.number(1, Where::Within),
        };
        format!("{target} = {value}; ")
    }

    fn initially(&mut self) -> String {
        let mut parts = vec!["k == 0".to_owned()];
        for &name in self.pointers {
            parts.push(match self.numbers.below(4) {
                0 => format!("forall i: {name}[i] == i or {name}[i] == NULL"),
                1 if self.is_wild => format!(
                    "(forall i, j: i == 1 or i == j => {name}[i] == j) and {name}[1] != NULL"
                ),
                _ => format!("(forall i: {name}[i] == NULL)"),
            });
        }
        parts.push(match self.numbers.below(5) {
            0 => "g != NULL".to_owned(),
            1 if self.modes > 1 => "g == NULL and exists i: m1[i]".to_owned(),
            2 => format!("g == NULL and {}", self.condition(1, Where::Outside)),
            _ => "g == NULL".to_owned(),
        });
        if self.numbers.chance(85) {
            parts.insert(0, "(forall i: x[i] == 0)".to_owned());
        }
        let parts: Vec<String> = parts.into_iter().map(|part| format!("({part})")).collect();
        format!("initially {};\n", parts.join(" and "))
    }

    fn condition(&mut self, depth: usize, at: Where) -> String {
        if depth > 0 {
            let (one, two) = (depth - 1, depth - 1);
            match self.numbers.below(8) {
                0 => return format!("not ({})", self.condition(one, at)),
                1 => {
                    return format!(
                        "({}) and ({})",
                        self.condition(one, at),
                        self.condition(two, at)
                    );
                }
                2 => {
                    return format!(
                        "({}) or ({})",
                        self.condition(one, at),
                        self.condition(two, at)
                    );
                }
                3 => {
                    return format!(
                        "({}) => ({})",
                        self.condition(one, at),
                        self.condition(two, at)
                    );
                }
                4 | 5 => return self.quantified(one, at),
                _ => {}
            }
        }
        if at == Where::Outside && self.bound.is_empty() && self.numbers.chance(80) {
            return self.quantified(depth.max(1) - 1, at);
        }
        match self.numbers.below(7) {
            0 if self.may_name(at) => {
                format!("m{}[{}]", self.numbers.below(self.modes), self.process(at))
            }
            1 if self.may_name(at) => {
                let relation = self.relation();
                format!(
                    "mode[{}] {relation} {}",
                    self.process(at),
                    self.numbers.below(self.modes + 1)
                )
            }
            2 => format!("{} {} {}", self.number(1, at), self.relation(), self.number(1, at)),
            3 if self.is_wild => {
                format!("{} {} {}", self.pointer(1, at), self.relation(), self.pointer(0, at))
            }
            _ => {
                let relation = if self.numbers.chance(50) { "==" } else { "!=" };
                format!("{} {relation} {}", self.pointer(1, at), self.pointer(0, at))
            }
        }
    }

    fn quantified(&mut self, depth: usize, at: Where) -> String {
        let name = ["i", "j", "l"][self.bound.len().min(2)];
        if self.bound.contains(&name) {
            return self.condition(0, at);
        }
        let quantifier = if self.numbers.chance(50) { "forall" } else { "exists" };
        self.bound.push(name);
        let guard = match self.bound[..] {
            [first, .., last] if self.numbers.chance(60) => {
                if quantifier == "forall" {
                    format!("{first} != {last} => ")
                } else {
                    format!("{first} != {last} and ")
                }
            }
            _ => String::new(),
        };
        let body = self.condition(depth, at);
        self.bound.pop();
        format!("({quantifier} {name}: {guard}({body}))")
    }

    fn relation(&mut self) -> &'static str {
        ["==", "!=", "<", "<=", ">", ">="][self.numbers.below(6)]
    }

    fn local(&mut self) -> &'static str {
        if self.numbers.one_in(3) { "x" } else { self.local_pointer() }
    }

    fn local_pointer(&mut self) -> &'static str {
        self.pointers[self.numbers.below(self.pointers.len())]
    }

    fn pointer_name(&mut self) -> &'static str {
        if self.numbers.one_in(3) { "g" } else { self.local_pointer() }
    }

    /// Whether some process can be named.
    fn may_name(&self, at: Where) -> bool {
        at == Where::Within || !self.bound.is_empty() || self.is_wild
    }

    /// A process.
    fn process(&mut self, at: Where) -> String {
        if !self.bound.is_empty() && self.numbers.chance(70) {
            let place = self.numbers.below(self.bound.len());
            return self.bound[place].to_owned();
        }
        match at {
            Where::Within => "P".to_owned(),
            Where::Outside if self.is_wild => self.numbers.between(1, self.count).to_string(),
            Where::Outside => "g".to_owned(),
        }
    }

    /// NULL or a process.
    fn pointer(&mut self, depth: usize, at: Where) -> String {
        if !self.is_curious {
            let own = self.local_pointer();
            return match (self.numbers.below(4), at) {
                (0, _) => "NULL".to_owned(),
                (1, _) => "g".to_owned(),
                (2, Where::Within) => own.to_owned(),
                _ => self.process(at),
            };
        }
        match self.numbers.below(9) {
            0 => "NULL".to_owned(),
            1 => "g".to_owned(),
            2 if self.is_wild => self.numbers.between(1, self.count).to_string(),
            3 if depth > 0 => format!("g->{}", self.local_pointer()),
            4 if depth > 0 => {
                let first = self.pointer(0, at);
                match first.as_str() {
                    "NULL" => first,
                    _ if self.numbers.one_in(4) => format!("({first})->P"),
                    _ => format!("({first})->{}", self.local_pointer()),
                }
            }
            5 if depth > 0 && self.is_wild => format!("(g + {})", self.numbers.between(1, 2)),
            _ if at == Where::Within && self.numbers.chance(60) => self.local_pointer().to_owned(),
            _ => {
                let process = self.process(at);
                match self.numbers.one_in(3) {
                    true => process,
                    false => format!("{}[{process}]", self.local_pointer()),
                }
            }
        }
    }

    /// A small number.
    fn number(&mut self, depth: usize, at: Where) -> String {
        if !self.is_curious {
            return match (self.numbers.below(3), at) {
                (0, _) => "k".to_owned(),
                (1, Where::Within) => "x".to_owned(),
                _ => self.numbers.below(3).to_string(),
            };
        }
        match self.numbers.below(7) {
            0 => "k".to_owned(),
            1 if depth > 0 => format!("{} + {}", self.number(0, at), self.number(0, at)),
            2 if depth > 0 => format!("{} * ({} - 1)", self.number(0, at), self.number(0, at)),
            3 if depth > 0 => format!("2 / ({})", self.number(0, at)),
            4 if depth > 0 => format!("({})->x", self.pointer(0, at)),
            5 => self.numbers.below(3).to_string(),
            _ if at == Where::Within => "x".to_owned(),
            _ => format!("x[{}]", self.process(at)),
        }
    }
}
