// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// What schemas are put together from.
extension JSONTree {
  /// A number without a fraction where it has none.
  static func number(_ value: Double) -> JSONTree {
    .spelled(Int(exactly: value).map(String.init) ?? String(value))
  }

  /// One of several; a single one stands for itself.
  static func any(_ nodes: [JSONTree]) -> JSONTree {
    nodes.count == 1 ? nodes[0] : ["anyOf": .array(nodes)]
  }
}
