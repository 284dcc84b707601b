//! Bytes to texts that are models, more or less: each byte chooses one of the forms of a part.

use super::words::WORDS;

/// The longest text; from there on only the shortest form of each part is taken.
const LONGEST: usize = 64 << 10;
/// How deep forms may be nested: more than the parser allows.
const DEEPEST: usize = 400;
/// The byte that puts some word in, where it does not belong.
const NOISE: u8 = 0xff;

/// The forms of each part. In a form, `$` and a letter stand for a part; the first form of each is
/// taken when the bytes have run out, so it leads to an end.
const FORMS: &[(u8, &[&str])] = &[
    // The whole model.
    (b'M', &["$H$U", "$H$U", "$H$D\n$U", "$U"]),
    // What most models need, so that names mean something.
    (
        b'H',
        &[
            "mtype = { A, B }; typedef T { byte f; short g[2]; chan k };\n\
             byte x, y; int a[3]; T t; bool b; pid p; mtype m;\n\
             chan q = [2] of { byte, byte }, r = [0] of { byte, byte };\n\
             inline h(u, v) { u = v }\ninline j(u) { h(u, x); return u + 1 }\n\
             proctype R(byte n; chan c) { c ! n, 1 }\n",
            "#define N 2\n#define f(z) (z + N)\nbyte x, y, a[N]; mtype = { A };\n\
             chan q = [N] of { mtype, byte }, r = [0] of { chan, bit }; pid p;\n\
             typedef T { byte f; short g[2]; chan k }; T t, u[N]; mtype m; bool b, c = true;\n\
             proctype R(byte n; chan c) { c ! n, 1 }\n#define h(u, v) u = v\n",
        ],
    ),
    (
        b'U',
        &[
            "init { $S }\n",
            "active proctype $O() { $S }\n$U",
            "active [$n] proctype $O(byte n; chan c) { $S }\n$U",
            "$D$U",
            "proctype $O(byte n, l; mtype k) $w { $S }\n$U",
            "inline $i(u, v) {\n$S\n}\n$U",
            "inline $i(u) { $S; return $e }\n$U",
            "typedef $O { $d; $d }\n$U",
            "never { $S }\n$U",
            "trace { $S }\n$U",
            "ltl l { [] ($e) }\n$U",
            "mtype:k = { C, D }\n$U",
            "D_proctype $O() { $S }\n$U",
            "#define $N $e\n$U",
            "#define $i(u, v) $s\n$U",
            "#if $k\n$U\n#else\n$U\n#endif\n",
            "hidden $D$U",
        ],
    ),
    (b'w', &["", "priority $n", "provided ($e)", "priority $n provided ($e)"]),
    (b'D', &["$d;\n", "$d; $D"]),
    (
        b'd',
        &[
            "byte x",
            "$t $x = $e",
            "$t $x[$n]",
            "chan $c = [$n] of { $T }",
            "chan $c[$n] = [$n] of { $T }",
            "unsigned z : $n = $e",
            "T t",
            "T u[$n]",
            "mtype:k l = $m",
            "$t $x[$n] = { $e, $e }",
            "local $t $x",
            "show $t $x",
        ],
    ),
    (b't', &["byte", "bit", "bool", "short", "int", "mtype", "pid", "chan", "unsigned"]),
    (b'T', &["byte, byte", "$t", "$t, $T", "T", "mtype, chan", "$O"]),
    (b'k', &["1", "0", "defined(N)", "N > $n", "$k && $k", "($k ? $k : $e)", "!$k"]),
    // Statements.
    (b'S', &["$s", "$s;\n$S", "$s\n$S", "$s -> $S", "$d; $S", "$s;"]),
    (
        b's',
        &[
            "skip",
            "$l = $e",
            "$l++",
            "$l--",
            "$e",
            "$f",
            "$c ! $e, $e",
            "$c !! $e, $e",
            "$c ! $m($e)",
            "$c ? $a, $a",
            "$c ?? $a, $a",
            "$c ? < $a, $a >",
            "$c ? $m($a)",
            "if $o fi",
            "do $o od",
            "do $o :: break od",
            "atomic { $S }",
            "d_step { $S }",
            "{ $S }",
            "$s unless $s",
            "{ $S } unless { $S }",
            "for ($l : $e .. $e) { $S }",
            "for ($l in $x) { $S }",
            "select ($l : $e .. $e)",
            "goto $L",
            "$L: $s",
            "break",
            "else",
            "assert($e)",
            "printf(\"$x %d\\n\", $e)",
            "printm($m)",
            "run $P($e)",
            "run $P($e, $c)",
            "$l = run $P($e, $e)",
            "$i($e, $e)",
            "$i($e)",
            "$l = $i($e)",
            "xr $c",
            "xs $c",
            "set_priority($e, $e)",
            "(1)",
            "false",
        ],
    ),
    (b'o', &[":: $S", ":: $S\n$o", ":: $e -> $S\n$o", ":: else -> $S", ":: atomic { $S } $o"]),
    // Expressions.
    (
        b'e',
        &[
            "1",
            "$n",
            "$l",
            "$m",
            "($e)",
            "$e $b $e",
            "$e $b $e",
            "-$e",
            "!$e",
            "~$e",
            "($e -> $e : $e)",
            "len($c)",
            "$c ? [$a, $a]",
            "$c ?? [$a, $a]",
            "timeout",
            "np_",
            "_pid",
            "_nr_pr",
            "_last",
            "_",
            "_priority",
            "enabled($e)",
            "pc_value($e)",
            "get_priority($e)",
            "$P@$L",
            "$P[$e]@$L",
            "$P[$e]:$l",
            "$P:$l",
            "run $P($e)",
            "true",
            "$N",
            "f($e)",
            "'c'",
        ],
    ),
    (b'f', &["full($c)", "nfull($c)", "empty($c)", "nempty($c)", "$f && $e", "$f || $f", "!$f"]),
    (b'b', &["+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "^", "|"]),
    (b'a', &["_", "$l", "$n", "$m", "eval($e)", "-$n"]),
    (b'l', &["x", "$x", "$x[$e]", "t.f", "t.g[$e]", "u[$e].f", "t.k", "$x[$e].$x"]),
    // Names and numbers.
    (b'x', &["x", "y", "a", "b", "p", "m", "q", "r", "t", "u", "v", "n", "c", "i", "z"]),
    (b'c', &["q", "r", "c", "t.k", "$x", "$x[$e]"]),
    (b'm', &["A", "B", "C", "m"]),
    (b'O', &["P", "Q", "V", "W", "X", "Y", "Z"]),
    (b'P', &["R", "R", "$O", "$x"]),
    (b'i', &["h", "j", "g"]),
    (b'N', &["N", "M", "x", "O"]),
    (b'L', &["end", "L", "accept", "progress", "M"]),
    (
        b'n',
        &[
            "2",
            "0",
            "1",
            "3",
            "7",
            "255",
            "256",
            "32768",
            "2147483647",
            "4294967295",
            "99999999999",
        ],
    ),
];

/// The text that the bytes choose.
pub fn model(bytes: &[u8]) -> String {
    let mut writer = Writer { bytes: bytes.iter(), text: String::new() };
    writer.write(b'M', 0);
    writer.text
}

struct Writer<'a> {
    bytes: std::slice::Iter<'a, u8>,
    text: String,
}

impl Writer<'_> {
    /// Writes a part.
    fn write(&mut self, part: u8, depth: usize) {
        let Some((_, forms)) = FORMS.iter().find(|(name, _)| *name == part) else { return };
        let mut form = forms[0];
        if depth < DEEPEST && self.text.len() < LONGEST {
            let mut choice = self.bytes.next().copied().unwrap_or(0);
            if choice == NOISE {
                let word = usize::from(self.bytes.next().copied().unwrap_or(0));
                self.text.push_str(WORDS[word % WORDS.len()]);
                choice = self.bytes.next().copied().unwrap_or(0);
            }
            form = forms[usize::from(choice) % forms.len()];
        }
        let mut rest = form.bytes();
        while let Some(byte) = rest.next() {
            match byte {
                b'$' => self.write(rest.next().unwrap_or_default(), depth + 1),
                _ => self.text.push(char::from(byte)),
            }
        }
    }
}
