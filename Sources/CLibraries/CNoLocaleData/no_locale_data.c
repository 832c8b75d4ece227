// SPDX-License-Identifier: Apache-2.0

#include "no_locale_data.h"

#include <stdint.h>

// The header of an ICU data file (udata.h of ICU), then a table of contents without entries.
// Hidden, so that a program that shares Foundation with others leaves the shared data alone.
__attribute__((visibility("hidden"), used, aligned(16))) const struct {
  uint16_t header_size;
  uint8_t magic1, magic2;
  uint16_t info_size, reserved_word;
  uint8_t is_big_endian, charset_family, size_of_char, reserved_byte;
  uint8_t data_format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t count, reserved;
} icudt76_dat = {
    32, 0xda, 0x27, 20, 0, 0, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1, 0, 0, 0}, {0}, {0}, 0, 0,
};
