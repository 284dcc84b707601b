/* The same where the node with the greatest number leads.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 153 states, 530 transitions
 * expect symmetry: order 1
 * expect quotient: 153 states, 530 transitions
 */
#define N 3
#define NOBODY 255

byte leader = NOBODY;
bit follows[N];

proctype node(byte me) {
  do
  :: atomic { leader == NOBODY || leader < me -> leader = me }
  :: leader != NOBODY && leader != me -> follows[me] = 1
  :: leader == NOBODY -> follows[me] = 0
  :: leader == me -> leader = NOBODY
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
