// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Texts a reviewer can judge, kept in `Goldens/` beside the test that makes them.
package enum Golden {
  /// What differs between `text` and the golden of that name, or nil when nothing does.
  ///
  /// `UPDATE_GOLDEN=1` rewrites it. A missing golden is written, and still counts as a
  /// difference: nobody has looked at it yet.
  package static func difference(
    of text: String, from name: String, beside test: String = #filePath
  ) -> String? {
    let file = folder(beside: test).appendingPathComponent(name)
    let known = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
    if known == text { return nil }
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    if known == nil || isUpdate {
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      } catch {
        return "the golden \(name) cannot be written: \(error)"
      }
    }
    if isUpdate { return nil }
    guard let known else { return "the golden \(name) was missing; look at it and commit it" }
    return firstDifference(known, text, name)
  }

  /// The goldens beside a test that are not in `used`.
  package static func unused(except used: [String], beside test: String = #filePath) -> [String] {
    let folder = folder(beside: test)
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
      return !isFolder.boolValue && !used.contains(path)
    }.sorted()
  }

  private static func folder(beside test: String) -> URL {
    URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent("Goldens")
  }

  private static func firstDifference(_ known: String, _ text: String, _ name: String) -> String {
    let old = known.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let index = line ?? min(old.count, new.count)
    let before = index < old.count ? String(old[index]) : "(end)"
    let now = index < new.count ? String(new[index]) : "(end)"
    return """
      \(name):\(index + 1) differs; UPDATE_GOLDEN=1 rewrites it
      - \(before)
      + \(now)
      """
  }
}
