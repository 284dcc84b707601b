//! Random functions that say how long events take, as they are written and as they are computed here.

use testing::Numbers;

/// An event: its channel and its fields.
pub struct Event {
    pub channel: &'static str,
    pub fields: Vec<u32>,
}

impl Event {
    pub fn text(&self) -> String {
        let fields: String = self.fields.iter().map(|field| format!(".{field}")).collect();
        format!("{}{fields}", self.channel)
    }

    fn is_of(&self, channels: &[&str]) -> bool {
        channels.contains(&self.channel)
    }
}

/// The numbers that a function uses, by the names that they have in the script.
#[derive(Clone, Copy)]
pub struct Constants {
    /// `K`
    pub k: u32,
    /// `x0`, as are the variables of many processes.
    pub x0: u32,
    /// What the section is given.
    pub p: u32,
}

/// How long events take in a section.
#[derive(Clone, Copy)]
pub struct Durations {
    form: usize,
    constants: Constants,
}

const FORMS: usize = 11;

impl Durations {
    pub fn new(numbers: &mut Numbers, constants: Constants) -> Durations {
        Durations { form: numbers.below(FORMS), constants }
    }

    /// What is declared for it. Names end with the suffix.
    pub fn declarations(self, suffix: &str) -> String {
        let text = match self.form {
            2 => "f§(a) = K\nf§(b) = p\nf§(c.n) = n + x0\nf§(d.i.j) = if i == 1 then j else K\n",
            3 => {
                "slow§ = union({c.n | n <- {0..2}, n >= K}, {a})
f§(e) = if member(e, slow§) then x0 else p\n"
            }
            4 => {
                "slow§ = {| b, d |}
f§(e) = let
    choice(s) = \\ y @ if member(y, s) then K else p
    inside = choice(slow§)
  within inside(e)\n"
            }
            6 => "g§(m, n)(e) = if member(e, {| c |}) then m else n\n",
            7 => {
                "via§(h) = \\ e @ h(e, (K, x0))
pick§(e, (m, n)) = if member(e, {| a, d |}) then m else n\n"
            }
            8 => {
                "all§ = mapFromList(<(a, K), (b, p)> ^ <(c.n, n) | n <- <0..2>> ^ <(d.i.j, i + j) | i <- <0, 1>, j <- <0..2>>)
f§(e) = mapLookup(all§, e)\n"
            }
            9 => {
                "early§(n) = if n == 0 then {| a |} else {| c, d |}
f§(e) = #<n | n <- <0..p>, member(e, early§(n))>\n"
            }
            10 => {
                "h§(n) = let
    g(c.m) = if m == n then K else x0
    g(_) = p
  within g
f§ = h§(1)\n"
            }
            _ => "f§(_) = K\n",
        };
        text.replace('§', suffix)
    }

    /// What stands behind `Timed`.
    pub fn argument(self, suffix: &str) -> String {
        match self.form {
            0 => String::new(),
            5 => "(\\ e @ if e == a then K else x0)".to_owned(),
            6 => format!("(g{suffix}(K, p))"),
            7 => format!("(via{suffix}(pick{suffix}))"),
            _ => format!("(f{suffix})"),
        }
    }

    /// How many tocks an event takes.
    pub fn ticks(self, event: &Event) -> u32 {
        let Constants { k, x0, p } = self.constants;
        let when = |condition, yes, no| if condition { yes } else { no };
        match self.form {
            0 => 1,
            2 => match event.channel {
                "a" => k,
                "b" => p,
                "c" => event.fields[0] + x0,
                _ => when(event.fields[0] == 1, event.fields[1], k),
            },
            3 => {
                let is_slow = event.is_of(&["a"]) || event.is_of(&["c"]) && event.fields[0] >= k;
                when(is_slow, x0, p)
            }
            4 => when(event.is_of(&["b", "d"]), k, p),
            5 => when(event.is_of(&["a"]), k, x0),
            6 => when(event.is_of(&["c"]), k, p),
            7 => when(event.is_of(&["a", "d"]), k, x0),
            8 => match event.channel {
                "a" => k,
                "b" => p,
                _ => event.fields.iter().sum(),
            },
            9 => match event.channel {
                "a" => 1,
                "b" => 0,
                _ => p,
            },
            10 => match event.channel {
                "c" => when(event.fields[0] == 1, k, x0),
                _ => p,
            },
            _ => k,
        }
    }
}
