//! How much memory there is, and how much was used, as Linux tells it.

use std::fs::read_to_string;

/// 90% of the memory that the machine, and the control group if there is one, still has to give.
pub fn default_limit() -> Option<u64> {
    let machine = kilobytes(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:");
    let available = [machine, left_in_group()].into_iter().flatten().min()?;
    Some(available / 10 * 9)
}

fn left_in_group() -> Option<u64> {
    let number = |file: &str| read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let most = number("/sys/fs/cgroup/memory.max")?;
    Some(most.saturating_sub(number("/sys/fs/cgroup/memory.current")?))
}

/// The memory that this process holds for itself, without the program's own text.
pub fn held() -> Option<u64> {
    kilobytes(&read_to_string("/proc/self/status").ok()?, "RssAnon:")
}

/// The largest resident memory of this process so far.
pub fn peak() -> Option<u64> {
    kilobytes(&read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The number after `key` in lines such as `VmHWM:    1234 kB`, in bytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_proc_are_read() {
        assert_eq!(kilobytes("VmPeak: 9 kB\nVmHWM:\t  12 kB\n", "VmHWM:"), Some(12 << 10));
        assert_eq!(kilobytes("VmPeak: 9 kB\n", "VmHWM:"), None);
        assert_eq!(kilobytes("VmHWM:\n", "VmHWM:"), None);
    }
}
