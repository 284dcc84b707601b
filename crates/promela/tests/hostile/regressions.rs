//! Small models that were answered wrongly, each with what SPIN 6.5.2 finds in it (`pan -DNOREDUCE -DSAFETY -c0`).
//!
//! Most are what random models of this kind were made smaller to; the others show the same defects of the first that
//! were known. All are run, and all that fail are listed.

use std::time::Duration;

use super::alone::reductions_are_right_alone;
use super::oracles::Verdict;
use crate::hostile::verdicts::{Bounds, unreduced};
use crate::support::loading::machine;

/// No model here has more states.
const BOUNDS: Bounds = Bounds { states: 45_000, time: Duration::from_secs(60) };

/// A model with what SPIN finds.
struct Case {
    name: &'static str,
    violated: &'static [&'static str],
    /// The states that SPIN stores; none where an error at run time ends its search.
    states: Option<u64>,
    text: &'static str,
}

/// What is wrong with our answers.
fn fault(case: &Case) -> Option<String> {
    let machine = match machine(case.text) {
        Ok(machine) => machine,
        Err(message) => return Some(format!("refused: {message}")),
    };
    let found = match unreduced(&machine, BOUNDS) {
        Ok(found) => found,
        Err(unknown) => return Some(format!("unreduced: {unknown:?}")),
    };
    if !found.violated.iter().eq(case.violated) {
        return Some(format!("unreduced: {:?}, SPIN {:?}", found.violated, case.violated));
    }
    if let Some(states) = case.states.filter(|&states| states != found.states) {
        return Some(format!("unreduced: {} states, SPIN {states}", found.states));
    }
    match reductions_are_right_alone(case.text) {
        Verdict::Fine { is_larger: false, .. } => None,
        other => Some(format!("reduced: {other:?}")),
    }
}

/// All that is wrong, a line each.
pub fn faults() -> Vec<String> {
    let faults = CASES.iter().map(|case| Some(format!("{}: {}", case.name, fault(case)?)));
    faults.flatten().collect()
}

const CASES: [Case; 31] = [
    // A statement after an inline in a deterministic step.
    Case {
        name: "a loop in a step in an inline",
        violated: &[],
        states: Some(4),
        text: "
byte x, y;
inline more() { do :: x < 3 -> { y = y + 1 }; x++ :: else -> break od }
active proctype P() { d_step { x = 1; more(); y = y + 1 }; assert(y == 3) }
",
    },
    // Statements after a block within an option of a deterministic step.
    Case {
        name: "statements after a choice in a step",
        violated: &[],
        states: Some(4),
        text: "
byte x, y;
active proctype P() {
  d_step {
    if :: x == 0 -> { x = 3; y = 1 }; x = x + 2 :: else -> skip fi;
    x = x + 1;
    atomic { y = y + 2 };
    y = y + 1
  };
  assert(x == 6 && y == 4)
}
",
    },
    // The `else` of a choice that an option begins with does not wait for the other options.
    Case {
        name: "else of an option or another",
        violated: &["assertions"],
        states: Some(3_882),
        text: "
byte x;
active [2] proctype P() {
  do
  :: if :: x == 3 -> x = 0 :: else -> x++ fi; assert(x != 2)
  :: x == 0 -> break
  od
}
",
    },
    // The same within a block.
    Case {
        name: "else in a block of an option",
        violated: &[],
        states: Some(44),
        text: "
byte x, y;
active [2] proctype P() {
  if
  :: { if :: x > 0 -> y = 1 :: else -> x = 1 fi }; y = y + 1
  :: x == 1 -> assert(y != 2)
  fi
}
",
    },
    // An option that is a choice of nothing but `else`.
    Case {
        name: "else of an option with nothing after",
        violated: &[],
        states: Some(32),
        text: "
byte peers;
active [2] proctype P() {
  byte peer = 9;
end:
  do
  :: if :: else -> skip fi
  :: peers = 300
  :: peer = peers
  od
}
",
    },
    // The channel of a process that has ended is used.
    Case {
        name: "own channel after its end",
        violated: &["run-time errors"],
        states: None,
        text: "
chan shown;
proctype Owner() { chan own = [2] of { byte }; shown = own }
active proctype User() { (shown != 0); nfull(shown) }
init { atomic { run Owner(); run Owner() } }
",
    },
    // The same, known by a message.
    Case {
        name: "own channel taken before its end",
        violated: &["run-time errors"],
        states: None,
        text: "
chan shelf = [2] of { chan };
active [2] proctype P() {
  chan own = [1] of { byte };
  chan other;
  shelf!own;
  do
  :: shelf?other -> other!1
  :: own?_
  :: break
  od
}
",
    },
    // A message in a process's own channel cuts 257 off to the name of process 1.
    Case {
        name: "own channel cuts off",
        violated: &["assertions"],
        states: Some(2_509),
        text: "
chan shelf = [3] of { chan };
byte chosen = 255;
active [3] proctype P() {
  chan own = [1] of { byte };
  chan other;
  shelf!own;
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: shelf?other -> other!257
  :: own?eval(_pid) -> assert(chosen != _pid)
  od
}
",
    },
    // A message cuts 258 off to the name of process 2.
    Case {
        name: "names cut off in a message",
        violated: &["assertions"],
        states: Some(30),
        text: "
chan line = [2] of { pid };
short wide = 258;
byte chosen = 255;
active [4] proctype P() {
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: line!wide
  :: wide = 258
  :: line?eval(_pid) -> assert(chosen != _pid)
  od
}
",
    },
    // A local variable of a process that never was is 0, which names process 0.
    Case {
        name: "missing process names the first",
        violated: &["assertions"],
        states: Some(20),
        text: "
byte whom = 77, chosen = 255;
typedef cell { bit pad; byte name };
cell seen;
active [3] proctype P() {
  short peer = 99;
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: seen.name = P[whom]:peer
  :: peer = 99
  :: seen.name == _pid -> seen.name = 99; assert(chosen != _pid)
  od
}
",
    },
    // A local variable is read of a process that has ended, before the last process starts.
    Case {
        name: "local read after its end",
        violated: &["assertions"],
        states: Some(135),
        text: "
bit done;
active [3] proctype P() { byte idle; idle = _pid }
proctype Worker() { short held; held = 5; done = 1 }
proctype Last() { skip }
init {
  pid worker;
  worker = run Worker();
  done == 1;
  assert(Worker[worker]:held == 0);
  run Last()
}
",
    },
    // The same while it may still run.
    Case {
        name: "local read before the last start",
        violated: &["assertions"],
        states: Some(71),
        text: "
active [2] proctype P() { do :: break od }
proctype Worker() { short held; held = 200 }
proctype Last() { skip }
init {
  pid worker;
  worker = run Worker();
  assert(Worker[worker]:held == 0);
  run Last()
}
",
    },
    // A process that may be started leaves 258; when it has gone, states look as without it.
    Case {
        name: "name left by one that has gone",
        violated: &["assertions"],
        states: Some(78),
        text: "
short wide = 100;
byte near = 100, chosen = 255;
bit go;
active [3] proctype P() {
  (go && _nr_pr == 4);
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: near = wide
  :: near == _pid -> assert(chosen != _pid)
  od
}
proctype Guest(short v) { wide = v }
init {
  if :: skip :: run Guest(258) fi;
  go = 1;
end2: do :: false od
}
",
    },
    // The same with a number from which arithmetic leads to the name of a process.
    Case {
        name: "name of a row that was not drawn",
        violated: &["assertions"],
        states: Some(85),
        text: "
byte turn, chosen = 255;
bit strange, go;
active [3] proctype P() {
  (go && _nr_pr == 4);
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: atomic { turn == _pid -> assert(!(strange && chosen == _pid)); strange = 0; turn = (turn + 1) % 3 }
  :: atomic { turn == 9 -> strange = 1; turn = (turn + 2) % 3 }
  od
}
proctype Guest(byte v) { turn = v }
init {
  if :: skip :: run Guest(9) fi;
  go = 1;
end2: do :: false od
}
",
    },
    // A settled state is found at once; those in which a variable holds 258 only much later.
    Case {
        name: "name set after a long way",
        violated: &["assertions"],
        states: Some(20_179),
        text: "
short wide = 100;
byte near = 100, chosen = 255;
bit go;
proctype P() {
  go;
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: near = wide
  :: near == _pid -> assert(chosen != _pid)
  od
}
init {
  short steps;
  run P(); run P();
  if
  :: skip
  :: do :: steps < 20100 -> steps++ :: steps == 20100 -> break od; wide = 258
  fi;
  run P();
  go = 1
}
",
    },
    // Elements of an array belong to channels, whose numbers cannot be exchanged.
    Case {
        name: "elements by channel",
        violated: &["assertions"],
        states: Some(41),
        text: "
chan red = [2] of { byte };
chan blue = [2] of { byte };
byte by[4];
active [2] proctype P() {
  chan mine;
  if :: mine = blue :: mine = red fi;
end:
  do :: by[mine] = 1; assert(by[mine] != 1) od
}
",
    },
    // The same with the number of a channel kept as a number.
    Case {
        name: "elements by channel kept in a number",
        violated: &["assertions"],
        states: Some(2_093),
        text: "
chan red = [2] of { byte };
chan blue = [2] of { byte };
short place;
byte by[3];
active [3] proctype P() {
  chan mine;
  if :: mine = red :: mine = blue fi;
end:
  do :: assert(by[place] != 1); by[place] = 1; place = mine od
}
",
    },
    // The number of a channel is cut off to a bit.
    Case {
        name: "channel in a message of bits",
        violated: &["assertions"],
        states: Some(126),
        text: "
typedef cell { bit pad; bit which };
chan red = [2] of { byte };
chan blue = [2] of { byte };
chan line = [0] of { bit };
cell got;
proctype P() {
  chan mine;
  if :: mine = red :: mine = blue fi;
end:
  do
  :: line?got.which
  :: line!mine
  :: got.which -> assert(len(mine) == 0)
  :: empty(mine) -> mine!1
  od
}
init { run P(); run P() }
",
    },
    // Numbers too far apart to have a place for each between them.
    Case {
        name: "numbers far apart",
        violated: &[],
        states: Some(3),
        text: "
int mark;
active [2] proctype P() {
end:
  do :: mark = 2000000000 :: mark = -2000000000 :: mark == 5 -> skip od
}
",
    },
    // A poll of the first field alone.
    Case {
        name: "fewer fields polled",
        violated: &["assertions"],
        states: Some(6),
        text: "
chan line = [2] of { short, byte };
short first;
active proctype P() {
  line!300,2;
  if :: line?[301] -> assert(false) :: line?[300] -> line?first,_ fi;
  assert(first != 300)
}
",
    },
    // A receive of the first field alone; SPIN says that something is missing, and goes on.
    Case {
        name: "fewer fields received",
        violated: &["assertions"],
        states: Some(5),
        text: "
chan line = [2] of { short, byte };
short first;
active proctype P() { line!300,2; line?first; assert(first != 300) }
",
    },
    // A rendezvous cuts -254 off to the name of process 2.
    Case {
        name: "names cut off at a rendezvous",
        violated: &["assertions"],
        states: Some(8),
        text: "
byte chosen = 255;
chan line = [0] of { byte };
active [3] proctype P() {
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: line!-254
  :: line?eval(_pid) -> assert(chosen != _pid)
  od
}
",
    },
    // A receive that asks for a second field of messages of one field gets 0, the name of the first process.
    Case {
        name: "a field beyond the only one",
        violated: &["assertions"],
        states: None,
        text: "
byte chosen = 255;
chan one = [1] of { byte }; chan two = [1] of { byte, byte };
active [3] proctype P() {
  byte got, other = 255;
end:
  do
  :: atomic { chosen == 255 -> chosen = _pid }
  :: one!_pid
  :: one?got,other
  :: other == _pid -> assert(chosen != _pid)
  od
}
",
    },
    // Own channels may not change places without their owners: one is gone, the other is not.
    Case {
        name: "a channel whose owner has ended beside one whose owner stays",
        violated: &["run-time errors"],
        states: None,
        text: "
chan seen; chan used; chan other; byte done; byte i;
active proctype User() {
  do :: i < 100 -> i++ :: i == 100 && done == 2 -> break od;
  used!1;
  do :: done = 2 :: done = 3 od
}
active proctype Stays() { chan own = [1] of { byte }; seen = own; own = other; done++; do :: (false) od }
active proctype Ends() { chan own = [1] of { byte }; used = own; own = other; done++ }
",
    },
    // Rounds that set a variable first, and one more that is like them but accuses: rare states only show that it is one more.
    Case {
        name: "a round after the loop",
        violated: &["assertions", "deadlock"],
        states: Some(7090),
        text: "
byte a[2], s, u, bad;
active [2] proctype P() {
  byte i, x;
  do
  :: atomic { a[_pid] < 40 -> a[_pid]++; u++ }
  :: atomic {
       s == 0 -> i = 0;
       do
       :: i < 2 -> x = 0; if :: a[i] * a[i] == 1600 -> s = s + x + 1 :: else fi; i++
       :: else -> break
       od;
       x = 0;
       if :: a[0] * a[0] == 1600 && u * u == 1600 && s * 5 == 5 -> bad = bad + x + 1 :: else fi
     }
  :: atomic { s == 1 && bad == 1 -> assert(false) }
  od
}
",
    },
    Case {
        name: "the last of three rounds",
        violated: &["deadlock"],
        states: Some(148),
        text: "
bool set[3]; byte sum;
active [3] proctype P() {
  byte k, one;
  do
  :: atomic { !set[_pid] -> set[_pid] = 1 }
  :: atomic {
       sum == 0 -> k = 0;
       do
       :: k < 3 -> one = 0; if :: set[k] -> sum = sum + one + 1 :: else fi; k++
       :: else -> break
       od
     }
  od
}
",
    },
    // What never happens once all processes run, left out.
    Case {
        name: "a condition to move that fails where nothing can be done",
        violated: &["run-time errors"],
        states: None,
        text: "
byte x = 4, k; byte a[4];
active [4] proctype P() provided (10 / x > 0) {
  do
  :: a[_pid] < 3 -> a[_pid]++
  :: a[_pid] > 0 -> a[_pid]--
  :: a[_pid] == 3 -> break
  od;
  atomic { a[_pid] = 0; x = x - 1 };
end:
  if :: k == 5 && _pid == 1 -> k = 6 fi
}
",
    },
    Case {
        name: "a message that is looked at until all processes run",
        violated: &["assertions"],
        states: Some(1267),
        text: "
chan q = [1] of { byte, byte };
byte g = 5, n;
proctype P() {
  byte x;
  do
  :: q!1,3
  :: q!2,_pid
  :: q?1,_
  :: q?2,x -> if :: x == _pid -> n = 1 :: else -> n = 0 fi; x = 0
  :: atomic { g == 5 && _pid == 1 && q?[1,3] -> q?1,_; assert(false) }
  od
}
init { run P(); run P(); atomic { g = 0; run P() } }
",
    },
    Case {
        name: "a message of what is constant only then",
        violated: &["assertions"],
        states: Some(1377),
        text: "
chan q = [1] of { byte, byte };
byte g = 5, h = 3, n;
proctype P() {
  byte x;
  do
  :: q!g,h
  :: q!2,_pid
  :: q?0,_
  :: q?2,x -> if :: x == _pid -> n = 1 :: else -> n = 0 fi; x = 0
  :: atomic { q?5,x -> assert(x != 3); x = 0 }
  :: g == 5 && _pid == 1 -> skip
  od
}
init { run P(); run P(); atomic { q?_,_ -> g = 0; h = 7; run P() } }
",
    },
    Case {
        name: "a rendezvous that never comes about",
        violated: &["deadlock"],
        states: Some(1),
        text: "
byte k, n;
chan q = [0] of { byte, byte };
active [3] proctype P() {
  q!0,1;
  q?_,0;
  if :: n < 2 && k == 5 && _pid > 1 -> k = 0 fi
}
",
    },
    Case {
        name: "a poll that never finds anything",
        violated: &["deadlock"],
        states: Some(5),
        text: "
byte n;
chan q = [1] of { byte, int };
proctype P() {
  byte x;
  q!0,1;
  do
  :: q?[0,0] -> skip
  :: q??7,x -> n = _pid
  od
}
proctype Q() { n < 3 }
init { atomic { run P(); run P(); run P() } }
",
    },
];
