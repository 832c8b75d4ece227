// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

@testable import PassIssue

/// Tests of processes that issue into one ledger, are killed, or run out of disk.
@Suite(.enabled(if: LedgerProbe.isBuilt, "ledger-probe is built with PASSC_BENCH=1"))
struct LedgerProcessTests {
  let folder = try! TemporaryFolder()
  static let type = "pass.com.example.probe"

  private func issue(
    _ count: Int, batch: Int = 20, first: Int = 0, verb: String = "issue", to output: String = "out"
  ) throws -> Program.Outcome {
    try Program.run(
      try LedgerProbe.path(),
      [verb, "a.ledger", folder(output), "\(first)", "\(count)", "\(batch)"],
      in: folder.path)
  }

  /// Expects that every pass in the ledger has its file with the same authentication token.
  private func expectLedgerAndDiskToAgree(
    _ ledger: Ledger, _ comment: Comment? = nil
  ) throws -> Set<String> {
    #expect(try ledger.damages() == [], comment)
    var issued: Set<String> = []
    try ledger.forEachPass(PassFilter(state: .issued)) { page in
      for pass in page {
        issued.insert(pass.serial)
        let file = try #require(pass.file, "\(pass.serial) has no file")
        let bytes = try Disk.read(file.fullPath)
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        #expect(words.first == Substring(pass.serial), comment)
        #expect(words.dropFirst().first == pass.token.map { Substring($0) }, comment)
        #expect(Int64(bytes.count) == file.size, comment)
      }
      return true
    }
    return issued
  }

  @Test func twoProcessesNeverIssueOneSerialTwice() throws {
    let count = 600
    let probe = try LedgerProbe.path()
    let (output, current) = (folder("out"), folder.path)
    let work = [1, 7, 30].map { batch in
      BackgroundWork {
        Result {
          try Program.run(
            probe, ["issue", "a.ledger", output, "0", "\(count)", "\(batch)"], in: current)
        }
      }
    }
    var seen: [Substring: Int] = [:]
    for work in work {
      let outcome = try work.value().get()
      #expect(outcome.status == 0, "\(outcome.errors)")
      for line in outcome.text.split(separator: "\n") where line.hasPrefix("issued ") {
        seen[line, default: 0] += 1
      }
    }
    #expect(seen.count == count)
    #expect(seen.filter { $0.value > 1 }.isEmpty)
    let ledger = try Ledger(folder("a.ledger"), access: .writing)
    #expect(try expectLedgerAndDiskToAgree(ledger).count == count)
  }

  /// Processes that open a new ledger wait while another one creates its tables (race).
  @Test func manyMayComeToANewLedgerAtOnce() throws {
    for turn in 0..<60 {
      let path = folder("\(turn).ledger")
      let openings = (0..<4).map { _ in
        BackgroundWork { Result { _ = try Ledger(path, access: .creating) } }
      }
      for opening in openings { try opening.value().get() }
    }
  }

  @Test func threadsOfOneProcessNeverIssueOneSerialTwice() throws {
    let path = folder("a.ledger")
    _ = try Ledger(path, access: .creating)
    let serials = (0..<300).map { "S\($0)" }
    let work = (0..<4).map { number in
      BackgroundWork {
        Result { () -> [String] in
          let ledger = try Ledger(path, access: .writing)
          let run = try ledger.begin(describe(options: "\(number)"), now: 1).run
          var mine: [String] = []
          for start in stride(from: 0, to: serials.count, by: 10) {
            let batch = Array(serials[start..<start + 10])
            _ = try ledger.find(batch, passType: LedgerTests.type)
            let outcomes = try run.reserve(
              batch.map { Reservation(serial: $0, digests: digests(number)) })
            var written: [IssuedBundle] = []
            for (serial, outcome) in zip(batch, outcomes) {
              guard case .reserved(let reserved) = outcome else { continue }
              mine.append(serial)
              written.append(
                IssuedBundle(reserved, digest: digest(number), size: 1, file: nil, time: 1))
            }
            try run.finish(written)
          }
          // Keeps the run alive, because other runs may change the passes of an ended one.
          Thread.sleep(forTimeInterval: 0.5)
          return mine
        }
      }
    }
    let issued = try work.map { try $0.value().get() }.flatMap { $0 }
    #expect(issued.count == Set(issued).count)
    #expect(Set(issued) == Set(serials))
  }

  @Test func aRunThatIsKilledAtAnyMomentEndsLikeAnUndisturbedOne() throws {
    let count = 3_000
    var generator = SplitMix64(seed: 4)
    var kills = 0
    var lookedInto = 0
    for attempt in 0..<15 {
      let process = ChildProcess()
      process.executableURL = URL(fileURLWithPath: try LedgerProbe.path())
      process.arguments = ["issue", "a.ledger", folder("out"), "0", "\(count)", "17"]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double(generator.next() % 60) / 1_000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { kills += 1 }
      guard (try? Disk.kind(of: folder("a.ledger"))) == .file else { continue }
      let ledger = try Ledger(folder("a.ledger"), access: .writing)
      _ = try expectLedgerAndDiskToAgree(ledger, "after kill \(attempt)")
      for run in try ledger.runs() { #expect(try !ledger.isAlive(run)) }
      lookedInto += 1
    }
    #expect(kills > 0 && lookedInto > 0)
    let last = try issue(count, batch: 100)
    #expect(last.status == 0, "\(last.errors)")
    let ledger = try Ledger(folder("a.ledger"), access: .writing)
    #expect(try expectLedgerAndDiskToAgree(ledger).count == count)
    #expect(try ledger.runs().count == 1, "each went on with the first run")
    #expect(try ledger.count(PassFilter(state: .reserved)) == 0)
    let names = try Disk.list(folder("out")).map(\.name).filter { !$0.hasPrefix(".passc-") }
    #expect(names.count == count)
    // One signing time, as for a single run.
    let times = try Set(
      names.map { name in
        String(decoding: try Disk.read(folder("out/" + name)), as: UTF8.self)
          .split(separator: " ").last
      })
    #expect(times.count == 1)
  }

  @Test func anArchiveThatIsKilledCountsForNothing() throws {
    for _ in 0..<3 {
      let process = ChildProcess()
      process.executableURL = URL(fileURLWithPath: try LedgerProbe.path())
      process.arguments = ["archive", "a.ledger", folder("out.tar"), "0", "200000", "50"]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: 0.3)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let ledger = try Ledger(folder("a.ledger"), access: .creating)
      #expect(try ledger.count(PassFilter(state: .issued)) == 0)
      #expect(try Disk.kind(of: folder("out.tar")) == nil)
    }
    let outcome = try issue(300, verb: "archive", to: "out.tar")
    #expect(outcome.text.hasSuffix("end 300 0 0 0\n"), "\(outcome.errors)")
    let ledger = try Ledger(folder("a.ledger"), access: .writing)
    #expect(try ledger.count(PassFilter(state: .issued)) == 300)
    #expect(try Disk.kind(of: folder("out.tar")) == .file)
  }

  @Test(
    .enabled(if: Machine.letsMount, "no small disk can be mounted here"))
  func aRunThatFillsTheDiskGoesOnWhenThereIsRoom() throws {
    let count = 3_000
    try Disk.makeFolders(folder("disk"))
    let script = """
      mount -t tmpfs -o size=4m none disk || exit 77
      "$1" issue disk/a.ledger "$PWD/disk/out" 0 \(count) 50
      code=$?
      mkdir kept && cp -a disk/. kept/
      exit $code
      """
    let full = try Program.run(
      "/bin/sh",
      ["-c", "exec unshare -rm sh -c '\(script)' sh \"$1\"", "sh", try LedgerProbe.path()],
      in: folder.path)
    #expect(full.status == 3, "\(full.errors)")
    #expect(full.errors.contains("full"), "\(full.errors)")
    try Disk.removeTree(folder("disk"))
    try Disk.move(folder("kept"), to: folder("disk"))
    do {
      let ledger = try Ledger(folder("disk/a.ledger"), access: .writing)
      let issued = try expectLedgerAndDiskToAgree(ledger)
      #expect(!issued.isEmpty && issued.count < count)
    }
    let rest = try Program.run(
      try LedgerProbe.path(),
      ["issue", "disk/a.ledger", folder("disk/out"), "0", "\(count)", "50"], in: folder.path)
    #expect(rest.status == 0, "\(rest.errors)")
    let ledger = try Ledger(folder("disk/a.ledger"), access: .writing)
    #expect(try expectLedgerAndDiskToAgree(ledger).count == count)
    #expect(try ledger.runs().count == 1)
  }

  @Test func saysThatTheLedgerMayNotBeWritten() throws {
    _ = try Ledger(folder("a.ledger"), access: .creating)
    let limited = try Program.run(
      "/bin/sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 1; exec \"$1\" issue a.ledger \"$PWD/out\" 0 100 10", "sh",
        try LedgerProbe.path(),
      ], in: folder.path,
      // ThreadSanitizer keeps a file in TMPDIR. The limit would truncate it and cause an error.
      environment: ["TMPDIR": folder("none")])
    #expect(limited.status == 3, "\(limited.text)")
    #expect(limited.errors.contains("a.ledger"), "\(limited.errors)")
    let ledger = try Ledger(folder("a.ledger"), access: .writing)
    #expect(try ledger.damages() == [])
    #expect(try ledger.count(PassFilter(state: .issued)) == 0)
  }
}

/// A helper built with the tests, which issues into a ledger.
private enum LedgerProbe {
  static func path() throws -> String {
    let passc = try #require(Program.passc, "nothing was built next to the tests")
    return FilePath.join(FilePath.parent(passc), "ledger-probe")
  }

  static var isBuilt: Bool {
    (try? path()).map(FileManager.default.isExecutableFile) ?? false
  }
}
