// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Synchronization
import Testing

@testable import PassService

/// Tests of passc-preview as a worker, and of the live page that it draws.
struct PreviewWorkerTests {
  private static func worker(
    _ limits: WorkerProgram.Limits = WorkerProgram.Limits()
  ) throws -> PreviewWorker {
    signal(SIGPIPE, SIG_IGN)
    let folder = FilePath.parent(try #require(Program.passc))
    return PreviewWorker(program: FilePath.join(folder, "passc-preview"), limits: limits)
  }

  private static let pass = """
    {"formatVersion": 1, "description": "Card", "serialNumber": "{{ number }}",
     "storeCard": {"primaryFields": [{"key": "n", "label": "Number", "value": "{{ number }}"}]}}
    """

  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "card.pass/pass.json": pass, "card.pass/template.json": #"{"sample": "rows.csv"}"#,
      "card.pass/rows.csv": "number\nA-1\nA-2\n",
    ])
  }

  private static func session(
    _ worker: PreviewWorker, _ arguments: [String], reports: Reports = Reports()
  ) -> WatchSession {
    WatchSession(worker, arguments: arguments, input: arguments[0], data: []) { reports.add($0) }
  }

  private final class Reports: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private static func page(
    _ session: WatchSession, _ choices: [(name: String, value: String)] = []
  ) async -> String {
    String(decoding: await session.page(choices, nonce: "NONCE"), as: UTF8.self)
  }

  // MARK: The program

  @Test func drawsWhatThePageChooses() async throws {
    let folder = try Self.folder()
    let session = Self.session(
      try Self.worker(), [folder("card.pass"), "--watch", "--as-of", "2026-06-01"])
    try await session.begin()
    let first = await Self.page(session)
    #expect(first.contains("<dd>A-1</dd>") && first.contains("Up to date"))
    let second = await Self.page(session, [("pass", "1"), ("side", "front"), ("look", "dark")])
    #expect(second.contains("<dd>A-2</dd>") && second.contains("class=\"dark\""))
    #expect(second.components(separatedBy: "<figure").count == 2)
  }

  @Test func aWrongCommandLineIsARefusal() async throws {
    let folder = try Self.folder()
    let worker = try Self.worker()
    let cases: [([String], Int32, String)] = [
      (["nowhere.pass", "--watch"], 3, "nowhere.pass does not exist"),
      ([folder("card.pass"), "--watch", "--time-zone", "Europe/Berlyn"], 2, "Europe/Berlin"),
      ([folder("card.pass"), "-o", folder("written.png")], 2, "--watch"),
    ]
    for (arguments, status, words) in cases {
      let refusal = await #expect(throws: PreviewWorker.PreviewWorkerError.self) {
        try await Self.session(worker, arguments).begin()
      }
      #expect(refusal?.status == status && refusal?.message.contains(words) == true, "\(arguments)")
    }
    #expect(try Disk.kind(of: folder("written.png")) == nil)
  }

  /// A named pipe without a writer, so reading it blocks.
  @Test func anInputThatHangsIsAnErrorAndTheNextIsDrawn() async throws {
    let folder = try Self.folder()
    #expect(mkfifo(folder("rows.csv"), 0o600) == 0)
    var limits = WorkerProgram.Limits()
    limits.time = .seconds(1)
    let worker = try Self.worker(limits)
    let hanging = Self.session(
      worker, [folder("card.pass"), "--watch", "--data", folder("rows.csv")])
    await #expect(throws: WorkerError.timeLimit(.seconds(1))) { try await hanging.begin() }
    let other = try Self.worker()
    let session = Self.session(other, [folder("card.pass"), "--watch"])
    try await session.begin()
    #expect(await Self.page(session).contains("<dd>A-1</dd>"))
  }

  @Test func aWorkerThatNeedsTooMuchMemoryIsAnError() async throws {
    let folder = try Self.folder()
    var limits = WorkerProgram.Limits()
    limits.memoryInBytes = 1 << 20
    let session = Self.session(try Self.worker(limits), [folder("card.pass"), "--watch"])
    await #expect(throws: WorkerError.memoryLimit(1 << 20)) { try await session.begin() }
  }

  // MARK: Misbehaving workers

  /// Returns a worker that records its requests. It hangs if there is a file with the name of the
  /// task.
  private static func fake(in folder: TemporaryFolder) throws -> PreviewWorker {
    try folder.add([
      "worker": """
      #!/bin/sh
      cd "\(folder.path)"
      while read -r line; do
        printf '%s\\n' "$line" >>requests
        case $line in *'"task":"read"'*) task=read ;; *) task=draw ;; esac
        [ -e $task ] && sleep 600
        case $task in
          read) echo '{"files":["source"],"title":"Card","style":"","isBroken":false}' ;;
          draw) printf '{"title":"Card","findings":"<p>Found</p>","findingCount":1,"bytes":6}\\nDRAWN\\n' ;;
        esac
      done
      """
    ])
    #expect(chmod(folder("worker"), 0o700) == 0)
    var limits = WorkerProgram.Limits()
    limits.time = .milliseconds(500)
    signal(SIGPIPE, SIG_IGN)
    return PreviewWorker(program: folder("worker"), limits: limits)
  }

  @Test func theLastImagesStayWhileAWorkerHangs() async throws {
    let folder = try TemporaryFolder()
    let reports = Reports()
    let session = Self.session(try Self.fake(in: folder), [folder.path], reports: reports)
    try await session.begin()
    #expect(await Self.page(session).contains("DRAWN"))
    try folder.add(["draw": ""])
    let broken = await Self.page(session)
    #expect(broken.contains("DRAWN") && broken.contains("Cannot be read"))
    #expect(broken.contains("drawing took longer than") && !broken.contains("Found"))
    #expect(reports.all.count == 1)
    try Disk.remove(folder("draw"))
    let mended = await Self.page(session)
    #expect(mended.contains("Up to date") && mended.contains("Found"))
  }

  @Test func filesThatCannotBeReadAreNotAskedForByEveryPage() async throws {
    let folder = try TemporaryFolder(["input/a": ""])
    let session = Self.session(try Self.fake(in: folder), [folder("input")])
    try await session.begin()
    try folder.add(["read": "", "input/b": ""])
    try await session.follow()
    #expect(await session.generation == 2)
    let count = try Disk.read(folder("requests")).count { $0 == 0x0A }
    #expect(count == 2)
    #expect(await Self.page(session).contains("drawing took longer than"))
    #expect(try Disk.read(folder("requests")).count { $0 == 0x0A } == count)
    try Disk.remove(folder("read"))
    try folder.add(["input/c": ""])
    try await session.follow()
    #expect(await Self.page(session).contains("Up to date"))
  }

  @Test func requestsHoldTheCommandLineAndTheChoicesAndNothingElse() async throws {
    let folder = try TemporaryFolder()
    let session = Self.session(try Self.fake(in: folder), [folder.path, "--watch"])
    try await session.begin()
    _ = await Self.page(session, [("language", "de")])
    let requests = String(decoding: try Disk.read(folder("requests")), as: UTF8.self)
    #expect(
      requests == """
        {"task":"read","arguments":["\(folder.path)","--watch"],"choices":[]}
        {"task":"draw","arguments":["\(folder.path)","--watch"],"choices":[["language","de"]]}

        """)
  }
}
