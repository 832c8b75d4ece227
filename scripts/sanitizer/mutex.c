// SPDX-License-Identifier: Apache-2.0
//
// The slow half of Swift's Mutex, in a form that ThreadSanitizer sees.
//
// The half that finds the lock free is compiled into those who use it, and instrumented with them. The
// other half waits in libswiftSynchronization, which is not: a lock that was waited for looks to the
// sanitizer as if nobody held it, and everything behind it like a race. Loaded before that library,
// this one waits by asking again, with the same compare and exchange as the first half. The word then
// never says that somebody waits, so that unlocking never takes its slow way.

#include <sched.h>
#include <stdint.h>

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) uint32_t *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) uint32_t *word) {
  for (;;) {
    uint32_t free_word = 0;
    if (__atomic_compare_exchange_n(
            word, &free_word, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    sched_yield();
  }
}
