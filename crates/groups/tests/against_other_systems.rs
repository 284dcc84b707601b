//! Orders, canonical forms and names against GAP (`gap`) and nauty (`dreadnaut`), where these are installed.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::common::*;
use groups::{
    ColouredGraph, Group, Permutation, automorphisms, canonical_labelling, describe, read_gap,
    write_gap,
};
use num_bigint::BigUint;
use testing::Numbers;
use testing::peers::{Peer, ask};
use testing::places::Folder;

/// Undirected or directed random graphs of many kinds, with vertex colours, without edge colours and parallel edges.
fn random_graphs() -> Vec<ColouredGraph> {
    let mut random = Numbers::new(2024);
    let mut graphs = Vec::new();
    for round in 0..400 {
        let count = 4 + random.below(if round % 4 == 0 { 30 } else { 9 });
        let directed = round % 2 == 0;
        let colours = 1 + random.below(2);
        let mut edges = std::collections::BTreeSet::new();
        let density = 1 + random.below(4);
        for a in 0..count {
            for b in 0..count {
                if a != b && (directed || a < b) && random.below(count) < density {
                    edges.insert((a, b));
                }
            }
        }
        let mut graph =
            ColouredGraph::new((0..count).map(|_| random.below(colours) as u32).collect());
        for (a, b) in edges {
            if directed {
                graph.add_edge(a, b, 0);
            } else {
                graph.add_undirected_edge(a, b, 0);
            }
        }
        // A second copy, relabelled, makes for some symmetry; a third for a pair of isomorphic graphs.
        if round % 5 < 3 {
            graph = union(&[graph.clone(), graph.permuted(&permutation(&mut random, count))]);
        }
        let relabelled = graph.permuted(&permutation(&mut random, graph.vertex_count()));
        graphs.push(graph);
        graphs.push(relabelled);
    }
    for prime in [5, 13, 17, 29, 37] {
        graphs.push(paley(prime));
    }
    graphs.extend([union(&[rook(4), shrikhande()]), hypercube(5), petersen()]);
    graphs
}

/// Nauty refines digraphs along edges only in one direction, and gets lost in sparse ones. So each vertex `v` is given a
/// vertex `n + v` from which its edges start and a vertex `2n + v` at which they end.
fn for_dreadnaut(graph: &ColouredGraph) -> String {
    let count = graph.vertex_count();
    let mut neighbours = vec![Vec::new(); 3 * count];
    for (vertex, neighbours) in neighbours.iter_mut().take(count).enumerate() {
        neighbours.extend([(count + vertex).to_string(), (2 * count + vertex).to_string()]);
    }
    for (from, to, _) in graph.edges() {
        neighbours[count + from].push((2 * count + to).to_string());
    }
    let mut text = format!("n={} g ", 3 * count);
    for (vertex, neighbours) in neighbours.iter().enumerate() {
        // The last row ends the graph.
        writeln!(text, "{vertex}: {};", neighbours.join(" ")).unwrap();
    }
    let class = |colour: u32| {
        let members = (0..count).filter(|&v| graph.colours()[v] == colour);
        members.map(|v| v.to_string()).collect::<Vec<_>>().join(",")
    };
    let classes: Vec<_> = (0..2).map(class).filter(|class| !class.is_empty()).collect();
    writeln!(text, "f=[{}|{}:{}] c x z", classes.join("|"), count, 2 * count - 1).unwrap();
    text
}

#[test]
fn automorphisms_and_canonical_forms_agree_with_nauty() {
    let graphs = random_graphs();
    let mut input = String::from("-a -m l=0\n");
    graphs.iter().for_each(|graph| input.push_str(&for_dreadnaut(graph)));
    input.push_str("q\n");
    let Some(output) = ask(Peer::Dreadnaut, &[], &input) else { return };
    let sizes = output.split("grpsize=").skip(1).map(|rest| rest.split(';').next().unwrap().trim());
    let sizes: Vec<&str> = sizes.collect();
    let hashes: Vec<&str> =
        output.lines().filter(|line| line.starts_with('[') && line.contains(' ')).collect();
    let hashes: Vec<&str> = hashes.into_iter().filter(|line| !line.contains("fixing")).collect();
    assert_eq!(sizes.len(), graphs.len(), "{output}");
    assert_eq!(hashes.len(), graphs.len(), "{output}");
    let mut by_certificate: HashMap<_, _> = HashMap::new();
    let mut by_hash: HashMap<_, _> = HashMap::new();
    let mut symmetric = 0;
    for ((graph, size), hash) in graphs.iter().zip(&sizes).zip(hashes) {
        let form = canonical_labelling(graph);
        let order = form.automorphisms.order;
        // Nauty rounds large orders.
        if let Ok(size) = size.parse::<BigUint>() {
            assert_eq!(order, size, "{graph:?}");
            assert_eq!(automorphisms(graph).order, size, "{graph:?}");
            symmetric += usize::from(order > 1u32.into());
        }
        // The hash does not include the colours.
        let mut colours = graph.colours().to_vec();
        colours.sort_unstable();
        let theirs = (colours, hash);
        assert_eq!(
            *by_certificate.entry(form.certificate.clone()).or_insert(theirs.clone()),
            theirs
        );
        assert_eq!(*by_hash.entry(theirs).or_insert(form.certificate.clone()), form.certificate);
    }
    println!("{} graphs, {} classes, {symmetric} with symmetry", graphs.len(), by_hash.len());
}

fn for_gap(generators: &[Permutation]) -> String {
    let texts: Vec<String> =
        generators.iter().map(|generator| generator.to_string().replace(' ', ",")).collect();
    format!("Group([{}],())", texts.join(","))
}

/// Groups that are not all symmetric: products of powers of random permutations that keep blocks or orbits.
fn random_groups() -> Vec<Group> {
    let mut random = Numbers::new(31337);
    let mut groups = Vec::new();
    for round in 0..150 {
        let (size, count) = (2 + random.below(4), 2 + random.below(4));
        let degree = size * count;
        let generators = (0..1 + random.below(3)).map(|_| {
            let images = match round % 3 {
                // Blocks are permuted, and inside them points.
                0 => {
                    let top = permutation(&mut random, count);
                    let inner: Vec<_> =
                        (0..count).map(|_| permutation(&mut random, size)).collect();
                    (0..degree)
                        .map(|x| {
                            (top.image(x / size) * size + inner[x / size].image(x % size)) as u32
                        })
                        .collect()
                }
                // The blocks are orbits.
                1 => {
                    let inner: Vec<_> =
                        (0..count).map(|_| permutation(&mut random, size)).collect();
                    (0..degree)
                        .map(|x| (x / size * size + inner[x / size].image(x % size)) as u32)
                        .collect()
                }
                // Some blocks move in step.
                _ => {
                    let inner = [permutation(&mut random, size), permutation(&mut random, size)];
                    (0..degree)
                        .map(|x| (x / size * size + inner[x / size % 2].image(x % size)) as u32)
                        .collect()
                }
            };
            Permutation::from_images(images).unwrap()
        });
        groups.push(Group::from_generators(degree, generators.collect()));
    }
    groups
}

/// An expression for the group of a name; none if the name is no name but an order.
fn named_in_gap(name: &str) -> Option<String> {
    if name.contains("group of order") {
        return None;
    }
    let split = |text: &str, separator: &str| -> Option<Vec<String>> {
        let mut depth = 0;
        let mut parts = vec![String::new()];
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            depth += i32::from(c == '(') - i32::from(c == ')');
            if depth == 0 && rest.starts_with(separator) {
                parts.push(String::new());
                rest = &rest[separator.len()..];
            } else {
                parts.last_mut().unwrap().push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
        (parts.len() > 1).then_some(parts)
    };
    if let Some(parts) = split(name, " x ") {
        let parts: Option<Vec<_>> = parts.iter().map(|part| named_in_gap(part)).collect();
        return Some(format!("DirectProduct({})", parts?.join(",")));
    }
    if let Some(parts) = split(name, " wr ") {
        return Some(format!(
            "WreathProduct({},{})",
            named_in_gap(&parts[0])?,
            named_in_gap(&parts[1])?
        ));
    }
    if let Some(parts) = split(name, "^") {
        return Some(format!(
            "DirectProduct(List([1..{}],i->{}))",
            parts[1],
            named_in_gap(&parts[0])?
        ));
    }
    if let Some(inner) = name.strip_prefix('(') {
        return named_in_gap(inner.strip_suffix(')')?);
    }
    let number = name.get(1..).unwrap_or("");
    Some(match name.as_bytes()[0] {
        b'S' => format!("SymmetricGroup({number})"),
        b'A' => format!("AlternatingGroup({number})"),
        b'C' => format!("CyclicGroup(IsPermGroup,{number})"),
        b'D' => format!("Group(GeneratorsOfGroup(DihedralGroup(IsPermGroup,2*{number})))"),
        _ => "Group(())".to_string(),
    })
}

#[test]
fn groups_agree_with_gap() {
    let groups = random_groups();
    let mut input = String::new();
    for group in &groups {
        writeln!(input, "g:={};;", for_gap(group.generators())).unwrap();
        let orbits = format!("Length(Orbits(g,[1..{}]))", group.degree());
        writeln!(input, "Print(\"@\",Size(g),\" \",Size(Stabilizer(g,2)),\" \",{orbits},\" \");")
            .unwrap();
        match named_in_gap(&describe(group)) {
            Some(expression) => {
                writeln!(input, "h:={expression};;").unwrap();
                writeln!(input, "if Size(h)<>Size(g) then Print(\"wrong\\n\");").unwrap();
                writeln!(input, "elif Size(g)>2000 then Print(\"unsure\\n\");").unwrap();
                writeln!(input, "elif IsomorphismGroups(g,h)=fail then Print(\"wrong\\n\"); else Print(\"right\\n\"); fi;")
                    .unwrap();
            }
            None => input.push_str("Print(\"unnamed\\n\");\n"),
        }
    }
    let Some(output) = ask(Peer::Gap, &["-q", "-A", "-x", "1000"], &input) else {
        return;
    };
    let answers: Vec<&str> = output.split('@').skip(1).map(str::trim).collect();
    assert_eq!(answers.len(), groups.len(), "{output}");
    let mut verdicts: HashMap<String, usize> = HashMap::new();
    for (group, answer) in groups.iter().zip(answers) {
        let words: Vec<&str> = answer.split_whitespace().collect();
        let name = describe(group);
        assert_eq!(words.len(), 4, "{answer} for {name} {group:?}");
        assert_eq!(words[0], group.order().to_string(), "{group:?}");
        assert_eq!(words[1], group.stabiliser(1).order().to_string(), "{group:?}");
        assert_eq!(words[2], group.orbits().len().to_string(), "{group:?}");
        assert_ne!(words[3], "wrong", "{name} {group:?}");
        *verdicts.entry(words[3].to_string()).or_default() += 1;
    }
    println!("names: {verdicts:?}");
}

/// What GAP answers to a file.
fn ask_gap_to_read(name: &str, text: &str) -> Option<String> {
    let folder = Folder::new(name);
    let path = folder.join("groups.g");
    std::fs::write(&path, text).unwrap();
    ask(Peer::Gap, &["-q", "-A", path.to_str().unwrap()], "quit;\n")
}

/// What is written goes through GAP, which says the order and prints the group; that is read back.
#[test]
fn written_groups_are_read_by_gap_and_printed_ones_here() {
    let groups = random_groups();
    let mut input = String::new();
    for group in &groups {
        input.push_str(&write_gap("G", group.generators()));
        input.push_str("Print(\"@\",Order(G),\"\\n\",G,\"\\n\");\n");
    }
    let Some(output) = ask_gap_to_read("written.g", &input) else { return };
    let answers: Vec<&str> = output.split('@').skip(1).collect();
    assert_eq!(answers.len(), groups.len(), "{output}");
    for (group, answer) in groups.iter().zip(answers) {
        let (order, printed) = answer.split_once('\n').expect("an order and a group");
        assert_eq!(order, group.order().to_string(), "{group:?}");
        let read = read_gap(printed).unwrap_or_else(|error| panic!("{error} in {printed}"));
        let degree = group.degree();
        let generators = read.generators.iter().map(|g| g.permutation(degree).expect("its points"));
        assert_eq!(&Group::from_generators(degree, generators.collect()), group, "{printed}");
    }
}

/// S, C, D or A on so many points: generators as image vectors, and its name.
fn simple(random: &mut Numbers) -> (usize, Vec<Permutation>, String) {
    let size = 2 + random.below(4);
    let rotation: Vec<usize> = (0..size).collect();
    let cycles = |cycles: &[Vec<usize>]| Permutation::from_cycles(size, cycles).unwrap();
    let turn = cycles(&[rotation]);
    let flip = (0..size / 2).map(|i| vec![i, size - 1 - i]).collect::<Vec<_>>();
    let triples = (2..size).map(|i| cycles(&[vec![0, 1, i]])).collect();
    match (random.below(4), size) {
        (0, _) => (size, vec![turn, cycles(&[vec![0, 1]])], format!("S{size}")),
        (1, 3..) => (size, vec![turn, cycles(&flip)], format!("D{size}")),
        (2, 4..) => (size, triples, format!("A{size}")),
        _ => (size, vec![turn], format!("C{size}")),
    }
}

/// A random direct product, or wreath product, or direct product of a wreath product with something,
/// its points renumbered; and what it was made of.
fn random_product(random: &mut Numbers) -> (Group, String) {
    let shift = |g: &Permutation, by: usize, degree: usize| {
        let cycles: Vec<Vec<usize>> =
            g.cycles().iter().map(|c| c.iter().map(|x| x + by).collect()).collect();
        Permutation::from_cycles(degree, &cycles).unwrap()
    };
    let direct = |a: (usize, Vec<Permutation>, String), b: (usize, Vec<Permutation>, String)| {
        let degree = a.0 + b.0;
        let mut generators: Vec<_> = a.1.iter().map(|g| shift(g, 0, degree)).collect();
        generators.extend(b.1.iter().map(|g| shift(g, a.0, degree)));
        (degree, generators, format!("({} x {})", a.2, b.2))
    };
    let wreath = |a: (usize, Vec<Permutation>, String), b: (usize, Vec<Permutation>, String)| {
        let degree = a.0 * b.0;
        let mut generators: Vec<_> = a.1.iter().map(|g| shift(g, 0, degree)).collect();
        for top in &b.1 {
            let images = (0..degree).map(|x| (top.image(x / a.0) * a.0 + x % a.0) as u32);
            generators.push(Permutation::from_images(images.collect()).unwrap());
        }
        (degree, generators, format!("({} wr {})", a.2, b.2))
    };
    let (first, second, third) = (simple(random), simple(random), simple(random));
    let (degree, generators, made_of) = match random.below(4) {
        0 => direct(first, second),
        1 => wreath(first, second),
        2 => direct(direct(first, second), third),
        _ => direct(wreath(first, second), third),
    };
    let renumbering = permutation(random, degree);
    let generators = generators.iter().map(|g| g.conjugate(&renumbering)).collect();
    (Group::from_generators(degree, generators), made_of)
}

/// The order that a name claims, read off the name alone.
fn order_of_name(name: &str) -> BigUint {
    let mut names = NameReader { rest: name };
    let (order, _) = names.product();
    assert_eq!(names.rest, "", "in {name}");
    order
}

struct NameReader<'n> {
    rest: &'n str,
}

impl NameReader<'_> {
    fn eat(&mut self, word: &str) -> bool {
        let after = self.rest.strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn number(&mut self) -> u32 {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().unwrap()
    }

    /// The order, and how many points the group permutes on the right hand side of `wr`.
    fn product(&mut self) -> (BigUint, u32) {
        let (mut order, mut points) = self.wreath();
        while self.eat(" x ") {
            let (factor, more) = self.wreath();
            (order, points) = (order * factor, points + more);
        }
        (order, points)
    }

    fn wreath(&mut self) -> (BigUint, u32) {
        let (mut order, mut points) = self.power();
        while self.eat(" wr ") {
            let (top, blocks) = self.power();
            (order, points) = (order.pow(blocks) * top, points * blocks);
        }
        (order, points)
    }

    fn power(&mut self) -> (BigUint, u32) {
        let (order, points) = self.simple();
        if !self.eat("^") {
            return (order, points);
        }
        let factors = self.number();
        (order.pow(factors), points * factors)
    }

    fn simple(&mut self) -> (BigUint, u32) {
        if self.eat("(") {
            let product = self.product();
            assert!(self.eat(")"));
            return product;
        }
        if self.eat("group of order ") {
            let end = self.rest.find([' ', ')', '^']).unwrap_or(self.rest.len());
            let (number, rest) = self.rest.split_at(end);
            self.rest = rest;
            return (number.parse().unwrap(), 0);
        }
        let kind = self.rest.chars().next().unwrap();
        self.rest = &self.rest[1..];
        let index = if kind == '1' { 1 } else { self.number() };
        let order = match kind {
            'S' => factorial(index),
            'A' => factorial(index) / 2u32,
            'C' => index.into(),
            'D' => (2 * index).into(),
            '1' => 1u32.into(),
            _ => panic!("{kind} is no name of a group"),
        };
        (order, index)
    }
}

#[test]
fn names_of_products_claim_the_order_that_gap_finds() {
    let mut random = Numbers::new(65537);
    let products: Vec<(Group, String)> = (0..200).map(|_| random_product(&mut random)).collect();
    let mut input = String::new();
    for (group, _) in &products {
        input.push_str(&write_gap("G", group.generators()));
        input.push_str("Print(\"@\",Order(G),\"\\n\");\n");
    }
    let Some(output) = ask_gap_to_read("products.g", &input) else { return };
    let answers: Vec<&str> = output.split('@').skip(1).map(str::trim).collect();
    assert_eq!(answers.len(), products.len(), "{output}");
    let mut unnamed = Vec::new();
    for ((group, made_of), order) in products.iter().zip(answers) {
        let name = describe(group);
        assert_eq!(order_of_name(&name).to_string(), order, "{name} for {made_of}");
        assert_eq!(order_of_name(made_of).to_string(), order, "{made_of}");
        if name.contains("group of order") {
            unnamed.push(format!("{made_of}: {name}"));
        }
    }
    assert_eq!(unnamed, Vec::<String>::new(), "without a name");
}
