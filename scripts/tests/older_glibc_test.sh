# SPDX-License-Identifier: Apache-2.0
#
# Tests what lets programs run with an older glibc: the functions of packaging/glibc/glibc.c, and
# older_glibc.py with programs that use them.

. "$(dirname "$0")/lib.sh"
cd "$scratch" || exit 1

if [ "$(uname -s)" != Linux ] || ! command -v cc >/dev/null || ! command -v readelf >/dev/null; then
  skip "an older glibc: there is no cc or readelf"
  finish
fi
if ! cc -O2 -shared -fPIC -Wall -Wextra -Werror -Wl,-soname,libpassc-glibc.so -o libpassc-glibc.so \
  "$repository/packaging/glibc/glibc.c" -lm 2>compiled; then
  case $(getconf GNU_LIBC_VERSION) in
  "glibc 2.2"* | "glibc 2.3"[0-5]) skip "an older glibc: this machine has one" ;;
  *) check "the functions can be compiled" cat compiled false ;;
  esac
  finish
fi
newest() { readelf --version-info --wide "$1" | grep -o 'GLIBC_2\.[0-9]*' | sort -V | tail -n 1; }
equal "the library itself runs with an old glibc" "$(printf '%s\n' GLIBC_2.34 "$(newest libpassc-glibc.so)" | sort -V | tail -n 1)" \
  GLIBC_2.34

cat >uses.c <<'C'
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  volatile double big = 1e200, none = NAN, infinite = -INFINITY;
  volatile float three = 3;
  unsigned char bytes[1000] = {0};
  arc4random_buf(bytes, sizeof bytes);
  int zeros = 0;
  for (int index = 0; index < 1000; index++) zeros += bytes[index] == 0;
  printf("%.15g %g %g %d ", hypot(big, big), hypotf(three, 4), hypot(infinite, none), isnan(hypot(none, 1)) != 0);
  printf("%d %d\n", zeros < 50, arc4random() != arc4random());
}
C
cc -O0 -o uses uses.c -lm
expected="1.4142135623731e+200 5 inf 1 1 1"
equal "glibc's functions" "$(./uses)" "$expected"
equal "and ours give the same" "$(LD_PRELOAD=$scratch/libpassc-glibc.so ./uses)" "$expected"
if command -v c++ >/dev/null; then
  printf '%s\n' '#include <cstdio>' '#include <stdexcept>' \
    'int main() { try { throw std::runtime_error("caught"); } catch (const std::exception &it) { std::puts(it.what()); } }' >throws.cpp
  c++ -o throws throws.cpp
  equal "exceptions find their handler with ours" "$(LD_PRELOAD=$scratch/libpassc-glibc.so ./throws)" caught
fi

loosen() { python3 "$repository/scripts/packages/older_glibc.py" libpassc-glibc.so "$@"; }
case $(newest uses) in
GLIBC_2.3[5-9])
  cp uses loosened
  equal "a program that uses them is changed" "$(loosen loosened)" loosened
  equal "it no longer names a newer glibc" "$(newest loosened)" GLIBC_2.34
  equal "and runs" "$(./loosened)" "$expected"
  equal "with ours too" "$(LD_PRELOAD=$scratch/libpassc-glibc.so ./loosened)" "$expected"
  check "readelf finds nothing wrong" test -z "$(readelf --version-info --wide loosened 2>&1 >/dev/null)"
  equal "a second time changes nothing" "$(loosen loosened)" ""
  ;;
*) skip "programs for an older glibc: this machine has one" ;;
esac
printf '%s\n' '#define _GNU_SOURCE' '#include <stdlib.h>' '#include <sys/pidfd.h>' \
  'int main(void) { return pidfd_open(1, 0) == -2 || arc4random() == 0; }' >more.c
if cc -O0 -o more more.c 2>/dev/null; then
  cp more unchanged
  equal "a program that needs more of this version stays" "$(loosen more)" ""
  check "as it was" cmp more unchanged
fi
printf 'no program' >text
loosen text >out 2>err
equal "a file that is not a program is an error" "$?" 1
check "which is named" grep -q 'text is not a 64-bit little-endian ELF file' err

finish
