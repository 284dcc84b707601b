/* 3 clients enter a table of waiting ones, and a server takes any of these.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 82 states, 209 transitions
 * expect symmetry: order 6
 * expect quotient: 23 states, 60 transitions
 */
#define N 3
#define NOBODY 255

bit waiting[N];
byte served = NOBODY;

proctype node(byte me) {
  do
  :: !waiting[me] && served != me -> waiting[me] = 1
  :: served == me -> served = NOBODY
  od
}

active proctype server() {
  do
  :: d_step { served == NOBODY && waiting[0] -> waiting[0] = 0; served = 0 }
  :: d_step { served == NOBODY && waiting[1] -> waiting[1] = 0; served = 1 }
  :: d_step { served == NOBODY && waiting[2] -> waiting[2] = 0; served = 2 }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
