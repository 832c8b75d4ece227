// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassReport

/// `passc diff --format json`: one object, `"version": 1`. Members may be added, none is taken away.
package enum DiffJSON {
  /// The text with a line end.
  package static func text(of diff: PassDiff) -> [UInt8] {
    var out = JSONBuilder()
    out.object {
      $0.member("version", 1)
      version("old", diff.old, to: &$0)
      version("new", diff.new, to: &$0)
      $0.member("same", diff.isEmpty)
      $0.member("updatesItself", diff.old.hasWebService)
      $0.array("errors", diff.errors) { out, diagnostic in
        out.object {
          $0.member("code", diagnostic.code)
          $0.member("message", diagnostic.message)
          $0.member("pointer", diagnostic.pointer)
        }
      }
      $0.array("changes", diff.changes, change)
      $0.array("files", diff.files) { out, file in
        out.object {
          $0.member("path", file.path)
          $0.member("old", file.old)
          $0.member("new", file.new)
          $0.member("seen", file.isSeen)
        }
      }
    }
    return IndentedJSON.bytes(of: out.document().root)
  }

  private static func version(
    _ name: String, _ version: PassVersion, to out: inout JSONBuilder
  ) {
    out.key(name)
    out.object {
      $0.member("file", version.name)
      $0.member("passTypeIdentifier", version.passTypeIdentifier)
      $0.member("serialNumber", version.serialNumber)
    }
  }

  private static func change(_ out: inout JSONBuilder, _ change: PassDiff.Change) {
    out.object {
      $0.member("kind", change.kind.rawValue)
      $0.member("name", change.name)
      $0.member("area", change.area)
      $0.member("key", change.key)
      $0.member("pointer", change.pointer)
      $0.member("old", change.old)
      $0.member("new", change.new)
      switch change.standing {
      case .notifies(let text, let languages):
        $0.member("standing", "notifies")
        $0.member("reason", String?.none)
        $0.key("notification")
        $0.object {
          $0.member("text", text)
          $0.key("languages")
          $0.object { out in
            for (language, text) in languages.sorted(by: { $0.key < $1.key }) {
              out.member(language, text)
            }
          }
        }
      case .silent(let reason):
        $0.member("standing", "silent")
        $0.member("reason", reason)
        $0.member("notification", String?.none)
      case .unseen:
        $0.member("standing", "unseen")
        $0.member("reason", String?.none)
        $0.member("notification", String?.none)
      }
    }
  }
}
