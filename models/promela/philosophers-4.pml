/* 4 dining philosophers (Dijkstra 1965), each of whom takes the left fork
 * first. If all do so at once, all wait for ever. The table may be turned.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 256 states, 766 transitions
 * expect symmetry: order 4
 * expect quotient: 70 states, 208 transitions
 */

#define N 4

chan fork[N] = [1] of { bit };

proctype philosopher(chan left, right) {
  left!1;   /* lay the fork on the table */

  do
  :: left?_;
     right?_;
     /* eat */
     right!1;
     left!1
  od
}

init {
  atomic {
    run philosopher(fork[0], fork[1]);
    run philosopher(fork[1], fork[2]);
    run philosopher(fork[2], fork[3]);
    run philosopher(fork[3], fork[0])
  }
}
