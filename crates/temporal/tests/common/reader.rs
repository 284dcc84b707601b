//! A reader of formulas in infix notation.

use temporal::{AtomId, Formula};

use super::{Binary, Unary};

/// Reads a formula: `!`, `X`, `G`, `F`; then `U`, `W`, `R`, `M`, to the right; then `&`, `|`, `->`, each weaker than
/// the one before; `&&` and `||` are the same. Atoms are `p`, `q`, `r`, `s`, `t`, `z`, or `p` with a number;
/// constants `true`, `1` and `false`.
pub fn read(text: &str) -> Formula {
    let mut reader = Reader { rest: text };
    let formula = reader.implication();
    assert!(reader.rest.trim().is_empty(), "{text}: {}", reader.rest);
    formula
}

const ATOMS: &str = "pqrstz";

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(after) = rest.strip_prefix(word) else { return false };
        self.rest = after;
        true
    }

    fn implication(&mut self) -> Formula {
        let left = self.disjunction();
        if !self.takes("->") {
            return left;
        }
        Formula::Implies(Box::new(left), Box::new(self.implication()))
    }

    fn disjunction(&mut self) -> Formula {
        let mut parts = vec![self.conjunction()];
        while self.takes("||") || self.takes("|") {
            parts.push(self.conjunction());
        }
        if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) }
    }

    fn conjunction(&mut self) -> Formula {
        let mut parts = vec![self.until()];
        while self.takes("&&") || self.takes("&") {
            parts.push(self.until());
        }
        if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) }
    }

    fn until(&mut self) -> Formula {
        let left = self.factor();
        let operators: [(&str, Binary); 4] = [
            ("U", Formula::Until),
            ("W", Formula::WeakUntil),
            ("R", Formula::Release),
            ("M", Formula::StrongRelease),
        ];
        for (word, made) in operators {
            if self.takes(word) {
                return made(Box::new(left), Box::new(self.until()));
            }
        }
        left
    }

    fn factor(&mut self) -> Formula {
        let operators: [(&str, Unary); 4] = [
            ("!", Formula::Not),
            ("X", Formula::Next),
            ("G", Formula::Always),
            ("F", Formula::Eventually),
        ];
        for (word, made) in operators {
            if self.takes(word) {
                return made(Box::new(self.factor()));
            }
        }
        if self.takes("(") {
            let inner = self.implication();
            assert!(self.takes(")"), "{}", self.rest);
            return inner;
        }
        if self.takes("true") || self.takes("1") {
            return Formula::True;
        }
        if self.takes("false") {
            return Formula::False;
        }
        self.atom()
    }

    fn atom(&mut self) -> Formula {
        let rest = self.rest.trim_start();
        let letter = rest.chars().next().expect("an atom");
        let rest = &rest[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(end);
        self.rest = rest;
        let place = ATOMS.find(letter).unwrap_or_else(|| panic!("{letter} is no atom"));
        let atom = if number.is_empty() { place as u32 } else { number.parse().expect("a number") };
        Formula::Atom(AtomId(atom))
    }
}
