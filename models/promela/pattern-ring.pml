/* 3 nodes in a ring pass a token on; whoever wants to begins.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 17 states, 20 transitions
 * expect symmetry: order 3
 * expect quotient: 7 states, 10 transitions
 */
#define N 3

chan next[N] = [1] of { bit };
bit begun, busy[N];

proctype node(byte me) {
  do
  :: atomic { !begun -> begun = 1; busy[me] = 1 }
  :: next[me]?_ -> busy[me] = 1
  :: busy[me] -> busy[me] = 0; next[(me + 1) % N]!1
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
