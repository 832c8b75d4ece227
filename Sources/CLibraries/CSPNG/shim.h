// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <spng.h>
#include <stdlib.h>

// A finished file is ours to free, with C's own call, which Swift has from the system's module only.
static inline void passc_spng_free(void *file) { free(file); }
