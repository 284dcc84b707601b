//! Types of cells, narrow and wide, and numbers that only a wide one tells apart.

use testing::Numbers;

/// The type of a variable or of a field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Bit,
    Bool,
    Byte,
    Pid,
    Mtype,
    Unsigned(u8),
    Short,
    Int,
    Chan,
}

impl Cell {
    /// A type for numbers; narrow ones more often.
    pub fn number(numbers: &mut Numbers) -> Cell {
        let bits = numbers.between(1, 7) as u8;
        numbers.weighted(&[
            (1, Cell::Bit),
            (1, Cell::Bool),
            (8, Cell::Byte),
            (3, Cell::Pid),
            (1, Cell::Mtype),
            (4, Cell::Unsigned(bits)),
            (6, Cell::Short),
            (3, Cell::Int),
        ])
    }

    /// How many bits it holds; negative numbers wrap in those with fewer than 16.
    pub fn bits(self) -> u32 {
        match self {
            Cell::Bit | Cell::Bool => 1,
            Cell::Byte | Cell::Pid | Cell::Mtype | Cell::Chan => 8,
            Cell::Unsigned(bits) => u32::from(bits),
            Cell::Short => 16,
            Cell::Int => 32,
        }
    }

    /// The type as it stands in a message; a field cannot be `unsigned`.
    pub fn field(self) -> &'static str {
        match self {
            Cell::Bit => "bit",
            Cell::Bool => "bool",
            Cell::Byte | Cell::Unsigned(_) => "byte",
            Cell::Pid => "pid",
            Cell::Mtype => "mtype",
            Cell::Short => "short",
            Cell::Int => "int",
            Cell::Chan => "chan",
        }
    }

    /// A declaration without its end.
    pub fn declare(self, name: &str, length: Option<usize>, initial: Option<i64>) -> String {
        let length = length.map_or(String::new(), |length| format!("[{length}]"));
        let initial = initial.map_or(String::new(), |value| format!(" = {value}"));
        match self {
            Cell::Unsigned(bits) => format!("unsigned {name} : {bits}{length}{initial}"),
            _ => format!("{} {name}{length}{initial}", self.field()),
        }
    }

    /// A number that this type can hold and that becomes `value` in a cell of `bits` bits, if there is one beside
    /// `value`: now and then one that it cannot hold.
    pub fn alias(self, value: i64, bits: u32, numbers: &mut Numbers) -> i64 {
        let bits = if numbers.chance(15) { *numbers.pick(&[1, 2, 3, 8, 16]) } else { bits };
        if bits >= 32 {
            return value;
        }
        let step = 1 << bits;
        let times = *numbers.pick(&[1, 1, 1, 1, 2, -1, 3]);
        let far = value + step * times;
        let fits = match self {
            Cell::Int => i32::try_from(far).is_ok(),
            Cell::Short => i16::try_from(far).is_ok(),
            _ => (0..1 << self.bits()).contains(&far),
        };
        if fits || numbers.chance(20) { far } else { value }
    }
}

/// A number that likely names nobody, or something that a narrow cell cannot hold.
pub fn odd(numbers: &mut Numbers) -> i64 {
    *numbers.pick(&[200, 255, 7, 0, 77, 254, 256, -1, 300, 65537, 9])
}
