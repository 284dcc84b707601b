//! Promela: text to machine, and states and steps back to text.
