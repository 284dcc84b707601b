//! Modules that run.

use kernel::{Offers, StateId};
use wasmtime::{Config, Engine, InstancePre, Linker, Memory, Module, Result, Store, TypedFunc};

use super::super::expand::TakenOver;
use super::memory::{Addresses, COVERED, NEWS};
use super::module::{MEMORY, translate};
use super::program::Program;
use crate::index::ProcessId;
use crate::process_set::ProcessSet;

/// So many bytes of stack a module may take: atomic sequences recurse. The threads of a search have twice as many. Where a module would take
/// more the interpreter takes over.
const STACK: usize = 1 << 20;

/// The compiled module of a machine.
pub(in crate::compiled) struct Ready {
    module: InstancePre<()>,
    addresses: Addresses,
    processes: usize,
    edges: usize,
}

/// A module with a memory of its own.
pub(in crate::compiled) struct Instance {
    store: Store<()>,
    memory: Memory,
    begin: TypedFunc<(), i32>,
    expand: TypedFunc<(), i32>,
    moves_of: TypedFunc<i32, i32>,
    addresses: Addresses,
    edges: usize,
    processes: usize,
    /// How many bytes of the offers were fetched.
    fetched: usize,
}

impl Ready {
    /// None if the machine is too large, or there is no machine code here.
    pub(super) fn of(program: &Program) -> Option<Ready> {
        let (module, addresses) = translate(program)?;
        let module = compile(&module).ok()?;
        let (processes, edges) = (program.processes.len(), program.edges);
        Some(Ready { module, addresses, processes, edges })
    }

    /// None where there is no memory for it.
    pub(super) fn instance(&self) -> Option<Instance> {
        self.try_instance().ok()
    }

    fn try_instance(&self) -> Result<Instance> {
        let mut store = Store::new(self.module.module().engine(), ());
        let instance = self.module.instantiate(&mut store)?;
        let memory = instance.get_export(&mut store, MEMORY).and_then(|it| it.into_memory());
        Ok(Instance {
            begin: instance.get_typed_func(&mut store, "begin")?,
            expand: instance.get_typed_func(&mut store, "expand")?,
            moves_of: instance.get_typed_func(&mut store, "moves_of")?,
            memory: memory.expect("modules have a memory"),
            store,
            addresses: self.addresses,
            edges: self.edges,
            processes: self.processes,
            fetched: 0,
        })
    }
}

/// That no access is out of bounds is left to pages behind the memory that nobody may touch, and to signals, which wasmtime passes on where
/// they are not its own: with checks of each access, compilation takes two to three times as long and searches up to a tenth more.
fn compile(module: &[u8]) -> Result<InstancePre<()>> {
    let mut config = Config::new();
    config.wasm_backtrace_max_frames(None).max_wasm_stack(STACK);
    let engine = Engine::new(&config)?;
    let module = Module::new(&engine, module)?;
    Linker::new(&engine).instantiate_pre(&module)
}

impl Instance {
    /// Begins with a record.
    pub(in crate::compiled) fn begin(&mut self, record: &[u8]) -> Result<(), TakenOver> {
        let Addresses { record: at, length, .. } = self.addresses;
        let memory = self.memory.data_mut(&mut self.store);
        memory[at..at + length].copy_from_slice(record);
        self.fetched = 0;
        self.begin.call(&mut self.store, ()).map_err(|_| TakenOver)?;
        Ok(())
    }

    /// Makes the moves of some processes, after those that were made since it [began](Self::begin).
    pub(in crate::compiled) fn those(
        &mut self,
        processes: &ProcessSet,
        source: StateId,
        offers: &mut Offers,
        covered: &mut [bool],
    ) -> Result<(), TakenOver> {
        let offered = self.call(processes);
        let memory = self.memory.data_mut(&mut self.store);
        if memory[NEWS] != 0 {
            memory[NEWS] = 0;
            let executed = memory[COVERED..COVERED + self.edges].iter().zip(covered);
            executed.for_each(|(executed, covered)| *covered |= *executed != 0);
        }
        let offered = offered?;
        let Addresses { offers: at, length, stride, .. } = self.addresses;
        offers.push_all(&memory[at + self.fetched..at + offered], length, stride, Some(source));
        self.fetched = offered;
        Ok(())
    }

    /// How many bytes were offered.
    fn call(&mut self, processes: &ProcessSet) -> Result<usize, TakenOver> {
        let mut offered = Ok(self.fetched as i32);
        if *processes == ProcessSet::EVERYBODY {
            offered = self.expand.call(&mut self.store, ());
        } else {
            for process in ProcessId::below(self.processes).rev() {
                if processes.contains(process) {
                    offered = self.moves_of.call(&mut self.store, process.0 as i32);
                    if !matches!(offered, Ok(0..)) {
                        break;
                    }
                }
            }
        }
        // A trap is an alarm as well: there was no more stack.
        offered.ok().and_then(|offered| usize::try_from(offered).ok()).ok_or(TakenOver)
    }
}
