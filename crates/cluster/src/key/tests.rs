use std::fs;

use testing::places::Folder;

use super::*;

fn written(folder: &Folder, text: &str) -> std::path::PathBuf {
    let path = folder.join("written");
    fs::write(&path, text).expect("a file");
    set_mode(&path, 0o600);
    path
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) {}

#[test]
fn what_is_created_is_read() {
    let folder = Folder::new("key");
    let path = folder.join("key");
    let key = Key::create(&path).expect("a key");
    assert_eq!(Key::read(&path).expect("a key").bytes, key.bytes);
    assert!(key.is_secret());
    let text = fs::read_to_string(&path).expect("a text");
    assert_eq!((text.len(), text.lines().count()), (DIGITS + 1, 1));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

#[cfg(unix)]
#[test]
fn a_key_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("key-modes");
    let path = folder.join("key");
    Key::create(&path).expect("a key");
    let mode = fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o7777, 0o600);
    for mode in [0o640, 0o604, 0o620, 0o601, 0o644, 0o666] {
        set_mode(&path, mode);
        let refused = Key::read(&path).expect_err("others have access");
        assert!(matches!(refused, KeyError::NotPrivate { mode: told } if told == mode));
        assert!(refused.to_string().contains(&format!("mode {mode:04o}")), "{refused}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new("key-exists");
    let path = written(&folder, "something");
    assert!(matches!(Key::create(&path), Err(KeyError::Exists)));
    assert_eq!(fs::read_to_string(&path).expect("a text"), "something");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
fn a_file_that_is_missing_is_told() {
    let folder = Folder::new("key-missing");
    let missing = Key::read(&folder.join("none"));
    assert!(
        matches!(missing, Err(KeyError::File(error)) if error.kind() == io::ErrorKind::NotFound)
    );
    let nowhere = Key::create(&folder.join("none").join("key"));
    assert!(
        matches!(nowhere, Err(KeyError::File(error)) if error.kind() == io::ErrorKind::NotFound)
    );
}

#[test]
fn a_key_is_a_line_of_64_digits() {
    let folder = Folder::new("key-texts");
    let digits = "0123456789abcdefABCDEF0123456789".repeat(2);
    for good in [digits.clone(), format!("{digits}\n"), format!("{digits}\r\n")] {
        let key = Key::read(&written(&folder, &good)).expect("a key");
        assert_eq!(digits_of(&key.bytes), digits.to_lowercase());
    }
    let (short, strange) = (&digits[1..], digits.replace('7', "g"));
    let bad = [
        String::new(),
        "\n".to_owned(),
        short.to_owned(),
        format!("{short}\n"),
        format!("{digits}0"),
        format!("{digits}\n\n"),
        format!(" {digits}"),
        format!("+{short}"),
        strange,
        "é".repeat(32),
        digits.repeat(1000),
    ];
    for text in bad {
        let refused = Key::read(&written(&folder, &text)).expect_err("no key");
        assert!(matches!(refused, KeyError::NotAKey), "{text:?}: {refused}");
        assert!(!format!("{refused} {refused:?}").contains(&digits[..16]));
    }
}

#[test]
fn debug_shows_nothing_of_it() {
    let (one, other) = (Key::random().expect("a key"), Key::random().expect("a key"));
    assert_ne!(one.bytes, other.bytes);
    assert_eq!(format!("{one:?}"), "Key { is_secret: true, .. }");
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

#[test]
fn what_all_know_is_no_secret_in_a_file() {
    assert!(!Key::known_to_all().is_secret());
    let folder = Folder::new("key-known");
    let key = Key::read(&written(&folder, &"0".repeat(64))).expect("a key");
    assert!(!key.is_secret());
}
