//! Published ways to detect symmetry, kept to be compared with.
//!
//! `detection` reads the symmetry of a program off its coloured graph. What is here finds it as papers do, with their
//! figures on the way, and gives the group that it finds to the same reduction:
//!
//! - [`channel_diagram`]: static channel diagrams and the largest valid group (Donaldson and Miller 2008);
//! - [`known_rebecs`]: whom each actor knows (Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010).

pub mod channel_diagram;
mod known;
pub mod known_rebecs;
