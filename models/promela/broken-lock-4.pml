/* 4 processes share a lock, broken: the test of the lock and its setting are
 * two steps, so that two processes may both find it free.
 *
EXPECT
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
