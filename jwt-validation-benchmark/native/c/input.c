// SPDX-License-Identifier: Apache-2.0
// Reads the input file. Nothing is freed, because everything is in use until the process ends.
#include "input.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 4

static void fail(size_t line, const char *why) {
  fprintf(stderr, "line %zu: %s\n", line, why);
  exit(2);
}

// Makes room for one more element at the end of an array, whose size doubles.
static void *grown(void *array, size_t count, size_t size) {
  if ((count & (count - 1)) != 0) {
    return array;
  }
  void *larger = realloc(array, (count == 0 ? 1 : 2 * count) * size);
  if (larger == NULL) {
    fail(0, "no memory");
  }
  return larger;
}

static int sextet(char c) {
  if (c >= 'A' && c <= 'Z') {
    return c - 'A';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 26;
  }
  if (c >= '0' && c <= '9') {
    return c - '0' + 52;
  }
  return c == '-' ? 62 : c == '_' ? 63 : -1;
}

static struct octets decoded(const char *text, size_t line) {
  struct octets result = {malloc(strlen(text) + 1), 0};
  if (result.data == NULL) {
    fail(line, "no memory");
  }
  unsigned int bits = 0;
  int count = 0;
  for (; *text != '\0'; text++) {
    int value = sextet(*text);
    if (value < 0) {
      fail(line, "not base64url");
    }
    bits = (bits << 6 | (unsigned int)value) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      result.data[result.length++] = (uint8_t)(bits >> count);
    }
  }
  return result;
}

static void add_set(struct input *input, char **words) {
  input->sets = grown(input->sets, input->set_count, sizeof *input->sets);
  input->sets[input->set_count++] = (struct set){.regime = words[1], .algorithm = words[2]};
}

static void add_key(struct set *set, char **words, size_t line) {
  set->keys = grown(set->keys, set->key_count, sizeof *set->keys);
  set->keys[set->key_count++] = (struct key){words[1], decoded(words[2], line)};
}

static void add_token(struct set *set, char **words, size_t line) {
  size_t key = 0;
  while (key < set->key_count && strcmp(set->keys[key].id, words[2]) != 0) {
    key++;
  }
  char *dot = strrchr(words[3], '.');
  if (key == set->key_count || dot == NULL) {
    fail(line, "no key of this name, or no dot");
  }
  struct octets signing_input = {(uint8_t *)words[3], (size_t)(dot - words[3])};
  set->tokens = grown(set->tokens, set->token_count, sizeof *set->tokens);
  set->tokens[set->token_count++] = (struct token){words[1], key, signing_input, decoded(dot + 1, line)};
}

static void read_line(struct input *input, char **words, size_t count, size_t line) {
  struct set *current = input->set_count == 0 ? NULL : &input->sets[input->set_count - 1];
  if (strcmp(words[0], "issuer") == 0 || strcmp(words[0], "audience") == 0) {
    return;
  }
  if (strcmp(words[0], "clock") == 0 && count == 2) {
    input->clock = atoll(words[1]);
  } else if (strcmp(words[0], "set") == 0 && count == 3) {
    add_set(input, words);
  } else if (strcmp(words[0], "key") == 0 && count == 4 && current != NULL) {
    add_key(current, words, line);
  } else if (strcmp(words[0], "token") == 0 && count == 4 && current != NULL) {
    add_token(current, words, line);
  } else {
    fail(line, "unexpected");
  }
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fail(0, "the input file cannot be read");
  }
  long length = ftell(file);
  rewind(file);
  char *text = malloc((size_t)length + 1);
  if (text == NULL || fread(text, 1, (size_t)length, file) != (size_t)length) {
    fail(0, "the input file cannot be read");
  }
  text[length] = '\0';
  fclose(file);
  return text;
}

void read_input(const char *path, struct input *result) {
  *result = (struct input){0};
  size_t line = 1;
  char *next = NULL;
  char *text = strtok_r(contents(path), "\n", &next);
  if (text == NULL || strcmp(text, "jwt-validation-native 1") != 0) {
    fail(line, "not an input file of this version");
  }
  bool complete = false;
  while ((text = strtok_r(NULL, "\n", &next)) != NULL) {
    line++;
    if (complete) {
      fail(line, "after the end");
    }
    if (strcmp(text, "end") == 0) {
      complete = true;
      continue;
    }
    char *words[MOST_WORDS];
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
      if (count == MOST_WORDS) {
        fail(line, "too many words");
      }
      words[count++] = word;
    }
    if (count == 0) {
      fail(line, "empty");
    }
    read_line(result, words, count, line);
  }
  if (!complete) {
    fail(line, "not the last line");
  }
}
