/* Channels make up the state: 2 carriers take 6 parcels, all different, from any of 3 depots to any, and the order in
 * each depot counts. */
#define PARCELS 6

chan depot[3] = [PARCELS] of { byte, bool };

active [2] proctype carrier() {
  byte parcel;
  bool heavy;

  do
  :: if
     :: depot[0]?parcel, heavy
     :: depot[1]?parcel, heavy
     :: depot[2]?parcel, heavy
     fi;
     if
     :: depot[0]!parcel, heavy
     :: depot[1]!parcel, heavy
     :: depot[2]!parcel, heavy
     fi;
     parcel = 0;
     heavy = false
  od
}

init {
  byte i;

  atomic {
    do
    :: i < PARCELS -> depot[i % 3]!i + 1, i > 3; i++
    :: else -> break
    od;
    i = 0
  }
}
