// SPDX-License-Identifier: Apache-2.0

package import PassJSON

extension PassPackage {
  /// Calls `body` with every member whose key was selected, in the order of the document.
  ///
  /// No value is read on the way.
  ///
  /// - Parameter varying: leaves out values no part of which comes from a row, or all others.
  package func visit(
    _ selection: KeySelection, in file: KeyTable.File = .pass, varying: Bool? = nil,
    _ body: (KeyEntry, JSONValue.Member, KeyPosition) -> Void
  ) {
    guard let (index, root) = keys(of: file) else { return }
    KeyTable.all.withUnsafeBufferPointer { all in
      for found in index.found where selection.isWanted[found.entry] {
        if let varying, root.varies(from: found.node + 1) != varying { continue }
        body(all[found.entry], root.member(atKey: found.node), found.position)
      }
    }
  }

  /// The layouts of documents whose texts are the same but for those of rows.
  package struct Layouts: Sendable {
    private let pass: JSONDocument.Layout
    private let personalization: JSONDocument.Layout?

    /// Those of a pass; nil where its documents may differ in more, and where it is noted what is
    /// read of them.
    package init?(_ pass: PassPackage) {
      guard let (own, other) = pass.layouts else { return nil }
      self.pass = own
      personalization = other
    }

    /// Whether a pass has them too.
    package func fit(_ pass: PassPackage) -> Bool {
      guard let (own, other) = pass.layouts else { return false }
      return own === self.pass && other === personalization
    }
  }

  /// Calls `body` with every object that may hold selected keys, and those keys, outer objects
  /// before inner ones.
  package func visitObjects(
    _ selection: KeySelection, in file: KeyTable.File = .pass,
    _ body: (JSONValue, [KeyEntry], KeyPosition) -> Void
  ) {
    guard let (index, root) = keys(of: file) else { return }
    for object in index.objects {
      let wanted = selection.byScope[Int(object.position.scope.rawValue)]
      guard !wanted.isEmpty else { continue }
      body(root.value(atNode: object.node), wanted.map { KeyTable.all[$0] }, object.position)
    }
  }

  /// Calls `body` with every object that has a selected key, in the order of the document.
  ///
  /// - Precondition: the selected keys are of objects that hold no others with selected keys.
  package func visitObjects(
    having selection: KeySelection, in file: KeyTable.File = .pass,
    _ body: (JSONValue, KeyPosition) -> Void
  ) {
    guard let (index, root) = keys(of: file) else { return }
    var last = -1
    for found in index.found where selection.isWanted[found.entry] && found.object != last {
      last = found.object
      body(root.value(atNode: found.object), found.position)
    }
  }

  /// Calls `body` with every member the table does not know, where it knows the object around it,
  /// and with that object.
  package func visitUnknownKeys(
    in file: KeyTable.File = .pass, _ body: (JSONValue.Member, JSONValue, KeyScope) -> Void
  ) {
    guard let (index, root) = keys(of: file) else { return }
    for unknown in index.unknown {
      body(root.member(atKey: unknown.node), root.value(atNode: unknown.object), unknown.scope)
    }
  }
}
