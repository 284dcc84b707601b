//! Tables of numbers, whatever their homes.

use std::cell::RefCell;
use std::collections::HashSet;
use std::thread;

use super::super::table::{Met, Table};

fn settle(table: &Table, number: u64, may_enter: bool) -> Met {
    let mut place = table.place(number);
    table.look(&mut place);
    table.settle(place, || may_enter)
}

fn enter(table: &Table, number: u64) -> Met {
    settle(table, number, true)
}

/// The numbers of a table, each of which must be there once.
fn all(table: &Table) -> HashSet<u64> {
    let numbers = RefCell::new(Vec::new());
    let mut other = Table::new(2 * table.length(), u64::MAX).unwrap();
    assert!(table.copy(&mut other, |number| {
        numbers.borrow_mut().push(number);
        number
    }));
    let numbers = numbers.into_inner();
    let set: HashSet<u64> = numbers.iter().copied().collect();
    assert_eq!(set.len(), numbers.len());
    set
}

#[test]
fn numbers_are_told_from_their_slots() {
    for (length, bits, width) in
        [(2, 1, 4), (7, 3, 4), (7, 40, 8), (100, 20, 4), (1000, 26, 4), (1000, 64, 8)]
    {
        let largest = u64::MAX >> (64 - bits);
        let table = Table::new(length, largest).unwrap();
        assert_eq!(table.bytes(), width * length);
        let mut expected = HashSet::new();
        // Two of three have a home that others have as well.
        for number in (0..3 * length).map(|n| (n * n / 3).wrapping_mul(length + n % 3) & largest) {
            match enter(&table, number) {
                Met::New => assert!(expected.insert(number)),
                Met::Known => assert!(expected.contains(&number)),
                Met::Crowded => assert_eq!(table.entered(), table.room()),
                Met::Absent => panic!("it may be entered"),
            }
            let is_there = settle(&table, number, false) == Met::Known;
            assert_eq!(is_there, expected.contains(&number));
        }
        assert_eq!(table.entered(), expected.len() as u64);
        assert_eq!(all(&table), expected);
    }
}

#[test]
fn what_cannot_be_displaced_so_far_waits_for_more_slots() {
    // With so many bits, short slots can say little more than how far a number must reach.
    let largest = 1 << 33;
    let mut table = Table::new(1100, largest).unwrap();
    assert_eq!(table.bytes(), 4400);
    let numbers = || (0..600).map(|n| n * 1100);
    let new = numbers().filter(|&number| enter(&table, number) == Met::New).count() as u64;
    assert_eq!(new, table.entered());
    assert!((512..600).contains(&new) && new < table.room());
    assert_eq!(enter(&table, 599 * 1100), Met::Crowded);
    // It is no less crowded for another with the same home.
    let mut same = Table::new(1100, largest).unwrap();
    assert!(table.copy(&mut same, |number| number));
    assert_eq!(enter(&same, 599 * 1100), Met::Crowded);
    let mut longer = Table::new(1201, largest).unwrap();
    assert!(table.copy(&mut longer, |number| number));
    assert!(numbers().all(|number| enter(&longer, number) != Met::Crowded));
    assert_eq!(all(&longer), numbers().collect());
    // All of them have one home there, and there are too many of them.
    assert!(!longer.copy(&mut table, |number| number));
}

#[test]
fn threads_agree_on_what_is_new() {
    for bits in [20, 50] {
        let largest = u64::MAX >> (64 - bits);
        let table = Table::new(4001, largest).unwrap();
        let number = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
        let enter_all = |thread: u64| {
            let order = (0..3000).map(|n| (n + thread * 91) % 3000);
            order.filter(|&n| enter(&table, number(n)) == Met::New).count()
        };
        let new: usize = thread::scope(|scope| {
            let enter_all = &enter_all;
            let running = [0, 1, 2, 3].map(|thread| scope.spawn(move || enter_all(thread)));
            running.map(|thread| thread.join().unwrap()).iter().sum()
        });
        assert_eq!(all(&table), (0..3000).map(number).collect());
        assert_eq!(new, all(&table).len());
    }
}
