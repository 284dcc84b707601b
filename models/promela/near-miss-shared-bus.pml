/* The same where others look while the copies are invalidated.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 31568 states, 97105 transitions
 * expect symmetry: order 1
 * expect quotient: 31568 states, 97105 transitions
 */
#define N 3

mtype = { Invalid, Shared, Modified };
mtype line[N] = Invalid;

proctype node(byte me) {
  byte i;

  do
  :: line[me] != Modified ->
       for (i : 0 .. N - 1) { if :: i != me -> line[i] = Invalid :: else fi };
       line[me] = Modified
  :: atomic { line[me] == Invalid ->
       for (i : 0 .. N - 1) { if :: line[i] == Modified -> line[i] = Shared :: else fi };
       line[me] = Shared
     }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
