/* 4 processes share a lock, broken: the test of the lock and its setting are
 * two steps, so that two processes may both find it free.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 2320 states, 8449 transitions
 * expect symmetry: order 24
 * expect quotient: 212 states, 775 transitions
 */

bool locked;
byte inside;

active [4] proctype user() {
  do
  :: !locked;
     locked = true;
     inside++;
     assert(inside == 1);
     inside--;
     locked = false
  od
}
