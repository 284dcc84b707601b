//! Random numbers, for those who ask for them here.

pub use testing::Numbers;
