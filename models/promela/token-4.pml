/* 4 processes that pass a token at will: whoever has it works and then
 * hands it to another one, or keeps it.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 20 states, 33 transitions
 * expect symmetry: order 24
 * expect quotient: 5 states, 9 transitions
 */

pid holder = 0;
byte working;

active [4] proctype worker() {
  do
  :: holder == _pid ->
       working++;
       assert(working == 1);
       working--;
       if
       :: holder = 0
       :: holder = 1
       :: holder = 2
       :: holder = 3
       fi
  od
}
