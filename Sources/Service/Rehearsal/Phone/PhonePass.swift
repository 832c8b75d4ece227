// SPDX-License-Identifier: Apache-2.0

/// What names a pass on a phone and at its web service.
package struct PassKey: Hashable, Sendable, Comparable {
  /// The pass type identifier.
  package let passType: String
  /// The serial number, unescaped.
  package let serial: String

  /// A pass by its type and serial number.
  package init(passType: String, serial: String) {
    self.passType = passType
    self.serial = serial
  }

  package static func < (a: PassKey, b: PassKey) -> Bool {
    (a.passType, a.serial) < (b.passType, b.serial)
  }
}

/// What a phone goes by in a bundle it was given.
package struct ReadPass: Sendable, Hashable {
  /// Type and serial number, as pass.json has them.
  package let key: PassKey
  /// `webServiceURL`; without one a pass never asks for updates.
  package let webService: String?
  /// `authenticationToken`.
  package let token: String?
  /// SHA-1 of manifest.json as hex: a phone tells versions apart by it.
  package let manifestDigest: String

  /// The facts of a bundle.
  package init(key: PassKey, webService: String?, token: String?, manifestDigest: String) {
    self.key = key
    self.webService = webService
    self.token = token
    self.manifestDigest = manifestDigest
  }
}

/// Reads a bundle as Wallet would: whole, its signature good. The error says what is wrong.
package typealias PassReader = @Sendable ([UInt8]) -> Result<ReadPass, PassUnreadable>

/// Why a phone does not take a bundle.
package struct PassUnreadable: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// A reason in words.
  package init(_ description: String) { self.description = description }
}

/// A pass as it lies on a phone.
package struct InstalledPass: Sendable, Hashable {
  /// What the bundle says.
  package var pass: ReadPass
  /// The `Last-Modified` it came with, to the letter; nil where there was none.
  package var lastModified: String?
  /// Whether the holder lets it update itself.
  package var hasUpdates = true
  /// When it was written, in milliseconds since 1970.
  package var writtenAt: Int64
}

/// Where a phone's identifier and tag hold: one web service address and one pass type.
package struct ServiceScope: Hashable, Sendable, Comparable {
  /// `webServiceURL` as the pass has it.
  package let webService: String
  /// The pass type identifier.
  package let passType: String

  /// The scope of an address and a type.
  package init(webService: String, passType: String) {
    self.webService = webService
    self.passType = passType
  }

  package static func < (a: ServiceScope, b: ServiceScope) -> Bool {
    (a.webService, a.passType) < (b.webService, b.passType)
  }
}
