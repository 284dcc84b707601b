//! Temporary.
use diagnostics::Sources;
use kernel::*;
use symmetry::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut sources = Sources::new();
    let text = std::fs::read(&args[1]).unwrap();
    let file = sources.add_bytes(args[1].clone(), &text).unwrap();
    let mut lo = promela::LoadOptions::default();
    if args.iter().any(|a| a == "nomerge") {
        lo.compile.merge_statements = false;
    }
    if args.iter().any(|a| a == "o123") {
        lo.compile.merge_statements = false;
        lo.compile.reset_dead_variables = false;
        lo.hide_unread = false;
    }
    let loaded = promela::load(&mut sources, file, &promela::ParseOptions::default(), lo);
    for d in &loaded.diagnostics {
        println!("{}", d.one_line(&sources));
    }
    let machine = loaded.model.unwrap().machine;
    let options = SearchOptions { keep_going: true, ..Default::default() };
    if !args.iter().any(|a| a == "q") {
        let o = search(&machine, &options, &Silent);
        println!("unreduced {:?} {:?} violations {}", o.statistics, o.stop, o.violation_count);
        println!(
            "  {:.1} bytes/state {:.0} states/s",
            o.statistics.store_bytes as f64 / o.statistics.states as f64,
            o.statistics.states as f64 / o.statistics.elapsed.as_secs_f64()
        );
    }
    if args.iter().any(|a| a == "u") {
        return;
    }
    let t = std::time::Instant::now();
    let d = machine::detect::detect(&machine);
    println!("detect {:?}", t.elapsed());
    for r in &d.remarks {
        println!("remark {:?} {}", r.span.map(|s| sources.line_column(s)), r.text);
    }
    if let Some(r) = &d.reduction {
        println!("order {} points {}", r.symmetry.order(), r.symmetry.layout().point_count());
        for g in r.symmetry.generators() {
            println!("  {g}");
        }
        let c = Canonical::new(&r.symmetry);
        let q = Quotient::new(r, &c);
        let o = search(&q, &options, &Silent);
        println!("quotient {:?} {:?} violations {}", o.statistics, o.stop, o.violation_count);
    }
}
