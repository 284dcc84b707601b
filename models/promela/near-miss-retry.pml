/* The same where each waits for as long as its number says.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 3678 states, 11033 transitions
 * expect symmetry: order 1
 * expect quotient: 3678 states, 11033 transitions
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
     :: taken -> if :: tries < 2 -> tries++ :: else fi; wait[me] = tries + me
     fi
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
