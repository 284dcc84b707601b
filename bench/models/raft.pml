/* The election of leaders in Raft (Ongaro and Ousterhout 2014): 3 servers with a mailbox each, 3 terms, requests
 * for votes, votes, and heartbeats by which a leader stops other candidates. No term has two leaders. */
#ifndef TERMS
#define TERMS 3
#endif
#define N 3
#define NOBODY 255

mtype = { follower, hopeful, leader, request, vote, heartbeat };

chan mailbox[N] = [2] of { mtype, byte, byte };
byte leaders[TERMS + 1];

inline send(whom, what) {
  if
  :: nfull(mailbox[whom]) -> mailbox[whom]!what, term, me
  :: else
  fi
}

proctype server(byte me) {
  mtype role = follower, what;
  byte term, choice = NOBODY, votes, t, from, i;

end:
  do
  :: atomic {
       role != leader && term < TERMS ->
       role = hopeful; term++; choice = me; votes = 1;
       for (i : 0 .. N - 1) {
         if :: i != me -> send(i, request) :: else fi
       }
       i = 0
     }
  :: atomic {
       role == leader ->
       for (i : 0 .. N - 1) {
         if :: i != me -> send(i, heartbeat) :: else fi
       }
       i = 0
     }
  :: atomic {
       mailbox[me]?what, t, from ->
       if
       :: t > term -> term = t; role = follower; choice = NOBODY; votes = 0
       :: else
       fi;
       if
       :: what == request && t == term && (choice == NOBODY || choice == from) ->
          choice = from; send(from, vote)
       :: what == vote && t == term && role == hopeful ->
          votes++;
          if
          :: 2 * votes > N ->
             role = leader; votes = 0; leaders[t]++; assert(leaders[t] == 1)
          :: else
          fi
       :: what == heartbeat && t == term ->
          assert(role != leader);
          role = follower; votes = 0
       :: else
       fi;
       what = 0; t = 0; from = 0
     }
  od
}

init { atomic { run server(0); run server(1); run server(2) } }
