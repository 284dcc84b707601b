//! The text of a model.

use crate::random::tree::{
    Argument, Class, Expr, INITIAL, Model, Operator, Place, Rebec, Server, Set, Statement, Type,
};

pub fn print(model: &Model) -> String {
    let mut text = String::new();
    for (number, class) in model.classes.iter().enumerate() {
        text += &format!("reactiveclass C{number}({}) {{\n", class.capacity);
        declarations(class, &mut text);
        for server in &class.servers {
            let printed = Printed { parameters: server.parameters.len() };
            printed.server(server, &mut text);
        }
        text += "}\n";
    }
    text += "main {\n";
    for (number, rebec) in model.rebecs.iter().enumerate() {
        text += &main(model, number, rebec);
    }
    text + "}\n"
}

fn declarations(class: &Class, text: &mut String) {
    *text += "  knownrebecs {";
    for (number, known) in class.known.iter().enumerate() {
        let group = class.set.filter(|_| known.grouped);
        let group = group.map_or(String::new(), |Set { low, size }| {
            format!("[i:{low}..{}]", low + size as i32 - 1)
        });
        *text += &format!(" C{} k{number}{group};", known.class);
    }
    *text += " }\n  statevars {";
    for (number, variable) in class.variables.iter().enumerate() {
        let dimension = if variable.grouped { "[i]" } else { "" };
        *text += &format!(" {} v{number}{dimension};", ty(variable.ty));
    }
    *text += " }\n";
}

fn ty(ty: Type) -> String {
    match ty {
        Type::Boolean => "boolean".to_owned(),
        Type::Byte => "byte".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Element => "i".to_owned(),
        Type::Rebec(class) => format!("C{class}"),
    }
}

fn main(model: &Model, number: usize, rebec: &Rebec) -> String {
    let low = model.classes[rebec.class].set.map_or(0, |set| set.low);
    let known: Vec<String> = rebec.known.iter().map(|known| format!("r{known}")).collect();
    let argument = |argument: &Argument| match *argument {
        Argument::Truth(value) => value.to_string(),
        Argument::Number(number) => number.to_string(),
        Argument::Element(element) => (low + element as i32).to_string(),
        Argument::Rebec(rebec) => format!("r{rebec}"),
    };
    let arguments: Vec<String> = rebec.arguments.iter().map(argument).collect();
    let (class, known, arguments) = (rebec.class, known.join(", "), arguments.join(", "));
    format!("  C{class} r{number}({known}):({arguments});\n")
}

pub fn message(message: usize) -> String {
    if message == INITIAL { "initial".to_owned() } else { format!("m{message}") }
}

/// What names stand for in a server.
struct Printed {
    parameters: usize,
}

impl Printed {
    fn server(&self, server: &Server, text: &mut String) {
        let parameters = server.parameters.iter().enumerate();
        let parameters: Vec<String> =
            parameters.map(|(number, &of)| format!("{} p{number}", ty(of))).collect();
        let (name, parameters) = (message(server.message), parameters.join(", "));
        *text += &format!("  msgsrv {name}({parameters}) {{\n");
        self.statements(&server.body, 2, text);
        *text += "  }\n";
    }

    fn statements(&self, statements: &[Statement], depth: usize, text: &mut String) {
        statements.iter().for_each(|statement| self.statement(statement, depth, text));
    }

    fn statement(&self, statement: &Statement, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let line = match statement {
            Statement::Assign(place, value) => {
                format!("{} = {};", self.place(place), self.expr(value))
            }
            Statement::Send(receiver, sent, arguments) => {
                let (name, arguments) = (message(*sent), self.list(arguments));
                format!("{}.{name}({arguments});", self.expr(receiver))
            }
            Statement::Assert(condition) => format!("assertion({});", self.expr(condition)),
            Statement::Declare(local, of, value) => {
                format!("{} {} = {};", ty(*of), self.local(*local), self.expr(value))
            }
            Statement::Create(place, class, known, arguments) => {
                let (known, arguments) = (self.list(known), self.list(arguments));
                format!("{} = new C{class}({known}):({arguments});", self.place(place))
            }
            Statement::If(condition, then, otherwise) => {
                *text += &format!("{indent}if ({}) {{\n", self.expr(condition));
                self.statements(then, depth + 1, text);
                if !otherwise.is_empty() {
                    *text += &format!("{indent}}} else {{\n");
                    self.statements(otherwise, depth + 1, text);
                }
                "}".to_owned()
            }
            Statement::ForEach(body) => {
                *text += &format!("{indent}forEachValueOf(i) {{\n");
                self.statements(body, depth + 1, text);
                "}".to_owned()
            }
        };
        *text += &format!("{indent}{line}\n");
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    fn local(&self, local: usize) -> String {
        if local < self.parameters { format!("p{local}") } else { format!("l{local}") }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Variable(variable) => format!("v{variable}"),
            Place::Cell(variable, element) => format!("v{variable}[{}]", self.expr(element)),
            Place::Local(local) => self.local(*local),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Truth(value) => value.to_string(),
            Expr::Number(number) => number.to_string(),
            Expr::Element(element, low) => (low + *element as i32).to_string(),
            Expr::Null => "null".to_owned(),
            Expr::Own => "self".to_owned(),
            Expr::Sender => "sender".to_owned(),
            Expr::Load(place) => self.place(place),
            Expr::Known(known) => format!("k{known}"),
            Expr::KnownAt(known, element) => format!("k{known}[{}]", self.expr(element)),
            Expr::Index => "i".to_owned(),
            Expr::Choice(values) => format!("?({})", self.list(values)),
            Expr::Not(operand) => format!("!({})", self.expr(operand)),
            Expr::Binary(operator, operands) => {
                let (left, right) = (self.expr(&operands.0), self.expr(&operands.1));
                format!("({left} {} {right})", symbol(*operator))
            }
            Expr::Rotate(element, distance) => format!("({} +% {distance})", self.expr(element)),
        }
    }
}

fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::And => "&&",
        Operator::Or => "||",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Modulo => "%",
    }
}
