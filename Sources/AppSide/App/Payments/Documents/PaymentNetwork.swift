// SPDX-License-Identifier: Apache-2.0

package import PassModel

/// A card network: its names in JSON and Swift, and the versions that introduced it.
struct PaymentNetwork: Sendable {
  let name: String
  /// The name of the member of `PKPaymentNetwork`.
  let swiftName: String
  /// The first version of Apple Pay on the Web with this network.
  let version: Int
  /// The first iOS version with this network.
  let ios: IOSVersion

  private init(
    _ name: String, _ version: Int, _ ios: IOSVersion, swift swiftName: String? = nil
  ) {
    self.name = name
    self.swiftName = swiftName ?? name
    self.version = version
    self.ios = ios
  }

  /// All networks of Apple Pay on the Web.
  static let all: [PaymentNetwork] = [
    .init("amex", 1, IOSVersion(10)), .init("chinaUnionPay", 1, IOSVersion(10)),
    .init("discover", 1, IOSVersion(10)), .init("interac", 1, IOSVersion(10)),
    .init("masterCard", 1, IOSVersion(10)), .init("privateLabel", 1, IOSVersion(10)),
    .init("visa", 1, IOSVersion(10)), .init("jcb", 2, IOSVersion(10, 1), swift: "JCB"),
    .init("quicPay", 3, IOSVersion(11)), .init("cartesBancaires", 4, IOSVersion(11, 2)),
    .init("eftpos", 4, IOSVersion(12)), .init("electron", 4, IOSVersion(12)),
    .init("maestro", 4, IOSVersion(12)), .init("vPay", 4, IOSVersion(12)),
    .init("elo", 5, IOSVersion(12, 1)), .init("mada", 5, IOSVersion(12, 1)),
    .init("girocard", 11, IOSVersion(14, 5)), .init("mir", 11, IOSVersion(14, 5)),
    .init("dankort", 13, IOSVersion(15, 4)), .init("bancomat", 14, IOSVersion(16)),
    .init("bancontact", 14, IOSVersion(16)), .init("bankAxept", 15, IOSVersion(17, 5)),
    .init("himyan", 15, IOSVersion(18, 4)), .init("jaywan", 15, IOSVersion(18, 4)),
    .init("meeza", 15, IOSVersion(17, 4)), .init("myDebit", 15, IOSVersion(26)),
    .init("NAPAS", 15, IOSVersion(17, 5)),
    .init("postFinanceAG", 15, IOSVersion(16, 4), swift: "postFinance"),
  ]

  private static let byName = Dictionary(
    all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the network with this name in any case.
  static func named(_ name: String) -> PaymentNetwork? { byName[name.lowercased()] }
}

/// The lowest versions that a document needs.
package struct PaymentNeeds: Sendable {
  package var version = 1
  package var ios = IOSVersion(10)

  package init() {}

  /// The iOS version that introduced each version of Apple Pay on the Web, if it is documented.
  private static let systems: [(version: Int, ios: IOSVersion)] = [
    (1, IOSVersion(10)), (3, IOSVersion(11)), (11, IOSVersion(14, 5)), (12, IOSVersion(15)),
    (13, IOSVersion(15, 4)), (14, IOSVersion(16)),
  ]

  /// Adds a feature that needs a version of Apple Pay and perhaps a later iOS version.
  mutating func add(version: Int, ios: IOSVersion? = nil) {
    self.version = max(self.version, version)
    let least = Self.systems.last { $0.version <= version }?.ios ?? IOSVersion(10)
    self.ios = max(self.ios, max(least, ios ?? least))
  }

  /// Adds the needs of another document.
  package mutating func add(_ other: PaymentNeeds) {
    version = max(version, other.version)
    ios = max(ios, other.ios)
  }

  /// The last line of a report.
  package var sentence: String { "needs Apple Pay version \(version) and iOS \(ios)" }
}
