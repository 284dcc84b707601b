//! The partial order of a sequence: what comes before what because the two do not commute.

/// Pairs of so many parts, the one before the other, of which the rest follows; none if all have one order.
pub(super) fn order(
    count: usize,
    mut commute: impl FnMut(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    let words = count.div_ceil(64);
    let mut before: Vec<Vec<u64>> = Vec::with_capacity(count);
    let mut order = Vec::new();
    for later in 0..count {
        let mut known = vec![0; words];
        for earlier in (0..later).rev() {
            let is_known = known[earlier / 64] & 1 << (earlier % 64) != 0;
            if is_known || commute(earlier, later) {
                continue;
            }
            order.push((earlier, later));
            known[earlier / 64] |= 1 << (earlier % 64);
            known.iter_mut().zip(&before[earlier]).for_each(|(known, more)| *known |= more);
        }
        before.push(known);
    }
    // A chain: each part after the one before it.
    (order.len() + 1 != count || order.iter().any(|(a, b)| a + 1 != *b)).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn what_follows_is_left_out() {
        // 0 and 1 commute, and 2 comes after both, 3 after all of them.
        let apart = |a: usize, b: usize| (a, b) == (0, 1);
        assert_eq!(order(4, apart), Some(vec![(1, 2), (0, 2), (2, 3)]));
        assert_eq!(order(3, |_, _| true), Some(Vec::new()));
        assert_eq!(order(3, |_, _| false), None);
    }
}
