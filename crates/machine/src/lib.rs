//! Processes over typed cells: the guarded-command form, its evaluator and its static analyses.
