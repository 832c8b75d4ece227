// SPDX-License-Identifier: Apache-2.0
// A signer for `passc --sign-with` that answers MS milliseconds after it was asked, as a service far away:
// late_signer KEY.pem MS. A real service takes none of this machine's processors; this one has to make the
// signature here, so it makes it with nothing around it. RSA, digests as passc asks for them.
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

static void fail(const char *what) {
  fprintf(stderr, "late_signer: %s\n", what);
  exit(3);
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
    unsigned char signature[1024];
    size_t length = sizeof signature;
    if (EVP_PKEY_sign(context, signature, &length, one.digest, 32) <= 0) fail("cannot sign");
    char line[2048];
    int count = sprintf(line, "{\"id\":%lu,\"signature\":\"", one.id);
    count += EVP_EncodeBlock((unsigned char *)line + count, signature, (int)length);
    count += sprintf(line + count, "\"}\n");

    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &one.due, NULL);
    // Less than PIPE_BUF: it goes out whole.
    if (write(1, line, (size_t)count) != count) exit(0);
  }
  return unused;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
  if (!file || !(key = PEM_read_PrivateKey(file, NULL, NULL, NULL))) fail("usage: late_signer KEY.pem MS");
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
    for (int i = 0; i < 32; i++)
      if (sscanf(digest + 10 + 2 * i, "%2hhx", &one.digest[i]) != 1) fail("not a digest");
    pthread_mutex_lock(&lock);
    if (last - first == LIMIT) fail("too many in flight");
    queue[last++ % LIMIT] = one;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
