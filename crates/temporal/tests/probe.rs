mod common;
use temporal::*;
use testing::Numbers;
#[test]
fn probe() {
    for size in [12, 16, 20, 25, 30] {
        let mut numbers = Numbers::new(9);
        let start = std::time::Instant::now();
        let (mut states, mut ba, mut edges, mut tba, mut worst, mut errors) = (0, 0, 0, 0, (0, std::time::Duration::ZERO), 0);
        for round in 0..200 {
            let formula = common::formula(&mut numbers, size, 4);
            let start = std::time::Instant::now();
            match translate(&formula, &Limits::default()) {
                Ok(a) => { let d = a.degeneralised(); let s = a.state_based();
                    states += a.state_count(); edges += a.edge_count(); ba += s.state_count(); tba += d.state_count();
                }
                Err(e) => { errors += 1; println!("{e} {formula:?}"); }
            }
            let time = start.elapsed();
            if time > worst.1 { worst = (round, time); }
        }
        println!("{size}: tgba {states} {edges} tba {tba} ba {ba} worst {worst:?} errors {errors} all {:?}", start.elapsed());
    }
}
