/* The election of a leader in a ring of 8 stations whose messages go one way, after Dolev, Klawe and
 * Rodeh (1982): in each round a candidate survives if its left neighbour's number is the largest of three. */
#ifndef N
#define N 8
#endif
#define NEXT ((at + 1) % N)

mtype = { first, second, elected };

chan ring[N] = [N] of { mtype, byte };
byte leaders;

proctype station(byte at, own) {
  byte number = own, left, v;
  bool candidate = true, found;

  ring[NEXT]!first, number;
end:
  do
  :: ring[at]?first, v ->
     if
     :: !candidate -> ring[NEXT]!first, v
     :: candidate && v == number -> found = true; ring[NEXT]!elected, v
     :: candidate && v != number -> left = v; ring[NEXT]!second, v
     fi
  :: ring[at]?second, v ->
     if
     :: !candidate -> ring[NEXT]!second, v
     :: candidate && left > v && left > number -> number = left; ring[NEXT]!first, number
     :: candidate && !(left > v && left > number) -> candidate = false
     fi
  :: ring[at]?elected, v ->
     if
     :: v == own -> leaders++; assert(leaders == 1 && v == N)
     :: else
     fi;
     if
     :: found
     :: else -> ring[NEXT]!elected, v
     fi;
     break
  od
}

init {
  byte i;

  atomic {
    do
    :: i < N -> run station(i, (i * 5) % N + 1); i++
    :: else -> break
    od
  }
}
