/* The same where the answers are fetched from one voter after the other: how far that has come
 * is seen.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 352 states, 928 transitions
 * expect symmetry: order 1
 * expect quotient: 352 states, 928 transitions
 */
#define N 3

mtype = { yes, no };
chan ask[N] = [1] of { bit };
chan answer[N] = [1] of { mtype };
mtype decision;

proctype voter(byte me) {
  do
  :: ask[me]?_ -> if :: answer[me]!yes :: answer[me]!no fi
  od
}

active proctype coordinator() {
  byte i;

  do
  :: atomic { decision = 0; for (i : 0 .. N - 1) { if :: nfull(ask[i]) -> ask[i]!1 :: else fi } }
     for (i : 0 .. N - 1) { if :: answer[i]?yes :: answer[i]?no -> decision = no fi };
     if :: decision == no :: else -> decision = yes fi
  od
}

init { atomic { run voter(0); run voter(1); run voter(2) } }
