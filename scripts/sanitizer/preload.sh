# SPDX-License-Identifier: Apache-2.0
#
# Sourced by scripts that run programs built with `--sanitize thread`. `run PROGRAM ...` starts a
# program with the lock of mutex.c instead of Swift's lock if that is not instrumented. On Apple
# platforms the sanitizer knows the lock of the system.

sanitizer_mutex=
if [ "$(uname -s)" = Linux ]; then
  sanitizer_mutex=$PWD/.build/sanitizer-mutex.so
  ${CLANG:-clang} -fsanitize=thread -O1 -shared -fPIC scripts/sanitizer/mutex.c -o "$sanitizer_mutex"
fi

run() { LD_PRELOAD=$sanitizer_mutex "$@"; }
