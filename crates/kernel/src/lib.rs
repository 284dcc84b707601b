//! Transition systems, search, visited sets, properties, traces, limits and progress reports.
