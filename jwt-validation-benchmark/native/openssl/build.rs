// SPDX-License-Identifier: Apache-2.0
//! Compiles the C program for the OpenSSL that is built.
use std::env;

const FLAGS: [&str; 3] = ["-O3", "-march=native", "-std=gnu11"];

fn main() {
    let include = env::var("DEP_NATIVE_OPENSSL_INCLUDE").unwrap();
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
        .include(include)
        .define("NATIVE_NAME", "\"openssl-built\"")
        .define("NATIVE_FLAGS", format!("\"{}\"", FLAGS.join(" ")).as_str())
        .compile("native");
}
