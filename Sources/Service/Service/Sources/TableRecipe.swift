// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTemplate
import Synchronization

/// The pass builder of a table: one state of the template, and an identity. Threads share it, and
/// each of them uses a worker.
final class TableRecipe: Sendable {
  let rowRecipe: RowRecipe
  let choice: DataChoice
  /// The pass type identifier of all its passes.
  let passType: String
  /// SHA-256 of everything but the row that decides the content of a pass.
  let revision: [UInt8]
  /// The builder for passes after personalization. Nil if the template has none.
  let personal: TableRecipe?
  private let idleMakers = Mutex<[TableMaker]>([])

  /// - Throws: `RowRecipe.RecipeError` if the pass type identifier depends on the row.
  init(_ recipe: RowRecipe, _ choice: DataChoice) throws(RowRecipe.RecipeError) {
    guard let passType = recipe.passRecipe.template.passTypeIdentifier else {
      throw RowRecipe.RecipeError(
        description: "the passTypeIdentifier in \(recipe.folder) depends on the row",
        help: "write a fixed passTypeIdentifier into its pass.json, or none")
    }
    self.rowRecipe = recipe
    self.choice = choice
    self.passType = passType
    var bytes = Array("passc table 1".utf8)
    func add(_ part: [UInt8]) {
      bytes += Array("\(part.count) ".utf8)
      bytes += part
    }
    recipe.passRecipe.template.forEachPart { name, content in
      add(Array(name.utf8))
      add(Digest.sha256(content))
    }
    add(recipe.columns)
    for given in choice.assignments { add(Array(given.utf8)) }
    for entry in recipe.passRecipe.template.settings.personalization {
      add(Array(entry.column.utf8))
      add(Array(entry.field.rawValue.utf8))
    }
    revision = Digest.sha256(bytes)
    personal =
      try recipe.passRecipe.template.requestedPersonalFields == nil
      ? nil : TableRecipe(recipe.personalised(), choice)
  }

  /// Whether bundles have to be stored, because the bytes would be different the next time. ECDSA
  /// signatures are random, and files that rows name may change.
  var storesBundles: Bool {
    if case .rsa = rowRecipe.identity.key.kind { return rowRecipe.passRecipe.template.hasRowFiles }
    return true
  }

  /// Returns the authentication token of a pass, for rows and templates without one.
  func token(of serial: String) -> DerivedToken {
    rowRecipe.tokenKey.derived(passType: passType, serial: serial)
  }

  /// Returns the SHA-256 of everything that a pass is made from.
  ///
  /// - Parameters:
  ///   - token: the authentication token in the pass.
  ///   - files: SHA-256 of the files that the row names.
  ///   - personal: the data of the personalization.
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

  /// Returns the signing time of a version: its own time, but not before the certificate is valid.
  func signingTime(of modified: Int64) -> Int64 {
    max(modified, rowRecipe.identity.certificate.notBefore)
  }

  /// Calls `body` with a worker that no other thread uses. Creates one if all are in use.
  func withMaker<Value>(_ body: (TableMaker) throws -> Value) rethrows -> Value {
    let maker = idleMakers.withLock { $0.popLast() } ?? TableMaker(self)
    defer { idleMakers.withLock { $0.append(maker) } }
    return try body(maker)
  }
}
