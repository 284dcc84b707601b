use super::*;

fn hashes(count: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..count).map(|number| {
        let bytes = number.to_le_bytes();
        let secrets = rapidhash::v3::RapidSecrets::seed(7);
        let first = rapidhash::v3::rapidhash_v3_seeded(&bytes, &secrets);
        [first, rapidhash::v3::rapidhash_v3(&bytes)]
    })
}

/// As many are omitted as is said, over tables of all fillings, and what was set is there.
#[test]
fn as_many_are_omitted_as_is_expected() {
    const STATES: u64 = 20_000;
    for (bytes, functions) in [(4_000, 3), (10_000, 3), (10_000, 8), (20_000, 2), (30_000, 1)] {
        let (mut omitted, mut expected) = (0, 0.0);
        for round in 0..20 {
            let bits = Bits::new(bytes, functions).expect("a few bytes");
            let states = hashes(STATES * 20).skip((round * STATES) as usize).take(STATES as usize);
            let kept = states.filter(|&hash| bits.set(hash)).count() as u64;
            assert!(
                hashes(STATES * 20)
                    .skip((round * STATES) as usize)
                    .take(100)
                    .all(|it| bits.has(it))
            );
            omitted += STATES - kept;
            expected += bits.omission(kept).expected;
        }
        let ratio = omitted as f64 / expected;
        assert!((0.97..1.03).contains(&ratio), "{bytes} {functions}: {omitted} {expected}");
    }
}

#[test]
fn numbers_are_found_until_the_table_is_full() {
    let table = Fingerprints::new(8 * 160).expect("a few bytes");
    let all: Vec<u64> = hashes(200).map(|[hash, _]| hash).chain([0]).collect();
    let entered: Vec<_> = all.iter().map(|&hash| table.insert(hash)).collect();
    assert_eq!(entered.iter().filter(|it| **it == Ok(true)).count(), 150);
    assert!(entered[150..].iter().all(|it| *it == Err(NotStored::Full)));
    for (hash, entered) in all.iter().zip(&entered) {
        assert_eq!(table.has(*hash), entered.is_ok());
        let again = if entered.is_ok() { Ok(false) } else { Err(NotStored::Full) };
        assert_eq!(table.insert(*hash), again);
    }
    // 0 is taken for 1, which is no more than any other pair of states is.
    let table = Fingerprints::new(8 * 160).expect("a few bytes");
    assert_eq!(
        [table.insert(0), table.insert(0), table.insert(1)],
        [Ok(true), Ok(false), Ok(false)]
    );
}
