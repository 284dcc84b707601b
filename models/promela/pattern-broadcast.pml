/* Each of 3 nodes may tell all others who it is, those whose box has room.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 2708 states, 11211 transitions
 * expect symmetry: order 6
 * expect quotient: 107 states, 401 transitions
 */
#define N 3

chan box[N] = [1] of { byte };
byte heard[N];

proctype node(byte me) {
  byte i, from;

  do
  :: atomic {
       for (i : 0 .. N - 1) {
         if
         :: i != me && nfull(box[i]) -> box[i]!me
         :: else
         fi
       }
     }
  :: box[me]?from -> heard[me] = from
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
