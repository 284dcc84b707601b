/* 3 producers put items into an array of 4 places and one consumer takes
 * them out. Producers test for room and put in two steps: several may find
 * the last place free, and one then writes behind the end.
 *
 * expect assertions: inconclusive
 * expect deadlock: inconclusive
 * expect run-time errors: violated
 * expect unreduced: 40 states, 129 transitions
 * expect symmetry: order 6
 * expect quotient: 20 states, 65 transitions
 * Not compared with SPIN: its verifier goes on after a bad array index
 */

#define ROOM 4

byte item[ROOM];
byte count;

proctype producer() {
  do
  :: count < ROOM;
     atomic { item[count] = 1; count++ }
  od
}

proctype consumer() {
  do
  :: atomic { count > 0 -> count--; item[count] = 0 }
  od
}

init {
  atomic { run consumer(); run producer(); run producer(); run producer() }
}
