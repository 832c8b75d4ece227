// SPDX-License-Identifier: Apache-2.0

import PassBasics

extension JSONTree {
  /// Returns a number, without a fraction if it is an integer.
  static func number(_ value: Double) -> JSONTree {
    .spelled(Int(exactly: value).map(String.init) ?? String(value))
  }

  /// Returns `anyOf` for several nodes, or a single node itself.
  static func any(_ nodes: [JSONTree]) -> JSONTree {
    nodes.count == 1 ? nodes[0] : ["anyOf": .array(nodes)]
  }
}
