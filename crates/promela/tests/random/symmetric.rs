pub use super::generator::model;
