/* 3 readers and 2 writers. Readers may read together; a writer must be
 * alone. Processes of one kind are interchangeable.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 31 states, 88 transitions
 * expect symmetry: order 12
 * expect quotient: 12 states, 35 transitions
 */

byte reading, writing;

active [3] proctype reader() {
  do
  :: atomic { writing == 0 -> reading++ };
     assert(writing == 0);
     reading--
  od
}

active [2] proctype writer() {
  do
  :: atomic { reading == 0 && writing == 0 -> writing++ };
     assert(reading == 0 && writing == 1);
     writing--
  od
}
