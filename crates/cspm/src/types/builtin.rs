//! The types of built-in names.

use diagnostics::Sources;

use crate::builtin::Builtin;
use crate::parse::parse;
use crate::tree::DeclarationKind;
use crate::types::Checker;

/// As scripts write them.
const TYPES: &str = "
union, inter, diff :: Set a => ({a}, {a}) -> {a}
Union, Inter :: Set a => ({{a}}) -> {a}
member :: Eq a => (a, {a}) -> Bool
card :: Eq a => ({a}) -> Int
empty :: Eq a => ({a}) -> Bool
set :: Set a => (<a>) -> {a}
Set :: Set a => ({a}) -> {{a}}
Seq :: Set a => ({a}) -> {<a>}
seq :: Eq a => ({a}) -> <a>
length :: (<a>) -> Int
null :: (<a>) -> Bool
head :: (<a>) -> a
tail :: (<a>) -> <a>
concat :: (<<a>>) -> <a>
elem :: Eq a => (a, <a>) -> Bool
emptyMap :: Set k => (| k => v |)
mapFromList :: Set k => (<(k, v)>) -> (| k => v |)
mapLookup :: Set k => ((| k => v |), k) -> v
mapMember :: Set k => ((| k => v |), k) -> Bool
mapToList :: Set k => ((| k => v |)) -> <(k, v)>
mapUpdate :: Set k => ((| k => v |), k, v) -> (| k => v |)
mapUpdateMultiple :: Set k => ((| k => v |), <(k, v)>) -> (| k => v |)
mapDelete :: Set k => ((| k => v |), k) -> (| k => v |)
Map :: (Set k, Set v) => ({k}, {v}) -> {(| k => v |)}
error :: (<Char>) -> a
show :: (a) -> <Char>
Bool :: {Bool}
Int :: {Int}
Char :: {Char}
Proc :: {Proc}
Events :: {Event}
True, False :: Bool
extensions :: Yieldable b => (a => b) -> {a}
productions :: Yieldable b => (a =>* b) -> {b}
STOP, SKIP, DIV :: Proc
CHAOS, RUN :: ({Event}) -> Proc
BUFFER :: (Int, {(Event, Event)}) -> Proc
WEAK_BUFFER :: (Int, Event, {(Event, Event)}) -> Proc
SIGNAL_BUFFER :: (Int, Event, Event, {(Event, Event)}) -> Proc
WAIT :: (Int) -> Proc
timed_priority :: (Proc) -> Proc
TSTOP, TSKIP :: Proc
sbisim, dbisim, wbisim, diamond, normal, explicate :: (Proc) -> Proc
lazyenumerate, lazynorm, tau_loop_factor, model_compress :: (Proc) -> Proc
chase, chase_nocache, deter, loop :: (Proc) -> Proc
prioritise, prioritise_nocache :: (Proc, <{Event}>) -> Proc
prioritisepo :: (Proc, {Event}, {(Event, Event)}, {Event}) -> Proc
failure_watchdog, trace_watchdog :: (Proc, {Event}, Event) -> Proc
mtransclose :: Eq a => ({(a, a)}, {a}) -> {(a, a)}
relational_image :: (Eq a, Set b) => ({(a, b)}) -> (a) -> {b}
relational_inverse_image :: (Set a, Eq b) => ({(a, b)}) -> (b) -> {a}
transpose :: (Set a, Set b) => ({(a, b)}) -> {(b, a)}
";

impl Checker<'_> {
    /// Makes the types of built-in names known.
    pub fn builtins(&mut self) {
        let mut sources = Sources::new();
        let file = sources.add("built-in names", TYPES);
        let nothing = |_: &std::path::Path| Err(std::io::ErrorKind::NotFound.into());
        let (script, _) = parse(&mut sources, file, &mut { nothing });
        self.store.level += 1;
        for declaration in &script.declarations {
            let DeclarationKind::Annotation { names, scheme } = &declaration.kind else { continue };
            for name in names {
                let known = Builtin::ALL.iter().find(|builtin| builtin.text() == &*name.text);
                if let (Some(builtin), Ok(annotated)) = (known, self.annotated_scheme(scheme))
                    && let Ok(scheme) = self.store.generalise(annotated.of, 0)
                {
                    self.schemes.insert(builtin.binding(), scheme);
                }
            }
        }
        self.store.level -= 1;
        let missing = Builtin::ALL.iter().find(|one| !self.schemes.contains_key(&one.binding()));
        debug_assert!(missing.is_none(), "{missing:?} has no type");
    }
}
