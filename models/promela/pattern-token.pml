/* 3 nodes hand a token to whom they like.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 14 states, 23 transitions
 * expect symmetry: order 6
 * expect quotient: 6 states, 11 transitions
 */
#define N 3
#define NOBODY 255

byte owner = NOBODY;
bit inside[N];

proctype node(byte me) {
  byte to;

  do
  :: atomic { owner == NOBODY -> owner = me }
  :: owner == me -> inside[me] = 1; inside[me] = 0;
     atomic { select(to : 0 .. 2); owner = to; to = 0 }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
