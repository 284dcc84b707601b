//! Keys without a sign of their own, as characters that [`Browser::press`](super::Browser::press) takes.

/// Backspace.
pub const BACKSPACE: char = '\u{e003}';
/// Tab.
pub const TAB: char = '\u{e004}';
/// Enter.
pub const ENTER: char = '\u{e007}';
/// Shift, to be held.
pub const SHIFT: char = '\u{e008}';
/// Control, to be held.
pub const CONTROL: char = '\u{e009}';
/// Alt, to be held.
pub const ALT: char = '\u{e00a}';
/// Escape.
pub const ESCAPE: char = '\u{e00c}';
/// Page up.
pub const PAGE_UP: char = '\u{e00e}';
/// Page down.
pub const PAGE_DOWN: char = '\u{e00f}';
/// End.
pub const END: char = '\u{e010}';
/// Home.
pub const HOME: char = '\u{e011}';
/// The arrow to the left.
pub const LEFT: char = '\u{e012}';
/// The arrow up.
pub const UP: char = '\u{e013}';
/// The arrow to the right.
pub const RIGHT: char = '\u{e014}';
/// The arrow down.
pub const DOWN: char = '\u{e015}';
/// Delete.
pub const DELETE: char = '\u{e017}';
