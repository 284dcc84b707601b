//! Scripts as trees: what the parser makes, what names and types are resolved on, and what is evaluated.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use diagnostics::Span;

use crate::stack::with_large_stack;

/// No tree is deeper than this, neither by brackets nor by chains of operators: it may be walked, copied and dropped by recursion on a
/// [large](with_large_stack) stack.
pub const MAX_DEPTH: usize = 10_000;

/// A declaration of a name: every place that binds one has a number of its own, which all uses share. Built-in names have the
/// first numbers, in the order of their table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Binding(pub u32);

/// A name where it stands: `x`, or `M::x` of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The modules before it, outermost first; empty where it is bound.
    pub qualifiers: Vec<Arc<str>>,
    /// The name itself.
    pub text: Arc<str>,
    /// Where it stands, qualifiers included.
    pub span: Span,
    /// What it is bound to; none until names are resolved.
    pub binding: Option<Binding>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for qualifier in &self.qualifiers {
            write!(f, "{qualifier}::")?;
        }
        f.write_str(&self.text)
    }
}

/// A script, its includes among its declarations.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// In the order of the text.
    pub declarations: Vec<Declaration>,
    /// What is a process once it was given so many groups of arguments, which may be none: known once types are.
    pub processes: HashMap<Binding, usize>,
}

impl Drop for Script {
    fn drop(&mut self) {
        let declarations = std::mem::take(&mut self.declarations);
        if !declarations.is_empty() {
            with_large_stack(|_| drop(declarations));
        }
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// From its first token to its last.
    pub span: Span,
}

/// What is declared.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// `f(p, ..)(q, ..) = e`, all clauses of one name, which stand together and have as many groups and parameters.
    Function {
        /// What is defined.
        name: Name,
        /// In the order in which they are tried.
        clauses: Vec<Clause>,
    },
    /// `p = e`: every name in the pattern is defined.
    Value {
        /// What is defined.
        pattern: Pattern,
        /// Its value, of which no more is computed than is asked for.
        value: Expression,
    },
    /// `f, g :: Eq a => (a) -> Bool`.
    Annotation {
        /// Names that this list of declarations defines.
        names: Vec<Name>,
        /// Their type.
        scheme: TypeScheme,
    },
    /// `channel c, d : T`.
    Channel {
        /// The channels.
        names: Vec<Name>,
        /// What they carry; none of an event.
        fields: Option<Expression>,
    },
    /// `datatype T = A.F | B`: the name stands for the set of all values.
    Datatype {
        /// The type.
        name: Name,
        /// Its constructors, which are bound here.
        constructors: Vec<Constructor>,
    },
    /// `subtype S = A.F | B`: the name stands for a set of values of another datatype.
    Subtype {
        /// The set.
        name: Name,
        /// Constructors of that datatype, which are only used here.
        constructors: Vec<Constructor>,
    },
    /// `nametype T = F`: a set.
    Nametype {
        /// The set.
        name: Name,
        /// Its values.
        set: Expression,
    },
    /// `transparent f, g` or `external f, g`: built-in functions that are otherwise out of scope.
    Import {
        /// Which of the two.
        import: Import,
        /// The functions, which are uses of built-in names.
        names: Vec<Name>,
    },
    /// `assert A`; only at the top and in timed sections there.
    Assertion(Assertion),
    /// `print e`; only at the top.
    Print {
        /// The text after the word, as it stands.
        text: String,
        /// What it says.
        value: Expression,
    },
    /// `module M(p, ..) .. exports .. endmodule`.
    Module(Arc<Module>),
    /// `instance I = M(e, ..)`.
    Instance {
        /// The instance.
        name: Name,
        /// The module.
        module: Name,
        /// What its parameters are; none if it takes none.
        arguments: Vec<Expression>,
    },
    /// `Timed(f) { .. }`: its declarations belong to the list that it stands in.
    Timed {
        /// How long each event takes; one tock if there is none.
        durations: Option<Expression>,
        /// What is declared.
        declarations: Vec<Declaration>,
    },
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Pattern>,
    /// What is seen inside only.
    pub private: Vec<Declaration>,
    /// What is seen outside, too.
    pub exported: Vec<Declaration>,
}

/// Which functions are imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Import {
    /// Those that do not change what processes mean.
    Transparent,
    /// The others.
    External,
}

/// A clause of a function: `f(p, q)(r) = body`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The patterns, group by group; a group may be empty.
    pub parameters: Vec<Vec<Pattern>>,
    /// The value.
    pub body: Expression,
    /// The whole clause.
    pub span: Span,
}

/// A constructor of a datatype: `A` or `A.F`.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// What it carries.
    pub fields: Option<Expression>,
}

/// An expression. There are no brackets in the tree, but around tuples: `(e)` is `e` with the span of `e`.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// From its first token to its last.
    pub span: Span,
}

/// An expression by its form.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    // Values.
    /// `12`; a minus before it is an [`Negate`](Self::Negate).
    Integer(i64),
    /// `true`, `false`.
    Boolean(bool),
    /// `'c'`.
    Character(char),
    /// `"text"`.
    Text(String),
    /// A name.
    Name(Name),
    /// `(a, b)`, of two or more.
    Tuple(Vec<Expression>),
    /// `f(a, b)`.
    Apply {
        /// The function.
        function: Box<Expression>,
        /// What it is applied to; one group.
        arguments: Vec<Expression>,
    },
    /// `a.b`.
    Dot(Box<Expression>, Box<Expression>),
    /// `-a`.
    Negate(Box<Expression>),
    /// `not a`.
    Not(Box<Expression>),
    /// `#a`, the length of a sequence.
    Length(Box<Expression>),
    /// `a + b` and the like, of values.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `if c then a else b`.
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `let .. within e`.
    Let(Vec<Declaration>, Box<Expression>),
    /// `\ p, q @ e`.
    Lambda(Vec<Pattern>, Box<Expression>),
    /// `<a, b>`, `<a, b | ..>`, `<a..b>`, `<a.. | ..>`.
    Sequence(Collection),
    /// `{a, b}`, `{a, b | ..}`, `{a..b}`, `{a.. | ..}`.
    Set(Collection),
    /// `{| a, b |}`, `{| a | .. |}`: all events or values that begin so.
    Productions {
        /// What they begin with.
        elements: Vec<Expression>,
        /// The generators; none if it is a list.
        statements: Vec<Statement>,
    },
    /// `(| a => b, .. |)`.
    Map(Vec<(Expression, Expression)>),
    // Processes.
    /// `c ? x ! y -> P`.
    Prefix {
        /// The event, or what it begins with.
        channel: Box<Expression>,
        /// The rest of it.
        fields: Vec<Field>,
        /// What comes after it.
        after: Box<Expression>,
    },
    /// `b & P`.
    Guard(Box<Expression>, Box<Expression>),
    /// `P [] Q` and the like.
    Process(ProcessOperator, Box<Expression>, Box<Expression>),
    /// `P [| A |] Q`.
    Synchronised(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `P [ A || B ] Q`.
    Alphabetised {
        /// The left process and its alphabet.
        left: Box<(Expression, Expression)>,
        /// The right process and its alphabet.
        right: Box<(Expression, Expression)>,
    },
    /// `P [| A |> Q`: process, events, handler.
    Exception(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `P [c <-> d, .. | ..] Q`.
    Linked {
        /// The left process.
        left: Box<Expression>,
        /// The right process.
        right: Box<Expression>,
        /// What is linked.
        links: Relation,
    },
    /// `P [+ A +] Q`.
    SynchronisingChoice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `P /+ A +\ Q`.
    SynchronisingInterrupt(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `P [[ a <- b, .. | .. ]]`.
    Rename(Box<Expression>, Relation),
    /// `[] x : S @ P` and the like.
    Replicated {
        /// The operator.
        operator: Replicated,
        /// For what.
        statements: Vec<Statement>,
        /// Which processes.
        body: Box<Expression>,
    },
}

/// Operators on two values. Those on sequences and booleans are among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, towards minus infinity
    Divide,
    /// `%`, with the sign of the divisor
    Remainder,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `and`
    And,
    /// `or`
    Or,
    /// `^`, sequences one after the other
    Append,
}

/// Operators on two processes that take nothing else but, where they hide, a set as their right operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProcessOperator {
    /// `[]`
    ExternalChoice,
    /// `|~|`
    InternalChoice,
    /// `[>`
    SlidingChoice,
    /// `;`
    Sequence,
    /// `/\`
    Interrupt,
    /// `|||`
    Interleave,
    /// `\`: process, events
    Hide,
    /// `|\`: process, events
    Project,
}

/// A replicated operator.
#[derive(Clone, Debug)]
pub enum Replicated {
    /// `[] x : S @ P`
    ExternalChoice,
    /// `|~| x : S @ P`
    InternalChoice,
    /// `||| x : S @ P`
    Interleave,
    /// `; x : s @ P`, of sequences
    Sequence,
    /// `|| x : S @ [A] P`; the alphabet is evaluated for each
    Alphabetised(Box<Expression>),
    /// `[| A |] x : S @ P`
    Synchronised(Box<Expression>),
    /// `[c <-> d | ..] x : s @ P`, of sequences; the links are evaluated for each but the last, and are between it and the next
    Linked(Relation),
    /// `[+ A +] x : S @ P`
    SynchronisingChoice(Box<Expression>),
}

/// Pairs of events: of a renaming `a <- b`, of linked processes `a <-> b`.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The pairs.
    pub pairs: Vec<(Expression, Expression)>,
    /// For what, if there are statements.
    pub statements: Vec<Statement>,
}

/// What sequences and sets are made of.
#[derive(Clone, Debug)]
pub enum Collection {
    /// `a, b`, or `a, b | ..` if there are statements.
    Elements(Vec<Expression>, Vec<Statement>),
    /// `a..b`, `a..`, with or without `| ..`.
    Range {
        /// The first integer.
        from: Box<Expression>,
        /// The last one; none if there is no end.
        to: Option<Box<Expression>>,
        /// For what.
        statements: Vec<Statement>,
    },
}

/// A part of a comprehension.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `p <- e` or `p : e`; what does not match is passed over.
    Generator(Pattern, Expression),
    /// A condition.
    Condition(Expression),
}

/// A part of a communication.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it is.
    pub kind: FieldKind,
    /// From its mark to its last token.
    pub span: Span,
}

/// A part of a communication by its mark.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// `! e`
    Output(Expression),
    /// `? p` or `? p : S`
    Input(Pattern, Option<Expression>),
    /// `$ p` or `$ p : S`, chosen by nobody
    Chosen(Pattern, Option<Expression>),
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// From its first token to its last.
    pub span: Span,
}

/// A pattern by its form.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Anything,
    /// A name: one that is bound here, or, if it is that of a channel or a constructor, this one.
    Name(Name),
    /// `12`, `-12`
    Integer(i64),
    /// `true`, `false`
    Boolean(bool),
    /// `'c'`
    Character(char),
    /// `"text"`
    Text(String),
    /// `(p, q)`
    Tuple(Vec<Pattern>),
    /// `p.q`
    Dot(Box<Pattern>, Box<Pattern>),
    /// `<p, q>`, and `<p> ^ r ^ <q>`: the first elements, the rest if it may be anything, and the last ones.
    Sequence {
        /// The first elements.
        first: Vec<Pattern>,
        /// The elements between; none if there are none.
        rest: Option<Box<Pattern>>,
        /// The last elements; empty if there is no rest.
        last: Vec<Pattern>,
    },
    /// `{}`
    EmptySet,
    /// `{p}`
    SingletonSet(Box<Pattern>),
    /// `p @@ q`: both match.
    Both(Box<Pattern>, Box<Pattern>),
}

/// An assertion: `P [T= Q`, `P :[deadlock free]` and the like.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// Whether it is to fail.
    pub negated: bool,
    /// What it says.
    pub kind: AssertionKind,
    /// How it is checked.
    pub options: Vec<AssertionOption>,
}

/// What an assertion says.
#[derive(Clone, Debug)]
pub enum AssertionKind {
    /// `S [T= I`
    Refinement {
        /// The specification.
        specification: Expression,
        /// In which model.
        model: SemanticModel,
        /// The implementation.
        implementation: Expression,
    },
    /// `P :[deadlock free [F]]`
    Property {
        /// The process.
        process: Expression,
        /// What it has.
        property: ProcessProperty,
        /// In which model; that of the property if none is named.
        model: Option<SemanticModel>,
    },
    /// `P :[has trace [T]]: <a, b>`
    HasTrace {
        /// The process.
        process: Expression,
        /// In which model; failures and divergences if none is named.
        model: Option<SemanticModel>,
        /// The events.
        trace: Vec<Expression>,
    },
    /// `e :[symmetric]: T, diff(U, {| A |})`: no process is checked, but whether the script is symmetric in types.
    Symmetric {
        /// The process, or any other value.
        process: Expression,
        /// In which types.
        types: Vec<SymmetricType>,
    },
}

/// Properties of a single process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProcessProperty {
    /// `deadlock free`
    DeadlockFree,
    /// `divergence free`, `livelock free`
    DivergenceFree,
    /// `deterministic`
    Deterministic,
}

/// In which model processes are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SemanticModel {
    /// Traces.
    Traces,
    /// Stable failures.
    Failures,
    /// Failures and divergences.
    FailuresDivergences,
    /// Stable revivals, which are refused.
    Revivals,
    /// The same with divergences.
    RevivalsDivergences,
    /// Stable refusal testing, which is refused.
    Refusals,
    /// The same with divergences.
    RefusalsDivergences,
}

/// How an assertion is checked.
#[derive(Clone, Debug)]
pub enum AssertionOption {
    /// `:[tau priority]: A`
    TauPriority(Expression),
    /// `:[partial order reduce]`, whatever its mode
    PartialOrderReduce,
    /// `:[symmetry reduce]`, and in which types; empty if they are to be found.
    SymmetryReduce(Vec<SymmetricType>),
}

/// A datatype, or what is left of one: `T`, `diff(T, {| A, B |})`.
#[derive(Clone, Debug)]
pub struct SymmetricType {
    /// The datatype.
    pub name: Name,
    /// The constructors that are left out.
    pub without: Vec<Name>,
}

/// `Eq a => (a) -> Bool`.
#[derive(Clone, Debug)]
pub struct TypeScheme {
    /// What variables must be: constraint, variable.
    pub constraints: Vec<(Name, Name)>,
    /// The type.
    pub annotated: AnnotatedType,
}

/// A type that was written down.
#[derive(Clone, Debug)]
pub struct AnnotatedType {
    /// What it is.
    pub kind: AnnotatedKind,
    /// From its first token to its last.
    pub span: Span,
}

/// A type that was written down, by its form.
#[derive(Clone, Debug)]
pub enum AnnotatedKind {
    /// `Int`, a datatype, or a variable.
    Name(Name),
    /// `{t}`
    Set(Box<AnnotatedType>),
    /// `<t>`
    Sequence(Box<AnnotatedType>),
    /// `(t, u)`
    Tuple(Vec<AnnotatedType>),
    /// `(| k => v |)`
    Map(Box<AnnotatedType>, Box<AnnotatedType>),
    /// `(t, u) -> v`
    Function(Vec<AnnotatedType>, Box<AnnotatedType>),
    /// `t.u`
    Dot(Box<AnnotatedType>, Box<AnnotatedType>),
    /// `t => u`: what becomes a `u` once it has a `t`.
    Dotable(Box<AnnotatedType>, Box<AnnotatedType>),
    /// `t =>* u`: a `u`, or what becomes one.
    Extendable(Box<AnnotatedType>, Box<AnnotatedType>),
}
