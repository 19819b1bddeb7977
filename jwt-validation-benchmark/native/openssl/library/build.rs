// SPDX-License-Identifier: Apache-2.0
//! Builds OpenSSL from its source.
use std::env;

fn main() {
    // The crate asks for -O2, OpenSSL itself for -O3; the last one counts.
    // SAFETY: no other thread runs.
    unsafe { env::set_var("CFLAGS", "-O3") };
    let built = openssl_src::Build::new().build();
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:include={}", built.include_dir().display());
    println!("cargo:rustc-link-search=native={}", built.lib_dir().display());
    println!("cargo:rustc-link-lib=static=crypto");
}
