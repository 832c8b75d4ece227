// SPDX-License-Identifier: Apache-2.0
// A signer for `passc --sign-with` that answers MS milliseconds after it was asked, as a service far away:
// late_signer KEY.pem MS [MEMORY]. RSA, digests as passc asks for them.
//
// A real service takes none of this machine's processors. This one makes each signature here, with nothing
// around it, and writes it into the file MEMORY; what stands there is not signed again: the same rows with the
// same signing time, issued once more, take of the processors what passc takes.
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  struct timespec due;
  unsigned long id;
  unsigned char digest[32];
} question;

enum { LIMIT = 4096 };
static question queue[LIMIT];
static unsigned first, last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static EVP_PKEY *key;

// Signatures in base 64, by digest: places in a table that is never filled.
typedef struct {
  unsigned char digest[32];
  char *signature;
} known;

enum { PLACES = 1 << 20 };
static known *memory;
static unsigned held;
static FILE *memory_file;
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what) {
  fprintf(stderr, "late_signer: %s\n", what);
  exit(3);
}

static void read_digest(const char *text, unsigned char *digest) {
  for (int i = 0; i < 32; i++)
    if (sscanf(text + 2 * i, "%2hhx", &digest[i]) != 1) fail("not a digest");
}

// Where a digest stands, or would; with the lock held.
static known *place(const unsigned char *digest) {
  unsigned at;
  memcpy(&at, digest, sizeof at);
  for (at %= PLACES; memory[at].signature && memcmp(memory[at].digest, digest, 32) != 0;) at = (at + 1) % PLACES;
  return &memory[at];
}

static void hold(const unsigned char *digest, const char *signature) {
  known *one = place(digest);
  if (one->signature) return;
  if (++held > PLACES / 2) fail("too many signatures to remember");
  memcpy(one->digest, digest, 32);
  if (!(one->signature = strdup(signature))) fail("no memory");
}

static void remember(const char *path) {
  char digest[65], signature[2048];
  unsigned char bytes[32];
  if (!(memory = calloc(PLACES, sizeof *memory)) || !(memory_file = fopen(path, "a+"))) fail("cannot open MEMORY");
  rewind(memory_file);
  while (fscanf(memory_file, "%64s %2047s", digest, signature) == 2) {
    read_digest(digest, bytes);
    hold(bytes, signature);
  }
}

// A signature in base 64: remembered, or made.
static void sign(EVP_PKEY_CTX *context, const unsigned char *digest, char *text) {
  unsigned char signature[1024];
  size_t length = sizeof signature;
  if (memory) {
    pthread_mutex_lock(&memory_lock);
    const char *before = place(digest)->signature;
    pthread_mutex_unlock(&memory_lock);
    if (before) {
      strcpy(text, before);
      return;
    }
  }
  if (EVP_PKEY_sign(context, signature, &length, digest, 32) <= 0) fail("cannot sign");
  EVP_EncodeBlock((unsigned char *)text, signature, (int)length);
  if (!memory) return;
  pthread_mutex_lock(&memory_lock);
  hold(digest, text);
  for (int i = 0; i < 32; i++) fprintf(memory_file, "%02x", digest[i]);
  fprintf(memory_file, " %s\n", text);
  pthread_mutex_unlock(&memory_lock);
}

// Signs when it is asked and says it when it is due.
static void *answer(void *unused) {
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
  if (!context || EVP_PKEY_sign_init(context) <= 0 ||
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) <= 0 ||
      EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) <= 0)
    fail("no RSA key");
  for (;;) {
    pthread_mutex_lock(&lock);
    while (first == last) pthread_cond_wait(&changed, &lock);
    question one = queue[first++ % LIMIT];
    pthread_mutex_unlock(&lock);
    char signature[2048], line[2200];
    sign(context, one.digest, signature);
    int count = sprintf(line, "{\"id\":%lu,\"signature\":\"%s\"}\n", one.id, signature);

    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &one.due, NULL);
    // Less than PIPE_BUF: it goes out whole.
    if (write(1, line, (size_t)count) != count) exit(0);
  }
  return unused;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 || argc == 4 ? fopen(argv[1], "r") : NULL;
  if (!file || !(key = PEM_read_PrivateKey(file, NULL, NULL, NULL))) fail("usage: late_signer KEY.pem MS [MEMORY]");
  if (argc == 4) remember(argv[3]);
  long latency = atol(argv[2]) * 1000000;
  // As many threads as may be in flight: each sleeps until its answer is due.
  for (int i = 0; i < 128; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, answer, NULL);
  }
  char line[1024];
  while (fgets(line, sizeof line, stdin)) {
    question one;
    clock_gettime(CLOCK_MONOTONIC, &one.due);
    one.due.tv_nsec += latency;
    one.due.tv_sec += one.due.tv_nsec / 1000000000;
    one.due.tv_nsec %= 1000000000;
    char *digest = strstr(line, "\"digest\":\"");
    if (sscanf(line, "{\"id\":%lu", &one.id) != 1 || !digest) fail("not a question");
    read_digest(digest + 10, one.digest);
    pthread_mutex_lock(&lock);
    if (last - first == LIMIT) fail("too many in flight");
    queue[last++ % LIMIT] = one;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
