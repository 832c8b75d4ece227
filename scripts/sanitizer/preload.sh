# SPDX-License-Identifier: Apache-2.0
#
# Sourced by scripts that run programs built with `--sanitize thread`: `run PROGRAM ...` starts one with the lock of
# mutex.c before Swift's own, where Swift's own is not instrumented. On Apple's platforms the system's lock is known.

sanitizer_mutex=
if [ "$(uname -s)" = Linux ]; then
  sanitizer_mutex=$PWD/.build/sanitizer-mutex.so
  ${CLANG:-clang} -fsanitize=thread -O1 -shared -fPIC scripts/sanitizer/mutex.c -o "$sanitizer_mutex"
fi

run() { LD_PRELOAD=$sanitizer_mutex "$@"; }
