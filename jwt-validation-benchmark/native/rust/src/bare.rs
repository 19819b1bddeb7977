// SPDX-License-Identifier: Apache-2.0
//! The signature alone, by two libraries.
use crate::{
    input::{Key, Token},
    measurement::Verification,
};

/// AWS-LC by `aws-lc-rs`, which prepares keys.
pub struct Aws(Vec<aws_lc_rs::signature::ParsedPublicKey>);

impl Aws {
    fn algorithm(name: &str) -> Option<&'static dyn aws_lc_rs::signature::VerificationAlgorithm> {
        use aws_lc_rs::signature::*;
        Some(match name {
            "RS256" => &RSA_PKCS1_2048_8192_SHA256,
            "RS384" => &RSA_PKCS1_2048_8192_SHA384,
            "PS256" => &RSA_PSS_2048_8192_SHA256,
            "ES256" => &ECDSA_P256_SHA256_FIXED,
            "ES384" => &ECDSA_P384_SHA384_FIXED,
            "Ed25519" => &ED25519,
            "ML-DSA-44" => &ML_DSA_44,
            "ML-DSA-65" => &ML_DSA_65,
            "ML-DSA-87" => &ML_DSA_87,
            _ => return None,
        })
    }

    pub fn open(algorithm: &str, keys: &[Key]) -> Result<Box<dyn Verification>, String> {
        let found = Aws::algorithm(algorithm).ok_or("not in this version")?;
        let parsed: Result<Vec<_>, _> = keys
            .iter()
            .map(|key| aws_lc_rs::signature::ParsedPublicKey::new(found, &key.spki))
            .collect();
        Ok(Box::new(Aws(parsed.map_err(|error| error.to_string())?)))
    }
}

impl Verification for Aws {
    fn accepts(&self, token: &Token) -> bool {
        self.0[token.key].verify_sig(&token.signing_input, &token.signature).is_ok()
    }
}

/// `ring`, which has no prepared keys: it parses the octets at each verification.
pub struct Ring(Vec<ring::signature::UnparsedPublicKey<Vec<u8>>>);

impl Ring {
    fn algorithm(name: &str) -> Option<&'static dyn ring::signature::VerificationAlgorithm> {
        use ring::signature::*;
        Some(match name {
            "RS256" => &RSA_PKCS1_2048_8192_SHA256,
            "RS384" => &RSA_PKCS1_2048_8192_SHA384,
            "PS256" => &RSA_PSS_2048_8192_SHA256,
            "ES256" => &ECDSA_P256_SHA256_FIXED,
            "ES384" => &ECDSA_P384_SHA384_FIXED,
            "Ed25519" => &ED25519,
            _ => return None,
        })
    }

    pub fn open(algorithm: &str, keys: &[Key]) -> Result<Box<dyn Verification>, String> {
        let found = Ring::algorithm(algorithm).ok_or("not in this version")?;
        let keys = keys
            .iter()
            .map(|key| ring::signature::UnparsedPublicKey::new(found, key.octets.clone()))
            .collect();
        Ok(Box::new(Ring(keys)))
    }
}

impl Verification for Ring {
    fn accepts(&self, token: &Token) -> bool {
        self.0[token.key].verify(&token.signing_input, &token.signature).is_ok()
    }
}
