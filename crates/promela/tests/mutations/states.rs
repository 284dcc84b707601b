//! Where symmetry applies, and what is asked of all processes.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::Bounds,
            "a name that a guest leaves",
            "
short wide = 50;
byte near = 50;
proctype P() { do :: near = wide :: near == _pid -> skip od }
proctype Guest(short v) { wide = v }
init { atomic { run P(); run P(); if :: skip :: run Guest(257) fi } }
",
        ),
        trial(
            C::BoundImages,
            "a name that never changes",
            "
byte turn = 1, other = 1;
proctype P() { do :: turn == _pid -> turn = other :: other = turn od }
init { atomic { run P(); run P() } }
",
        ),
        trial(
            C::EarlyCode,
            "one more process, perhaps",
            "
byte x;
proctype P() { do :: x = _pid :: x == _pid -> skip od }
init { atomic { run P(); run P() }; if :: true :: run P() fi }
",
        ),
        trial(
            C::EndedProcesses,
            "processes that end",
            "
byte x = 9;
active proctype Q() { end: (x == _pid) }
active [2] proctype P() { x = _pid }
",
        ),
        trial(
            C::EndedChannels,
            "a channel that is gone",
            "
chan shown;
proctype Owner() { chan own = [1] of { byte }; shown = own }
active proctype User() { (shown != 0); nfull(shown) }
init { atomic { run Owner(); run Owner() } }
",
        ),
        trial(
            C::ChannelOwner,
            "a channel that is gone for one owner only",
            "
chan seen; chan used; chan other; byte done;
active proctype User() { (done == 2) -> used!1; do :: done = 2 :: done = 3 od }
active proctype Stays() { chan own = [1] of { byte }; seen = own; own = other; done++; do :: (false) od }
active proctype Ends() { chan own = [1] of { byte }; used = own; own = other; done++ }
",
        ),
        trial(
            C::DeadLocals,
            "printed under one colour only",
            "
mtype = { red, green };
mtype colour = red;
byte n;
active [2] proctype P() {
  pid v;
  do
  :: v = _pid;
     if :: v == _pid -> skip :: else fi;
     if
     :: colour == red -> n = 2; n = 0; printf(\"%d\", v)
     :: colour == green -> n = 2; n = 0; printf(\"none\")
     fi;
     if :: colour = red :: colour = green fi
  od
}
",
        ),
        trial(
            C::CountObserved,
            "how many there are",
            "
byte x = 9;
active proctype Q() { end: (_nr_pr == 2); assert(x == 9) }
active [2] proctype P() { x = _pid }
",
        ),
        trial(
            C::LastMover,
            "who moved last",
            "
bit x;
active [2] proctype P() { do :: _last == 1 -> x = 1 - x :: x = 1 - x od }
",
        ),
        trial(
            C::Priorities,
            "one before another",
            "
byte x;
active [2] proctype P() priority 3 {
  do :: x = _pid :: x == _pid -> set_priority(_pid, 5) :: set_priority(_pid, 2) od
}
",
        ),
        trial(
            C::EnabledAsked,
            "whether an ended process can go",
            "
byte who = 9;
active proctype Q() { end: do :: enabled(who) -> skip od }
active [2] proctype P() { who = _pid }
",
        ),
        trial(
            C::PlaceAsked,
            "one of two places by number",
            "
byte a, b, c;
active proctype P() { do :: a = 1; a = 0 :: b = 1; b = 0 od }
active proctype Q() { end: do :: pc_value(0) > 2 + c -> skip od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
    ]
}
