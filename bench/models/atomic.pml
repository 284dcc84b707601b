/* Long atomic sequences: 3 processes mix a table in some 100 statements a step, without a choice on the way. */
#define SIZE 6
#ifndef VALUES
#define VALUES 5
#endif

byte table[SIZE];

proctype mixer(byte me) {
  byte round, i, sum;

  do
  :: atomic {
       round = (round + 1) % 2;
       i = 0;
       sum = 0;
       do
       :: i < 4 * SIZE ->
          if
          :: (i + round) % 2 == 0 -> sum = sum + table[i % SIZE]
          :: else -> sum = sum + 1
          fi;
          i++
       :: else -> break
       od;
       table[me] = sum % VALUES;
       table[me + 3] = (table[me + 3] + table[me] + 1) % VALUES;
       i = 0;
       sum = 0
     }
  od
}

init { atomic { run mixer(0); run mixer(1); run mixer(2) } }
