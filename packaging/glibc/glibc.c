// SPDX-License-Identifier: Apache-2.0
//
// The functions that programs and libraries of Debian 12 use of a glibc newer than 2.34, for systems
// with 2.34 and 2.35. scripts/packages/portable.sh makes libpassc-glibc.so of this file, and
// scripts/packages/older_glibc.py lets the programs accept it. A newer glibc has the functions too, and
// then either one may be called.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// glibc 2.35: more precise versions of functions that older ones have. The larger type has room for
// the squares, so that nothing overflows.

double hypot(double x, double y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (double)sqrtl((long double)x * x + (long double)y * y);
}

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}

// glibc 2.36: randomness from the kernel. There is no way to report a failure, so the program ends.

void arc4random_buf(void *bytes, size_t count) {
  unsigned char *next = bytes;
  while (count > 0) {
    // The kernel returns up to 256 bytes whole.
    ssize_t got = getrandom(next, count < 256 ? count : 256, 0);
    // A signal can interrupt only the wait for the kernel's first randomness.
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) abort();
    next += got;
    count -= (size_t)got;
  }
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

// glibc 2.35: finds the unwind table of the code at an address, for C++ exceptions. The structure is
// part of glibc's interface.

struct search {
  uintptr_t address;
  struct dl_find_object *result;
};

static int look(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  uintptr_t first = UINTPTR_MAX, last = 0;
  void *table = NULL;
  int is_here = 0;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
    if (part->p_type == PT_GNU_EH_FRAME) table = (void *)start;
    if (part->p_type != PT_LOAD) continue;
    if (start < first) first = start;
    if (end > last) last = end;
    if (search->address >= start && search->address < end) is_here = 1;
  }
  if (!is_here) return 0;
  // link_map stays null: libgcc does not read it.
  *search->result = (struct dl_find_object){
      .dlfo_map_start = (void *)first, .dlfo_map_end = (void *)last, .dlfo_eh_frame = table};
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(look, &search) == 1 && search.result->dlfo_eh_frame ? 0 : -1;
}
