//! What values mean, and what cells can hold.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::Arithmetic,
            "a process and a length",
            "
chan c = [1] of { byte };
byte x;
active [2] proctype P() { do :: x = _pid + len(c) :: c!1 :: c?_ :: x == 7 -> skip od }
",
        ),
        trial(
            C::SortedNumbers,
            "processes in order",
            "
chan c = [2] of { byte };
active [2] proctype P() { do :: c!!_pid :: c?_ od }
",
        ),
        trial(
            C::ComparedAlike,
            "two variables compared",
            "
byte x = 1, y = 1;
byte pace, tick;
active proctype Clock() { do :: pace = (pace + tick) % 50 :: tick = 1 - tick od }
active proctype P() { do :: x = 1 :: x = 2 :: y = 1 :: y = 2 :: x == y -> skip od }
",
        ),
        trial(
            C::AssignedAlike,
            "a copy",
            "
byte x = 1, y = 1;
active proctype P() { do :: x = 1 :: x = 2 :: y = x :: y == 3 -> skip od }
",
        ),
        trial(
            C::SentAlike,
            "a message",
            "
chan c = [1] of { byte };
byte x = 1;
byte pace, tick;
active proctype Clock() { do :: pace = (pace + tick) % 50 :: tick = 1 - tick od }
active proctype P() { do :: x = 1 :: x = 2 :: c!x :: c?_ od }
",
        ),
        trial(
            C::ReceivedAlike,
            "a message kept",
            "
chan c = [1] of { byte };
byte y = 1;
active proctype P() { do :: c!1 :: c!2 :: c?y :: y == 3 -> skip od }
",
        ),
        trial(
            C::PassedAlike,
            "an argument",
            "
byte x;
proctype Q() { do :: x == _pid -> skip od }
proctype P(byte boss) { do :: x = boss od }
init { pid p; atomic { p = run Q(); run Q(); run P(p) } }
",
        ),
        trial(
            C::AskedProcess,
            "a process asked",
            "
byte who;
active [2] proctype P() { do :: who = 1 :: who = 0 :: P[who]@here -> skip :: skip; here: skip od }
",
        ),
        trial(
            C::FlowWidth,
            "a number that becomes a name",
            "
short wide = 257;
byte near;
active [2] proctype P() { do :: near = wide :: wide = 257 :: near == _pid -> skip od }
",
        ),
        trial(
            C::NarrowVariables,
            "a bit that holds processes",
            "
byte from;
bit to;
active [3] proctype P() { do :: to = from :: from = to :: from == _pid -> skip :: to == _pid -> skip od }
",
        ),
        trial(
            C::NarrowFields,
            "a message that cuts off",
            "
chan c = [1] of { byte };
short wide = 257;
active [3] proctype P() { do :: c!wide :: wide = 257 :: c?eval(_pid) od }
",
        ),
        trial(
            C::NarrowChannels,
            "a bit that holds channels",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
bit c;
active proctype P() { do :: c = a :: c = b :: c == a -> skip :: c == b -> skip od }
",
        ),
        trial(
            C::FillerWidth,
            "a bit that is cleared",
            // With so long a queue states are not kept as records, in which a bit has room for more.
            "
chan far = [250] of { byte };
byte turn;
active [2] proctype P() { bit mine; do :: mine = _pid; turn = mine :: turn == _pid -> skip od }
",
        ),
        trial(
            C::ChannelSubscripts,
            "elements of channels",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
chan c;
byte by[4];
active proctype P() { do :: c = a :: c = b :: by[c] = 1 :: by[c] == 1 -> skip od }
",
        ),
        trial(
            C::ChannelsByNumber,
            "channels in order",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
chan c;
active proctype P() { do :: c = a :: c = b :: c > 1 -> c!5 :: a?_ :: b?_ od }
",
        ),
        trial(
            C::ProcessFiller,
            "a local that is cleared",
            "
byte turn, other;
active [2] proctype P() {
  byte mine;
  do
  :: mine = turn; turn = _pid; if :: mine == other -> skip :: mine != other -> other = turn fi
  :: other == turn -> skip
  od
}
",
        ),
        trial(
            C::SlotFiller,
            "an empty slot",
            "
chan c = [3] of { byte };
active [3] proctype P() { do :: c!_pid :: c?eval(_pid) od }
",
        ),
        trial(
            C::DummyFiller,
            "a message with a dummy",
            "
mtype = { take, none };
chan c = [2] of { mtype, byte };
byte held;
active [2] proctype P() { do :: c!take(_pid) :: held == _pid -> c!none(0) od }
active proctype S() { do :: c?take(held) :: c?none(_) od }
",
        ),
        trial(
            C::SpareFiller,
            "255 as a value",
            "
byte shown, other;
active proctype P() {
  byte mine;
  do
  :: mine = 0; other = shown; if :: mine != other -> shown = 0 :: mine == other -> skip fi
  :: mine = 1; other = shown; if :: mine != other -> shown = 1 :: mine == other -> skip fi
  :: mine = 255; other = shown; if :: mine != other -> shown = 255 :: mine == other -> skip fi
  :: shown == other -> skip
  od
}
",
        ),
        trial(
            C::FillerWidth,
            "a bit without room",
            "
chan far = [250] of { byte };
bit shown, other;
active proctype P() {
  bit mine;
  do
  :: mine = 0; other = shown; if :: mine != other -> shown = 0 :: mine == other -> skip fi
  :: mine = 1; other = shown; if :: mine != other -> shown = 1 :: mine == other -> skip fi
  :: shown == other -> skip
  od
}
",
        ),
    ]
}
