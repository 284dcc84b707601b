#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    quotient_fuzz::check_cspm(data);
});
