//! Sets that grow backwards from what is violated, against the search that visits states one by one: on random programs of processes
//! that point to one another.

use std::ops::ControlFlow;

use diagnostics::{FileId, Span};
use kernel::{
    Found, Limits, PropertyId, SearchOptions, Silent, StopReason, Transition, TransitionSystem,
    ViolatedBy, reachable, search,
};
use machine::compile::CompileOptions;
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::{LabelId, NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Condition, Excluded, Expr, InitialProcess, Invariant, Label,
    Place, ProcessType, Program, Region, Variable,
};
use machine::semantics::{Ending, GuardFault, MissingProcess, Semantics};
use machine::{Machine, ProgramBuilder, State};
use model::{LevelOrder, NoSets, Reachability, SetFindings, SetOptions};
use testing::Numbers;

const OWNER: ProcessTypeId = ProcessTypeId(0);
const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };
const PROCESSES: i32 = 2;
/// So many places there are where control rests.
const PLACES: usize = 3;
/// Numbers are less than this.
const NUMBERS: i32 = 4;

/// A program that is being written.
struct Generator {
    numbers: Numbers,
    builder: ProgramBuilder,
    /// A global pointer and number, a pointer and a number of each process.
    variables: [VariableId; 4],
}

impl Generator {
    fn new(seed: u64) -> Generator {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x1_0000_0b1b));
        let guard_fault = if numbers.one_in(3) { GuardFault::Fails } else { GuardFault::Blocks };
        let mut builder = ProgramBuilder::new(Semantics {
            ending: Ending::Stays,
            guard_fault,
            missing_process: MissingProcess::Fails,
            first_process: 1,
            ..Semantics::SPIN
        });
        let bits = CellType { bits: 2, signed: false };
        let mut variable = |name, region, holds_processes| {
            let variable = Variable::new(name, region, bits, SPAN);
            builder.variable(Variable { holds_processes, ..variable })
        };
        let own = Region::Local(OWNER);
        let variables = [
            variable("head", Region::Global, true),
            variable("x", Region::Global, false),
            variable("next", own, true),
            variable("y", own, false),
        ];
        Generator { numbers, builder, variables }
    }

    /// A variable that holds processes or numbers: a global, the process's own, or one of a process that is pointed to.
    fn place(&mut self, is_pointer: bool, depth: u32) -> Place {
        let [head, x, next, y] = self.variables;
        let (global, local) = if is_pointer { (head, next) } else { (x, y) };
        match self.numbers.below(if depth == 0 { 2 } else { 3 }) {
            0 => self.builder.program.place(global, Vec::new()),
            1 => self.builder.program.place(local, Vec::new()),
            _ => {
                let process = self.pointer(depth - 1);
                self.builder.program.place_of(process, local, Vec::new())
            }
        }
    }

    fn pointer(&mut self, depth: u32) -> Expr {
        match self.numbers.below(4) {
            0 => Expr::constant(self.numbers.below(PROCESSES as usize + 1) as i32),
            1 => Expr::pid(),
            _ => Expr::load(self.place(true, depth)),
        }
    }

    fn number(&mut self, depth: u32) -> Expr {
        match self.numbers.below(3) {
            0 => Expr::constant(self.numbers.below(NUMBERS as usize) as i32),
            _ => Expr::load(self.place(false, depth)),
        }
    }

    fn condition(&mut self) -> Expr {
        let (left, right) = match self.numbers.one_in(2) {
            true => (self.pointer(1), self.pointer(0)),
            false => (self.number(1), self.number(0)),
        };
        let operators = [BinaryOperator::Equal, BinaryOperator::NotEqual, BinaryOperator::Less];
        Expr::binary(*self.numbers.pick(&operators), left, right)
    }

    fn action(&mut self) -> Action {
        match self.numbers.below(8) {
            0 => Action::Assert(self.condition()),
            1..=3 => Action::Assign(self.place(true, 1), self.pointer(1)),
            _ => {
                let more = self.numbers.below(2) as i32;
                let sum = Expr::binary(BinaryOperator::Add, self.number(1), Expr::constant(more));
                Action::Assign(self.place(false, 1), Expr::within(sum, 0, NUMBERS - 1))
            }
        }
    }

    /// The nodes of processes: at each place some rules, each a guard, perhaps an action, and where it leads.
    fn control(&mut self) -> ControlGraph {
        let mut nodes: Vec<Node> =
            (0..PLACES).map(|_| Node::new(NodeKind::Choice(Vec::new()), SPAN)).collect();
        for place in 0..PLACES {
            let mut options = Vec::new();
            for _ in 0..self.numbers.between(1, 2) {
                options.push(NodeId::new(nodes.len()));
                let target = Some(NodeId::new(self.numbers.below(PLACES)));
                let guard = Node::new(NodeKind::Action(Action::Guard(self.condition())), SPAN);
                if self.numbers.one_in(5) {
                    nodes.push(Node { next: target, ..guard });
                    continue;
                }
                let next = Some(NodeId::new(nodes.len() + 1));
                nodes.push(Node { next, atomicity: Atomicity::Inside, ..guard });
                let action = Node::new(NodeKind::Action(self.action()), SPAN);
                nodes.push(Node { next: target, atomicity: Atomicity::Last, ..action });
            }
            nodes[place].kind = NodeKind::Choice(options);
            nodes[place].valid_end = self.numbers.one_in(3);
        }
        ControlGraph { nodes, first: NodeId::new(0) }
    }

    fn program(mut self) -> Program {
        let control = self.control();
        self.builder.process_type(ProcessType::new("p", control, SPAN));
        for _ in 0..PROCESSES {
            self.builder.start(InitialProcess::new(OWNER, Vec::new()));
        }
        for variable in [self.variables[0], self.variables[1]] {
            if self.numbers.one_in(2) {
                let place = self.builder.program.place(variable, Vec::new());
                self.builder.choose(&place, 0..=PROCESSES);
            }
        }
        let label =
            |place| Label { name: String::new(), process_type: OWNER, node: NodeId::new(place) };
        self.builder.program.labels = (0..PLACES).map(label).collect();
        let excluded = [Excluded::Holding, Excluded::Undefined][self.numbers.below(2)];
        let place = LabelId::new(self.numbers.below(PLACES));
        let there = Expr::at(Expr::constant(self.numbers.between(1, 2) as i32), place);
        let expr = Expr::binary(BinaryOperator::And, there, self.condition());
        let condition = Condition { expr, span: SPAN };
        let (name, told) = ("risk".to_owned(), String::new());
        let mut program = self.builder.finish();
        program.invariants.push(Invariant { name, condition, excluded, told });
        program
    }
}

fn compiled(program: Program, clear_inactive: bool) -> Machine {
    let options = CompileOptions {
        reset_dead_variables: false,
        despite_others: true,
        clear_inactive,
        ..CompileOptions::default()
    };
    Machine::new(program, options).expect("an initial state")
}

fn backwards(machine: &Machine, options: &SearchOptions) -> Result<SetFindings<Machine>, NoSets> {
    let levels = LevelOrder::Near;
    let sets = SetOptions { reachability: Reachability::Backward, levels, sinc: None };
    symbolic::explore(machine, options, sets, &Silent)
}

/// Whether some transition out of a state is one that is wanted.
fn leads(
    machine: &Machine,
    from: &State,
    wanted: &dyn Fn(&Transition<'_, Machine>) -> bool,
) -> bool {
    let mut leads = false;
    let mut visit = |transition: Transition<'_, Machine>| {
        leads |= wanted(&transition);
        ControlFlow::Continue(())
    };
    let _ = machine.successors(from, &mut machine.scratch(), &mut visit);
    leads
}

/// Whether some run ends in a run-time error.
fn is_cut(machine: &Machine) -> bool {
    let states = reachable(machine, 100_000).expect("few states");
    states.iter().any(|it| leads(machine, it, &|transition| transition.target.is_none()))
}

/// A run of the machine from an initial state, whose end violates what it is said to.
fn is_run(machine: &Machine, found: &Found<Machine>) -> bool {
    let states = &found.trace.states;
    let ends = match &found.trace.violated_by {
        ViolatedBy::State => true,
        ViolatedBy::Transition(steps) => leads(machine, &states[states.len() - 1], &|it| {
            it.violation == Some(found.property) && it.steps == &steps[..]
        }),
    };
    let is_step = |pair: &[State]| leads(machine, &pair[0], &|it| it.target == Some(&pair[1]));
    machine.all_initial().contains(&states[0]) && states.windows(2).all(is_step) && ends
}

/// The same is violated, by runs as short, however states are searched.
#[test]
fn agrees_with_states_one_by_one() {
    let (mut violated, mut kept, mut shown_first) = ([0; 4], 0, 0);
    for seed in 0..400 {
        for clear_inactive in [false, true] {
            let machine = compiled(Generator::new(seed).program(), clear_inactive);
            let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
            let one_by_one = search(&machine, &options, &Silent);
            let found = backwards(&machine, &options).expect("no defect");
            assert_eq!(found.stop, StopReason::Exhausted);
            assert_eq!(found.cut, is_cut(&machine), "{seed}");
            let told = |found: &[Found<Machine>]| -> Vec<(PropertyId, usize)> {
                found.iter().map(|it| (it.property, it.trace.states.len())).collect()
            };
            assert_eq!(told(&found.violations), told(&one_by_one.violations), "{seed}");
            assert!(found.violations.iter().all(|it| is_run(&machine, it)), "{seed}");
            let first = backwards(&machine, &SearchOptions::default()).expect("no defect");
            assert_eq!(first.violations.len(), found.violations.len().min(1), "{seed}");
            let shown = first.violations.first().map_or(4, |it| it.property.index());
            let shown = if found.cut { 0 } else { shown };
            assert_eq!(first.held, (0..shown).map(PropertyId::new).collect::<Vec<_>>(), "{seed}");
            shown_first += usize::from(!first.violations.is_empty() && shown > 0);
            found.violations.iter().for_each(|it| violated[it.property.index()] += 1);
            kept += usize::from(found.violations.is_empty());
        }
    }
    assert!(
        violated.iter().chain([&kept, &shown_first]).all(|&times| times >= 20),
        "{violated:?}, {kept}, {shown_first}"
    );
}

#[test]
fn limits_hold() {
    let machine = compiled(Generator::new(1).program(), false);
    let limits = Limits { memory_bytes: Some(1 << 10), ..Limits::default() };
    let options = SearchOptions { limits, keep_going: true, ..SearchOptions::default() };
    let found = backwards(&machine, &options).expect("no defect");
    assert_eq!(found.stop, StopReason::MemoryLimit);
}

/// What has too many values is told by its name.
#[test]
fn what_is_not_bounded_is_refused() {
    let mut generator = Generator::new(1);
    let variable = Variable::new("sum", Region::Global, CellType::INT, SPAN);
    generator.builder.variable(variable);
    let machine = compiled(generator.program(), false);
    let Err(NoSets::Refused(why)) = backwards(&machine, &SearchOptions::default()) else {
        panic!("32 bits are refused");
    };
    assert!(why.contains("`sum`") && why.contains("32 bits"), "{why}");
}
