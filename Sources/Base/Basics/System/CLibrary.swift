// SPDX-License-Identifier: Apache-2.0

// Exports the C library of the system under one module name.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
