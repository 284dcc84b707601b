/* 3 machines in a ring, each with a counter of 3 values, come to a state in which one of them may move at a time, whatever the
 * counters are at first (Dijkstra 1974, the first solution). Each keeps its counter for itself, and its right neighbour reads it
 * from outside (a remote reference); to read and to write are two steps, and what was read is of no use after the second.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 9693 states, 30978 transitions
 * expect symmetry: order 1
 * expect quotient: 9693 states, 30978 transitions
 */
#define N 3
#define LEFT ((_pid + N - 1) % N)

active [N] proctype machine() {
  byte counter, left;

  /* any counter */
  do
  :: counter < N - 1 -> counter++
  :: break
  od;
  do
  :: left = machine[LEFT]:counter;
     if
     :: _pid == 0 && left == counter -> counter = (counter + 1) % N
     :: _pid != 0 && left != counter -> counter = left
     :: else
     fi
  od
}
