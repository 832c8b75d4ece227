// SPDX-License-Identifier: Apache-2.0

/// Replaces the locale data of Foundation (34 MB) in a statically linked program with an empty
/// table. Import the module in a program whose libraries need Foundation, but no languages.
///
/// Locale data is found as one symbol, whose name contains the version of ICU. If Foundation comes
/// with another version, this symbol is not used and the program has all the data again.
static const int passc_has_no_locale_data = 1;
