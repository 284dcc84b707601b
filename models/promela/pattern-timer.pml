/* Each of 3 nodes sets a timer of its own, and a clock counts all of them down at once.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 5833 states, 21602 transitions
 * expect symmetry: order 6
 * expect quotient: 1141 states, 4198 transitions
 */
#define N 3

byte t[N];
bit alarm[N];

proctype node(byte me) {
  do
  :: t[me] == 0 -> t[me] = 3
  :: t[me] == 1 -> t[me] = 0; alarm[me] = 1
  :: alarm[me] -> alarm[me] = 0
  od
}

active proctype clock() {
  do
  :: d_step { t[0] > 1 || t[1] > 1 || t[2] > 1 ->
       if :: t[0] > 1 -> t[0]-- :: else fi;
       if :: t[1] > 1 -> t[1]-- :: else fi;
       if :: t[2] > 1 -> t[2]-- :: else fi
     }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
