/* 3 readers and 2 writers. Readers may read together; a writer must be
 * alone. Processes of one kind are interchangeable.
 *
EXPECT
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
