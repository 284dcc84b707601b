/* A coordinator asks 3 voters and collects their answers, in whatever order they come.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 468 states, 1310 transitions
 * expect symmetry: order 6
 * expect quotient: 203 states, 466 transitions
 */
#define N 3

mtype = { yes, no };
chan ask[N] = [1] of { bit };
chan answer = [N] of { mtype };
mtype decision;

proctype voter(byte me) {
  do
  :: ask[me]?_ -> if :: answer!yes :: answer!no fi
  od
}

active proctype coordinator() {
  byte i, votes;

  do
  :: atomic { decision = 0; for (i : 0 .. N - 1) { if :: nfull(ask[i]) -> ask[i]!1 :: else fi } }
     votes = 0;
     do
     :: votes < N -> if :: answer?yes :: answer?no -> decision = no fi; votes++
     :: votes == N -> break
     od;
     if :: decision == no :: else -> decision = yes fi
  od
}

init { atomic { run voter(0); run voter(1); run voter(2) } }
