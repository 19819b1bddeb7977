// SPDX-License-Identifier: Apache-2.0
// Bare verification by EVP, the interface of OpenSSL 3 and newer. Whatever can be prepared is prepared: the algorithms are fetched, and each
// key has a context that is initialized once.
#include "native.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Since 3.4, a signature of a whole message is verified by a context that stays initialized.
#if OPENSSL_VERSION_NUMBER >= 0x30400000L
#define BY_MESSAGE 1
#else
#define BY_MESSAGE 0
#endif

struct prepared {
  EVP_PKEY *key;
  EVP_PKEY_CTX *context;
  // NULL if the algorithm itself hashes.
  EVP_MD *hash;
  EVP_MD_CTX *hashing;
};

static bool hashes_itself(const char *algorithm) {
  return strcmp(algorithm, "Ed25519") == 0 || strncmp(algorithm, "ML-DSA-", 7) == 0;
}

const char *why_absent(const char *algorithm) {
  static const char *const names[] = {"RS256", "RS384", "PS256", "ES256", "ES384", "Ed25519"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(algorithm, names[i]) == 0) {
      return NULL;
    }
  }
#if BY_MESSAGE
  EVP_SIGNATURE *found = EVP_SIGNATURE_fetch(NULL, algorithm, NULL);
  if (found != NULL) {
    EVP_SIGNATURE_free(found);
    return NULL;
  }
#endif
  ERR_clear_error();
  return "this version of OpenSSL does not have the algorithm";
}

static bool set_up_hashing(struct prepared *made, const char *algorithm) {
  bool is_384 = strcmp(algorithm + strlen(algorithm) - 3, "384") == 0;
  made->hash = EVP_MD_fetch(NULL, is_384 ? "SHA384" : "SHA256", NULL);
  made->hashing = EVP_MD_CTX_new();
  if (made->hash == NULL || made->hashing == NULL || EVP_DigestInit_ex2(made->hashing, made->hash, NULL) != 1) {
    return false;
  }
  made->context = EVP_PKEY_CTX_new(made->key, NULL);
  if (made->context == NULL || EVP_PKEY_verify_init(made->context) != 1) {
    return false;
  }
  if (algorithm[0] == 'R' && EVP_PKEY_CTX_set_rsa_padding(made->context, RSA_PKCS1_PADDING) != 1) {
    return false;
  }
  if (algorithm[0] == 'P') {
    // The parameters of RFC 7518 section 3.5.
    if (EVP_PKEY_CTX_set_rsa_padding(made->context, RSA_PKCS1_PSS_PADDING) != 1 ||
        EVP_PKEY_CTX_set_rsa_pss_saltlen(made->context, RSA_PSS_SALTLEN_DIGEST) != 1 ||
        EVP_PKEY_CTX_set_rsa_mgf1_md(made->context, made->hash) != 1) {
      return false;
    }
  }
  return EVP_PKEY_CTX_set_signature_md(made->context, made->hash) == 1;
}

static bool set_up_message(struct prepared *made, const char *algorithm) {
#if BY_MESSAGE
  EVP_SIGNATURE *fetched = EVP_SIGNATURE_fetch(NULL, algorithm, NULL);
  made->context = EVP_PKEY_CTX_new(made->key, NULL);
  bool done = fetched != NULL && made->context != NULL && EVP_PKEY_verify_message_init(made->context, fetched, NULL) == 1;
  EVP_SIGNATURE_free(fetched);
  return done;
#else
  (void)algorithm;
  made->hashing = EVP_MD_CTX_new();
  return made->hashing != NULL && EVP_DigestVerifyInit(made->hashing, NULL, NULL, NULL, made->key) == 1;
#endif
}

struct prepared *prepare(const char *algorithm, const uint8_t *spki, size_t length) {
  struct prepared *made = calloc(1, sizeof *made);
  if (made == NULL) {
    return NULL;
  }
  const unsigned char *position = spki;
  made->key = d2i_PUBKEY(NULL, &position, (long)length);
  bool done = made->key != NULL && (hashes_itself(algorithm) ? set_up_message(made, algorithm) : set_up_hashing(made, algorithm));
  if (!done) {
    discard(made);
    return NULL;
  }
  return made;
}

void discard(struct prepared *key) {
  EVP_PKEY_CTX_free(key->context);
  EVP_MD_CTX_free(key->hashing);
  EVP_MD_free(key->hash);
  EVP_PKEY_free(key->key);
  free(key);
}

uint8_t *library_form(const char *algorithm, const uint8_t *signature, size_t length, size_t *result_length) {
  if (algorithm[0] != 'E' || algorithm[1] != 'S') {
    uint8_t *copy = malloc(length + 1);
    if (copy != NULL) {
      memcpy(copy, signature, length);
      *result_length = length;
    }
    return copy;
  }
  // JWS concatenates R and S (RFC 7518 section 3.4); OpenSSL reads them in DER.
  size_t half = strcmp(algorithm, "ES256") == 0 ? 32 : 48;
  if (length != 2 * half) {
    return NULL;
  }
  ECDSA_SIG *numbers = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(signature, (int)half, NULL);
  BIGNUM *s = BN_bin2bn(signature + half, (int)half, NULL);
  unsigned char *der = NULL;
  int der_length = -1;
  if (numbers != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(numbers, r, s) == 1) {
    der_length = i2d_ECDSA_SIG(numbers, &der);
  }
  ECDSA_SIG_free(numbers);
  *result_length = der_length > 0 ? (size_t)der_length : 0;
  return der_length > 0 ? der : NULL;
}

bool verify(struct prepared *key, const uint8_t *message, size_t message_length, const uint8_t *signature, size_t signature_length) {
  if (key->hash == NULL) {
#if BY_MESSAGE
    return EVP_PKEY_verify(key->context, signature, signature_length, message, message_length) == 1;
#else
    return EVP_DigestVerify(key->hashing, signature, signature_length, message, message_length) == 1;
#endif
  }
  uint8_t digest[EVP_MAX_MD_SIZE];
  unsigned int digest_length = 0;
  return EVP_DigestInit_ex2(key->hashing, NULL, NULL) == 1 && EVP_DigestUpdate(key->hashing, message, message_length) == 1 &&
         EVP_DigestFinal_ex(key->hashing, digest, &digest_length) == 1 &&
         EVP_PKEY_verify(key->context, signature, signature_length, digest, digest_length) == 1;
}

void print_links(FILE *out) {
  // That of the library in use, which may be newer than that of the header files.
  fprintf(out, "links openssl %s\n", OpenSSL_version(OPENSSL_FULL_VERSION_STRING));
  fprintf(out, "links openssl-compiler %s\n", OpenSSL_version(OPENSSL_CFLAGS));
}
