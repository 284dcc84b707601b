//! The rules of the type system, by name.

use std::fmt;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// The rules of the type system: those of Donaldson and Miller (*Automatic Symmetry Detection for
        /// Promela*, 2008, figures 13 and 14), by their names and in their order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$rule,)*];

            /// The name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// Nothing is declared at first.
    EmptyEnvironment = "T-ENV-∅",
    /// A name can be declared with a well-formed type: a `rec` around it binds every name in it.
    Environment = "T-ENV-x",
    /// A number is an `int`.
    IntLiteral = "T-INT-LITERAL",
    /// A number from 0 to the number of processes is a `pid`.
    PidLiteral = "T-PID-LITERAL",
    /// `_pid` is a `pid`.
    OwnPid = "T-_PID",
    /// `(e)` has the type of `e`.
    ParenthesisExpression = "T-PARENTHESIS-e",
    /// `null` has every channel type, and no other.
    Null = "T-NULL",
    /// A name has the type that it is declared with.
    Var = "T-VAR",
    /// `+`, `-` and `*` make an `int` of two.
    Arith = "T-ARITH",
    /// `len(c)` is an `int` if `c` is a channel.
    Len = "T-LEN",
    /// `<`, `<=`, `>` and `>=` compare two `int`s.
    Rel = "T-REL",
    /// `==` and `!=` compare values of one type.
    Eq = "T-EQ",
    /// `(g)` is a guard if `g` is one.
    ParenthesisGuard = "T-PARENTHESIS-g",
    /// `!g` is a guard if `g` is one.
    Not = "T-NOT",
    /// `g && h` is a guard if both are.
    And = "T-AND",
    /// `g || h` is a guard if both are.
    Or = "T-OR",
    /// `x = e` if `x` is a variable of the type of `e`.
    Assign = "T-ASSIGN",
    /// `skip` does nothing.
    Skip = "T-SKIP",
    /// `atomic { g -> u; ... }` if `g` is a guard, and no update communicates.
    Update = "T-UPDATE",
    /// `atomic { (g) && nfull(c) -> c!e, ...; u; ... }` if `c` is a channel with fields of the types of `e, ...`.
    Send = "T-SEND",
    /// `atomic { (g) && nempty(c) -> c?x, ...; u; ... }` if `c` is a channel with fields of the types of the
    /// different variables `x, ...`.
    Recv = "T-RECV",
    /// `T x = a;` if `T` is `int` or `pid`, `a` is a number of that type, and `x` is new.
    Global = "T-GLOBAL",
    /// `chan c = [a] of {T, ...};` if `a` is more than 0, and `c` is new.
    StaticChannel = "T-SC",
    /// A proctype, its parameters, and what is declared before it have different names.
    Proctype = "T-PROCTYPE",
    /// `run p(a, ...)` if `p` has parameters of the types of `a, ...`: numbers, `null` and static channels.
    Run = "T-RUN",
    /// `init` runs processes.
    Init = "T-INIT",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
