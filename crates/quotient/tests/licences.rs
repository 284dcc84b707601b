//! Whatever the program is built from may be passed on under the project's own licences.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than a notice, and that no name be used to advertise.
const PERMISSIVE: [&str; 9] = [
    "MIT",
    "Apache-2.0",
    "Zlib",
    "Unlicense",
    "Unicode-3.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "Apache-2.0 WITH LLVM-exception",
];

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` leaves a permissive choice for each of its parts.
fn is_permissive(expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']);
        part.split(" OR ")
            .flat_map(|choice| choice.split('/'))
            .any(|choice| PERMISSIVE.contains(&choice.trim()))
    })
}

#[test]
fn every_dependency_may_be_passed_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--format-version", "1"]).current_dir(root);
    let said = cargo.output().expect("cargo");
    if !said.status.success() {
        println!("skipped: cargo cannot read the manifests of all dependencies");
        return;
    }
    let metadata: Value = serde_json::from_slice(&said.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 30, "{}", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_permissive(licence), "{}: {licence}", package["name"]);
    }
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    for permissive in
        ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"]
    {
        assert!(is_permissive(permissive), "{permissive}");
    }
    for other in ["GPL-3.0", "none", "MIT AND GPL-2.0", "(GPL-2.0 OR LGPL-2.1) AND MIT"] {
        assert!(!is_permissive(other), "{other}");
    }
}
