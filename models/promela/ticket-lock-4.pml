/* The ticket lock for 4 processes: draw a number, wait until it is called.
 * Numbers are counted modulo 4, which is enough for 4 processes.
 *
EXPECT
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
