// SPDX-License-Identifier: Apache-2.0
// How many signatures a second a token makes by itself: token_rate MODULE LABEL PIN THREADS COUNT.
// Each thread has its session and signs a SHA-256 with PKCS #1 v1.5; nothing else is done.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../Sources/CLibraries/CPKCS11/shim.h"

static const passc_ck_functions *f;
static passc_ck_ulong slot, key;
static int count;

static void must(passc_ck_rv status, const char *what) {
  if (status == 0) return;
  fprintf(stderr, "token_rate: %s: 0x%lx\n", what, status);
  exit(3);
}

static void *work(void *unused) {
  static const unsigned char data[51] = {0x30, 0x31};
  passc_ck_ulong session;
  must(f->open_session(slot, 4, NULL, NULL, &session), "open");
  for (int i = 0; i < count; i++) {
    passc_ck_mechanism mechanism = {1, NULL, 0};
    unsigned char signature[512];
    passc_ck_ulong length = sizeof signature;
    must(f->sign_init(session, &mechanism, key), "sign_init");
    must(f->sign(session, data, sizeof data, signature, &length), "sign");
  }
  return unused;
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  void *module = dlopen(argv[1], RTLD_NOW);
  if (!module) return 3;
  passc_ck_get_function_list list = (passc_ck_get_function_list)dlsym(module, "C_GetFunctionList");
  must(list(&f), "list");
  passc_ck_initialize_args arguments = {NULL, NULL, NULL, NULL, 2, NULL};
  must(f->initialize(&arguments), "initialize");
  passc_ck_ulong slots[64], slot_count = 64, session, number = 0;
  must(f->get_slot_list(1, slots, &slot_count), "slots");
  for (passc_ck_ulong i = 0; i < slot_count; i++) {
    passc_ck_token_info info;
    must(f->get_token_info(slots[i], &info), "token");
    if (memcmp(info.label, argv[2], strlen(argv[2])) == 0) slot = slots[i];
  }
  must(f->open_session(slot, 4, NULL, NULL, &session), "open");
  must(f->login(session, 1, (unsigned char *)argv[3], strlen(argv[3])), "login");
  passc_ck_ulong private = 3;
  passc_ck_attribute wanted = {0, &private, sizeof private};
  must(f->find_objects_init(session, &wanted, 1), "find");
  must(f->find_objects(session, &key, 1, &number), "find");
  must(f->find_objects_final(session), "find");
  int threads = atoi(argv[4]);
  count = atoi(argv[5]) / threads;
  pthread_t crew[256];
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < threads; i++) pthread_create(&crew[i], NULL, work, NULL);
  for (int i = 0; i < threads; i++) pthread_join(crew[i], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9;
  printf("%.1f\n", count * threads / seconds);
  return 0;
}
