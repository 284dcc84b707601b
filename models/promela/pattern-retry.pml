/* 3 nodes want one lock, and wait longer after each failure.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 2406 states, 7217 transitions
 * expect symmetry: order 6
 * expect quotient: 443 states, 1328 transitions
 */
#define N 3

bit taken;
byte wait[N];

proctype node(byte me) {
  byte tries;

  do
  :: wait[me] > 0 -> wait[me]--
  :: wait[me] == 0 ->
     if
     :: atomic { !taken -> taken = 1 }; tries = 0; taken = 0
     :: taken -> if :: tries < 2 -> tries++ :: else fi; wait[me] = tries
     fi
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
