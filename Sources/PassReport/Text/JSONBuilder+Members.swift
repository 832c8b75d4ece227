// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
package import PassJSON

/// Members and lists written in one call, for the reports in JSON.
extension JSONBuilder {
  /// An object whose members the closure writes.
  package mutating func object(_ write: (inout JSONBuilder) -> Void) {
    begin(.object, origin: .none)
    write(&self)
    end()
  }

  /// A member that is an object, whose members the closure writes.
  package mutating func object(_ name: String, _ write: (inout JSONBuilder) -> Void) {
    key(name)
    object(write)
  }

  /// A member that is a list, an element per value.
  package mutating func array<Element>(
    _ name: String, _ values: some Sequence<Element>,
    _ write: (inout JSONBuilder, Element) -> Void
  ) {
    key(name)
    begin(.array, origin: .none)
    for value in values { write(&self, value) }
    end()
  }

  /// A member that is a string; null for nil.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { scalar(.null) }
  }

  /// A member that is a whole number; null for nil.
  package mutating func member(_ name: String, _ number: Int?) {
    key(name)
    if let number { scalar(.number, String(number)) } else { scalar(.null) }
  }

  /// A member that is true or false; null for nil.
  package mutating func member(_ name: String, _ value: Bool?) {
    key(name)
    if let value { scalar(value ? .true : .false) } else { scalar(.null) }
  }

  /// A member with a copy of a value of another document; null for nil.
  package mutating func member(_ name: String, _ value: JSONValue?) {
    key(name)
    if let value { copy(value) } else { scalar(.null) }
  }

  /// A member that is always a list: one that was read is copied, an object becomes its only
  /// element, and of anything else the list is empty.
  package mutating func list(_ name: String, _ value: JSONValue?) {
    key(name)
    if let value, value.isArray { return copy(value) }
    begin(.array, origin: .none)
    if let value, value.isObject { copy(value) }
    end()
  }
}
