/* A message wanders through a cube: its 8 nodes stand at the corners, and
 * each may pass the message on to any of its 3 neighbours. Every node
 * remembers whether it was visited. The 48 symmetries of the cube are those
 * that keep the first corner, where the message starts, 6 of them.
 *
EXPECT
 */

chan at0 = [1] of { bit };
chan at1 = [1] of { bit };
chan at2 = [1] of { bit };
chan at3 = [1] of { bit };
chan at4 = [1] of { bit };
chan at5 = [1] of { bit };
chan at6 = [1] of { bit };
chan at7 = [1] of { bit };

proctype corner(chan here, x, y, z) {
  bool visited;

  do
  :: here?_ ->
       visited = true;
       if
       :: x!1
       :: y!1
       :: z!1
       fi
  od
}

init {
  atomic {
    run corner(at0, at1, at2, at4);
    run corner(at1, at0, at3, at5);
    run corner(at2, at3, at0, at6);
    run corner(at3, at2, at1, at7);
    run corner(at4, at5, at6, at0);
    run corner(at5, at4, at7, at1);
    run corner(at6, at7, at4, at2);
    run corner(at7, at6, at5, at3);
    at0!1
  }
}
