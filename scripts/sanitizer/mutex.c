// SPDX-License-Identifier: Apache-2.0
//
// The slow path of Swift's Mutex in a form that ThreadSanitizer can see.
//
// The fast path, for a free lock, is compiled into its users and instrumented with them. The slow path
// waits in libswiftSynchronization, which is not instrumented. After a wait, the sanitizer therefore
// sees no lock and reports false races. This library is loaded before that one. It waits by repeating
// the compare and exchange of the fast path. The lock word then never marks a waiting thread, so
// unlocking never takes the slow path.

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
