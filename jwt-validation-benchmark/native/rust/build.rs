// SPDX-License-Identifier: Apache-2.0
//! Tells the program by which compiler and flags it was built, and what it links.
use std::{env, fs, process::Command};

fn main() {
    let compiler = Command::new(env::var("RUSTC").unwrap())
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
        .unwrap_or_default();
    println!("cargo:rustc-env=NATIVE_COMPILER={compiler}");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!(
        "cargo:rustc-env=NATIVE_FLAGS=opt-level={} codegen-units=1 lto {}",
        env::var("OPT_LEVEL").unwrap(),
        flags.replace('\u{1f}', " ")
    );
    println!("cargo:rustc-env=NATIVE_LINKS={}", resolved());
    println!("cargo:rerun-if-changed=Cargo.toml");
    println!("cargo:rerun-if-changed=Cargo.lock");
}

/// The resolved versions of all dependencies, as the lock file has them, which is not kept.
fn resolved() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let value = |line: &str, name: &str| {
        line.strip_prefix(name)
            .map(|rest| rest.trim_matches(&['=', ' ', '"'][..]).to_string())
    };
    let mut links = Vec::new();
    let mut package = String::new();
    for line in lock.lines() {
        if let Some(name) = value(line, "name = ") {
            package = name;
        } else if let Some(version) = value(line, "version = ") {
            if ["aws-lc-rs", "aws-lc-sys", "jsonwebtoken", "ring", "serde_json"].contains(&package.as_str()) {
                links.push(format!("{package} {version}"));
            }
        }
    }
    links.join(",")
}
