//! Where symmetry applies, and what is asked of all processes.

use machine::detect::Constraint as C;

use super::trial;
use super::trial::Trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::Bounds,
            "a name that a guest leaves",
            "
short wide = 50;
byte near = 50;
proctype P() { do :: near = wide :: near == _pid -> skip od }
proctype Guest() { wide = 257 }
init { atomic { run P(); run P(); if :: skip :: run Guest() fi } }
",
        ),
        trial(
            C::BoundImages,
            "a name that never changes",
            "
byte turn = 1;
bit x;
proctype P() { do :: turn == _pid -> x = 1 :: x == 1 -> x = 0 od }
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
active [2] proctype P() { x = _pid }
active proctype Q() { end: (x == _pid) }
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
            C::CountObserved,
            "how many there are",
            "
byte x = 9;
active [2] proctype P() { x = _pid }
active proctype Q() { end: (_nr_pr == 1); assert(x == 9) }
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
proctype P() { do :: x = _pid :: x == _pid -> skip od }
init { atomic { run P() priority 2; run P() priority 5 } }
",
        ),
        trial(
            C::EnabledAsked,
            "whether an ended process can go",
            "
byte who = 9;
active [2] proctype P() { who = _pid }
active proctype Q() { end: do :: enabled(who) -> skip od }
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
