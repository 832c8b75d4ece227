// SPDX-License-Identifier: Apache-2.0

package import PassJSON

extension PassPackage {
  /// Calls `body` with every member whose key is selected, in document order.
  ///
  /// It reads no value. It counts as reading the row only if the row determines which objects there
  /// are.
  ///
  /// - Parameter varying: true to visit only values that depend on the row, false for all other
  ///   values, nil for both.
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

  /// The layouts of the documents of a pass. Passes with the same layouts differ only in strings
  /// from the row.
  package struct Layouts: Sendable {
    private let pass: JSONDocument.Layout
    private let personalization: JSONDocument.Layout?

    /// Creates the layouts of a pass. Returns nil if its documents may differ in more than strings,
    /// or if reads of the row are recorded.
    package init?(_ pass: PassPackage) {
      guard let (own, other) = pass.layouts else { return nil }
      self.pass = own
      personalization = other
    }

    /// Returns whether a pass has the same layouts.
    package func fit(_ pass: PassPackage) -> Bool {
      guard let (own, other) = pass.layouts else { return false }
      return own === self.pass && other === personalization
    }
  }

  /// Calls `body` with every object that may have selected keys and with those keys. Outer objects
  /// come before inner ones.
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

  /// Calls `body` with every object that has a selected key, in document order.
  ///
  /// - Precondition: an object with selected keys contains no other object with selected keys.
  ///   Otherwise it may be visited twice.
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

  /// Calls `body` with every unknown member of an object in the table, and with that object.
  package func visitUnknownKeys(
    in file: KeyTable.File = .pass, _ body: (JSONValue.Member, JSONValue, KeyScope) -> Void
  ) {
    guard let (index, root) = keys(of: file) else { return }
    for unknown in index.unknown {
      body(root.member(atKey: unknown.node), root.value(atNode: unknown.object), unknown.scope)
    }
  }
}
