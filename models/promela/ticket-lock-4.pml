/* The ticket lock for 4 processes: draw a number, wait until it is called.
 * Numbers are counted modulo 4, which is enough for 4 processes.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1284 states, 2497 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 12061 states, 39125 transitions
 * expect symmetry: order 96
 * expect quotient: 21 states, 55 transitions
 */

#define N 4

byte next, called;
byte inside;

active [N] proctype user() {
  byte mine;

  do
  :: atomic { mine = next; next = (next + 1) % N };
     called == mine;
     inside++;
     assert(inside == 1);
     inside--;
     called = (called + 1) % N
  od
}
