// SPDX-License-Identifier: Apache-2.0
//! Calls the C program.
use std::{
    env,
    ffi::{CString, c_char, c_int},
    process,
};

// Links the library.
use native_openssl_library as _;

unsafe extern "C" {
    fn native_main(count: c_int, arguments: *mut *mut c_char) -> c_int;
}

fn main() {
    let arguments: Vec<CString> = env::args().map(|argument| CString::new(argument).unwrap()).collect();
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    // SAFETY: as many arguments as it is told, which it does not change and which outlive it.
    let code = unsafe { native_main(pointers.len() as c_int, pointers.as_mut_ptr()) };
    process::exit(code);
}
