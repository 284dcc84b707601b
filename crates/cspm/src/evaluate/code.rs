//! Expressions as they are evaluated: names are places, timed sections are translated, and chains of operators are lists.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use diagnostics::Span;

use crate::builtin::Builtin;
use crate::tree::BinaryOperator;
use crate::values::{ConstructorId, Lazy, Value};

/// An expression, shared with what is evaluated later.
pub(crate) type Code = Rc<Node>;

/// An expression. Its names are places, which mean something in a frame as far in as it was compiled for, and in no other.
pub(crate) struct Node {
    pub span: Span,
    /// How many frames there are around.
    level: u32,
    kind: Kind,
}

impl Node {
    /// An expression with so many frames around it.
    pub fn new(span: Span, level: u32, kind: Kind) -> Code {
        Rc::new(Node { span, level, kind })
    }

    /// What is to be evaluated in this frame. Only so does evaluation get at it: in a frame that is not its own, names would be read from
    /// the slots of others.
    ///
    /// # Panics
    /// The frame is further in or out than the one that it was compiled for.
    #[inline]
    pub fn seen_from(&self, env: &Frame) -> &Kind {
        assert_eq!(
            self.level, env.level,
            "an expression is evaluated in a frame that is not its own"
        );
        &self.kind
    }

    /// How it is written. What its names stand for it does not tell.
    pub fn form(&self) -> &Kind {
        &self.kind
    }
}

/// An expression with the frame that it sees: it can be passed on, and means the same everywhere.
#[derive(Clone)]
pub(crate) struct Closed {
    code: Code,
    env: Env,
}

impl Closed {
    /// An expression where it stands.
    ///
    /// # Panics
    /// The frame is not its own.
    #[inline]
    pub fn new(code: &Code, env: &Env) -> Closed {
        code.seen_from(env);
        Closed { code: Rc::clone(code), env: Rc::clone(env) }
    }

    pub fn code(&self) -> &Code {
        &self.code
    }

    pub fn env(&self) -> &Env {
        &self.env
    }

    pub fn span(&self) -> Span {
        self.code.span
    }
}

/// What was bound around an expression, frame by frame.
pub(crate) type Env = Rc<Frame>;

/// What a function, a let, a generator or a field binds. The outermost one is that of the script.
pub(crate) struct Frame {
    /// How many frames there are around.
    level: u32,
    pub slots: Box<[RefCell<Slot>]>,
    pub outer: Option<Env>,
}

/// What is bound.
#[derive(Clone)]
pub(crate) enum Slot {
    /// Nothing yet.
    Empty,
    /// A definition that is being evaluated.
    Running,
    /// A value, perhaps to be computed.
    Bound(Lazy),
    /// What the name of a process stands for that a pattern binds. Whoever asks for the process gets the name.
    Named(Lazy),
}

impl Frame {
    /// A frame in which nothing is bound.
    pub fn new(slots: u32, outer: &Env) -> Env {
        let level = outer.level + 1;
        Rc::new(Frame { level, slots: Frame::slots(slots), outer: Some(Rc::clone(outer)) })
    }

    /// The frame of the script, in which nothing is bound.
    pub fn outermost(slots: u32) -> Env {
        Rc::new(Frame { level: 0, slots: Frame::slots(slots), outer: None })
    }

    fn slots(count: u32) -> Box<[RefCell<Slot>]> {
        (0..count).map(|_| RefCell::new(Slot::Empty)).collect()
    }

    /// Binds a slot.
    pub fn bind(&self, slot: u32, value: Lazy) {
        *self.slots[slot as usize].borrow_mut() = Slot::Bound(value);
    }
}

/// The frame so many frames further out.
pub(crate) fn up(env: &Env, depth: u32) -> &Env {
    let mut here = env;
    for _ in 0..depth {
        here = here.outer.as_ref().expect("as many frames as scopes");
    }
    here
}

/// Where a variable is: how many frames further out, and which slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub depth: u32,
    pub slot: u32,
}

/// A definition, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct DefinitionId(pub u32);

/// A function, a value, or a lambda.
pub(crate) struct Definition {
    /// Its name; none of a lambda and the like.
    pub name: Option<Arc<str>>,
    pub span: Span,
    /// How many frames there are around the one in which it is defined.
    pub level: u32,
    /// Where its value is kept, if it has one; that of a function is not.
    pub slot: Option<u32>,
    pub body: OnceCell<Body>,
    /// The variables further out on which it depends, also by other definitions: seen from where it is defined.
    pub captures: OnceCell<Box<[Capture]>>,
    /// After how many groups of arguments its type says that it is a process, if it says so.
    pub process_after: Option<usize>,
    pub yields: RefCell<Yield>,
}

/// A variable that a definition depends on.
pub(crate) struct Capture {
    pub name: Arc<str>,
    pub place: Place,
}

/// What is known of the values of a definition, or of the results of a function, without evaluating anything.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Yield {
    /// There is evidence that they are processes; types say that they all are if one is.
    pub process: bool,
    /// There is evidence that they are something else, or nothing is known.
    pub other: bool,
    /// They may be these parameters: group, place.
    pub parameters: BTreeSet<(u32, u32)>,
}

/// What a definition says.
pub(crate) enum Body {
    /// `f(p)(q) = e`
    Function(Function),
    /// `x = e`
    Value(Code),
    /// `x` in `p = e`.
    Part(Rc<Whole>),
}

impl Body {
    /// How many groups of arguments it takes.
    pub fn groups(&self) -> usize {
        match self {
            Body::Function(function) => function.used.len(),
            Body::Value(_) | Body::Part(_) => 0,
        }
    }
}

/// `p = e`
pub(crate) struct Whole {
    pub pattern: Match,
    pub span: Span,
    pub value: Code,
    /// What it defines.
    pub parts: Box<[DefinitionId]>,
}

/// A function.
pub(crate) struct Function {
    pub clauses: Vec<Clause>,
    /// How many slots its frame has, for whatever clause.
    pub slots: u32,
    /// For each parameter, group by group, whether it matters.
    pub used: Vec<Vec<bool>>,
}

/// A clause of a function.
pub(crate) struct Clause {
    pub parameters: Vec<Vec<Match>>,
    pub body: Code,
}

/// A pattern.
pub(crate) enum Match {
    Anything,
    Bind(u32),
    Constant(Value),
    Constructor(ConstructorId),
    Tuple(Vec<Match>),
    /// Two or more, none of which is itself one.
    Dots(Vec<Match>),
    Sequence {
        first: Vec<Match>,
        rest: Option<Box<Match>>,
        last: Vec<Match>,
    },
    EmptySet,
    SingletonSet(Box<Match>),
    Both(Box<Match>, Box<Match>),
}

/// A part of a comprehension.
pub(crate) enum Step {
    /// A generator: each element is matched in a new frame.
    Generator {
        pattern: Match,
        slots: u32,
        source: Code,
    },
    Condition(Code),
}

/// `c ? x ! y -> P`
pub(crate) struct Prefix {
    pub channel: Code,
    pub fields: Vec<Field>,
    pub after: Code,
    /// In a timed section: how long the event takes.
    pub timed: Option<Timed>,
}

/// How long an event takes in a timed section.
pub(crate) enum Timed {
    /// One tock.
    OneTock,
    /// As many as this function says, which stands beside what comes after the event.
    By(Code),
}

/// A field of a prefix.
pub(crate) enum Field {
    Output(Code),
    Input {
        /// Whether nobody chooses it: `$`.
        internal: bool,
        /// The patterns, one after the other.
        patterns: Vec<Match>,
        slots: u32,
        set: Option<Code>,
        span: Span,
    },
}

/// Pairs of events.
pub(crate) struct Pairs {
    pub pairs: Vec<(Code, Code)>,
    pub steps: Vec<Step>,
}

/// A replicated operator.
pub(crate) enum Replication {
    ExternalChoice,
    InternalChoice,
    Sequence,
    Alphabetised(Code),
    Synchronised(Code),
    SynchronisingChoice(Code),
    Linked(Pairs),
}

/// An expression by its form.
pub(crate) enum Kind {
    Value(Value),
    Variable(Place),
    /// How many frames further out, and which.
    Definition(u32, DefinitionId),
    Constructor(ConstructorId),
    Builtin(Builtin),
    Lambda(DefinitionId),
    Tuple(Vec<Code>),
    Sequence(Vec<Code>),
    /// `<a, b | ..>`
    Stream(Rc<Comprehension>),
    /// `{a, b | ..}`, whose steps may be none.
    Set(Vec<Code>, Vec<Step>),
    Productions(Vec<Code>, Vec<Step>),
    SequenceRange(Code, Option<Code>),
    SetRange(Code, Option<Code>),
    Map(Vec<(Code, Code)>),
    /// A set, from what stands for a type: dotted sets, tuples of sets.
    TypeSet(Code),
    Subtype(Vec<(ConstructorId, Option<Code>)>),
    Apply(Code, Vec<Code>),
    /// A built-in function with as many arguments as it takes first.
    Call(Builtin, Vec<Code>),
    Dot(Vec<Code>),
    Negate(Code),
    Not(Code),
    Length(Code),
    Binary(BinaryOperator, Code, Code),
    If(Code, Code, Code),
    Let(u32, Code),
    Prefix(Rc<Prefix>),
    /// In a timed section: a prefix that waits. The prefix, `tock`, and the whole by its name.
    Waiting(Code, ConstructorId, Code),
    ExternalChoice(Vec<Code>),
    InternalChoice(Vec<Code>),
    SlidingChoice(Code, Code),
    Then(Code, Code),
    Interrupt(Code, Code),
    Synchronised(Code, Vec<Code>),
    Alphabetised(Vec<(Code, Code)>),
    Exception(Code, Code, Code),
    SynchronisingChoice(Code, Vec<Code>),
    SynchronisingInterrupt(Code, Code, Code),
    Linked(Code, Code, Pairs),
    Hide(Code, Code),
    Project(Code, Code),
    Rename(Code, Pairs),
    Replicated {
        operator: Replication,
        steps: Vec<Step>,
        body: Code,
        /// The variables that the steps bind, where the body sees them: copies are told apart by their values.
        indices: Vec<(Rc<str>, Place)>,
        /// What it is of nothing; none if that is an error.
        empty: Option<Builtin>,
    },
}

/// `<a, b | ..>`
pub(crate) struct Comprehension {
    pub elements: Vec<Code>,
    pub steps: Vec<Step>,
}

/// A channel or a constructor.
pub(crate) struct Constructor {
    pub name: Arc<str>,
    pub span: Span,
    /// The datatype that it belongs to; none of a channel.
    pub datatype: Option<crate::values::DatatypeId>,
    /// What it carries, seen from the script's own frame; none if it carries nothing.
    pub carries: OnceCell<Code>,
    /// The sets of its fields, once they were asked for.
    pub fields: RefCell<Fields>,
    /// All its values, once they were listed.
    pub listed: OnceCell<Rc<[Value]>>,
    /// The value that has no field yet.
    pub bare: Value,
}

/// What a channel or a constructor carries.
pub(crate) enum Fields {
    Unknown,
    Running,
    Known(Rc<[Rc<crate::values::Set>]>),
}

/// A datatype.
pub(crate) struct Datatype {
    pub name: Arc<str>,
    pub constructors: Vec<ConstructorId>,
    /// All its values, once they were listed.
    pub listed: OnceCell<Rc<[Value]>>,
    /// How many values there are at most, once that was asked; none of infinitely many.
    pub bound: Cell<Option<Option<u128>>>,
}
