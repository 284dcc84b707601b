//! How much memory there is, and how much was used, as Linux tells it.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use crate::share_arguments::cores;

/// Addresses that the allocator may reserve for each thread, used or not.
const RESERVED: u64 = 64 << 20;

/// 90% of the memory that the machine, and the control groups of this process, still have to give; where its addresses are limited
/// (`ulimit -v`), no more than half of those that threads leave: tables that grow stand there twice.
pub fn default_limit() -> Option<u64> {
    let machine = kilobytes(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:");
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = left_in_groups(Path::new("/sys/fs/cgroup"), &groups);
    let available = [machine, group].into_iter().flatten().min()? / 10 * 9;
    let cores = cores() as u64;
    // Beside the workers, one thread waits for signals and one for the reader of the output.
    let reserved = RESERVED * (cores + 2);
    let usable = |left: u64| (left.saturating_sub(reserved) / 2).max(left / 16);
    Some(left_addresses().map_or(available, |left| available.min(usable(left))))
}

/// So many bytes stay with the heap of the process.
const KEPT: usize = 8 << 20;

/// Where addresses are limited, has the heap keep some of them before there are threads: what is reserved for a thread may be all that is left,
/// and then there is not even memory to say so.
pub fn keep_addresses() {
    if left_addresses().is_some() {
        // The allocator of glibc gives a large block back the first time, and from then on keeps what has this size.
        for _ in 0..2 {
            drop(std::hint::black_box(Vec::<u8>::with_capacity(KEPT)));
        }
    }
}

/// So little memory is for all that the heap of each thread would be felt.
#[cfg(target_os = "linux")]
const LITTLE: u64 = 256 << 20;

/// How glibc is told how many heaps threads have.
#[cfg(target_os = "linux")]
const HEAPS: &str = "MALLOC_ARENA_MAX";

/// Where less is to be taken than this, what is given back is felt that the heap keeps.
#[cfg(target_os = "linux")]
const MODERATE: u64 = 2 << 30;

/// How glibc is told from which size on a block is given back to the system at once. Unless it is told, it keeps all that are no larger than
/// one that was given back.
#[cfg(target_os = "linux")]
const GIVEN_BACK: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");

/// Where memory is to be limited, has large blocks given back to the system, and, where it is little, all threads share one heap, as each keeps
/// what it gave back for itself: the program begins anew with the settings for that, unless there are some. If that cannot be it goes on as
/// it is.
#[cfg(target_os = "linux")]
pub fn set_up_heap(limit: Option<u64>) {
    use std::os::unix::process::CommandExt;
    let limit = limit.or_else(default_limit).unwrap_or(u64::MAX);
    let (size, bytes) = GIVEN_BACK;
    let is_set = [HEAPS, size].iter().any(|name| std::env::var_os(name).is_some());
    if limit >= MODERATE || is_set {
        return;
    }
    let mut settings = Vec::new();
    if limit < LITTLE {
        settings.push((HEAPS, "1"));
    }
    // `keep_addresses` needs a heap that keeps blocks.
    if left_addresses().is_none() {
        settings.push((size, bytes));
    }
    if settings.is_empty() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut arguments = std::env::args_os();
        // Who was started by a loader is another program than that.
        let called = std::env::args_os().next().map(std::path::PathBuf::from);
        if called.as_deref().and_then(Path::file_name) != program.file_name() {
            return;
        }
        let mut command = std::process::Command::new(program);
        command.arg0(arguments.next().unwrap_or_default()).args(arguments).envs(settings);
        let _ = command.exec();
    }
}

/// Elsewhere that is not known.
#[cfg(not(target_os = "linux"))]
pub fn set_up_heap(_: Option<u64>) {}

/// How many bytes of addresses this process may still take, if they are limited.
fn left_addresses() -> Option<u64> {
    let most = address_limit(&read_to_string("/proc/self/limits").ok()?)?;
    let taken = kilobytes(&read_to_string("/proc/self/status").ok()?, "VmSize:").unwrap_or(0);
    Some(most.saturating_sub(taken))
}

/// The limit in the text of `/proc/self/limits`, if there is one.
fn address_limit(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The least that the control groups with a limit have left, among those that a text like `/proc/self/cgroup` names and those
/// around them. `root` is where they are mounted.
fn left_in_groups(root: &Path, own: &str) -> Option<u64> {
    let groups = own.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let version = if controllers.is_empty() {
            &VERSION_2
        } else if controllers.split(',').any(|it| it == "memory") {
            &VERSION_1
        } else {
            return None;
        };
        Some((version, path))
    });
    groups.filter_map(|(version, path)| version.left(root, Path::new(path))).min()
}

/// Where a version of control groups keeps its numbers.
struct Files {
    /// Where it may be mounted, below where all are.
    mounts: &'static [&'static str],
    most: &'static str,
    used: &'static str,
    /// In `memory.stat`: what is only kept of files, and given back when it is wanted.
    cached: &'static str,
}

const VERSION_1: Files = Files {
    mounts: &["memory"],
    most: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: "total_inactive_file ",
};

const VERSION_2: Files = Files {
    mounts: &["", "unified"],
    most: "memory.max",
    used: "memory.current",
    cached: "inactive_file ",
};

impl Files {
    /// The least that a group has left or one around it, up to where they are mounted. In a container the group may go by a name
    /// that only holds outside; what is mounted is its own then.
    fn left(&self, root: &Path, path: &Path) -> Option<u64> {
        let path = path.strip_prefix("/").unwrap_or(path);
        let folders = self.mounts.iter().flat_map(|mount| {
            let mount = root.join(mount);
            path.ancestors().map(move |within| mount.join(within))
        });
        folders.filter_map(|folder: PathBuf| self.left_in(&folder)).min()
    }

    fn left_in(&self, folder: &Path) -> Option<u64> {
        let number = |name| read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
        let most = number(self.most)?;
        let statistics = read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let cached = statistics.lines().find_map(|line| line.strip_prefix(self.cached));
        let cached = cached.and_then(|number| number.parse().ok()).unwrap_or(0);
        Some(most.saturating_sub(number(self.used)?.saturating_sub(cached)))
    }
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
    use testing::places::Folder;

    use super::*;

    #[test]
    fn lines_of_proc_are_read() {
        assert_eq!(kilobytes("VmPeak: 9 kB\nVmHWM:\t  12 kB\n", "VmHWM:"), Some(12 << 10));
        assert_eq!(kilobytes("VmPeak: 9 kB\n", "VmHWM:"), None);
        assert_eq!(kilobytes("VmHWM:\n", "VmHWM:"), None);
        let limited =
            "Limit  Soft Limit  Hard Limit  Units\nMax address space  4096  unlimited  bytes\n";
        assert_eq!(address_limit(limited), Some(4096));
        assert_eq!(address_limit(&limited.replace("4096", "unlimited")), None);
    }

    fn groups(files: &[(&str, &str)]) -> Folder {
        let root = Folder::new("cgroup");
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_group_of_the_process_and_those_around_it_count() {
        let root = groups(&[
            ("a/memory.max", "1000\n"),
            ("a/memory.current", "900\n"),
            ("a/memory.stat", "anon 1\ninactive_file 50\n"),
            ("a/b/memory.max", "max\n"),
            ("a/b/memory.current", "100\n"),
            ("a/b/c/memory.max", "400\n"),
            ("a/b/c/memory.current", "100\n"),
            ("other/memory.max", "7\n"),
            ("other/memory.current", "0\n"),
        ]);
        assert_eq!(left_in_groups(root.path(), "0::/a/b/c\n"), Some(150));
        assert_eq!(left_in_groups(root.path(), "0::/a/b\n"), Some(150));
        assert_eq!(left_in_groups(root.path(), "0::/other\n"), Some(7));
        assert_eq!(left_in_groups(root.path(), "0::/\n"), None);
    }

    #[test]
    fn the_first_version_of_groups_counts_too() {
        let root = groups(&[
            ("memory/x/memory.limit_in_bytes", "500"),
            ("memory/x/memory.usage_in_bytes", "200"),
            ("cpu/x/memory.limit_in_bytes", "1"),
        ]);
        let own = "3:cpu,cpuacct:/x\n2:memory:/x\n1:name=systemd:/x\n";
        assert_eq!(left_in_groups(root.path(), own), Some(300));
        // In a container the name may only hold outside.
        let inside = groups(&[("memory.max", "30"), ("memory.current", "10")]);
        assert_eq!(left_in_groups(inside.path(), "0::/docker/0123\n"), Some(20));
    }
}
