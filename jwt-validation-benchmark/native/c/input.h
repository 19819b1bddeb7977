// SPDX-License-Identifier: Apache-2.0
// The input file, read into memory.
#ifndef INPUT_H
#define INPUT_H

#include <stddef.h>
#include <stdint.h>

struct octets {
  uint8_t *data;
  size_t length;
};

struct key {
  const char *id;
  struct octets spki;
};

struct token {
  // The word of the file: good, bad-signature and so on.
  const char *kind;
  size_t key;
  struct octets signing_input;
  struct octets signature;
};

struct set {
  const char *regime;
  const char *algorithm;
  struct key *keys;
  size_t key_count;
  struct token *tokens;
  size_t token_count;
};

struct input {
  long long clock;
  struct set *sets;
  size_t set_count;
};

// Reads the file; ends the process with a message if it is not as README.adoc says.
void read_input(const char *path, struct input *result);

#endif
