//! What a text declares, as editors show it: a tree.

use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolKind, Uri};
use model::{Declared, DeclaredKind};

use crate::address::Address;
use crate::lines::Lines;
use crate::names::{Names, range};

/// The tree of what is declared in a text of these names.
pub(crate) fn symbols(names: &Names, address: &Address, lines: &Lines<'_>) -> Vec<DocumentSymbol> {
    let mut open: Vec<Option<DocumentSymbol>> = names.declared.iter().map(|_| None).collect();
    for (place, declared) in names.declared_in(address) {
        open[place] = Some(symbol(declared, lines));
    }
    let mut roots = Vec::new();
    // What is declared around others is above them, wherever it stands in the list: so the innermost come first.
    let mut places: Vec<usize> = (0..open.len()).filter(|&place| open[place].is_some()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(depth(names, place)));
    for place in places {
        let Some(mut symbol) = open[place].take() else { continue };
        if let Some(children) = &mut symbol.children {
            children.sort_by_key(|child| child.selection_range.start);
        }
        let around = names.declared[place].within.and_then(|within| open[within].as_mut());
        match around {
            Some(around) => around.children.get_or_insert_default().push(symbol),
            None => roots.push(symbol),
        }
    }
    roots.sort_by_key(|root| root.selection_range.start);
    roots
}

/// How many declarations are around one.
fn depth(names: &Names, place: usize) -> usize {
    let around = |place: &usize| names.declared[*place].within;
    // Nothing is within itself; were it, the count would end all the same.
    std::iter::successors(Some(place), around).take(names.declared.len()).count()
}

#[expect(deprecated, reason = "the type of the protocol has no other constructor")]
fn symbol(declared: &Declared, lines: &Lines<'_>) -> DocumentSymbol {
    DocumentSymbol {
        name: declared.name.clone(),
        detail: Some(declared.text.clone()),
        kind: symbol_kind(declared.kind),
        tags: None,
        deprecated: None,
        range: range(lines, declared.whole),
        selection_range: range(lines, declared.place),
        children: None,
    }
}

/// The same as a list, for clients that show no tree.
#[expect(deprecated, reason = "the type of the protocol has no other constructor")]
pub(crate) fn flat(symbols: Vec<DocumentSymbol>, uri: &Uri) -> Vec<SymbolInformation> {
    let mut all = Vec::new();
    let mut ahead: Vec<(DocumentSymbol, Option<String>)> =
        symbols.into_iter().rev().map(|symbol| (symbol, None)).collect();
    while let Some((symbol, container_name)) = ahead.pop() {
        let children = symbol.children.into_iter().flatten().rev();
        ahead.extend(children.map(|child| (child, Some(symbol.name.clone()))));
        let location = Location { uri: uri.clone(), range: symbol.range };
        let DocumentSymbol { name, kind, .. } = symbol;
        all.push(SymbolInformation {
            name,
            kind,
            tags: None,
            deprecated: None,
            location,
            container_name,
        });
    }
    all
}

/// The nearest of the kinds that the protocol knows.
fn symbol_kind(kind: DeclaredKind) -> SymbolKind {
    match kind {
        DeclaredKind::Process => SymbolKind::CLASS,
        DeclaredKind::Event | DeclaredKind::Channel => SymbolKind::EVENT,
        DeclaredKind::Variable | DeclaredKind::Parameter => SymbolKind::VARIABLE,
        DeclaredKind::Constant | DeclaredKind::Macro => SymbolKind::CONSTANT,
        DeclaredKind::Function => SymbolKind::FUNCTION,
        DeclaredKind::Type => SymbolKind::STRUCT,
        DeclaredKind::Field => SymbolKind::FIELD,
        DeclaredKind::Member => SymbolKind::ENUM_MEMBER,
        DeclaredKind::Label => SymbolKind::KEY,
        DeclaredKind::Claim => SymbolKind::BOOLEAN,
        DeclaredKind::Module => SymbolKind::MODULE,
    }
}
