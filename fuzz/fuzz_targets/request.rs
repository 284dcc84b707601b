#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    quotient_fuzz::request(data);
});
