/* Sorting by a pipeline of 5 processes: each keeps the largest number that it has seen and passes the
 * others on. The numbers are any of 0 to 2; those that arrive are in order. */
#ifndef N
#define N 5
#endif

chan pipe[N] = [2] of { byte };
chan out = [N] of { byte };

proctype source() {
  byte sent;

  do
  :: sent < N -> pipe[0]!0; sent++
  :: sent < N -> pipe[0]!1; sent++
  :: sent < N -> pipe[0]!2; sent++
  :: sent == N -> break
  od
}

proctype stage(byte at) {
  byte kept, v, rest = N - 1 - at;

  pipe[at]?kept;
  do
  :: rest > 0 ->
     pipe[at]?v;
     rest--;
     if
     :: v > kept -> pipe[at + 1]!kept; kept = v
     :: else -> pipe[at + 1]!v
     fi;
     v = 0
  :: rest == 0 -> break
  od;
  out!kept
}

init {
  byte i;

  atomic {
    run source();
    do
    :: i < N -> run stage(i); i++
    :: else -> break
    od
  }
}
