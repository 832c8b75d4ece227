// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassTesting
import Testing

/// Tests of files with secrets that others can read.
struct ExposedFileTests {
  /// Tests have no key with a certificate of Apple.
  @Test func isAWarningWhereTheChainEndsAtAppleAndANoteOtherwise() throws {
    let folder = try TemporaryFolder(["my key.pem": "secret"])
    let file = folder("my key.pem")
    let chmod = try Program.run("/bin/chmod", ["644", file], in: folder.path)
    try #require(chmod.status == 0)
    let exposure = try #require(Disk.exposure(of: file))
    var report = Report()
    report(exposure, isApple: true)
    report(exposure, isApple: false)
    #expect(report.diagnostics.map(\.severity) == [.warning, .note])
    #expect(
      report.diagnostics.first?.message == "others can read \(file) (mode 644)")
    #expect(report.diagnostics.first?.help == "chmod 600 '\(file)'")
  }

  @Test func whatIsNoOrdinaryFileIsNotLookedAt() {
    for path in ["/dev/null", "/", "/nothing/here", "a\0b", ""] {
      #expect(Disk.exposure(of: path) == nil)
    }
  }
}
