//! What debuggers are told.
