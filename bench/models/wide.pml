/* A state of some 500 bytes: 3 clerks, each in an order of its own, enter themselves into the 60 records of a table,
 * and nobody into a record twice. */
#define RECORDS 60

typedef Record {
  byte entries;
  byte seen;
  short stamp;
  int sum
}

Record table[RECORDS];

proctype clerk(byte me, step) {
  byte at = me, n;

  do
  :: d_step {
       n < RECORDS ->
       assert(!(table[at].seen & (1 << me)) && table[at].entries < 3);
       table[at].seen = table[at].seen | (1 << me);
       table[at].entries++;
       table[at].stamp = table[at].stamp + n;
       table[at].sum = table[at].sum + 1000 * (me + 1);
       assert(table[at].sum >= 1000 * table[at].entries + table[at].stamp - 3 * RECORDS);
       at = (at + step) % RECORDS;
       n++
     }
  :: n == RECORDS -> break
  od
}

init { atomic { run clerk(0, 1); run clerk(1, 7); run clerk(2, 11) } }
