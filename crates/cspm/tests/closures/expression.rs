//! Random expressions with closures in every place, and what they are worth.

use std::rc::Rc;

use testing::Numbers;

/// All numbers are below this.
const BOUND: i64 = 7;

/// What stands before the expressions.
pub const LIBRARY: &str = "
total(<>) = 0
total(<x>^xs) = (x + total(xs)) % 7
map(f, <>) = <>
map(f, <x>^xs) = <f(x)>^map(f, xs)
add(m)(n) = (m + n) % 7
compose(f, g) = \\ x @ f(g(x))
twice(f)(x) = f(f(x))
first((x, _)) = x
";

/// What is bound around an expression, from the outside in.
type Env = Rc<Vec<Worth>>;

/// A function of numbers.
type Function = Rc<dyn Fn(i64) -> i64>;

#[derive(Clone)]
enum Worth {
    Number(i64),
    Function(Function),
}

/// A number as it is written, and as it is computed here.
#[derive(Clone)]
pub struct Number {
    pub text: String,
    worth: Rc<dyn Fn(&Env) -> i64>,
}

#[derive(Clone)]
struct Code {
    text: String,
    worth: Rc<dyn Fn(&Env) -> Function>,
}

impl Number {
    /// What it is worth where one number is bound.
    pub fn with(&self, x: i64) -> i64 {
        (self.worth)(&Rc::new(vec![Worth::Number(x)]))
    }
}

fn bound(env: &Env, worth: Worth) -> Env {
    let mut inner = (**env).clone();
    inner.push(worth);
    Rc::new(inner)
}

/// A closure of an expression below one more number.
fn closure(env: &Env, body: &Number) -> Function {
    let (env, body) = (Rc::clone(env), Rc::clone(&body.worth));
    Rc::new(move |x| body(&bound(&env, Worth::Number(x))))
}

/// Makes expressions.
pub struct Maker<'n> {
    pub numbers: &'n mut Numbers,
    /// The names that are bound, and whether they are functions. An inner name hides an outer one.
    pub scope: Vec<(&'static str, bool)>,
}

const NAMES: [&str; 3] = ["x", "y", "z"];
const FUNCTION_NAMES: [&str; 2] = ["f", "x"];

impl Maker<'_> {
    fn name(&mut self) -> &'static str {
        NAMES[self.numbers.below(NAMES.len())]
    }

    /// A bound name of a kind, and its place.
    fn variable(&mut self, function: bool) -> Option<(&'static str, usize)> {
        let visible = |&(place, (name, kind)): &(usize, (&str, bool))| {
            !name.is_empty()
                && kind == function
                && !self.scope[place + 1..].iter().any(|(inner, _)| *inner == name)
        };
        let all: Vec<_> = self.scope.iter().copied().enumerate().filter(visible).collect();
        if all.is_empty() {
            return None;
        }
        let (place, (name, _)) = *self.numbers.pick(&all);
        Some((name, place))
    }

    fn below<T>(
        &mut self,
        name: &'static str,
        is_function: bool,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.scope.push((name, is_function));
        let made = make(self);
        self.scope.pop();
        made
    }

    fn literal(&mut self) -> Number {
        let value = self.numbers.below(5) as i64;
        Number { text: value.to_string(), worth: Rc::new(move |_| value) }
    }

    fn leaf(&mut self) -> Number {
        match self.variable(false) {
            Some((name, place)) => Number {
                text: name.to_owned(),
                worth: Rc::new(move |env| match &env[place] {
                    Worth::Number(value) => *value,
                    Worth::Function(_) => unreachable!("a number"),
                }),
            },
            None => self.literal(),
        }
    }

    /// A number.
    pub fn number(&mut self, depth: usize) -> Number {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.numbers.one_in(4) { self.literal() } else { self.leaf() };
        };
        match self.numbers.below(12) {
            0 | 1 => {
                let (a, b) = (self.number(depth), self.number(depth));
                let text = format!("(({} + {}) % {BOUND})", a.text, b.text);
                Number {
                    text,
                    worth: Rc::new(move |env| ((a.worth)(env) + (b.worth)(env)) % BOUND),
                }
            }
            2 => {
                let (a, b) = (self.number(depth), self.number(depth));
                let (yes, no) = (self.number(depth), self.number(depth));
                let text =
                    format!("(if {} < {} then {} else {})", a.text, b.text, yes.text, no.text);
                let worth = move |env: &Env| match (a.worth)(env) < (b.worth)(env) {
                    true => (yes.worth)(env),
                    false => (no.worth)(env),
                };
                Number { text, worth: Rc::new(worth) }
            }
            3..6 => {
                let (f, a) = (self.function(depth), self.number(depth));
                let text = format!("{}({})", f.text, a.text);
                Number { text, worth: Rc::new(move |env| (f.worth)(env)((a.worth)(env))) }
            }
            6 => self.value_in_let(depth),
            7 => self.function_in_let(depth),
            8 => self.pair_in_let(depth),
            9 => self.mapped(depth),
            10 => self.counted(depth),
            _ => self.looked_up(depth),
        }
    }

    fn value_in_let(&mut self, depth: usize) -> Number {
        let name = self.name();
        let value = self.below_own(name, depth);
        let body = self.below(name, false, |maker| maker.number(depth));
        let text = format!("(let\n{name} = {}\nwithin {})", value.text, body.text);
        let worth = move |env: &Env| (body.worth)(&bound(env, Worth::Number((value.worth)(env))));
        Number { text, worth: Rc::new(worth) }
    }

    /// A number in whose text a name means what is being defined, so that it is not used.
    fn below_own(&mut self, name: &'static str, depth: usize) -> Number {
        let hidden = self.scope.clone();
        for entry in &mut self.scope {
            if entry.0 == name {
                entry.0 = "";
            }
        }
        let value = self.number(depth);
        self.scope = hidden;
        value
    }

    /// `f` of two clauses, which see different things.
    fn function_in_let(&mut self, depth: usize) -> Number {
        let (name, parameter) = (*self.numbers.pick(&FUNCTION_NAMES), "y");
        let name = if name == "x" { "g" } else { name };
        let hidden = self.scope.clone();
        for entry in &mut self.scope {
            if entry.0 == name {
                entry.0 = "";
            }
        }
        let of_zero = self.number(depth);
        let of_others = self.below(parameter, false, |maker| maker.number(depth));
        self.scope = hidden;
        let body = self.below(name, true, |maker| maker.number(depth));
        let text = format!(
            "(let\n{name}(0) = {}\n{name}({parameter}) = {}\nwithin {})",
            of_zero.text, of_others.text, body.text
        );
        let worth = move |env: &Env| {
            let zero = (of_zero.worth)(env);
            let others = closure(env, &of_others);
            let function: Function = Rc::new(move |n| if n == 0 { zero } else { others(n) });
            (body.worth)(&bound(env, Worth::Function(function)))
        };
        Number { text, worth: Rc::new(worth) }
    }

    /// A pattern with two names in it.
    fn pair_in_let(&mut self, depth: usize) -> Number {
        let hidden = self.scope.clone();
        for entry in &mut self.scope {
            if ["y", "z"].contains(&entry.0) {
                entry.0 = "";
            }
        }
        let (a, b) = (self.number(depth), self.number(depth));
        self.scope = hidden;
        let body =
            self.below("y", false, |maker| maker.below("z", false, |maker| maker.number(depth)));
        let text = format!("(let\n(y, <z>) = ({}, <{}>)\nwithin {})", a.text, b.text, body.text);
        let worth = move |env: &Env| {
            let inner = bound(env, Worth::Number((a.worth)(env)));
            (body.worth)(&bound(&inner, Worth::Number((b.worth)(env))))
        };
        Number { text, worth: Rc::new(worth) }
    }

    fn mapped(&mut self, depth: usize) -> Number {
        let (f, a, b) = (self.function(depth), self.number(depth), self.number(depth));
        let text = format!("total(map({}, <{}, {}>))", f.text, a.text, b.text);
        let worth = move |env: &Env| {
            let f = (f.worth)(env);
            (f((a.worth)(env)) + f((b.worth)(env))) % BOUND
        };
        Number { text, worth: Rc::new(worth) }
    }

    fn counted(&mut self, depth: usize) -> Number {
        let (name, sequence) = (self.name(), self.numbers.one_in(2));
        let value = self.below(name, false, |maker| maker.number(depth));
        let text = match sequence {
            true => format!("total(<{} | {name} <- <0..2>>)", value.text),
            false => format!("card({{{} | {name} <- {{0..2}}}})", value.text),
        };
        let worth = move |env: &Env| {
            let values: Vec<i64> = (0..3).map(closure(env, &value).as_ref()).collect();
            let distinct = values.iter().collect::<std::collections::BTreeSet<_>>().len() as i64;
            if sequence { values.iter().sum::<i64>() % BOUND } else { distinct }
        };
        Number { text, worth: Rc::new(worth) }
    }

    fn looked_up(&mut self, depth: usize) -> Number {
        let (a, b, key) = (self.number(depth), self.number(depth), self.number(depth));
        let text =
            format!("mapLookup(mapFromList(<(0, {}), (1, {})>), {} % 2)", a.text, b.text, key.text);
        let worth = move |env: &Env| match (key.worth)(env) % 2 {
            0 => (a.worth)(env),
            _ => (b.worth)(env),
        };
        Number { text, worth: Rc::new(worth) }
    }

    fn function(&mut self, depth: usize) -> Code {
        if let (Some((name, place)), true) = (self.variable(true), self.numbers.one_in(2)) {
            let worth = move |env: &Env| match &env[place] {
                Worth::Function(function) => Rc::clone(function),
                Worth::Number(_) => unreachable!("a function"),
            };
            return Code { text: name.to_owned(), worth: Rc::new(worth) };
        }
        let Some(depth) = depth.checked_sub(1) else { return self.lambda(0) };
        match self.numbers.below(8) {
            0 => {
                let a = self.number(depth);
                let worth = move |env: &Env| -> Function {
                    let a = (a.worth)(env);
                    Rc::new(move |n| (a + n) % BOUND)
                };
                Code { text: format!("add({})", a.text), worth: Rc::new(worth) }
            }
            1 => {
                let f = self.function(depth);
                let text = format!("twice({})", f.text);
                let worth = move |env: &Env| -> Function {
                    let f = (f.worth)(env);
                    Rc::new(move |n| f(f(n)))
                };
                Code { text, worth: Rc::new(worth) }
            }
            2 => {
                let (f, g) = (self.function(depth), self.function(depth));
                let text = format!("compose({}, {})", f.text, g.text);
                let worth = move |env: &Env| -> Function {
                    let (f, g) = ((f.worth)(env), (g.worth)(env));
                    Rc::new(move |n| f(g(n)))
                };
                Code { text, worth: Rc::new(worth) }
            }
            3 => self.one_of_two(depth, |one, other, key| {
                format!("head(if {key} % 2 == 0 then <{one}, {other}> else tail(<{one}, {other}>))")
            }),
            4 => self.one_of_two(depth, |one, other, key| {
                format!("mapLookup(mapFromList(<(0, {one}), (1, {other})>), {key} % 2)")
            }),
            5 => self.one_of_two(depth, |one, other, key| {
                format!("first(if {key} % 2 == 0 then ({one}, {key}) else ({other}, 0))")
            }),
            _ => self.lambda(depth),
        }
    }

    fn lambda(&mut self, depth: usize) -> Code {
        let name = self.name();
        let body = self.below(name, false, |maker| maker.number(depth));
        let text = format!("(\\ {name} @ {})", body.text);
        Code { text, worth: Rc::new(move |env| closure(env, &body)) }
    }

    fn one_of_two(&mut self, depth: usize, text: impl Fn(&str, &str, &str) -> String) -> Code {
        let (one, other, key) = (self.function(depth), self.function(depth), self.number(0));
        let text = text(&one.text, &other.text, &key.text);
        let worth = move |env: &Env| match (key.worth)(env) % 2 {
            0 => (one.worth)(env),
            _ => (other.worth)(env),
        };
        Code { text, worth: Rc::new(worth) }
    }
}
