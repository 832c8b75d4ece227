// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <zint.h>

// Whether a module is dark. The table is an array of arrays of 28,800 bytes, which Swift would see
// as a tuple.
static inline int passc_zint_is_dark(const struct zint_symbol *symbol, int row, int column) {
  return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}
