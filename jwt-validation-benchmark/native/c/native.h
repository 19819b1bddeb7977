// SPDX-License-Identifier: Apache-2.0
// What the driver (driver.c) needs from the cryptography (openssl.c).
#ifndef NATIVE_H
#define NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The keys of a set by one library, ready to verify.
struct prepared;

// Why the library that is linked lacks an algorithm, or NULL if it has it.
const char *why_absent(const char *algorithm);

// Prepares a key; NULL if the library refuses it.
struct prepared *prepare(const char *algorithm, const uint8_t *spki, size_t length);

void discard(struct prepared *key);

// Returns a signature in the form that the library reads, or NULL if there is none.
uint8_t *library_form(const char *algorithm, const uint8_t *signature, size_t length, size_t *result_length);

bool verify(struct prepared *key, const uint8_t *message, size_t message_length, const uint8_t *signature, size_t signature_length);

// Prints a line for each library that is linked.
void print_links(FILE *out);

// The program: main, under a name that another language can call.
int native_main(int count, char **arguments);

#endif
