// SPDX-License-Identifier: Apache-2.0

import Testing

/// Checks that facts are in one place of the sources.
struct SingleFactTests {
  /// Names of files, extensions and media types of a pass.
  private static let names: Set<Substring> = [
    "pass.json", "manifest.json", "signature", "pkpass", ".pkpass", "pkpasses", ".pkpasses",
    "application/vnd.apple.pkpass", "application/vnd.apple.pkpasses",
  ]

  /// Files where such a literal is something else, or an example.
  private static let exceptions = [
    "/PackageKind.swift",
    // Rules have them in examples, as a person would write them.
    "/Format/Rules/", "Findings.swift", "/PassPackage+Reading.swift", "/Example.swift",
    // A member of JSON.
    "/SigningLines.swift", "/InspectionJSON.swift",
    // What people search for, and a name that is shown.
    "/ReportedCause.swift", "/GroupCommand.swift", "/InitCommand.swift",
  ]

  @Test func aPassIsDescribedInOnePlace() throws {
    let sources = try CodeLiteralTests.sources()
    let found = sources.flatMap { CodeLiteralTests.literals(in: $0) }.filter { literal in
      Self.names.contains(literal.text) && !Self.exceptions.contains { literal.file.contains($0) }
    }
    #expect(
      found.isEmpty,
      """
      write PackageKind.pass.document, manifest, signature, fileExtension or contentType:
      \(found.map(\.description).joined(separator: "\n"))
      """)
    let kind = try #require(sources.first { $0.file.hasSuffix("/PackageKind.swift") })
    #expect(CodeLiteralTests.literals(in: kind).contains { Self.names.contains($0.text) })
  }

  /// A thread waits in one way, by the monotonic clock. Setting the system clock changes no wait.
  @Test func threadsWaitInMonitorAndNowhereElse() throws {
    let sources = try CodeLiteralTests.sources()
    let words = ["pthread_cond_", "pthread_mutex_", "CLOCK_REALTIME"]
    let found = sources.filter { source in words.contains { source.text.contains($0) } }
    #expect(found.map(\.file) == ["Sources/Base/Basics/Work/Monitor.swift"])
    #expect(found.allSatisfy { !$0.text.contains("CLOCK_REALTIME") })
  }
}
