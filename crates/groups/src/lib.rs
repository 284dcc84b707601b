//! Permutations, permutation groups, coloured graphs, automorphisms and canonical labelling.
