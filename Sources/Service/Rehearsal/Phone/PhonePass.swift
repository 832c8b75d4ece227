// SPDX-License-Identifier: Apache-2.0

/// The identity of a pass on a phone and at its web service.
package struct PassKey: Hashable, Sendable, Comparable {
  package let passType: String
  /// The serial number, not percent-encoded.
  package let serial: String

  package init(passType: String, serial: String) {
    self.passType = passType
    self.serial = serial
  }

  package static func < (a: PassKey, b: PassKey) -> Bool {
    (a.passType, a.serial) < (b.passType, b.serial)
  }
}

/// The properties of a bundle that a phone uses for updates.
package struct ReadPass: Sendable, Hashable {
  /// Pass type identifier and serial number from `pass.json`.
  package let key: PassKey
  /// The `webServiceURL` member. Without it a pass gets no updates.
  package let webService: String?
  /// The `authenticationToken` member.
  package let token: String?
  /// SHA-1 of `manifest.json` in hex. A phone distinguishes versions by it.
  package let manifestDigest: String

  package init(key: PassKey, webService: String?, token: String?, manifestDigest: String) {
    self.key = key
    self.webService = webService
    self.token = token
    self.manifestDigest = manifestDigest
  }
}

/// Reads a bundle as Wallet does, including its signature. The error says what is wrong.
package typealias PassReader = @Sendable ([UInt8]) -> Result<ReadPass, UnreadablePassError>

/// The reason why a phone rejects a bundle.
package struct UnreadablePassError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// A pass on a phone.
package struct InstalledPass: Sendable, Hashable {
  package var pass: ReadPass
  /// The `Last-Modified` header of its response, unchanged. Nil without the header.
  package var lastModified: String?
  /// Whether automatic updates are on.
  package var hasUpdates = true
  /// When it was installed, in milliseconds since 1970.
  package var writtenAt: Int64
}

/// The scope of a device library identifier and a tag: one web service address and one pass type
/// identifier.
package struct ServiceScope: Hashable, Sendable, Comparable {
  /// The address of the web service as the pass has it.
  package let webService: String
  package let passType: String

  package init(webService: String, passType: String) {
    self.webService = webService
    self.passType = passType
  }

  package static func < (a: ServiceScope, b: ServiceScope) -> Bool {
    (a.webService, a.passType) < (b.webService, b.passType)
  }
}
