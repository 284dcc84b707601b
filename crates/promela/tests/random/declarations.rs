//! Random types, variables and channels.

use super::generator::{ChannelKind, Generator, Type, Variable};
use super::text::{Node, block, line};

impl Generator {
    /// Some macros.
    pub fn macros(&mut self, nodes: &mut Vec<Node>) {
        if self.numbers.chance(30) {
            self.has_macros = true;
            nodes.push(line("#define N 2"));
            nodes.push(line("#define LAST (N - 1)"));
            nodes.push(line("#define SET(v, e) v = (e) % N"));
            nodes.push(line("#define BOTH(a, b) ((a) && (b))"));
        }
    }

    /// Symbols.
    pub fn mtypes(&mut self, nodes: &mut Vec<Node>) {
        for _ in 0..self.numbers.between(1, 2) {
            let symbols: Vec<String> =
                (0..self.numbers.between(1, 3)).map(|_| self.fresh("M")).collect();
            nodes.push(line(format!("mtype = {{ {} }};", symbols.join(", "))));
            self.symbols.extend(symbols);
        }
        if self.numbers.chance(25) {
            self.fruits = vec!["apple".to_owned(), "pear".to_owned()];
            nodes.push(line("mtype:fruit = { apple, pear };"));
        }
    }

    /// Structures.
    pub fn structures(&mut self, nodes: &mut Vec<Node>) {
        for number in 0..self.numbers.between(1, 2) {
            let mut fields = Vec::new();
            for _ in 0..self.numbers.between(1, 3) {
                let mut field = self.variable("f");
                if number > 0 && self.numbers.chance(50) {
                    field.ty = Type::User(0);
                }
                fields.push(field);
            }
            let name = format!("T{number}");
            let body = fields.iter().map(|field| self.declaration(field, false)).collect();
            nodes.push(block(format!("typedef {name} {{"), body, "};"));
            self.typedefs.push((name, fields));
        }
    }

    /// Whether a structure may be in messages: it has no channels, and few fields.
    pub fn may_be_sent(&self, typedef: usize) -> bool {
        let fields = &self.typedefs[typedef].1;
        // SPIN does not send arrays of structures, nor `unsigned` fields.
        let refused = |f: &Variable| match f.ty {
            Type::User(inner) => f.length.is_some() || !self.may_be_sent(inner),
            ty => matches!(ty, Type::Unsigned(_)),
        };
        let cells: usize = fields.iter().map(|f| self.cells(f)).sum();
        cells <= 4 && !fields.iter().any(refused)
    }

    fn cells(&self, variable: &Variable) -> usize {
        let one = match variable.ty {
            Type::User(typedef) => self.typedefs[typedef].1.iter().map(|f| self.cells(f)).sum(),
            Type::Chan(_) => 99,
            _ => 1,
        };
        one * variable.length.unwrap_or(1)
    }

    /// Channels, and their kinds.
    pub fn channels(&mut self, nodes: &mut Vec<Node>) {
        for _ in 0..self.numbers.between(1, 2) {
            let mut fields = Vec::new();
            for _ in 0..self.numbers.weighted(&[(5, 1), (3, 2), (1, 3)]) {
                fields.push(self.message_type());
            }
            let rendezvous = self.numbers.chance(30) && !self.features.needs_buffers();
            self.kinds.push(ChannelKind { fields, rendezvous });
            let kind = self.kinds.len() - 1;
            for _ in 0..self.numbers.between(1, 2) {
                let length = self.numbers.chance(20).then_some(2);
                let capacity = if rendezvous { 0 } else { self.numbers.between(1, 2) };
                let fields = self.messages(kind);
                let name = self.fresh("c");
                let subscript = length.map(|n| format!("[{n}]")).unwrap_or_default();
                nodes.push(line(format!(
                    "chan {name}{subscript} = [{capacity}] of {{ {fields} }};"
                )));
                self.scope.push(Variable { name, ty: Type::Chan(kind), length, writable: false });
            }
        }
    }

    fn message_type(&mut self) -> Type {
        if self.numbers.chance(12) && !self.kinds.is_empty() {
            return Type::Chan(0);
        }
        let sent: Vec<usize> =
            (0..self.typedefs.len()).filter(|&typedef| self.may_be_sent(typedef)).collect();
        if self.numbers.chance(25) && !sent.is_empty() {
            return Type::User(*self.numbers.pick(&sent));
        }
        if self.numbers.chance(30) && !self.fruits.is_empty() {
            return Type::Fruit;
        }
        if self.numbers.chance(30) && !self.symbols.is_empty() {
            return Type::Mtype;
        }
        *self.numbers.pick(&[
            Type::Bit,
            Type::Bool,
            Type::Byte,
            Type::Byte,
            Type::Pid,
            Type::Short,
            Type::Int,
        ])
    }

    /// Structures with a channel inside, and one of them.
    pub fn boxes(&mut self) -> Vec<Node> {
        let kinds: Vec<usize> =
            (0..self.kinds.len()).filter(|&kind| !self.kinds[kind].rendezvous).collect();
        if kinds.is_empty() {
            return Vec::new();
        }
        let kind = *self.numbers.pick(&kinds);
        let messages = self.messages(kind);
        // Its channels are of the process, in a local variable: they are not handed to others.
        let name = self.fresh("own");
        let made = line(format!("chan {name} = [1] of {{ {messages} }};"));
        let channel = Variable { name, ty: Type::Chan(kind), length: None, writable: false };
        let name = self.fresh("f");
        let number = Variable { name, ty: Type::Byte, length: None, writable: true };
        let declared = self.declaration(&number, false);
        self.typedefs.push(("B".to_owned(), vec![channel, number]));
        let ty = Type::User(self.typedefs.len() - 1);
        let length = self.numbers.chance(40).then_some(2);
        let variable = Variable { name: self.fresh("g"), ty, length, writable: true };
        let typedef = block("typedef B {", vec![made, declared], "};");
        let nodes = vec![typedef, self.declaration(&variable, true)];
        self.scope.push(variable);
        nodes
    }

    /// The fields of a kind of channels.
    pub fn messages(&self, kind: usize) -> String {
        let fields: Vec<String> =
            self.kinds[kind].fields.iter().map(|&ty| self.type_name(ty)).collect();
        fields.join(", ")
    }

    /// A global declaration, perhaps with a word on how it is shown.
    pub fn shown(&mut self, declared: Node) -> Node {
        match declared {
            Node::Line(text) if self.numbers.chance(6) => line(format!("show {text}")),
            declared => declared,
        }
    }

    /// The name of a type.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "bit".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Byte => "byte".to_owned(),
            Type::Short => "short".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Unsigned(_) => "unsigned".to_owned(),
            Type::Mtype => "mtype".to_owned(),
            Type::Fruit => "mtype:fruit".to_owned(),
            Type::Pid => "pid".to_owned(),
            Type::User(typedef) => self.typedefs[typedef].0.clone(),
            Type::Chan(_) => "chan".to_owned(),
        }
    }

    /// A variable of any type but a channel.
    pub fn variable(&mut self, prefix: &str) -> Variable {
        let mut types = vec![
            (3, Type::Bit),
            (2, Type::Bool),
            (6, Type::Byte),
            (1, Type::Short),
            (2, Type::Int),
            (1, Type::Unsigned(2)),
            (1, Type::Unsigned(5)),
            (1, Type::Pid),
        ];
        if !self.symbols.is_empty() {
            types.push((3, Type::Mtype));
        }
        if !self.fruits.is_empty() {
            types.push((3, Type::Fruit));
        }
        types.extend((0..self.typedefs.len()).map(|typedef| (3, Type::User(typedef))));
        let ty = self.numbers.weighted(&types);
        let array = !matches!(ty, Type::Unsigned(_)) && self.numbers.chance(20);
        let length = array.then(|| self.numbers.between(1, 3));
        Variable { name: self.fresh(prefix), ty, length, writable: true }
    }

    /// A declaration, perhaps with an initial value.
    pub fn declaration(&mut self, variable: &Variable, may_list: bool) -> Node {
        let ty = self.type_name(variable.ty);
        let mut text = format!("{ty} {}", variable.name);
        if let Type::Unsigned(width) = variable.ty {
            text += &format!(" : {width}");
        }
        if let Some(length) = variable.length {
            text += &format!("[{length}]");
        }
        let initial = |generator: &mut Generator| match variable.ty {
            Type::Mtype | Type::Fruit => generator.symbol(variable.ty),
            _ => (*generator.numbers.pick(&["0", "1", "2", "3", "-1", "255", "300"])).to_owned(),
        };
        match (variable.ty, variable.length) {
            (Type::User(_), _) => {}
            (_, Some(length)) if may_list && self.numbers.chance(20) => {
                let values: Vec<String> = (0..length).map(|_| initial(self)).collect();
                // SPIN reads no negative numbers in a list.
                let values = values.join(", ").replace('-', "");
                text += &format!(" = {{ {values} }}");
            }
            (_, Some(_)) if !may_list => {}
            _ if self.numbers.chance(30) => text += &format!(" = {}", initial(self)),
            _ => {}
        }
        line(text + ";")
    }
}
