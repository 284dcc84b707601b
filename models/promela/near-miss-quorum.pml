/* The same where votes have weights: who votes matters, and not only how many.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 2657 states, 10866 transitions
 * expect symmetry: order 1
 * expect quotient: 2657 states, 10866 transitions
 */
#define N 3

bit vote[N];
bit decided;

proctype node(byte me) {
  byte i, votes;

  do
  :: !decided -> vote[me] = 1 - vote[me]
  :: atomic {
       votes = 0;
       for (i : 0 .. N - 1) { votes = votes + vote[i] * (i + 1) }
       if :: 2 * votes > N -> decided = 1 :: else fi;
       votes = 0
     }
  :: decided -> atomic { vote[me] = 0; decided = 0 }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
