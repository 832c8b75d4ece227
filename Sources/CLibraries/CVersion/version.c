// SPDX-License-Identifier: Apache-2.0

#include "CVersion.h"

// scripts/commit.sh writes the header, into a folder that only the Makefile has searched.
#if __has_include("passc-commit.h")
#include "passc-commit.h"
#else
#define PASSC_COMMIT ""
#define PASSC_COMMIT_TIME 0
#endif

const char *passc_commit(void) { return PASSC_COMMIT; }

long long passc_commit_time(void) { return PASSC_COMMIT_TIME; }
