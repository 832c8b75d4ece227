// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassReport

/// The output of `passc diff --format json`: one object with `"version": 1`. Members may be added,
/// but none is removed.
package enum DiffJSON {
  /// Returns the JSON with a line end.
  package static func text(of diff: PassDiff) -> [UInt8] {
    IndentedJSON.bytes(of: [
      "version": 1, "old": version(diff.old), "new": version(diff.new),
      "same": .boolean(diff.isEmpty), "updatesItself": .boolean(diff.old.hasWebService),
      "errors": .array(
        diff.errors.map {
          [
            "code": .string($0.code), "message": .string($0.message),
            "pointer": .string($0.pointer),
          ]
        }),
      "changes": .array(diff.changes.map(change)),
      "files": .array(
        diff.files.map {
          [
            "path": .string($0.path), "old": .number($0.old), "new": .number($0.new),
            "seen": .boolean($0.isSeen),
          ]
        }),
    ])
  }

  private static func version(_ version: ComparedPass) -> JSONTree {
    [
      "file": .string(version.name), "passTypeIdentifier": .string(version.passTypeIdentifier),
      "serialNumber": .string(version.serialNumber),
    ]
  }

  private static func change(_ change: PassDiff.Change) -> JSONTree {
    let (visibility, reason, notification): (JSONTree, String?, JSONTree) =
      switch change.visibility {
      case .notifies(let text, let languages):
        (
          "notifies", nil,
          [
            "text": .string(text),
            "languages": .object(
              languages.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }),
          ]
        )
      case .silent(let reason): ("silent", reason, .null)
      case .unseen: ("unseen", nil, .null)
      }
    return [
      "kind": .string(change.kind.rawValue), "name": .string(change.name),
      "area": .string(change.area), "key": .string(change.key), "pointer": .string(change.pointer),
      "old": .string(change.old), "new": .string(change.new), "standing": visibility,
      "reason": .string(reason), "notification": notification,
    ]
  }
}
