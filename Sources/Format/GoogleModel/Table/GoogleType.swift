// SPDX-License-Identifier: Apache-2.0

/// A type of pass in Google Wallet.
package enum GoogleType: String, Sendable, CaseIterable {
  case generic, loyalty, offer, giftCard, eventTicket, flight, transit

  /// The level of a part of the pass.
  package enum Level: String, Sendable, CaseIterable {
    /// Shared by many passes.
    case `class`
    /// The pass of one person.
    case object
  }

  /// The name of the class or object in the API's paths, such as `loyaltyClass`.
  package func resource(_ level: Level) -> String {
    rawValue + (level == .class ? "Class" : "Object")
  }

  /// The name of the list in a payload, such as `loyaltyClasses`.
  package func list(_ level: Level) -> String {
    rawValue + (level == .class ? "Classes" : "Objects")
  }

  /// The name in the table, such as `LoyaltyClass`.
  package func schemaName(_ level: Level) -> String {
    let name = resource(level)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  package func schema(_ level: Level) -> GoogleSchema {
    // Every type is in the table, which is part of the source code.
    GoogleTable.schemas[schemaName(level)] ?? GoogleSchema(name: schemaName(level), members: [])
  }
}
