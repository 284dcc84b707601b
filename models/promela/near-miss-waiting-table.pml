/* The same where the server takes the first that it finds, from 0 on.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 136 states, 347 transitions
 * expect symmetry: order 1
 * expect quotient: 136 states, 347 transitions
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
  byte i;

  do
  :: atomic { served == NOBODY && (waiting[0] || waiting[1] || waiting[2]) ->
       for (i : 0 .. N - 1) { if :: waiting[i] -> waiting[i] = 0; served = i; break :: else fi }
     }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
