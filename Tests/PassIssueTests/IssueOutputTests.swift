// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Synchronization
import Testing

@testable import PassIssue
@testable import PassTemplate

struct IssueOutputTests {
  private static let now: Int64 = 1_767_225_600

  /// A third kind of output, in one type: a list of names and sizes, in the order of the rows.
  private struct ListOutput: IssueOutput {
    final class Lines: OrderedOutput, Sendable {
      let text = Mutex("")
      let isComplete = Mutex(false)

      func append(_ bytes: [UInt8]) {
        text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
      func commit() { isComplete.withLock { $0 = true } }
    }

    let lines = Lines()

    init?(_ option: String) {}

    var folder: String? { nil }
    var archive: String? { nil }
    var isOneFile: Bool { true }
    var existing: OutputFolder? { nil }

    mutating func begin(overwrites: Bool, durable: Bool, signingTime: Int64) {}
    func ordered() -> (any OrderedOutput)? { lines }
    func write(
      _ pieces: [UnsafeRawBufferPointer], at path: String, isThere: Bool, to batch: inout [UInt8]
    ) -> Bool {
      let isZip = pieces.first?.starts(with: [0x50, 0x4B]) ?? false
      batch += Array("\(path) \(isZip)\n".utf8)
      return true
    }
  }

  private struct Listener: IssueListener {
    func found(_ diagnostics: [Diagnostic]) {}
    func wroteLine(_ sentence: String) {}
    func progressed(_ progress: Progress) {}
  }

  @Test func aRunWritesToAKindOfOutputThatItDoesNotKnow() throws {
    let rows = (1...200).map { "A-\($0),Ada\n" }.joined()
    let folder = try TemporaryFolder([
      "card.pass/pass.json": """
      {
        "formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "Library",
        "description": "Library card",
        "generic": {"primaryFields": [{"key": "n", "label": "Name", "value": "{{ name }}"}]}
      }
      """,
      "rows.csv": "serial,name\n" + rows,
    ])
    for (suffix, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      try folder.add(
        "card.pass/icon\(suffix).png", PNGImage.plain(width: 38 * scale, height: 38 * scale))
    }
    var report = Report()
    var source = IdentitySource()
    source.folder = FilePath.join(Program.repository, "certs-example/ordinary")
    let chosen: Identity? = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source), for: .init(passTypeIdentifier: nil, time: Self.now),
      report: &report)
    let identity = try #require(chosen)
    let recipe = PassRecipe(
      try #require(try Template.load(folder("card.pass"), report: &report)),
      identity: identity, today: Self.now)
    var choice = DataChoice()
    choice.file = folder("rows.csv")
    choice.folder = folder.path
    var settings = IssueSettings(data: choice, naming: try PassNaming(), signingTime: Self.now)
    let output = try #require(ListOutput("list"))
    settings.output = output
    settings.jobs = 3
    var run = IssueRun(
      settings, recipe: recipe,
      filter: FindingFilter(policy: Policy(), allowances: recipe.template.settings.allowances),
      report: report, listener: Listener())
    let summary = try #require(try run.run(begin: {}))
    #expect(summary.issued == 200)
    #expect(
      output.lines.text.withLock { $0 } == (1...200).map { "A-\($0).pkpass true\n" }.joined())
    #expect(output.lines.isComplete.withLock { $0 })
  }

  @Test(arguments: [
    ("-", true), ("passes.tar", true), ("PASSES.TAR", true), (".tar", false), ("tar", false),
    ("out", false), ("./-", false),
  ])
  func theNameOfAnOutputSaysItsKind(_ option: String, _ isTar: Bool) throws {
    let output = try #require(IssueOutputs.output(option))
    #expect((output is TarOutput) == isTar)
    #expect(output.isOneFile == isTar)
    #expect(isTar || output.folder == option)
  }
}
