// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTemplate
import Synchronization

/// What makes the passes of a table: a template in one state, and an identity.
final class TablePress: Sendable {
  let press: RowPress
  let choice: DataChoice
  /// The one pass type of its passes.
  let passType: String
  /// A digest of everything but the row that decides what a pass holds.
  let revision: [UInt8]
  /// Makes the passes of holders who have signed up; nil where there is nothing to sign up for.
  let personal: TablePress?
  private let shared = Mutex<SharedFiles?>(nil)
  private let stations = Mutex<[TableStation]>([])

  /// - Throws: `RowPress.Unfit` where a table has nothing to give the template.
  init(_ press: RowPress, _ choice: DataChoice) throws(RowPress.Unfit) {
    guard let passType = press.compiler.template.passTypeIdentifier else {
      throw RowPress.Unfit(
        description: "the passTypeIdentifier in \(press.folder) depends on the row",
        help: "write a fixed passTypeIdentifier into its pass.json, or none")
    }
    self.press = press
    self.choice = choice
    self.passType = passType
    var bytes = Array("passc table 1".utf8)
    func add(_ part: [UInt8]) {
      bytes += Array("\(part.count) ".utf8)
      bytes += part
    }
    press.compiler.template.forEachPart { name, content in
      add(Array(name.utf8))
      add(Digest.sha256(content))
    }
    add(press.columns)
    for given in choice.given { add(Array(given.utf8)) }
    for entry in press.compiler.template.settings.personalization {
      add(Array(entry.column.utf8))
      add(Array(entry.field.rawValue.utf8))
    }
    revision = Digest.sha256(bytes)
    personal =
      try press.compiler.template.requestedPersonalFields == nil
      ? nil : TablePress(press.personalised(), choice)
  }

  /// Bundles that would not be made again with the same bytes are kept: ECDSA draws a number for
  /// each signature, and files that rows name may change.
  var keepsBundles: Bool {
    if case .rsa = press.identity.key.kind { return press.compiler.template.hasRowFiles }
    return true
  }

  /// The token of a pass, where its row or template names none.
  func token(of serial: String) -> DerivedToken {
    press.tokenKey.derived(passType: passType, serial: serial)
  }

  /// A digest of everything a pass is made from.
  ///
  /// - Parameters:
  ///   - token: what stands in it.
  ///   - files: digests of the files its row names.
  ///   - personal: what its holder gave.
  func digest(
    token: DerivedToken, row: TableRow, files: [[UInt8]], personal: [UInt8]? = nil
  ) -> [UInt8] {
    var bytes = revision
    bytes += Array(token.text.utf8)
    bytes += row.bytes
    for file in files { bytes += file }
    if let personal { bytes += Digest.sha256(personal) }
    return Digest.sha256(bytes)
  }

  /// The time of a signature: that of the version, within the certificate's.
  func signingTime(of modified: Int64) -> Int64 {
    max(modified, press.identity.certificate.notBefore)
  }

  /// Hands out a place to work at; one is made where all are taken.
  func atStation<Value>(_ body: (TableStation) throws -> Value) rethrows -> Value {
    let station = stations.withLock { $0.popLast() } ?? TableStation(self)
    defer { stations.withLock { $0.append(station) } }
    return try body(station)
  }

  /// The files that are the same in every pass, hashed and laid out when the first one is made.
  func sharedFiles(of pass: CheckedPass) throws -> SharedFiles {
    try shared.withLock { shared in
      if let shared { return shared }
      let made = try SharedFiles(of: pass.files)
      shared = made
      return made
    }
  }
}
