//! CSPM scripts of any size, for the systems that Gibson-Robinson and Lowe, *Symmetry reduction in CSP model checking* (STTT 21,
//! 2019), Section 8, measure.
//!
//! A size is the number of values of a datatype. The texts are the example scripts, in which these datatypes are written anew. They
//! are our own: counts of states are comparable in size, and not equal, but for the database.

use super::{MOST, numbers};

/// The systems, and what their configurations look like.
pub(super) const FAMILIES: [(&str, &str); 9] = [
    ("csp ListStack", "`6-4-3`: nodes, threads and data"),
    ("csp TreeBroadcast", "`5-2`: nodes and data"),
    ("csp DiningPhilosophers", "`12`: philosophers, at least 2"),
    ("csp LockFreeQueue", "`4-3-3`: nodes, threads and data"),
    ("csp CoarseGrainedListSet", "`4-3`: nodes and threads"),
    ("csp FineGrainedListSet", "`4-3`: nodes and threads"),
    ("csp ArrayQueue", "`2-2-4-2`: threads, data, and sequence numbers of two kinds"),
    ("csp Peterson", "`6`: processes"),
    ("csp Database", "`16`: managers"),
];

/// A system of the paper.
pub struct System {
    /// Its name in the paper.
    pub name: &'static str,
    /// The example script.
    text: &'static str,
    /// The datatypes that are its parameters, in the order of the paper.
    parameters: &'static [Parameter],
}

/// A datatype whose values are counted.
struct Parameter {
    datatype: &'static str,
    /// Values that are not counted: they are told apart from the others.
    apart: &'static [&'static str],
    /// What the names of the others begin with.
    letter: &'static str,
    role: Role,
}

/// What the values of a datatype are to a system.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A process of a family each.
    Index,
    /// Something that processes hold: data, or a sequence number.
    Held,
}

use Role::{Held, Index};

const fn parameter(
    datatype: &'static str,
    apart: &'static [&'static str],
    letter: &'static str,
    role: Role,
) -> Parameter {
    Parameter { datatype, apart, letter, role }
}

const STACK_OR_QUEUE: &[Parameter] = &[
    parameter("NodeIDType", &["Null"], "N", Index),
    parameter("ThreadID", &[], "T", Index),
    parameter("Data", &[], "D", Held),
];
const LIST_SET: &[Parameter] = &[
    parameter("NodeIDType", &["First", "Last"], "N", Index),
    parameter("ThreadID", &[], "T", Index),
];

/// The systems in the order of the paper.
pub const SYSTEMS: [System; 9] = [
    System {
        name: "ListStack",
        text: include_str!("../../../../models/cspm/list-stack.csp"),
        parameters: STACK_OR_QUEUE,
    },
    System {
        name: "TreeBroadcast",
        text: include_str!("../../../../models/cspm/tree-broadcast.csp"),
        parameters: &[
            parameter("NodeIDType", &["Sender"], "N", Index),
            parameter("Data", &[], "D", Held),
        ],
    },
    System {
        name: "DiningPhilosophers",
        text: include_str!("../../../../models/cspm/dining-philosophers.csp"),
        parameters: &[parameter("ID", &[], "I", Index)],
    },
    System {
        name: "LockFreeQueue",
        text: include_str!("../../../../models/cspm/lock-free-queue.csp"),
        parameters: STACK_OR_QUEUE,
    },
    System {
        name: "CoarseGrainedListSet",
        text: include_str!("../../../../models/cspm/coarse-grained-list-set.csp"),
        parameters: LIST_SET,
    },
    System {
        name: "FineGrainedListSet",
        text: include_str!("../../../../models/cspm/fine-grained-list-set.csp"),
        parameters: LIST_SET,
    },
    System {
        name: "ArrayQueue",
        text: include_str!("../../../../models/cspm/array-queue.csp"),
        parameters: &[
            parameter("ThreadID", &[], "T", Index),
            parameter("DataOrNothing", &["Nothing"], "D", Held),
            parameter("SeqID", &[], "S", Held),
            parameter("Version", &[], "V", Held),
        ],
    },
    System {
        name: "Peterson",
        text: include_str!("../../../../models/cspm/peterson-n.csp"),
        parameters: &[parameter("ProcessIDType", &["None"], "P", Index)],
    },
    System {
        name: "Database",
        text: include_str!("../../../../models/cspm/database.csp"),
        parameters: &[parameter("Managers", &[], "M", Index)],
    },
];

/// The script of a configuration of a system; none if there is no such.
pub(super) fn text(family: &str, configuration: &str) -> Option<String> {
    let name = family.strip_prefix("csp ")?;
    let system = SYSTEMS.iter().find(|system| system.name == name)?;
    system.text(&numbers(configuration)?)
}

impl System {
    /// The script for these numbers of values; none if there cannot be so many.
    pub fn text(&self, sizes: &[usize]) -> Option<String> {
        self.resized(self.text, sizes)
    }

    /// Another script of the system with as many values, if it has the same datatypes.
    pub fn resized(&self, text: &str, sizes: &[usize]) -> Option<String> {
        let is_wrong = |size: &usize| !(1..=MOST).contains(size);
        if sizes.len() != self.parameters.len() || sizes.iter().any(is_wrong) {
            return None;
        }
        let mut lines: Vec<String> =
            text.lines().filter(|line| !is_expected(line)).map(str::to_owned).collect();
        for (parameter, &size) in self.parameters.iter().zip(sizes) {
            let declares = |line: &&mut String| parameter.values_in(line).is_some();
            let line = lines.iter_mut().find(declares)?;
            *line = parameter.declaration(size, line);
        }
        Some(lines.join("\n") + "\n")
    }

    /// The datatypes that index processes, as `--symmetric` takes them.
    pub fn indices(&self) -> String {
        let indices = self.parameters.iter().filter(|parameter| parameter.role == Index);
        indices.map(|parameter| parameter.datatype).collect::<Vec<_>>().join(", ")
    }

    /// Whether some of its datatypes index no processes.
    pub fn has_others(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.role == Held)
    }
}

impl Parameter {
    /// The values that a line declares of the datatype, and what follows on the line; none if it declares something else.
    fn values_in<'a>(&self, line: &'a str) -> Option<&'a str> {
        let rest = line.strip_prefix("datatype ")?.strip_prefix(self.datatype)?;
        rest.trim_start().strip_prefix('=')
    }

    /// The line that declares so many values in place of another, whose comment stays.
    fn declaration(&self, size: usize, line: &str) -> String {
        let counted = (1..=size).map(|number| format!("{}{number}", self.letter));
        let values: Vec<String> =
            self.apart.iter().map(|&value| value.to_owned()).chain(counted).collect();
        let comment = line.find("--").map_or(String::new(), |at| format!("    {}", &line[at..]));
        format!("datatype {} = {}{comment}", self.datatype, values.join(" | "))
    }
}

/// Whether a line says what the example comes to with its own sizes.
fn is_expected(line: &str) -> bool {
    line.starts_with("-- expect ")
}

#[cfg(test)]
mod tests {
    use super::{SYSTEMS, text};

    #[test]
    fn datatypes_are_written_anew() {
        let script = text("csp ArrayQueue", "3-2-1-4").expect("a script");
        for line in [
            "datatype ThreadID = T1 | T2 | T3",
            "datatype DataOrNothing = Nothing | D1 | D2",
            "datatype SeqID = S1    -- of head and tail",
            "datatype Version = V1 | V2 | V3 | V4    -- of the data in the array",
            "datatype Manner = Safe | Unsafe",
        ] {
            assert!(script.lines().any(|own| own == line), "{line}");
        }
        assert!(!script.contains("expect"));
    }

    #[test]
    fn data_and_sequence_numbers_are_no_indices() {
        let indices: Vec<String> = SYSTEMS.iter().map(super::System::indices).collect();
        assert_eq!(indices[0], "NodeIDType, ThreadID");
        assert_eq!(indices[6], "ThreadID");
    }

    #[test]
    fn a_script_with_other_datatypes_is_no_script_of_the_system() {
        assert_eq!(SYSTEMS[0].resized("datatype ThreadID = T\n", &[1, 1, 1]), None);
        assert_eq!(SYSTEMS[0].text(&[1, 1]), None);
    }
}
