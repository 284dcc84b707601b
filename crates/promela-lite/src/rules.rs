//! The rules of the type system, by name.

use std::fmt;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// The rules that a text can violate. (Donaldson and Miller, *Automatic Symmetry Detection
        /// for Promela*, 2008, figures 12 to 14; axioms cannot be violated and are not listed.)
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// `rec X . T` is a type if `T` is a channel type.
    Rec = "T-Rec",
    /// `X` is a type within `rec X . T`.
    Var = "T-Var",
    /// A name has the type that it is declared with.
    Name = "T-Name",
    /// `_pid` is a process identifier, within a proctype.
    Own = "T-Self",
    /// A number from 0 to the number of processes is a process identifier.
    Pid = "T-Pid",
    /// `len(c)` is a number if `c` is a channel.
    Len = "T-Len",
    /// Arithmetic is on numbers.
    Arith = "T-Arith",
    /// `==` and `!=` compare values of one type.
    Equal = "T-Equal",
    /// `<`, `<=`, `>` and `>=` compare numbers.
    Order = "T-Order",
    /// `nfull(c)` is a guard if `c` is a channel.
    Nfull = "T-Nfull",
    /// `nempty(c)` is a guard if `c` is a channel.
    Nempty = "T-Nempty",
    /// `!g` is a guard if `g` is one.
    Not = "T-Not",
    /// `g && h` is a guard if both are.
    And = "T-And",
    /// `g || h` is a guard if both are.
    Or = "T-Or",
    /// `x = e` if `x` is a variable of the type of `e`.
    Assign = "T-Assign",
    /// `c!e, ...` if `c` is a channel with fields of the types of `e, ...`.
    Send = "T-Send",
    /// `c?x, ...` if `c` is a channel with fields of the types of the variables `x, ...`.
    Receive = "T-Receive",
    /// `atomic { g -> u; ... }` if `g` is a guard.
    Statement = "T-Statement",
    /// `chan c = [n] of {T, ...}` if `n` is 1 to 255.
    Channel = "T-Channel",
    /// `T x = e` outside proctypes if `e` is a constant of type `T`.
    Global = "T-Global",
    /// `T x = e` in a proctype if `e` is a constant of type `T`, `_pid` or a parameter.
    Local = "T-Local",
    /// A proctype has one meaning for each name.
    Proctype = "T-Proctype",
    /// `run P(e, ...)` if `P` has parameters of the types of the constants `e, ...`.
    Run = "T-Run",
    /// `init` starts 1 to 254 processes.
    Init = "T-Init",
    /// A specification has one `init`, and one meaning for each name.
    Spec = "T-Spec",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
