/* MESI, the protocol that keeps 3 caches coherent (Papamarcos and Patel 1984),
 * of one line, on a bus that does one transaction at a time. A write makes the
 * line invalid in all other caches, and a read shares it. What is read is what
 * was written last: no copy that is used is out of date, and memory is not when
 * it is read.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1297 states, 6482 transitions
 * expect symmetry: order 6
 * expect quotient: 93 states, 490 transitions
 */
#define N 3

mtype = { Invalid, Shared, Exclusive, Modified };
mtype = { Nothing, Read, Write };

mtype line[N] = Invalid;
mtype wants[N] = Nothing;
bit fresh[N]; /* whether the copy is what was written last */
bit stale;    /* whether memory is not */

proctype cache(byte me) {
  byte i;
  bit others;

  do
  :: atomic { wants[me] == Nothing -> if :: wants[me] = Read :: wants[me] = Write fi }
  :: atomic { wants[me] == Read && line[me] != Invalid -> assert(fresh[me]); wants[me] = Nothing }
  :: atomic { wants[me] == Read && line[me] == Invalid ->
       for (i : 0 .. N - 1) {
         if
         :: line[i] == Modified -> line[i] = Shared; stale = 0; others = 1
         :: line[i] == Exclusive || line[i] == Shared -> line[i] = Shared; others = 1
         :: else
         fi
       };
       assert(!stale);
       if :: others -> line[me] = Shared :: else -> line[me] = Exclusive fi;
       fresh[me] = 1; others = 0; wants[me] = Nothing
     }
  :: atomic { wants[me] == Write && (line[me] == Exclusive || line[me] == Modified) ->
       line[me] = Modified; stale = 1; wants[me] = Nothing
     }
  :: atomic { wants[me] == Write && (line[me] == Invalid || line[me] == Shared) ->
       for (i : 0 .. N - 1) {
         if :: i != me -> line[i] = Invalid; fresh[i] = 0 :: else fi
       };
       line[me] = Modified; fresh[me] = 1; stale = 1; wants[me] = Nothing
     }
  :: atomic { line[me] != Invalid ->
       if :: line[me] == Modified -> stale = 0 :: else fi;
       line[me] = Invalid; fresh[me] = 0
     }
  od
}

init { atomic { run cache(0); run cache(1); run cache(2) } }
