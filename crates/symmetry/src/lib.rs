//! Points, sorts, actions on states, detection graphs and representatives.
