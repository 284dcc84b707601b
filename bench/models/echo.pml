/* Two stations send each other numbers over lines that may garble them, each with an alternating bit that
 * acknowledges too: the idea of Hajek's protocol. Whatever is taken is the number that is due. */
#ifndef NUMBERS
#define NUMBERS 240
#endif

chan line[2] = [1] of { bit, bit, byte };

proctype station(bit me) {
  bit sent, wanted, b, ack;
  byte mine, due, n;
  bool garbled;

  do
  :: line[1 - me]?b, ack, n ->
     if :: garbled = false :: garbled = true fi;
     if
     :: !garbled ->
        if
        :: b == wanted -> assert(n == due); due = (due + 1) % NUMBERS; wanted = 1 - wanted
        :: else
        fi;
        if
        :: ack != sent -> sent = 1 - sent; mine = (mine + 1) % NUMBERS
        :: else
        fi
     :: else
     fi;
     n = 0;
     line[me]!sent, wanted, mine
  :: empty(line[1 - me]) && nfull(line[me]) -> line[me]!sent, wanted, mine
  od
}

init { atomic { run station(0); run station(1) } }
