/* The same where nobody asks for room: a node may have to wait between two sends, and who has
 * been told already is seen.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 10782 states, 28954 transitions
 * expect symmetry: order 1
 * expect quotient: 10782 states, 28954 transitions
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
         :: i != me -> box[i]!me
         :: else
         fi
       }
     }
  :: box[me]?from -> heard[me] = from
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
