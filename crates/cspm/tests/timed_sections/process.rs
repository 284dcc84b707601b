//! Random processes of timed sections.

use testing::Numbers;

/// A number: of a literal, or of a variable that is bound around it.
#[derive(Clone, Copy)]
pub enum Value {
    Literal(u32),
    Variable(usize),
    /// `2 - x`
    Mirrored(usize),
    /// `x % 2`
    Halved(usize),
}

/// A field of a prefix.
#[derive(Clone)]
pub enum Field {
    Output(Value),
    /// Any of these values, bound to the next variable; the text says how the set is given, if it is.
    Input(Vec<u32>, Option<String>),
}

/// Operators with two operands.
#[derive(Clone, Copy)]
pub enum Operator {
    External,
    Internal,
    Sliding,
    Sequence,
    Interrupt,
    Interleave,
    Shared(&'static str),
    Alphabetised(&'static str, &'static str),
    Exception(&'static str),
}

/// Operators that are replicated over all values of the next variable.
#[derive(Clone, Copy)]
pub enum Replicated {
    External,
    Internal,
    Interleave,
    Shared(&'static str),
}

/// A process as it stands in a timed section. Variables are numbered from the outside in.
#[derive(Clone)]
pub enum Process {
    Stop,
    Skip,
    Wait(u32),
    Prefix(&'static str, Vec<Field>, Box<Process>),
    Two(Operator, Box<Process>, Box<Process>),
    Each(Replicated, Vec<u32>, Box<Process>),
    Guard(Value, u32, Box<Process>),
    If(Value, u32, Box<Process>, Box<Process>),
    Hide(Box<Process>, &'static str),
    Rename(Box<Process>, &'static str),
    /// A definition of a section, with its argument.
    Call(usize, Value),
}

const SETS: [&str; 7] =
    ["{a}", "{a, b}", "{| c |}", "{a, c.1}", "{| b, d |}", "{c.0, d.1.2}", "{}"];
const ALPHABETS: [&str; 4] = ["{| a, b, c |}", "{| a, d |}", "{| b, c, d |}", "{| a, b, c, d |}"];
const RENAMINGS: [&str; 4] =
    ["a <- b", "c.n <- c.(2 - n) | n <- {0..2}", "a <- c.0, b <- c.1", "d.0 <- d.1"];

/// Makes processes.
pub struct Maker<'n> {
    pub numbers: &'n mut Numbers,
    /// How many definitions may be called.
    pub definitions: usize,
}

impl Maker<'_> {
    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        *self.numbers.pick(of)
    }

    fn value(&mut self, bound: usize) -> Value {
        match self.numbers.below(4) {
            _ if bound == 0 => Value::Literal(self.numbers.below(3) as u32),
            0 => Value::Literal(self.numbers.below(3) as u32),
            1 => Value::Mirrored(self.numbers.below(bound)),
            _ => Value::Variable(self.numbers.below(bound)),
        }
    }

    /// A value of the first field of `d`.
    fn bit(&mut self, bound: usize) -> Value {
        if bound == 0 || self.numbers.below(3) == 0 {
            return Value::Literal(self.numbers.below(2) as u32);
        }
        Value::Halved(self.numbers.below(bound))
    }

    /// A field of values below `count`, and how many variables are bound behind it.
    fn field(&mut self, count: u32, bound: &mut usize) -> Field {
        if self.numbers.below(2) == 0 {
            let value = if count == 2 { self.bit(*bound) } else { self.value(*bound) };
            return Field::Output(value);
        }
        *bound += 1;
        match self.numbers.below(3) {
            0 => Field::Input(vec![0, count - 1], Some(format!("{{0, {}}}", count - 1))),
            1 => Field::Input((1..count).collect(), Some(format!("{{1..{}}}", count - 1))),
            _ => Field::Input((0..count).collect(), None),
        }
    }

    fn prefix(&mut self, depth: usize, mut bound: usize) -> Process {
        let channel = self.one(&["a", "b", "c", "c", "d", "d"]);
        let fields = match channel {
            "c" => vec![self.field(3, &mut bound)],
            "d" => vec![self.field(2, &mut bound), self.field(3, &mut bound)],
            _ => Vec::new(),
        };
        let after = match self.numbers.below(3) {
            0 if self.definitions > 0 => self.call(bound),
            _ => self.sequential(depth, bound),
        };
        Process::Prefix(channel, fields, Box::new(after))
    }

    fn call(&mut self, bound: usize) -> Process {
        Process::Call(self.numbers.below(self.definitions), self.value(bound))
    }

    /// A process that calls definitions only behind events, and nothing within parallel processes.
    pub fn sequential(&mut self, depth: usize, bound: usize) -> Process {
        let Some(depth) = depth.checked_sub(1) else {
            return match self.numbers.below(4) {
                0 => Process::Stop,
                1 => Process::Skip,
                2 => Process::Wait(self.numbers.below(3) as u32),
                _ => Process::Prefix("a", Vec::new(), Box::new(Process::Skip)),
            };
        };
        let two = |maker: &mut Self, operator| {
            let left = maker.sequential(depth, bound);
            Process::Two(operator, Box::new(left), Box::new(maker.sequential(depth, bound)))
        };
        match self.numbers.below(12) {
            0 => two(self, Operator::External),
            1 => two(self, Operator::Internal),
            2 => two(self, Operator::Sliding),
            3 => two(self, Operator::Sequence),
            4 => {
                let (value, wanted) = (self.value(bound), self.numbers.below(3) as u32);
                Process::Guard(value, wanted, Box::new(self.sequential(depth, bound)))
            }
            5 => {
                let (value, wanted) = (self.value(bound), self.numbers.below(3) as u32);
                let yes = self.sequential(depth, bound);
                let no = self.sequential(depth, bound);
                Process::If(value, wanted, Box::new(yes), Box::new(no))
            }
            6 => {
                let operator = self.one(&[Replicated::External, Replicated::Internal]);
                self.each(operator, |maker| maker.sequential(depth, bound + 1))
            }
            _ => self.prefix(depth, bound),
        }
    }

    fn each(&mut self, operator: Replicated, body: impl FnOnce(&mut Self) -> Process) -> Process {
        let values = if self.numbers.below(2) == 0 { vec![0, 2] } else { vec![1, 2] };
        Process::Each(operator, values, Box::new(body(self)))
    }

    /// A process of several that call definitions.
    pub fn composed(&mut self, depth: usize, bound: usize) -> Process {
        let Some(depth) = depth.checked_sub(1) else {
            return match self.numbers.below(3) {
                0 => self.sequential(1, bound),
                _ => self.call(bound),
            };
        };
        let set = self.one(&SETS);
        let operator = match self.numbers.below(11) {
            0 => Operator::External,
            1 => Operator::Internal,
            2 => Operator::Sequence,
            3 => Operator::Interrupt,
            4 => Operator::Interleave,
            5 => Operator::Shared(set),
            6 => Operator::Alphabetised(self.one(&ALPHABETS), self.one(&ALPHABETS)),
            7 => Operator::Exception(set),
            8 => return Process::Hide(Box::new(self.composed(depth, bound)), set),
            9 => {
                let renaming = self.one(&RENAMINGS);
                return Process::Rename(Box::new(self.composed(depth, bound)), renaming);
            }
            _ => {
                let operator = match self.numbers.below(3) {
                    0 => Replicated::External,
                    1 => Replicated::Interleave,
                    _ => Replicated::Shared(set),
                };
                return self.each(operator, |maker| maker.call(bound + 1));
            }
        };
        let left = self.composed(depth, bound);
        Process::Two(operator, Box::new(left), Box::new(self.composed(depth, bound)))
    }
}
