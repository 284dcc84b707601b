//! The names that every script knows, and those that it may import.

use crate::tree::{Binding, Import};

macro_rules! builtins {
    ($($(#[$import:ident])? $variant:ident $text:literal,)*) => {
        /// A built-in name. Its place in the list is its [`Binding`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "each is documented by its name in the language")]
        pub enum Builtin {
            $($variant,)*
        }

        impl Builtin {
            /// All of them, in order.
            pub const ALL: &[Builtin] = &[$(Builtin::$variant,)*];

            /// Its name in scripts.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self {
                    $(Builtin::$variant => $text,)*
                }
            }

            /// How it may come into scope, if it is not there from the beginning.
            #[must_use]
            pub fn import(self) -> Imports {
                match self {
                    $($(Builtin::$variant => Imports::$import,)?)*
                    #[allow(unreachable_patterns, reason = "most are there from the beginning")]
                    _ => Imports::Never,
                }
            }
        }
    };
}

/// Whether a built-in name has to be imported, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Imports {
    /// It is in scope everywhere.
    Never,
    /// By `transparent`.
    Transparent,
    /// By `external`.
    External,
    /// By either.
    Either,
    /// It is in scope in timed sections only.
    Timed,
}

impl Imports {
    /// Whether a declaration of imports may name it.
    #[must_use]
    pub fn allows(self, import: Import) -> bool {
        match self {
            Imports::Never | Imports::Timed => false,
            Imports::Transparent => import == Import::Transparent,
            Imports::External => import == Import::External,
            Imports::Either => true,
        }
    }
}

builtins! {
    Union "union",
    Inter "inter",
    Diff "diff",
    UnionAll "Union",
    InterAll "Inter",
    Member "member",
    Card "card",
    Empty "empty",
    SetOf "set",
    PowerSet "Set",
    Sequences "Seq",
    SequenceOf "seq",
    Length "length",
    Null "null",
    Head "head",
    Tail "tail",
    Concat "concat",
    Elem "elem",
    EmptyMap "emptyMap",
    MapFromList "mapFromList",
    MapLookup "mapLookup",
    MapMember "mapMember",
    MapToList "mapToList",
    MapUpdate "mapUpdate",
    MapUpdateMultiple "mapUpdateMultiple",
    MapDelete "mapDelete",
    Maps "Map",
    Error "error",
    Show "show",
    BoolSet "Bool",
    IntSet "Int",
    CharSet "Char",
    ProcSet "Proc",
    Events "Events",
    True "True",
    False "False",
    Extensions "extensions",
    ProductionsOf "productions",
    Stop "STOP",
    Skip "SKIP",
    Div "DIV",
    Chaos "CHAOS",
    Run "RUN",
    Buffer "BUFFER",
    WeakBuffer "WEAK_BUFFER",
    SignalBuffer "SIGNAL_BUFFER",
    #[Timed] Wait "WAIT",
    #[Timed] TimedPriority "timed_priority",
    #[Timed] TimedStop "TSTOP",
    #[Timed] TimedSkip "TSKIP",
    #[Transparent] StrongBisimulation "sbisim",
    #[Transparent] DelayBisimulation "dbisim",
    #[Transparent] WeakBisimulation "wbisim",
    #[Transparent] Diamond "diamond",
    #[Transparent] Normal "normal",
    #[Transparent] Explicate "explicate",
    #[Transparent] LazyEnumerate "lazyenumerate",
    #[Transparent] LazyNorm "lazynorm",
    #[Transparent] TauLoopFactor "tau_loop_factor",
    #[Transparent] ModelCompress "model_compress",
    #[Either] Chase "chase",
    #[Either] ChaseNoCache "chase_nocache",
    #[External] Deter "deter",
    #[External] Loop "loop",
    #[External] Prioritise "prioritise",
    #[External] PrioritiseNoCache "prioritise_nocache",
    #[External] PrioritisePo "prioritisepo",
    #[External] FailureWatchdog "failure_watchdog",
    #[External] TraceWatchdog "trace_watchdog",
    #[External] TransitiveClosure "mtransclose",
    #[External] RelationalImage "relational_image",
    #[External] RelationalInverseImage "relational_inverse_image",
    #[External] Transpose "transpose",
}

impl Builtin {
    /// What its uses are bound to.
    #[must_use]
    pub fn binding(self) -> Binding {
        Binding(self as u32)
    }

    /// The built-in name that a binding is, if it is one.
    #[must_use]
    pub fn of(binding: Binding) -> Option<Builtin> {
        Builtin::ALL.get(binding.0 as usize).copied()
    }
}
