// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassBasics

/// Tests of a worker process and its limits.
struct WorkerProgramTests {
  /// Shell code that lists the open descriptors in `list` without opening one.
  private static let listing =
    "i=0 list=; while [ $i -lt 99 ]; do [ -e /proc/$$/fd/$i ] && list=\"$list $i\"; i=$((i+1)); done"

  /// A script that repeats a line with its process id. Some lines make it misbehave.
  private static let script = """
    while read -r line; do
      case $line in
        sleep) sleep 600 ;;
        turn) while :; do :; done ;;
        eat) exec tail /dev/zero ;;
        end) exit 7 ;;
        crash) kill -SEGV $$ ;;
        flood) exec yes ;;
        long) exec tr '\\0' x </dev/zero ;;
        files) \(listing); echo $list ;;
        body) printf '12\\nand 12 bytes' ;;
        after) printf 'after\\n'; exit 0 ;;
        *) echo "$line $$" ;;
      esac
    done
    """

  private static func worker(
    _ change: (inout WorkerProgram.Limits) -> Void = { _ in }
  ) -> WorkerProgram {
    signal(SIGPIPE, SIG_IGN)
    var limits = WorkerProgram.Limits()
    change(&limits)
    return WorkerProgram("/bin/sh", ["-c", script], limits: limits)
  }

  private static func text(_ answer: WorkerProgram.Response) -> String {
    String(decoding: answer.line, as: UTF8.self)
  }

  @Test func oneProcessAnswersRequestAfterRequest() throws {
    let worker = Self.worker()
    let first = try worker.answer(to: Array("one".utf8))
    let second = try worker.answer(to: Array("two".utf8))
    #expect(Self.text(first).hasPrefix("one ") && Self.text(second).hasPrefix("two "))
    #expect(Self.text(first).dropFirst(4) == Self.text(second).dropFirst(4))
    #expect(first.body.isEmpty)
  }

  @Test func anAnswerHasAsManyBytesAsItsLineSays() throws {
    let worker = Self.worker()
    let answer = try worker.answer(to: Array("body".utf8)) {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    #expect(answer.body == Array("and 12 bytes".utf8))
    #expect(Self.text(try worker.answer(to: Array("next".utf8))).hasPrefix("next "))
  }

  @Test(arguments: ["sleep", "turn", "eat", "end", "crash", "flood", "long"])
  func aRequestThatGoesWrongIsAnErrorAndTheNextIsAnswered(_ request: String) throws {
    let worker = Self.worker {
      $0.time = request == "sleep" ? .milliseconds(300) : .seconds(60)
      $0.processorTime = .milliseconds(300)
      $0.memoryInBytes = 100 << 20
      $0.answerInBytes = 1 << 20
    }
    let before = Self.text(try worker.answer(to: Array("before".utf8))).dropFirst(7)
    let expected: WorkerError? =
      switch request {
      case "sleep": .timeLimit(.milliseconds(300))
      case "turn": .processorLimit(.milliseconds(300))
      case "eat": .memoryLimit(100 << 20)
      case "end": .ended(7)
      case "crash": .ended(128 + SIGSEGV)
      case "long": .answerLimit(1 << 20)
      default: nil
      }
    do {
      let answer = try worker.answer(to: Array(request.utf8))
      // Unexpected lines must not become the response to the next request.
      #expect(request == "flood" && answer.line == [UInt8(ascii: "y")])
    } catch {
      #expect(error == expected)
    }
    let after = Self.text(try worker.answer(to: Array("after it".utf8))).dropFirst(9)
    #expect(!after.isEmpty && after != before)
    #expect(kill(try #require(pid_t(before)), 0) != 0 && errno == ESRCH, "it still runs")
  }

  @Test func aProgramThatEndedBetweenRequestsIsStartedAgain() throws {
    let worker = Self.worker()
    #expect(Self.text(try worker.answer(to: Array("after".utf8))) == "after")
    usleep(100_000)
    #expect(Self.text(try worker.answer(to: Array("next".utf8))).hasPrefix("next "))
  }

  @Test func aProgramThatCannotBeStartedIsAnError() {
    let worker = WorkerProgram("/nowhere/worker", [])
    #expect(throws: WorkerError.cannotStart("/nowhere/worker")) {
      try worker.answer(to: [])
    }
  }

  /// Threads of this process may read variables meanwhile.
  @Test func aVariableForAChildIsNotSetInThisProcess() throws {
    let folder = try TemporaryFolder()
    #expect(getenv("PASSC_TEST_CHILD") == nil)
    let status = ProgramFile.run(
      "/bin/sh", ["-c", "echo \"$PASSC_TEST_CHILD $HOME\" >\"$1\"", "sh", folder("seen")],
      variables: [("PASSC_TEST_CHILD", "1"), ("HOME", "/a b")])
    #expect(status == 0)
    #expect(try Disk.read(folder("seen")) == Array("1 /a b\n".utf8))
    #expect(getenv("PASSC_TEST_CHILD") == nil)
    #expect(getenv("HOME").map { String(cString: $0) } != "/a b")
  }

  #if os(Linux)
    /// The sockets of a server are not closed on exec.
    @Test func aChildWithStreamsOfItsOwnGetsNoOtherDescriptor() throws {
      let folder = try TemporaryFolder(["open": ""])
      let descriptors = (0..<3).map { _ in open(folder("open"), O_RDONLY) }
      defer { for descriptor in descriptors { close(descriptor) } }
      #expect(Self.text(try Self.worker().answer(to: Array("files".utf8))) == "0 1 2")
      let status = ProgramFile.run(
        "/bin/sh", ["-c", "\(Self.listing); echo $list >\"$1\"", "sh", folder("list")],
        streams: .none)
      #expect(status == 0)
      #expect(try Disk.read(folder("list")) == Array("0 1 2\n".utf8))
    }
  #endif
}
