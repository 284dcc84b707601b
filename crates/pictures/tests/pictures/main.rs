//! What every picture has to keep, whatever it is drawn of.

mod charts;
mod hostile;
mod other_pictures;
mod support;
