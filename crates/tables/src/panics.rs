//! Panics in the libraries, which cost a row of a table and not the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What comes of some work.
///
/// # Errors
/// What a library said when it panicked instead.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panic_text(payload.as_ref()))
}

/// What a panic said.
fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    format!("defect: panicked: {}", text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn panics_are_defects() {
        let panics: [fn(); 2] = [|| panic!("out of ideas"), || panic!("out of {}", "ideas")];
        for panics in panics {
            assert_eq!(guarded(panics), Err("defect: panicked: out of ideas".to_owned()));
        }
        assert_eq!(guarded(|| 1), Ok(1));
    }
}
