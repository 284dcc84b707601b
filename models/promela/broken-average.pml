/* 3 members join and leave a club, and a clerk divides its fortune by their
 * number. He looks whether there are members, but the last may leave before
 * he divides.
 *
 * expect assertions: inconclusive
 * expect deadlock: inconclusive
 * expect run-time errors: violated
 * expect unreduced: 135 states, 537 transitions
 * expect symmetry: order 6
 * expect quotient: 50 states, 197 transitions
 * Not compared with SPIN: its verifier dies of a division by zero
 */

byte members, fortune, share;

active [3] proctype member() {
  do
  :: atomic { members++; fortune = fortune + 2 };
     assert(members > 0);
     atomic { members--; fortune = fortune - 2 }
  od
}

active proctype clerk() {
  do
  :: members > 0 ->
     share = fortune / members;
     assert(share <= 2)
  od
}
