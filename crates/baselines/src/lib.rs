//! Published ways to detect symmetry, and which steps are safe, kept to be compared with.
//!
//! `detection` reads the symmetry of a program off its coloured graph. What is here finds it as papers do, with their
//! figures on the way, and gives the group that it finds to the same reduction:
//!
//! - [`channel_diagram`]: static channel diagrams and the largest valid group (Donaldson and Miller 2008);
//! - [`known_rebecs`]: whom each actor knows (Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010);
//! - [`safe_servers`]: which message servers may go before what others do (the same paper). No search uses it.

pub mod channel_diagram;
mod known;
pub mod known_rebecs;
pub mod safe_servers;
