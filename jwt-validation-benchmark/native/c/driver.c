// SPDX-License-Identifier: Apache-2.0
// Reads commands and prints one answer to each, like the programs in other languages; README.adoc lists them.
#include "input.h"
#include "native.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Operations from one reading of the clock to the next.
#define BATCH 16
// How long a file is used, in seconds: less than its tokens are valid.
#define USABLE 39600

#ifndef NATIVE_FLAGS
#define NATIVE_FLAGS "unknown"
#endif
#ifndef NATIVE_NAME
#define NATIVE_NAME "openssl"
#endif

// A token whose signature is in the form that the library reads.
struct ready {
  size_t key;
  const uint8_t *message;
  size_t message_length;
  const uint8_t *signature;
  size_t signature_length;
};

struct measurement {
  const struct set *set;
  struct prepared **keys;
  struct ready *good;
  size_t good_count;
};

static struct input input;
static struct measurement *opened;
static bool used;

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// SplitMix64; the same numbers in every language.
static size_t next_index(uint64_t *state, size_t bound) {
  *state += 0x9E3779B97F4A7C15u;
  uint64_t mixed = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  mixed ^= mixed >> 31;
  return (size_t)((mixed >> 33) % bound);
}

static bool is(const char *left, const char *right) {
  return strcmp(left, right) == 0;
}

static void answer(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  putchar('\n');
  fflush(stdout);
}

static bool accepts(struct measurement *measurement, const struct ready *token) {
  struct prepared *key = measurement->keys[token->key];
  return token->signature != NULL && verify(key, token->message, token->message_length, token->signature, token->signature_length);
}

static struct ready ready(const struct set *set, const struct token *token) {
  struct ready made = {token->key, token->signing_input.data, token->signing_input.length, NULL, 0};
  made.signature = library_form(set->algorithm, token->signature.data, token->signature.length, &made.signature_length);
  return made;
}

static struct prepared *prepare_key(const struct set *set, size_t key) {
  return prepare(set->algorithm, set->keys[key].spki.data, set->keys[key].spki.length);
}

static bool prepare_keys(const struct set *set, struct prepared **keys) {
  for (size_t i = 0; i < set->key_count; i++) {
    keys[i] = prepare_key(set, i);
    if (keys[i] == NULL) {
      return false;
    }
  }
  return true;
}

// Prepares the keys and the good tokens, once in the life of the process.
static struct measurement *open_measurement(size_t number) {
  struct measurement *made = &opened[number];
  if (made->set != NULL) {
    return made;
  }
  const struct set *set = &input.sets[number];
  made->keys = calloc(set->key_count, sizeof *made->keys);
  made->good = calloc(set->token_count, sizeof *made->good);
  if (made->keys == NULL || made->good == NULL || !prepare_keys(set, made->keys)) {
    return NULL;
  }
  for (size_t i = 0; i < set->token_count; i++) {
    if (is(set->tokens[i].kind, "good")) {
      made->good[made->good_count++] = ready(set, &set->tokens[i]);
    }
  }
  made->set = set;
  return made;
}

static void check(struct measurement *measurement) {
  size_t accepted = 0, refused = 0;
  const struct set *set = measurement->set;
  for (size_t i = 0; i < set->token_count; i++) {
    const struct token *token = &set->tokens[i];
    bool good = is(token->kind, "good");
    if (!good && !is(token->kind, "bad-signature") && !is(token->kind, "bad-payload")) {
      continue;
    }
    struct ready prepared = ready(set, token);
    if (accepts(measurement, &prepared) != good) {
      answer("failed: a token that is %s is %s", token->kind, good ? "refused" : "accepted");
      return;
    }
    accepted += good;
    refused += !good;
  }
  answer("ok accepted=%zu refused=%zu", accepted, refused);
}

static void cold(struct measurement *measurement) {
  const struct set *set = measurement->set;
  printf("cold");
  for (size_t key = 0; key < set->key_count; key++) {
    for (size_t i = 0; i < measurement->good_count; i++) {
      const struct ready *token = &measurement->good[i];
      if (token->key == key) {
        int64_t begin = now(CLOCK_MONOTONIC);
        struct prepared *fresh = prepare_key(set, key);
        bool accepted = fresh != NULL && verify(fresh, token->message, token->message_length, token->signature, token->signature_length);
        int64_t nanos = now(CLOCK_MONOTONIC) - begin;
        if (fresh != NULL) {
          discard(fresh);
        }
        // No number: the driver misses one.
        if (accepted) {
          printf(" %lld", (long long)nanos);
        }
        break;
      }
    }
  }
  answer("");
}

static void first(struct measurement *measurement, long long count) {
  int64_t *nanos = calloc((size_t)count, sizeof *nanos);
  uint64_t state = 0;
  for (long long i = 0; i < count; i++) {
    const struct ready *token = &measurement->good[next_index(&state, measurement->good_count)];
    int64_t begin = now(CLOCK_MONOTONIC);
    bool accepted = accepts(measurement, token);
    nanos[i] = now(CLOCK_MONOTONIC) - begin;
    if (!accepted) {
      answer("failed: a good token is refused");
      free(nanos);
      return;
    }
  }
  printf("first");
  for (long long i = 0; i < count; i++) {
    printf(" %lld", (long long)nanos[i]);
  }
  answer("");
  free(nanos);
}

static void slot(struct measurement *measurement, long long milliseconds, uint64_t seed) {
  int64_t least = milliseconds * 1000000;
  uint64_t state = seed;
  long long operations = 0, accepted = 0;
  int64_t processor = now(CLOCK_PROCESS_CPUTIME_ID);
  int64_t begin = now(CLOCK_MONOTONIC);
  int64_t nanos;
  do {
    for (int i = 0; i < BATCH; i++) {
      accepted += accepts(measurement, &measurement->good[next_index(&state, measurement->good_count)]);
    }
    operations += BATCH;
    nanos = now(CLOCK_MONOTONIC) - begin;
  } while (nanos < least);
  processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
  answer("slot operations=%lld nanos=%lld accepted=%lld cpu=%lld", operations, (long long)nanos, accepted, (long long)processor);
}

static void memory(struct measurement *measurement) {
#ifdef __GLIBC__
  const struct set *set = measurement->set;
  struct measurement fresh = {set, calloc(set->key_count, sizeof(struct prepared *)), measurement->good, measurement->good_count};
  struct mallinfo2 before = mallinfo2();
  if (!prepare_keys(set, fresh.keys)) {
    answer("failed: a key is refused");
    return;
  }
  // Some of it is computed by the first verification.
  for (size_t i = 0; i < fresh.good_count; i++) {
    accepts(&fresh, &fresh.good[i]);
  }
  struct mallinfo2 after = mallinfo2();
  answer("memory octets=%zu", (after.uordblks + after.hblkhd - before.uordblks - before.hblkhd) / set->key_count);
  for (size_t i = 0; i < set->key_count; i++) {
    discard(fresh.keys[i]);
  }
  free(fresh.keys);
#else
  (void)measurement;
  answer("memory unknown");
#endif
}

// Shows that the sequence is that of the other programs.
static void draw(size_t bound, uint64_t seed, size_t count) {
  printf("draw");
  for (size_t i = 0; i < count; i++) {
    printf(" %zu", next_index(&seed, bound));
  }
  answer("");
}

static void list(void) {
  printf("program c\n");
  print_links(stdout);
  printf("links compiler %s\nflags %s\n", __VERSION__, NATIVE_FLAGS);
  for (size_t i = 0; i < input.set_count; i++) {
    const struct set *set = &input.sets[i];
    const char *why = why_absent(set->algorithm);
    printf("%s %s %s bare %s", why == NULL ? "has" : "absent", set->regime, set->algorithm, NATIVE_NAME);
    printf(why == NULL ? "\n" : " %s\n", why);
  }
  answer("end");
}

static struct measurement *find(char **words) {
  for (size_t i = 0; i < input.set_count; i++) {
    const struct set *set = &input.sets[i];
    if (is(words[1], set->regime) && is(words[2], set->algorithm) && is(words[3], "bare") && is(words[4], NATIVE_NAME) &&
        why_absent(set->algorithm) == NULL) {
      return open_measurement(i);
    }
  }
  return NULL;
}

static void execute(char **words, int count) {
  long long age = (long long)time(NULL) - input.clock;
  struct measurement *measurement = count < 5 ? NULL : find(words);
  bool is_first = !used;
  if (measurement == NULL) {
    answer("failed: unknown command or measurement");
    return;
  }
  if (age < 0 || age > USABLE) {
    answer("failed: the input file is too old, or the clock is wrong");
    return;
  }
  used = true;
  if (is(words[0], "check") && count == 5) {
    check(measurement);
  } else if (is(words[0], "cold") && count == 5) {
    cold(measurement);
  } else if (is(words[0], "first") && count == 6 && is_first) {
    first(measurement, atoll(words[5]));
  } else if (is(words[0], "first") && count == 6) {
    answer("failed: not the first command of this process");
  } else if (is(words[0], "slot") && count == 7) {
    slot(measurement, atoll(words[5]), strtoull(words[6], NULL, 10));
  } else if (is(words[0], "memory") && count == 5) {
    memory(measurement);
  } else {
    answer("failed: unknown command or measurement");
  }
}

int native_main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s <input file>\n", arguments[0]);
    return 2;
  }
  read_input(arguments[1], &input);
  opened = calloc(input.set_count + 1, sizeof *opened);
  char line[512];
  while (opened != NULL && fgets(line, sizeof line, stdin) != NULL) {
    char *words[8];
    int found = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \n", &rest); word != NULL && found < 8; word = strtok_r(NULL, " \n", &rest)) {
      words[found++] = word;
    }
    if (found == 1 && is(words[0], "quit")) {
      break;
    }
    if (found == 1 && is(words[0], "list")) {
      list();
    } else if (found == 4 && is(words[0], "draw") && atoll(words[1]) > 0) {
      draw((size_t)atoll(words[1]), strtoull(words[2], NULL, 10), (size_t)atoll(words[3]));
    } else {
      execute(words, found);
    }
  }
  return 0;
}
