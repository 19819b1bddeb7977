// SPDX-License-Identifier: Apache-2.0
//! The input file, read into memory.

/// One file.
pub struct Input {
    pub issuer: String,
    pub audience: String,
    pub clock: u64,
    pub sets: Vec<Set>,
}

/// The keys and tokens of one regime and algorithm.
pub struct Set {
    pub regime: String,
    pub algorithm: String,
    pub keys: Vec<Key>,
    pub tokens: Vec<Token>,
}

#[derive(Clone)]
pub struct Key {
    pub id: String,
    /// What the BIT STRING of the SubjectPublicKeyInfo contains: for RSA a key of PKCS #1, otherwise a point or the octets of the key.
    pub octets: Vec<u8>,
    pub spki: Vec<u8>,
    pub jwk: String,
}

#[derive(Clone)]
pub struct Token {
    pub kind: String,
    pub key: usize,
    pub compact: String,
    pub signing_input: Vec<u8>,
    pub signature: Vec<u8>,
}

impl Token {
    pub fn is_good(&self) -> bool {
        self.kind == "good"
    }
}

impl Input {
    /// Reads all lines, or says which of them is wrong.
    pub fn parse(text: &str) -> Result<Input, String> {
        let mut input = Input {
            issuer: String::new(),
            audience: String::new(),
            clock: 0,
            sets: Vec::new(),
        };
        let mut complete = false;
        for (number, line) in text.lines().enumerate() {
            let wrong = || format!("line {}: unexpected", number + 1);
            if complete || (number == 0) != (line == "jwt-validation-native 1") {
                return Err(wrong());
            }
            if number > 0 {
                complete = line == "end";
                if !complete {
                    input.read(line).ok_or_else(wrong)?;
                }
            }
        }
        if complete { Ok(input) } else { Err("no last line".to_string()) }
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["issuer", issuer] => self.issuer = issuer.to_string(),
            ["audience", audience] => self.audience = audience.to_string(),
            ["clock", seconds] => self.clock = seconds.parse().ok()?,
            ["set", regime, algorithm] => self.sets.push(Set {
                regime: regime.to_string(),
                algorithm: algorithm.to_string(),
                keys: Vec::new(),
                tokens: Vec::new(),
            }),
            ["key", id, spki, jwk] => {
                let spki = decoded(spki)?;
                self.sets.last_mut()?.keys.push(Key {
                    id: id.to_string(),
                    octets: bit_string(&spki)?.to_vec(),
                    spki,
                    jwk: String::from_utf8(decoded(jwk)?).ok()?,
                });
            }
            ["token", kind, id, compact] => {
                let set = self.sets.last_mut()?;
                let (signing_input, signature) = compact.rsplit_once('.')?;
                set.tokens.push(Token {
                    kind: kind.to_string(),
                    key: set.keys.iter().position(|key| key.id == id)?,
                    compact: compact.to_string(),
                    signing_input: signing_input.as_bytes().to_vec(),
                    signature: decoded(signature)?,
                });
            }
            _ => return None,
        }
        Some(())
    }
}

fn decoded(base64url: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::with_capacity(base64url.len());
    let (mut bits, mut count) = (0u32, 0);
    for character in base64url.bytes() {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            octets.push((bits >> count) as u8);
        }
    }
    Some(octets)
}

/// The contents of an element in DER, and what follows it.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = der.strip_prefix(&[tag])?.split_first()?;
    let (length, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let (octets, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
        (octets.iter().fold(0, |sum, &octet| sum << 8 | usize::from(octet)), rest)
    };
    rest.split_at_checked(length)
}

fn bit_string(spki: &[u8]) -> Option<&[u8]> {
    let (key, _) = element(spki, 0x30)?;
    let (_algorithm, rest) = element(key, 0x30)?;
    let (bits, _) = element(rest, 0x03)?;
    // The first octet counts unused bits.
    bits.strip_prefix(&[0])
}
