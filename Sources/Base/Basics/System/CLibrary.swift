// SPDX-License-Identifier: Apache-2.0

// The C library of the system, under one name on all of them.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
