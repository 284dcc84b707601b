//! Texts that try each rule of the preprocessor.

/// Files that the texts include.
pub(super) const FILES: &[(&str, &str)] = &[
    ("main/beside.h", "beside\n#include \"deeper/x.h\"\n"),
    ("main/deeper/x.h", "x_of_deeper\n#include \"y.h\"\n"),
    ("main/deeper/y.h", "y_of_deeper __LINE__\n"),
    ("main/y.h", "y_of_main\n"),
    ("main/once.h", "#pragma once\nonce\n"),
    ("main/guarded.h", "#ifndef G\n#define G 1\nguarded\n#else\nagain\n#endif\n"),
    ("main/macros.h", "#define SEEN(x) [x]\n#undef HIDDEN\n"),
    ("main/open.h", "SEEN"),
    ("main/condition.h", "#if 1\n"),
    ("library/y.h", "y_of_library\n#include <z.h>\n"),
    ("library/z.h", "z_of_library\n"),
];

/// Texts that we and gcc understand alike.
pub(super) const ALIKE: &[&str] = &[
    // Macros without parameters.
    "#define N 3\nbyte a[N] = N;",
    "#define A B\n#define B C\nA B C",
    "#define A B\n#define B A\nA B",
    "#define A A + 1\nA A",
    "#define E\nx E y E\nE\nz",
    "#define E /* nothing */ // at all\n[E]",
    "#define N 3\n#undef N\n#undef N\nN",
    "#define N 3\n#define N 4\nN",
    "#define f (x)\nf(1)",
    "#define f/**/(x) x\nf(1)",
    "#define A+1\nA",
    "# define  N\t7\n  #  undef M\nN",
    "#\n # \nx",
    "x # define N 3\nN",
    "#define if 1\nif fi",
    // Macros with parameters.
    "#define f(x) x*x\nf(a+1) f ( b ) f f\n(c) f",
    "#define f(x,y) y x\nf(1,(2,3)) f(,) f( , 2)",
    "#define z() 0\nz() z( ) z (\n)",
    "#define e(x) [x]\ne() e( ) e(()) e((,))",
    "#define f( x , y ) x/y\nf( 1 , 2 )",
    "#define f(x) x f\nf(1)(2)(3)",
    "#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)",
    "#define f(x) g(x)\n#define g(x) x+N\n#define N f(1)\nf(f(2)) g(N)",
    "#define f(x) <x>\nf(a\n b) c\nd",
    "#define f(x) x\nf (a\n,\n", // An unclosed call.
    "#define f(x) x\nf\n(\n1\n)\n2",
    "#define f(x) x\nf // (2)\n(1) f /* ( */ x",
    "#define f(x, y) x + y\n#define two 1, 2\nf(two)",
    "#define f(x) x\n#define two 1, 2\nf(two)",
    "#define f(x, y) x + y\n#define g(x) f x\ng((1, 2)) g(1)",
    "#define call(m, x) m(x)\n#define f(x) x-\ncall(f, 2) call(f, call(f, 3))",
    "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nG_0(42)",
    "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
     #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n\
     #define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
     f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
     g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
     p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n",
    "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d\", x ## s)\n\
     #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n\
     #define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\ndebug(1, 2);\n\
     str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0) str(: @\\n)\nxstr(INCFILE(2).h)\n\
     glue(HIGH, LOW);\nxglue(HIGH, LOW)",
    "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
     #define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
    "#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,)\nt(10,,) t(,11,) t(,,12) t(,,)",
    "#define AA BB\n#define f(x) x x\n#define BB f(AA)\nAA f(BB)",
    "#define foo foo a bar\n#define bar foo b\nfoo bar",
    "#define f(x) (x)\n#define g f\ng(1) g (2) (g)(3)",
    "#define f() f\nf()() f()()()",
    "#define open (\n#define f(x) [x]\nf open 1) f(open) f(1 open 2))",
    "#define comma ,\n#define f(x, y) x y\nf(1 comma 2, 3)",
    // `#` and `##`.
    "#define q(a) #a\nq(x  +  \"s\\n\") q() q( a ) q('\"') q(\"\\\\\") q(a\n  b)",
    "#define q(a) #a\nq(/* c */ x /* d */ y) q(x// c\n)",
    "#define q(a) #a\nq(\\ ) q(@\\) q(\\\\) q(\\n \"\\\\\" \\)",
    "#define q(a)#a\n#define N 3\nq(N) q(q(N))",
    "#define q(a) # a\n#define r(a) q(a)\n#define N 3\nr(N) r(q(N)) r(\"N\")",
    "#define p(a,b) a##b\np(x,1) p(,y) p(z,) p(,) p(1,2) p(<,=) p(-,>) p(|,|) p(#,#)",
    "#define N 3\n#define p(a) a ## N\n#define P3 4\n#define r(a) P ## a\np(x) r(3) r(N)",
    "#define p(a) x##a\n#define x1 7\np(1) p(1 2) p() 9",
    "#define p(a,b) a ## b c\n#define ab N\n#define N 3\np(a,b) p(a b, c d)",
    "#define p(a) [a##a##a]\np(x) p() p(x y)",
    "#define p x ## y ## z\np",
    "#define hash #\nhash define N 3\nN",
    "#define s(x) # x #x\ns(a) s(#) s(##)",
    // Conditions.
    "#if 1\na\n#else\nb\n#endif\nc",
    "#if 0\na\n#elif 2 > 1 && defined(Q)\nb\n#elif !defined Q\nc\n#else\nd\n#endif",
    "#ifdef Q\na\n#if 1\nb\n#endif\n#else\nc\n#endif\nd",
    "#ifndef Q\n#define Q\n#ifdef Q\na\n#else\nb\n#endif\n#endif",
    "#if 0\n#if 1\na\n#elif 1\nb\n#else\nc\n#endif\n#elif 1\nd\n#elif 1\ne\n#else\nf\n#endif",
    "#if 1\na\n#elif 1/0\nb\n#elif (\nc\n#else junk\nd\n#endif junk",
    "#if 0\n'don't\n\"\n#bogus\n#define N\n#include \"none\"\n#error no\n#endif\nN",
    "#define Q 0x10\n#ifndef Q\na\n#elif Q == 020 && Q - 1 == 15\nb\n#endif",
    "#if (1 ? 2 : 1/0) == 2 || 1/0\na\n#endif",
    "#if 1 ? 0 : 2 ? 3 : 4\na\n#elif 0 ? 1 : 0 ? 2 : 3\nb\n#endif",
    "#if 'a' == 97 && '\\n' == 10 && '\\\\' == 92 && '\\'' == 39\nx\n#endif",
    "#if '\\0' == 0 && '\\101' == 65 && '\\x41' == 65 && '\\377' < 0 && 'ab' == 24930\nx\n#endif",
    "#if '\\a' == 7 && '\\b' == 8 && '\\v' == 11 && '\\f' == 12 && '\\e' == 27 && '\\?' == 63\nx\n#endif",
    "#if -1 < 0 && ~0 == -1 && 7 % 4 << 1 == 6 && -7 / 2 == -3 && -7 % 2 == -1\nx\n#endif",
    "#if 1 + 2 * 3 == 7 && (1 + 2) * 3 == 9 && 10 - 3 - 2 == 5 && 1 << 2 + 1 == 8\nx\n#endif",
    "#if (6 & 3 ^ 1 | 8) == 11 && !0 && !!3 == 1 && - - 3 == 3 && +3 == 3 && 5 >= 5 && 4 <= 5\nx\n#endif",
    "#if -1 > 0u\na\n#endif\n#if -1 > 0\nb\n#endif\n#if -1 / 2u > 3\nc\n#endif",
    "#if 18446744073709551615u == -1\na\n#endif\n#if 0xFFFFFFFFFFFFFFFF > 0\nb\n#endif",
    "#if (1 ? -1 : 0u) > 0\na\n#endif\n#if (0u || 1) - 2 < 0\nb\n#endif\n#if (-1 >> 63) == -1\nc\n#endif",
    "#if -1 >> 1u == -1\na\n#endif\n#if 1 << 64 == 0\nb\n#endif\n#if 8 >> -1 == 16\nc\n#endif",
    "#if 1 << -1 == 0\na\n#endif\n#if -8 >> 100 == -1\nb\n#endif",
    "#if 1ull + 1LU + 1l + 1uLL + 0b101 + 0X1f == 40\nx\n#endif",
    "#if nothing\na\n#elif nothing == 0 && true == 0\nb\n#endif",
    "#define EMPTY\n#if EMPTY 1 EMPTY\na\n#endif",
    "#define D defined(Q)\n#if D\na\n#else\nb\n#endif\n#define Q\n#if D\nc\n#endif",
    "#define D defined\n#define N 1\n#if D(N) && D N\na\n#endif",
    "#define f(x) x > 1\n#if f(2) && f(\\\n 3)\na\n#endif\n#if f == 0\nb\n#endif",
    "#define N\n#if defined N && defined(N) && !defined M && defined ( N )\na\n#endif",
    "#if defined __LINE__ && defined __FILE__\na\n#endif\n#ifdef __LINE__\nb\n#endif",
    "#if __LINE__ == 1\na\n#endif",
    "#if (2, 1) || 0\na\n#endif",
    "#ifdef Q\na\n#elifdef Q\nb\n#elifndef Q\nc\n#else\nd\n#endif",
    "#define Q\n#if 0\na\n#elifdef Q\nb\n#elifndef Q\nc\n#endif",
    "#ifdef Q junk\n#endif junk\n#define Q\n#undef Q junk\nQ",
    // Lines, comments, quotes.
    "#def\\\nine long a \\\n  b\nlonger long x",
    "// a \\\n b\nc",
    "a /* x\n y */ b // c\nd /**/ e /***/ f /*/ g */ h",
    "#define N 1 /* over\nlines */ + 2\nN\n#define f(x) /* x */ x // x\nf(1)\n",
    "/* c */ # /* d */ define /* e */ N /* f */ 3\nN",
    "\"/* no comment */\" '\"' \"// none\" 'x'",
    "#define N 3\n\"N\" 'N' N\"N\"",
    "# 12 \"x\"\n#pragma q\n#ident \"i\"\n#line 3\nx",
    "__LINE__\n__LINE__ __FILE__\n#define L __LINE__\n\nL",
    "#line 100\n__LINE__\n__LINE__\n#line 7 \"other\"\n__LINE__ __FILE__\n# 30 \"third\"\n__LINE__",
    "#define N 40\n#line N\n__LINE__\n__LINE__\n#line 6 N\n",
    "#define f(x) x __LINE__\nf(1) f(\n2) __LINE__",
    "a\tb\x0bc\x0cd",
    "\u{feff}x",
    "a\r\nb\r\n#define N \\\r\n3\r\nN",
    "1..2 1+1 a.b a..b 3..N",
    "#define N 3\n1..N 1 .. N N..1 x.N a[N].N",
    // Files.
    "#include \"beside.h\"\n__LINE__\n#include <y.h>\n#include \"y.h\"\nz",
    "#include \"z.h\"\nx",
    "#include \"once.h\"\n#include \"once.h\"\n#include \"guarded.h\"\n#include \"guarded.h\"\nG",
    "#define HIDDEN\n#include \"macros.h\"\n#ifndef HIDDEN\nSEEN(1) SEEN\n(2)\n#endif",
    "#include \"macros.h\"\n#include \"open.h\"\n(1)",
    "#define FILE \"y.h\"\n#include FILE\n#define LIBRARY <z.h>\n#include LIBRARY",
    "#include \"y.h\" junk\nx",
    "#define f(x) <x>\nf(a\n#define N 3\nb N\n#ifdef N\nc\n#else\nd\n#endif\n)",
    "#define f(x) <x>\nf(a\n#undef f\nf(b)\n) f(c)",
];

/// Texts with the same words but other line breaks: gcc, from release 11 on, puts the parts of a
/// continued line on lines of their own, where a line break may count as a `;`. We join them, as C
/// and earlier releases do.
pub(super) const CONTINUED: &[&str] = &[
    "#define long a \\\n  b\nlong\\\ner lo\\\nng x \\  \n y",
    "#define N 3\nN /\\\n* c *\\\n/ x /\\\n/ d\ny",
    "x = 1 \\\n  + __LINE__\n__LINE__",
];

/// Texts that gcc glues where it leaves no blank: `3!` and `!` become `3!!`. We never do.
pub(super) const GLUED: &[(&str, &str, &str)] = &[
    ("#define f(x) x!\nf(f(3))", "3 ! !", "3 !!"),
    ("#define NOT !\nx = !NOT y", "x = ! ! y", "x = !! y"),
    ("#define R ?\nq?R x", "q ? ? x", "q ?? x"),
];

/// Texts that we and gcc refuse.
pub(super) const REFUSED: &[&str] = &[
    "#if 1\nx",
    "#endif",
    "#else",
    "#elif 1",
    "#if 1\n#else\n#else\n#endif",
    "#if 1\n#else\n#elif 1\n#endif",
    "#if\n#endif",
    "#if 1 +\n#endif",
    "#if (1\n#endif",
    "#if 1 2\n#endif",
    "#if 1/0\n#endif",
    "#if 1 ? 2\n#endif",
    "#if 1.5\n#endif",
    "#if 08\n#endif",
    "#if 1ulu\n#endif",
    "#if \"s\"\n#endif",
    "#if ''\n#endif",
    "#if x = 1\n#endif",
    "#if defined\n#endif",
    "#if defined(\n#endif",
    "#if defined 3\n#endif",
    "#if 0\n#elif\n#endif",
    "#ifdef\n#endif",
    "#ifdef 3\n#endif",
    "#undef 3",
    "#undef",
    "#define",
    "#define 3 4",
    "#define defined",
    "#define f(",
    "#define f(x",
    "#define f(x,",
    "#define f(x y) x",
    "#define f(x,x) x",
    "#define f(3) x",
    "#define f(x) # y",
    "#define f(x) ## x",
    "#define f(x) x ##",
    "#define N ## x",
    "#define f(x) x\nf(1,2)",
    "#define f(x, y) x\nf(1)",
    "#define f() x\nf(1)",
    "#define f(x) x\nf(1\n",
    "#define f(x) x\n#if f(1\n)\n#endif",
    "#define p(a) +##a\np(x)",
    "#define p(a, b) a##b\np(., .)",
    "#include",
    "#include x",
    "#include \"none.h\"",
    "#include \"condition.h\"\n#endif",
    "#error stop",
    "#bogus",
    "x /* y",
];

/// Texts that only we refuse, and what we say.
pub(super) const REFUSED_HERE: &[(&str, &str)] = &[
    ("#define f(x, ...) x\n", "macro `f` is variadic (`...`): not supported"),
    ("#define f(...) x\n", "macro `f` is variadic (`...`): not supported"),
    ("#define f(x...) x\n", "macro `f` is variadic (`...`): not supported"),
    ("0x10", "`0x10` is not a number"),
    ("\"abc\n", "missing closing \""),
    ("'abc\n", "missing closing '"),
    ("#include_next <y.h>\n", "unknown directive `#include_next`"),
    ("#include <limits.h>\n", "cannot find the file `limits.h`"),
];

/// Macros that gcc knows before the model starts: SPIN's users never mean them.
pub(super) const PREDEFINED: &[&str] = &["unix", "linux", "__GNUC__", "__STDC__", "__x86_64__"];
