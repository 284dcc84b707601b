/* The first of 3 nodes that says so leads, until it gives up.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 81 states, 269 transitions
 * expect symmetry: order 6
 * expect quotient: 22 states, 75 transitions
 */
#define N 3
#define NOBODY 255

byte leader = NOBODY;
bit follows[N];

proctype node(byte me) {
  do
  :: atomic { leader == NOBODY -> leader = me }
  :: leader != NOBODY && leader != me -> follows[me] = 1
  :: leader == NOBODY -> follows[me] = 0
  :: leader == me -> leader = NOBODY
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
