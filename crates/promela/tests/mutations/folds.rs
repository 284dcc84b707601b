//! Loops whose rounds are taken for rounds in no order.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::FoldUnwatched,
            "a loop that stops itself",
            "
bit marked[3], seen[3], stop;
active [3] proctype P() provided (stop == 0) {
  byte i;
  atomic { if :: marked[0] + marked[1] + marked[2] == 0 -> marked[_pid] = 1 :: else fi }
  atomic {
    i = 0;
    do
    :: i < 3 -> seen[i] = 1; if :: marked[i] -> stop = 1 :: else fi; i++
    :: else -> break
    od
  }
}
",
        ),
        trial(
            C::FoldCounterUnread,
            "the place of the first that is marked",
            "
bit marked[3];
byte chosen[4], count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(!chosen[_pid]) }
active proctype Finder() {
  byte i;
  count == 2;
  atomic {
    i = 0;
    do :: i < 3 -> if :: marked[i] -> break :: else fi; i++ :: else -> break od;
    chosen[i] = 1
  }
  count = 4
}
",
        ),
        trial(
            C::FoldUninterrupted,
            "others look between the rounds",
            "
bit taken[3];
byte i;
active [3] proctype P() { taken[_pid] -> assert(taken[0] || taken[1] || taken[2]) }
active proctype Taker() {
  byte k;
  k = 0;
  do :: k < 3 -> taken[k] = 1; k++ :: else -> break od
}
",
        ),
        trial(
            C::FoldClosed,
            "a loop that is entered in its middle",
            "
bit marked[3], first[3], second[3];
active [3] proctype P() {
  byte i;
  marked[_pid] = 1;
  atomic {
    if :: first[_pid] -> i = 1; goto within :: else fi;
    i = 0;
    do
    :: i < 3 ->
       first[i] = marked[i];
within: second[i] = 1; i++
    :: else -> break
    od
  }
}
",
        ),
        trial(
            C::FoldAccumulators,
            "a number with a digit for each",
            "
bit marked[3];
byte sum;
active [3] proctype P() { byte i;
  marked[_pid] = 1;
  atomic {
    sum = 0; i = 0;
    do :: i < 3 -> sum = sum * 2; sum = sum + marked[i]; i++ :: else -> break od
  }
  assert(sum != 4)
}
",
        ),
        trial(
            C::FoldAccumulators,
            "the same, behind a condition that seldom holds",
            "
bit marked[3];
byte sum, w, x, y, z;
active [3] proctype P() { byte i;
  marked[_pid] = 1;
  atomic {
    w == 70 && x * 3 == 231 && y == 78 && z - w == 9 -> sum = 0; i = 0;
    do :: i < 3 -> sum = sum * 2; sum = sum + marked[i]; i++ :: else -> break od
  }
  assert(sum != 4)
}
active proctype Setter() { d_step { w = 70; x = 77; y = 78; z = 79 } }
",
        ),
        trial(
            C::FoldDependence,
            "the first that is marked is chosen, by a flag",
            "
bit marked[3], chosen[3], found;
byte count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(!chosen[_pid]) }
active proctype Finder() {
  byte i;
  count == 2;
  atomic {
    i = 0;
    do
    :: i < 3 -> if :: !found && marked[i] -> chosen[i] = 1; found = 1 :: else fi; i++
    :: else -> break
    od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldLeavesAlike,
            "the first that is marked is chosen, and the loop left",
            "
bit marked[3], chosen[3];
byte count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(!chosen[_pid]) }
active proctype Finder() {
  byte i;
  count == 2;
  atomic {
    i = 0;
    do :: i < 3 -> if :: marked[i] -> chosen[i] = 1; break :: else fi; i++ :: else -> break od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldGoesOnIdle,
            "all up to the first that is marked",
            "
bit marked[3], passed[3];
byte count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(!passed[_pid]) }
active proctype Finder() {
  byte i;
  count == 1;
  atomic {
    i = 0;
    do :: i < 3 -> if :: marked[i] -> break :: else -> passed[i] = 1 fi; i++ :: else -> break od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldWidth,
            "a maximum in a bit",
            "
byte offer[3];
bit most;
byte count;
active [3] proctype P() { if :: offer[_pid] = 1 :: offer[_pid] = 2 fi; count++; count == 4; assert(!most) }
active proctype Finder() {
  byte i;
  count == 3;
  atomic {
    i = 0;
    do :: i < 3 -> if :: offer[i] > most -> most = offer[i] :: else fi; i++ :: else -> break od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldElementsDiffer,
            "several that are wanted",
            "
bit marked[3];
byte sum, count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(sum != 4) }
active proctype Finder() {
  byte i, wanted = 1;
  byte known[3] = 1;
  count == 1;
  atomic {
    i = 0;
    do
    :: i < 3 -> if :: known[i] == wanted -> sum = sum * 2; sum = sum + marked[i] :: else fi; i++
    :: else -> break
    od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldExcludedByKept,
            "each passes the turn on to the next",
            "
bit seen[3];
byte turn = 255, count;
active [3] proctype P() {
  atomic { if :: count == 0 -> turn = _pid :: else fi; count++ };
  count == 4; assert(!seen[_pid] || turn != _pid)
}
active proctype Finder() {
  byte i;
  count == 3;
  atomic {
    i = 0;
    do
    :: i < 3 -> if :: turn == i -> seen[i] = 1; turn = (i + 1) % 3 :: else fi; i++
    :: else -> break
    od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldChannels,
            "who is told is told to one",
            "
chan sink = [3] of { byte };
bit first[3];
active [3] proctype P() { first[_pid] -> assert(_pid != 2) }
active proctype Teller() {
  byte i, who;
  atomic {
    i = 0;
    do :: i < 3 -> if :: nfull(sink) -> sink!i :: else fi; i++ :: else -> break od
  }
  sink?who -> first[who] = 1
}
",
        ),
        trial(
            C::FoldRoom,
            "who has got one already is seen",
            "
chan box[2] = [1] of { bit };
bit got[2];
active [2] proctype P() { box[_pid]?_ -> got[_pid] = 1 }
active proctype Teller() {
  byte i;
  atomic {
    i = 0;
    do :: i < 2 -> box[i]!1; box[i]!0; i++ :: else -> break od
  }
}
",
        ),
        trial(
            C::FoldHeld,
            "whose message was taken is seen",
            "
chan box[2] = [1] of { bit };
bit taken[2];
active [2] proctype P() { box[_pid]!1; taken[_pid] -> assert(taken[0] && taken[1]) }
active proctype Taker() {
  byte i;
  atomic {
    i = 0;
    do :: i < 2 -> box[i]?_; taken[i] = 1; i++ :: else -> break od
  }
}
",
        ),
        trial(
            C::FoldWrittenFirst,
            "what the round before has found",
            "
bit marked[3], passed[3];
byte count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(passed[_pid] || !marked[_pid]) }
active proctype Finder() {
  byte i;
  bit found;
  count > 0;
  atomic {
    i = 0;
    do
    :: i < 3 ->
       if :: found -> passed[i] = 1; found = marked[i] :: else -> found = marked[i] fi;
       i++
    :: else -> break
    od
  }
  count = 4
}
",
        ),
        trial(
            C::FoldDeadAfter,
            "the last that is marked",
            "
bit marked[3], passed[3];
byte count;
active [3] proctype P() { marked[_pid] = 1; count++; count == 4; assert(passed[_pid] || !marked[_pid]) }
active proctype Finder() {
  byte i, last;
  count > 0;
  atomic {
    i = 0;
    do
    :: i < 3 -> if :: marked[i] -> last = i :: else fi; i++
    :: else -> break
    od
  }
  passed[last] = 1;
  count = 4
}
",
        ),
        trial(
            C::FoldTotal,
            "a round that waits",
            "
bit marked[2], passed[2];
active [2] proctype P() { marked[_pid] = 1; passed[_pid] -> assert(marked[_pid]) }
active proctype Finder() {
  byte i;
  atomic {
    i = 0;
    do :: i < 2 -> if :: marked[i] -> passed[i] = 1 fi; i++ :: else -> break od
  }
}
",
        ),
        trial(
            C::FoldOrder,
            "before and after a flag is set",
            "
bit seen[2], passed[2], flag;
byte count;
active [2] proctype P() { count++; count == 3; assert(passed[_pid] && !seen[_pid]) }
active proctype Finder() {
  byte i;
  count == 2;
  atomic {
    i = 0;
    do :: i < 2 -> seen[i] = flag; flag = 1; passed[i] = 1; i++ :: else -> break od
  };
  count = 3
}
",
        ),
        trial(
            C::OnlyCleared,
            "the first is chosen",
            "
bit chosen[3];
byte count;
active [3] proctype P() { count++; count == 4; assert(!chosen[_pid]) }
active proctype Finder() {
  byte who = 1;
  count == 3;
  atomic { who = 0; chosen[who] = 1 };
  count = 4
}
",
        ),
        trial(
            C::KnownTruth,
            "the first round does something",
            "
bit marked[2], other[2];
active [2] proctype P() {
  byte i;
  atomic {
    i = 0;
    do :: i < 2 -> if :: other[i] || i == 0 -> marked[i] = 1 :: else fi; i++ :: else -> break od
  }
  assert(marked[_pid])
}
",
        ),
    ]
}
