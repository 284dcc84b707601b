//! Source files, spans and messages.
