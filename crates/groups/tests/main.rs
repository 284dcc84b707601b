//! The tests of `groups`, as one program: what they use is linked once.

mod against_other_systems;
mod blocks;
mod common;
mod cosets;
mod graphs_brute_force;
mod groups_brute_force;
mod images;
mod known_graphs;
mod known_groups;
mod patience;
mod permutations;
mod refinement;
