/* The same where node 0 begins: it is told from the others for ever.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 17 states, 18 transitions
 * expect symmetry: order 1
 * expect quotient: 17 states, 18 transitions
 */
#define N 3

chan next[N] = [1] of { bit };
bit begun, busy[N];

proctype node(byte me) {
  do
  :: atomic { !begun && me == 0 -> begun = 1; busy[me] = 1 }
  :: next[me]?_ -> busy[me] = 1
  :: busy[me] -> busy[me] = 0; next[(me + 1) % N]!1
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
