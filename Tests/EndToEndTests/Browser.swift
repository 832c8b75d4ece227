// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// A browser on this machine, with the scripts that inspect pages in it.
enum Browser {
  /// A Python with playwright and axe-core, or nil if that or a browser is missing.
  static let python: String? = {
    let own = "\(Program.repository)/.build/judges/bin/python"
    guard
      ["chromium", "chromium-browser", "google-chrome"].contains(where: {
        Program.path(of: $0) != nil
      }), FileManager.default.isExecutableFile(atPath: own)
    else { return nil }
    let outcome = try? Program.run(own, ["-c", "import axe_playwright_python"], in: "/")
    return outcome?.status == 0 ? own : nil
  }()

  static var isMissing: Bool { python == nil }

  /// Returns the JSON output of a script in `scripts/browser`.
  static func run(
    _ script: String, _ arguments: [String], in folder: TemporaryFolder, with python: String?
  ) throws -> [String: Any] {
    let home = try TemporaryFolder()
    let outcome = try Program.run(
      try #require(python), ["\(Program.repository)/scripts/browser/\(script)"] + arguments,
      in: folder.path, environment: ["HOME": home.path, "TMPDIR": "/tmp"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let said = try JSONSerialization.jsonObject(with: Data(outcome.output))
    return try #require(said as? [String: Any])
  }
}
