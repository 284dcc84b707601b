//! The tests of `symmetry`, as one program: what they use is linked once.

mod adapters;
mod apart;
mod common;
mod component_order;
mod effort;
mod enumerate;
mod guide_pictures;
mod large_groups;
mod largest_valid;
mod layout;
mod markers;
mod on_the_fly;
mod orbits;
mod patience;
mod quotient;
mod representatives;
mod runs;
mod segmented_by_chain;
mod sinc;
mod sorting;
mod strategies;
mod toy;
mod transposition;
mod twins;
mod without_a_language;
