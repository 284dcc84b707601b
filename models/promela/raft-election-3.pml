/* The election of leaders in Raft (Ongaro and Ousterhout 2014), with 3 servers and
 * 2 terms. Who has heard from no leader for a while asks all others for their
 * votes in a new term; each gives one a term, to the first who asks. A message to
 * a mailbox that is full is lost. No term has two leaders.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 9031 states, 28328 transitions
 * expect symmetry: order 6
 * expect quotient: 1341 states, 4349 transitions
 */
#define N 3
#define LAST 2
#define NOBODY 255

chan request[N] = [1] of { byte, byte };
chan granted[N] = [1] of { byte };
byte term[N];
byte choice[N] = NOBODY;
byte leaders[LAST + 1];

proctype server(byte me) {
  byte i, t, from, votes;

end:
  do
  :: atomic { term[me] < LAST ->
       term[me]++; choice[me] = me; votes = 1;
       for (i : 0 .. N - 1) {
         if :: i != me && nfull(request[i]) -> request[i]!term[me], me :: else fi
       }
     }
  :: atomic { request[me]?t, from ->
       if :: t > term[me] -> term[me] = t; choice[me] = NOBODY; votes = 0 :: else fi;
       if
       :: t == term[me] && (choice[me] == NOBODY || choice[me] == from) ->
          choice[me] = from;
          if :: nfull(granted[from]) -> granted[from]!t :: else fi
       :: else
       fi;
       t = 0; from = 0
     }
  :: atomic { granted[me]?t ->
       if
       :: t == term[me] && votes > 0 ->
          votes++;
          if
          :: 2 * votes > N -> votes = 0; leaders[t]++; assert(leaders[t] == 1)
          :: else
          fi
       :: else
       fi;
       t = 0
     }
  od
}

init { atomic { run server(0); run server(1); run server(2) } }
