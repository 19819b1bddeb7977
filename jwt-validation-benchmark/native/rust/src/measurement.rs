// SPDX-License-Identifier: Apache-2.0
//! One library with one set of keys and tokens; the functions answer the commands.
use crate::{
    bare::{Aws, Ring},
    input::{Input, Key, Set, Token},
    whole::{Claims, Whole},
};
use std::{fmt::Write, hint::black_box, time::Instant};

/// Operations from one reading of the clock to the next.
const BATCH: u64 = 16;

/// The keys of a set, prepared by one library.
pub trait Verification {
    fn accepts(&self, token: &Token) -> bool;
}

/// Form and name of each library.
pub const LIBRARIES: [(&str, &str); 4] = [
    ("bare", "aws-lc"),
    ("bare", "ring"),
    ("whole", "jsonwebtoken"),
    ("whole", "jsonwebtoken-typed"),
];

/// Prepares keys by the library of this name.
pub fn open(library: &str, input: &Input, algorithm: &str, keys: &[Key]) -> Result<Box<dyn Verification>, String> {
    match library {
        "aws-lc" => Aws::open(algorithm, keys),
        "ring" => Ring::open(algorithm, keys),
        "jsonwebtoken" => Whole::<serde_json::Value>::open(input, algorithm, keys),
        _ => Whole::<Claims>::open(input, algorithm, keys),
    }
}

/// SplitMix64; the same numbers in every language.
pub struct Sequence(pub u64);

impl Sequence {
    pub fn next(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        (mixed >> 33) as usize % bound
    }
}

pub struct Measurement<'a> {
    library: &'a str,
    input: &'a Input,
    set: &'a Set,
    good: Vec<Token>,
    verification: Box<dyn Verification>,
}

impl<'a> Measurement<'a> {
    pub fn open(library: &'a str, input: &'a Input, set: &'a Set) -> Result<Self, String> {
        Ok(Measurement {
            library,
            input,
            set,
            good: set.tokens.iter().filter(|token| token.is_good()).cloned().collect(),
            verification: open(library, input, &set.algorithm, &set.keys)?,
        })
    }

    pub fn check(&self, is_bare: bool) -> Result<String, String> {
        let (mut accepted, mut refused) = (0, 0);
        for token in &self.set.tokens {
            let kind = token.kind.as_str();
            if is_bare && !["good", "bad-signature", "bad-payload"].contains(&kind) {
                continue;
            }
            match (self.verification.accepts(token), token.is_good()) {
                (true, true) => accepted += 1,
                (false, false) => refused += 1,
                (true, false) => return Err(format!("a token that is {kind} is accepted")),
                (false, true) => return Err(format!("a token that is {kind} is refused")),
            }
        }
        Ok(format!("ok accepted={accepted} refused={refused}"))
    }

    /// How long does the first verification of each key take, parsing included?
    pub fn cold(&self) -> Result<String, String> {
        let mut answer = "cold".to_string();
        for (number, key) in self.set.keys.iter().enumerate() {
            if let Some(token) = self.good.iter().find(|token| token.key == number) {
                let token = Token { key: 0, ..token.clone() };
                let begin = Instant::now();
                let verification = open(self.library, self.input, &self.set.algorithm, std::slice::from_ref(key))?;
                let accepted = verification.accepts(&token);
                let nanos = begin.elapsed().as_nanos();
                if !accepted {
                    return Err(format!("{} refuses its token", key.id));
                }
                let _ = write!(answer, " {nanos}");
            }
        }
        Ok(answer)
    }

    /// How long does each of the first verifications of this process take?
    pub fn first(&self, count: usize) -> Result<String, String> {
        let mut nanos = vec![0; count];
        let mut sequence = Sequence(0);
        for one in &mut nanos {
            let token = &self.good[sequence.next(self.good.len())];
            let begin = Instant::now();
            let accepted = self.verification.accepts(token);
            *one = begin.elapsed().as_nanos();
            if !accepted {
                return Err("a good token is refused".to_string());
            }
        }
        let mut answer = "first".to_string();
        for one in nanos {
            let _ = write!(answer, " {one}");
        }
        Ok(answer)
    }

    pub fn slot(&self, milliseconds: u128, seed: u64) -> String {
        let least = milliseconds * 1_000_000;
        let mut sequence = Sequence(seed);
        let (mut operations, mut accepted, mut nanos) = (0u64, 0u64, 0u128);
        let processor = processor_time();
        let begin = Instant::now();
        while operations == 0 || nanos < least {
            for _ in 0..BATCH {
                let token = &self.good[sequence.next(self.good.len())];
                accepted += u64::from(black_box(self.verification.accepts(token)));
            }
            operations += BATCH;
            nanos = begin.elapsed().as_nanos();
        }
        let processor = processor_time() - processor;
        format!("slot operations={operations} nanos={nanos} accepted={accepted} cpu={processor}")
    }

    /// How many octets are kept for each key that is in use?
    pub fn memory(&self) -> Result<String, String> {
        let Some(before) = allocated() else {
            return Ok("memory unknown".to_string());
        };
        let fresh = open(self.library, self.input, &self.set.algorithm, &self.set.keys)?;
        for token in &self.good {
            fresh.accepts(token);
        }
        let after = allocated().unwrap_or_default();
        Ok(format!("memory octets={}", after.saturating_sub(before) / self.set.keys.len()))
    }
}

fn processor_time() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the system writes the structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The octets that are allocated, those of libraries in C included, which share the allocator.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn allocated() -> Option<usize> {
    // SAFETY: the function only reads the state of the allocator.
    let info = unsafe { libc::mallinfo2() };
    Some(info.uordblks + info.hblkhd)
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn allocated() -> Option<usize> {
    None
}
