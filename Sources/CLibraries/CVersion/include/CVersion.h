// SPDX-License-Identifier: Apache-2.0

#ifndef PASSC_CVERSION_H
#define PASSC_CVERSION_H

/// The commit the program was built from; the empty text where make did not build it, or not in a
/// checkout.
const char *passc_commit(void);

/// The time of this commit in seconds since 1970, or 0 if the build did not know it.
long long passc_commit_time(void);

#endif
