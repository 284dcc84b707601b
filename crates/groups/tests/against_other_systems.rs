//! Orders, canonical forms and names against GAP (`gap`) and nauty (`dreadnaut`), where these are installed.

mod common;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use common::*;
use groups::{ColouredGraph, Group, Permutation, automorphisms, canonical_labelling, describe};
use num_bigint::BigUint;

/// What a program answers to an input; none, with a message, if it cannot be started.
fn ask(program: &str, arguments: &[&str], input: String) -> Option<String> {
    let command = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = command else {
        println!("skipped: `{program}` is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Undirected or directed random graphs of many kinds, with vertex colours, without edge colours and parallel edges.
fn random_graphs() -> Vec<ColouredGraph> {
    let mut random = Random(2024);
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
            graph = union(&[graph.clone(), graph.permuted(&random.permutation(count))]);
        }
        let relabelled = graph.permuted(&random.permutation(graph.vertex_count()));
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
    let Some(output) = ask("dreadnaut", &[], input) else { return };
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
    let mut random = Random(31337);
    let mut groups = Vec::new();
    for round in 0..150 {
        let (size, count) = (2 + random.below(4), 2 + random.below(4));
        let degree = size * count;
        let generators = (0..1 + random.below(3)).map(|_| {
            let images = match round % 3 {
                // Blocks are permuted, and inside them points.
                0 => {
                    let top = random.permutation(count);
                    let inner: Vec<_> = (0..count).map(|_| random.permutation(size)).collect();
                    (0..degree)
                        .map(|x| {
                            (top.image(x / size) * size + inner[x / size].image(x % size)) as u32
                        })
                        .collect()
                }
                // The blocks are orbits.
                1 => {
                    let inner: Vec<_> = (0..count).map(|_| random.permutation(size)).collect();
                    (0..degree)
                        .map(|x| (x / size * size + inner[x / size].image(x % size)) as u32)
                        .collect()
                }
                // Some blocks move in step.
                _ => {
                    let inner = [random.permutation(size), random.permutation(size)];
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
    let Some(output) = ask("gap", &["-q", "-A", "-x", "1000"], input) else {
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
