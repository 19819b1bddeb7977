// SPDX-License-Identifier: Apache-2.0
//! The whole validation by `jsonwebtoken` on AWS-LC, as its documentation says for several keys: the header is decoded for the Key ID, and
//! again together with the rest. It parses the key at each verification.
use crate::{
    input::{Input, Key, Token},
    measurement::Verification,
};
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header, jwk::Jwk};
use serde::{Deserialize, de::DeserializeOwned};
use std::{collections::HashMap, hint::black_box, marker::PhantomData};

/// The claims that the tokens have, in the types that an application would give them.
#[derive(Deserialize)]
#[allow(dead_code)]
pub struct Claims {
    iss: String,
    sub: String,
    aud: String,
    exp: u64,
    iat: u64,
    jti: String,
    client_id: String,
    scope: String,
    data: String,
}

pub struct Whole<T> {
    keys: HashMap<String, DecodingKey>,
    validation: Validation,
    claims: PhantomData<T>,
}

impl<T: DeserializeOwned + 'static> Whole<T> {
    pub fn open(input: &Input, algorithm: &str, keys: &[Key]) -> Result<Box<dyn Verification>, String> {
        // The only name that the library has for it.
        let name = if algorithm == "Ed25519" { "EdDSA" } else { algorithm };
        let algorithm: Algorithm = name.parse().map_err(|_| "not in this version")?;
        let mut validation = Validation::new(algorithm);
        validation.set_issuer(&[&input.issuer]);
        validation.set_audience(&[&input.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let mut found = HashMap::new();
        for key in keys {
            let jwk: Jwk = serde_json::from_str(&key.jwk).map_err(|error| error.to_string())?;
            found.insert(key.id.clone(), DecodingKey::from_jwk(&jwk).map_err(|error| error.to_string())?);
        }
        Ok(Box::new(Whole::<T> {
            keys: found,
            validation,
            claims: PhantomData,
        }))
    }

    fn validate(&self, compact: &str) -> Option<T> {
        let key = self.keys.get(&decode_header(compact).ok()?.kid?)?;
        Some(decode::<T>(compact, key, &self.validation).ok()?.claims)
    }
}

impl<T: DeserializeOwned + 'static> Verification for Whole<T> {
    fn accepts(&self, token: &Token) -> bool {
        // A new copy, as in a request.
        let compact = token.compact.clone();
        black_box(self.validate(black_box(&compact))).is_some()
    }
}
