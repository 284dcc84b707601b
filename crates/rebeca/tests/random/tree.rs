//! Models as trees in which names are numbers: of classes, of messages, of what a class declares, of rebecs.

/// The message that queues begin with.
pub const INITIAL: usize = 0;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub classes: Vec<Class>,
    /// In the order of `main`.
    pub rebecs: Vec<Rebec>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Class {
    /// How many messages a queue holds.
    pub capacity: usize,
    pub set: Option<Set>,
    pub known: Vec<Known>,
    pub variables: Vec<Variable>,
    pub servers: Vec<Server>,
}

/// The scalar set of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    pub low: i32,
    pub size: usize,
}

/// A known rebec, or one for each element of the scalar set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub class: usize,
    pub grouped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    pub ty: Type,
    /// Whether there is one for each element of the scalar set.
    pub grouped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Boolean,
    Byte,
    Int,
    /// An element of the class's scalar set.
    Element,
    Rebec(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    pub message: usize,
    pub parameters: Vec<Type>,
    pub body: Vec<Statement>,
}

/// A rebec of `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebec {
    pub class: usize,
    /// Those of a group one after the other.
    pub known: Vec<usize>,
    pub arguments: Vec<Argument>,
}

/// What `main` gives to `initial`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    Truth(bool),
    Number(i32),
    /// An element of the scalar set, counted from 0.
    Element(usize),
    Rebec(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Assign(Place, Expr),
    /// A receiver, a message, its parameters.
    Send(Expr, usize, Vec<Expr>),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// For each element of the scalar set.
    ForEach(Vec<Statement>),
    Assert(Expr),
    /// A variable of the server, which follows the parameters and the variables before it.
    Declare(usize, Type, Expr),
    /// A new rebec of a class, whom it knows, and what its `initial` is given.
    Create(Place, usize, Vec<Expr>, Vec<Expr>),
}

/// What can be assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Variable(usize),
    Cell(usize, Expr),
    /// A parameter or a variable of the server.
    Local(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Truth(bool),
    Number(i32),
    /// An element, counted from 0, of a set with this lowest value.
    Element(usize, i32),
    Null,
    Own,
    Sender,
    Load(Box<Place>),
    Known(usize),
    /// The known rebec of a group at an element.
    KnownAt(usize, Box<Expr>),
    /// The element of the innermost `forEachValueOf`.
    Index,
    /// One of some values. It stands alone, so that what is chosen first is no question.
    Choice(Vec<Expr>),
    Not(Box<Expr>),
    Binary(Operator, Box<(Expr, Expr)>),
    /// The element so many places further.
    Rotate(Box<Expr>, i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    And,
    Or,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Expr {
    pub fn load(place: Place) -> Expr {
        Expr::Load(Box::new(place))
    }

    pub fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, Box::new((left, right)))
    }
}

impl Class {
    /// The classes of the rebecs that are given to a new one.
    pub fn given(&self) -> Vec<usize> {
        let size = self.set.map_or(0, |set| set.size);
        let count = |known: &Known| if known.grouped { size } else { 1 };
        self.known.iter().flat_map(|known| std::iter::repeat_n(known.class, count(known))).collect()
    }

    pub fn server(&self, message: usize) -> Option<&Server> {
        self.servers.iter().find(|server| server.message == message)
    }

    /// What `initial` is given.
    pub fn initial(&self) -> &[Type] {
        self.server(INITIAL).map_or(&[], |server| &server.parameters)
    }
}
