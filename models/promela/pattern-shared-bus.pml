/* 3 caches on a bus: who writes invalidates the copies of all others, in one step.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 24 states, 98 transitions
 * expect symmetry: order 6
 * expect quotient: 6 states, 24 transitions
 */
#define N 3

mtype = { Invalid, Shared, Modified };
mtype line[N] = Invalid;

proctype node(byte me) {
  byte i;

  do
  :: atomic { line[me] != Modified ->
       for (i : 0 .. N - 1) { if :: i != me -> line[i] = Invalid :: else fi };
       line[me] = Modified
     }
  :: atomic { line[me] == Invalid ->
       for (i : 0 .. N - 1) { if :: line[i] == Modified -> line[i] = Shared :: else fi };
       line[me] = Shared
     }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
