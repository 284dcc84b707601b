/* A file goes from a sender to a receiver over lossy lines with a window of 3 blocks and 6 sequence
 * numbers; the session is opened and closed by messages, and sent again from the oldest block without an answer. */
#ifndef WINDOW
#define WINDOW 3
#endif
#define MODULUS (2 * WINDOW)
#ifndef BLOCKS
#define BLOCKS 80
#endif

mtype = { open, opened, block, acknowledge, close, closed };

chan there = [2] of { mtype, byte, byte };
chan back = [2] of { mtype, byte };
chan disk = [1] of { byte };

proctype sender() {
  byte oldest, next, offset, n;

connect:
  there!open, 0, 0;
  do
  :: back?opened, _ -> break
  :: back?acknowledge, _
  :: back?closed, _
  :: timeout -> goto connect
  od;
  oldest = 0; next = 0;
  do
  :: next < BLOCKS && next < oldest + WINDOW -> there!block, next % MODULUS, next; next++
  :: back?acknowledge, n ->
     offset = (n + MODULUS - oldest % MODULUS) % MODULUS;
     if
     :: offset < WINDOW && oldest + offset < next -> oldest = oldest + offset + 1
     :: else
     fi;
     offset = 0; n = 0
  :: back?opened, _
  :: back?closed, _
  :: oldest < next && timeout -> next = oldest
  :: oldest == BLOCKS -> break
  od;
  do
  :: there!close, 0, 0;
     if
     :: back?closed, _ -> goto connect
     :: back?opened, _
     :: back?acknowledge, _
     :: timeout
     fi
  od
}

proctype receiver() {
  byte due, n, content;

end:
  do
  :: there?open, _, _ -> due = 0; back!opened, 0
  :: there?block, n, content ->
     if
     :: n == due % MODULUS -> assert(content == due); disk!content; due++
     :: else
     fi;
     if
     :: due > 0 -> back!acknowledge, (due - 1) % MODULUS
     :: else
     fi;
     n = 0; content = 0
  :: there?close, _, _ -> back!closed, 0
  od
}

proctype writer() {
  byte content;

end:
  do
  :: disk?content -> content = 0
  od
}

proctype losses() {
end:
  do
  :: there?_, _, _
  :: back?_, _
  od
}

init { atomic { run sender(); run receiver(); run writer(); run losses() } }
