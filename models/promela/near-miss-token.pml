/* The same where the token goes round: rotations are left.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 14 states, 17 transitions
 * expect symmetry: order 3
 * expect quotient: 6 states, 9 transitions
 */
#define N 3
#define NOBODY 255

byte owner = NOBODY;
bit inside[N];

proctype node(byte me) {
  do
  :: atomic { owner == NOBODY -> owner = me }
  :: owner == me -> inside[me] = 1; inside[me] = 0;
     owner = (me + 1) % N
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
