// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Expected output in files, which a reviewer can read. They are in `Goldens/` next to the test.
package enum Golden {
  /// Returns the difference between `text` and a golden file, or nil if they are equal.
  ///
  /// `UPDATE_GOLDEN=1` writes the file. A missing file is written as well, but counts as a
  /// difference, because it has not been reviewed.
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

  /// Returns the golden files next to a test that are not in `used`.
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
