// SPDX-License-Identifier: Apache-2.0

/// What the process was started with, and the clock.
package enum Environment {
  /// The value of a variable; nil when it is not set.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The bytes of a variable, for secrets, which have to be wiped; nil when it is not set.
  package static func bytes(_ name: String) -> [UInt8]? {
    getenv(name).map { value in
      value.withMemoryRebound(to: UInt8.self, capacity: 1) {
        Array(UnsafeBufferPointer(start: $0, count: strlen(value)))
      }
    }
  }

  /// The time of the system's clock in whole seconds since 1970.
  package static var now: Int64 { Int64(time(nil)) }
}
