// SPDX-License-Identifier: Apache-2.0
//! Builds OpenSSL, and the C program for it.

const FLAGS: [&str; 3] = ["-O3", "-march=native", "-std=gnu11"];

fn main() {
    let openssl = openssl_src::Build::new().build();
    let mut program = cc::Build::new();
    for source in ["driver.c", "input.c", "openssl.c"] {
        println!("cargo:rerun-if-changed=../c/{source}");
        program.file(format!("../c/{source}"));
    }
    for header in ["input.h", "native.h"] {
        println!("cargo:rerun-if-changed=../c/{header}");
    }
    for flag in FLAGS {
        program.flag(flag);
    }
    program
        .include(openssl.include_dir())
        .define("NATIVE_NAME", "\"openssl-built\"")
        .define("NATIVE_FLAGS", format!("\"{}\"", FLAGS.join(" ")).as_str())
        .compile("native");
    println!("cargo:rustc-link-search=native={}", openssl.lib_dir().display());
    println!("cargo:rustc-link-lib=static=crypto");
}
