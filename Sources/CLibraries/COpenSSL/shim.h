// SPDX-License-Identifier: Apache-2.0
// What PassCrypto uses of OpenSSL. A static inline function stands here only where the name is a
// macro in C, which Swift cannot call; each has a line of reason.
#pragma once
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <sys/random.h>
#include <unistd.h>

// Macros made of other macros, which Swift does not import.
static const int passc_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR;
static const int passc_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;

// The functions of a stack are macros over a generic one.
static inline STACK_OF(X509) *passc_sk_X509_new_null(void) { return sk_X509_new_null(); }
static inline int passc_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
  return sk_X509_push(stack, certificate);
}
static inline void passc_sk_X509_pop_free(STACK_OF(X509) *stack) {
  sk_X509_pop_free(stack, X509_free);
}

// Randomness straight from the kernel. OpenSSL's own generator is seeded from there too, but sets
// up every cipher it knows on the first use: 0.4 ms, a tenth of a build in a fresh process. The
// table type and the function are marked deprecated without a successor for this.
static inline int passc_kernel_random(unsigned char *bytes, int count) {
  while (count > 0) {
    int part = count < 256 ? count : 256;
    if (getentropy(bytes, (size_t)part) != 0) return 0;
    bytes += part;
    count -= part;
  }
  return 1;
}
static inline int passc_kernel_random_status(void) { return 1; }
static inline int passc_use_kernel_random(void) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  static const RAND_METHOD method = {
      NULL, passc_kernel_random, NULL, NULL, passc_kernel_random, passc_kernel_random_status};
  return RAND_set_rand_method(&method);
#pragma GCC diagnostic pop
}
