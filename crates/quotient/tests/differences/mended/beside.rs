//! Models of other people, which lie beside the repository.

use super::{MODEL, Mended};

pub const MODELS: &[Mended] = &[
    Mended {
        name: "newcomer/bc1.pml",
        said: "server(1), server(2) and server(3) differ from one another; box[0], box[1] and \
               box[2] differ from one another: this sequence can block between two sends",
        shown: ":: atomic { box[0]!me",
        mend: &[(
            "atomic { box[0]!me",
            "atomic { nfull(box[0]) && nfull(box[1]) && nfull(box[2]); box[0]!me",
        )],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "newcomer/raft.pml",
        first: &[("#define MAXTERM 2", "#define MAXTERM 1")],
        said: "server(1), server(2) and server(3) differ from one another; box[0], box[1] and \
               box[2] differ from one another: ids of server (`me`) are counted through one after \
               the other, and a property or a condition to move is asked in between: make one step \
               of the loop by `d_step`",
        shown: "i++",
        mend: &[("i = 0;\n\tdo", "d_step { i = 0;\n\tdo"), ("od;\n\ti = 0", "od;\n\ti = 0 }")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "newcomer/tpc-sel.pml",
        first: &[("ltl decides { <> (cstate != working) }", "")],
        said: "ids of participant (`id`) are counted through to stop at any of them: `select` \
               between numbers",
        shown: "select(i : 0 .. N-1);",
        mend: &[("0 .. N-1);", "0 .. 2);")],
        orders: ("1", "6"),
        ..MODEL
    },
    // Three readers, and two writers.
    Mended {
        name: "newcomer/rw.pml",
        first: &[
            ("ltl mutex   { [] !(anyWriter && anyReader) }", ""),
            ("ltl rlive   { [] (wantR[0] -> <> reading[0]) }", ""),
        ],
        said: "Writer(3) and Writer(4): `me` is 0 in Writer(3) and 1 in Writer(4), and this \
               statement mentions 0 in Writer:me",
        shown: "ltl wlive",
        mend: &[(
            "(wantW[0] -> <> writing[0])",
            "((wantW[0] || wantW[1]) -> <> (writing[0] || writing[1]))",
        )],
        orders: ("6", "12"),
        ..MODEL
    },
    // A ring of four: its rotations.
    Mended {
        name: "newcomer/election.pml",
        first: &[("ltl once", "/*"), ("[] one) }", "*/")],
        said: "this statement mentions 0 in node:slot; none mentions 3 in node:slot like that",
        shown: "ltl agree",
        mend: &[("done[2])", "done[2] && done[3])")],
        orders: ("1", "4"),
        ..MODEL
    },
    // Processes, which do nothing then, in any order, and the rotations of the values.
    Mended {
        name: "missed/and1.pml",
        said: "P(0) and P(1..2): only P(0) passes this statement: let each pass it, or none",
        shown: "if :: _pid == 0 -> slot[_pid] = 1 :: else -> skip fi;",
        mend: &[("_pid == 0 -> slot", "false -> slot")],
        orders: ("2", "18"),
        ..MODEL
    },
    Mended {
        name: "promela/nimble-code+Spin/Examples/Book_1991/p97.2.pml",
        said: "nr(1), nr(2) and nr(3) differ from one another: `a` is 1 in nr(1), 2 in nr(2) and \
               3 in nr(3), and such values are computed with, in arithmetic with numbers: ids",
        shown: "res = (a*a+b)/2*a;",
        mend: &[("(a*a+b)/2*a", "a")],
        orders: ("1", "6"),
        ..MODEL
    },
    // A table of three: its rotations.
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/PhilLL1.pr",
        said: "phil(1) and phil(3), phil(5): `pid_of_interest` is phil(1) for ever; none mentions \
               phil(3) or phil(5) like that",
        shown: "pid_of_interest = run phil(c5, c0);",
        mend: &[("pid_of_interest = run", "run")],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/PhilLL1b.pr",
        said: "phil(1) and phil(3), phil(5): `pid_of_interest` is phil(1) for ever; none mentions \
               phil(3) or phil(5) like that",
        shown: "pid_of_interest = run phil(c5, c0);",
        mend: &[("pid_of_interest = run", "run")],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/PhilLL2.pr",
        said: "phil(1) and phil(3), phil(5): `pid_of_interest` is phil(1) for ever; none mentions \
               phil(3) or phil(5) like that",
        shown: "pid_of_interest = run phil(c5, c0);",
        mend: &[("pid_of_interest = run", "run")],
        orders: ("1", "3"),
        ..MODEL
    },
    // The consumers; then the producers, too, and both kinds with one another.
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/prodcons.pml",
        said: "producer(0) and producer(1): this statement mentions producer(0)",
        shown: "atomic { x = y; who = 0; }",
        mend: &[(" who = 0;", "")],
        orders: ("2", "8"),
        ..MODEL
    },
    Mended {
        name: "topspin/EtchTesting/PassTests/testemail.p",
        said: "client(1..2), client(4..5) and client(3): `blocked_client` of a process is \
               client(3) for ever; none mentions client(1) like that",
        shown: "pid blocked_client = 3;",
        mend: &[("pid blocked_client = 3;", "pid blocked_client = 255;")],
        orders: ("24", "120"),
        endless: Some("more than 400,000 with and without symmetry"),
        ..MODEL
    },
    // Clients of one priority may change places: 3! 4!, then 7!.
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-3-4.p",
        said: "client(1..3) and client(4..7): of these statements the first mentions client(1), \
               the second client(4), and they are not alike: make them so",
        shown: "priorities[4] = 1;",
        mend: &[("] = 1;", "] = 0;")],
        orders: ("144", "5040"),
        ..MODEL
    },
    // 2! 2! 3!, then 2! 5!.
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-2-2-3.p",
        said: "client(3..4) and client(5..7): of these statements the first mentions client(3), \
               the second client(5)",
        shown: "priorities[5] = 2;",
        mend: &[("] = 2;", "] = 1;")],
        orders: ("24", "240"),
        ..MODEL
    },
    // 3! 3! 4!, then 3! 7!.
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-3-3-4.p",
        said: "client(4..6) and client(7..10): of these statements the first mentions client(4), \
               the second client(7)",
        shown: "priorities[7] = 2;",
        mend: &[("] = 2;", "] = 1;")],
        orders: ("864", "30240"),
        ..MODEL
    },
    // 5! 5!, then 10!.
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-5-5.p",
        said: "client(1..5) and client(6..10): of these statements the first mentions client(1), \
               the second client(6)",
        shown: "priorities[6] = 1;",
        mend: &[("] = 1;", "] = 0;")],
        orders: ("14400", "3628800"),
        ..MODEL
    },
    // 6! 4!, then 10!.
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-interleaved-10.p",
        said: "client(1..2), client(5..6), client(9..10) and client(3..4), client(7..8): of these \
               statements",
        shown: "priorities[3] = 1;",
        mend: &[("] = 1;", "] = 0;")],
        orders: ("17280", "3628800"),
        ..MODEL
    },
    // Of a star of three, the two that are no centre.
    Mended {
        name: "topspin/SymmExtractorTests/misc/fireWireStar3.p",
        said: "node(2) and node(3): this statement does not do the same for node(2) and node(3): \
               let it do so",
        shown: "assert((id2==2)||(id2==3))",
        mend: &[("assert((id2==2)||(id2==3))", "assert(id2!=1)")],
        orders: ("1", "2"),
        ..MODEL
    },
    Mended {
        name: "topspin/EtchTesting/PassTests/testfirewirestar3.p",
        said: "node(2) and node(3): this statement does not do the same for node(2) and node(3): \
               let it do so",
        shown: "assert((id2==2)||(id2==3))",
        mend: &[("assert((id2==2)||(id2==3))", "assert(id2!=1)")],
        orders: ("1", "2"),
        ..MODEL
    },
    Mended {
        name: "topspin/SymmExtractorTests/misc/newStar3.p",
        said: "node(2) and node(3): this statement does not do the same for node(2) and node(3): \
               let it do so",
        shown: "assert((id2==2)||(id2==3))",
        mend: &[("assert((id2==2)||(id2==3))", "assert(id2!=1)")],
        orders: ("1", "2"),
        ..MODEL
    },
    // Philosophers of whom some take the right one first: once all take the same first, a table of three.
    Mended {
        name: "rebeca/rebeca-lang+org.rebecalang.afra/DiningPhilosophers.rebeca",
        said: "phil0 and phil1: `chpR` of phil0 is chp2.queue, which is `chpR` of phil2 too; \
               `chpR` of phil1 is chp1.queue, which is `chpL` of phil2 too: pass them alike",
        mend: &[
            ("phil1(chp0, chp1)", "phil1(chp1, chp0)"),
            ("phil2(chp1, chp2)", "phil2(chp2, chp1)"),
        ],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "rebeca/rebeca-lang+org.rebecalang.compiler/DiningPhilosophers.rebeca",
        said: "phil0 and phil1: `forkR` of phil0 is fork2.queue, which is `forkR` of phil2 too; \
               `forkR` of phil1 is fork1.queue, which is `forkL` of phil2 too: pass them alike",
        mend: &[
            ("phil1(fork0, fork1)", "phil1(fork1, fork0)"),
            ("phil2(fork1, fork2)", "phil2(fork2, fork1)"),
        ],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "rebeca-paper/phil_fig2_3.rebeca",
        said: "phil0 and phil1: `forkR` of phil0 is fork2.queue, which is `forkL` of phil2 too; \
               `forkR` of phil1 is fork1.queue, which is `forkR` of phil2 too: pass them alike",
        mend: &[("phil1(fork0, fork1)", "phil1(fork1, fork0)")],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "rebeca-paper/philB_order_3.rebeca",
        said: "phil0 and phil1: `forkR` of phil0 is fork2.queue, which is `forkR` of phil2 too; \
               `forkR` of phil1 is fork1.queue, which is `forkL` of phil2 too: pass them alike",
        mend: &[("phil0(fork0, fork2)", "phil0(fork2, fork0)")],
        orders: ("1", "3"),
        ..MODEL
    },
    Mended {
        name: "rebeca-paper/philB_order_2.rebeca",
        said: "fork0.queue is `forkL` of phil0 and `forkL` of phil1; fork1.queue is `forkR` of \
               phil0 and `forkR` of phil1: pass them alike",
        mend: &[("phil1(fork0, fork1)", "phil1(fork1, fork0)")],
        orders: ("1", "2"),
        ..MODEL
    },
    Mended {
        name: "attack/04-field-wrap.pml",
        said: "P(0), P(1), P(2) and P(3) differ from one another: ids are stored where one of \
               them does not fit: ids may be compared with `==`, assigned, sent and used as an \
               index",
        shown: "chan c = [1] of { byte };",
        mend: &[("{ byte }", "{ int }")],
        orders: ("1", "24"),
        ..MODEL
    },
    Mended {
        name: "attack/04-field-wrap-constant.pml",
        said: "P(0), P(1), P(2) and P(3) differ from one another: ids are stored where one of \
               them does not fit: ids may be compared with `==`, assigned, sent and used as an \
               index",
        shown: "chan c = [1] of { byte };",
        mend: &[("{ byte }", "{ int }")],
        orders: ("1", "24"),
        ..MODEL
    },
    // 2! processes times 2! channels, then 3!. One for each has 180,395 states, more than 9,116 without symmetry.
    Mended {
        name: "attack/15-unreached-2.pml",
        said: "q0 and q1..2: this statement mentions q0; none mentions q1 like that: write one \
               for each, or for none",
        shown: ":: c = q0",
        mend: &[(":: c = q0", ":: skip")],
        orders: ("4", "12"),
        ..MODEL
    },
    // 4! processes times 2! values of `g`, then 3!.
    Mended {
        name: "attack/16-more-states.pml",
        said: "1..2 in g and 3 in g: this statement mentions 3 in g; none mentions 1 in g like \
               that",
        shown: "proctype Z() { g = 3 }",
        mend: &[("{ g = 3 }", "{ if :: g = 1 :: g = 2 :: g = 3 fi }")],
        orders: ("48", "144"),
        ..MODEL
    },
    Mended {
        name: "attack/17-fold-leaves.pml",
        said: "P(0), P(1) and P(2) differ from one another: ids are counted through one after the \
               other, by rounds of which the order may be seen",
        shown: "if :: b[i] -> a[i + 0] = 1; break",
        mend: &[("a[i + 0] = 1; break", "a[i + 0] = 1")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "attack/17-fold-leaves-dstep.pml",
        said: "P(0), P(1) and P(2) differ from one another: ids are counted through one after the \
               other, by rounds of which the order may be seen",
        shown: "a[2 - i] = 1; break",
        mend: &[("a[2 - i] = 1; break", "a[2 - i] = 1")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "attack/24-fold-start-wraps.pml",
        said: "P(0) and P(1): this statement mentions P(1); none mentions P(0) like that",
        shown: "do :: i < 2 -> a[i] = 1; i++",
        mend: &[("i = 257", "i = 0")],
        orders: ("1", "2"),
        ..MODEL
    },
];
