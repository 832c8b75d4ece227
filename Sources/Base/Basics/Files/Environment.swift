// SPDX-License-Identifier: Apache-2.0

/// Environment variables and the clock.
package enum Environment {
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the bytes of a variable, or nil if it is not set. For secrets, because an array can be
  /// wiped and a string cannot.
  package static func bytes(_ name: String) -> [UInt8]? {
    getenv(name).map { value in
      value.withMemoryRebound(to: UInt8.self, capacity: 1) {
        Array(UnsafeBufferPointer(start: $0, count: strlen(value)))
      }
    }
  }

  /// Time of the system clock in whole seconds since 1970.
  package static var now: Int64 { Int64(time(nil)) }
}
