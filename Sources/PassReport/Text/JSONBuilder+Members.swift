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

  /// A member that is a list, for each value of which the closure writes one element.
  package mutating func array<Element>(
    _ name: String, _ values: some Sequence<Element>,
    _ write: (inout JSONBuilder, Element) -> Void
  ) {
    key(name)
    begin(.array, origin: .none)
    for value in values { write(&self, value) }
    end()
  }

  /// A member that is a string, or null.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { scalar(.null) }
  }

  /// A member that is a number, or null.
  package mutating func member(_ name: String, _ number: Int?) {
    key(name)
    if let number { scalar(.number, String(number)) } else { scalar(.null) }
  }

  /// A member that is true, false or null.
  package mutating func member(_ name: String, _ value: Bool?) {
    key(name)
    if let value { scalar(value ? .true : .false) } else { scalar(.null) }
  }

  /// A member with a value copied as it was read, or null.
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
