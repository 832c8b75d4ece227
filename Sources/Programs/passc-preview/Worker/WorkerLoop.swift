// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON

/// `passc-preview --worker`: answers requests, a line of JSON each, until its input ends.
/// `PreviewWorker` in PassService has the protocol.
struct WorkerLoop {
  /// The input that was drawn last, and its command line.
  private var last: (arguments: [String], studio: WatchStudio)?

  /// The longest request. A longer one is answered with an error.
  private static let limitInBytes = 1 << 20
  /// How long a drawing goes on when the input has ended, in seconds.
  private static let patience: UInt32 = 20

  /// Answers requests until the input ends.
  static func run() -> ExitStatus {
    endWithParent()
    var loop = WorkerLoop()
    // What there is of a line whose end has not arrived; nil while one that is too long goes by.
    var begun: [UInt8]? = []
    while let piece = nextPiece() {
      var parts = piece.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
      while let part = parts.popFirst() {
        begun = begun.flatMap { $0.count + part.count <= limitInBytes ? $0 + part : nil }
        guard !parts.isEmpty else { break }
        loop.write(loop.answer(begun))
        begun = []
      }
    }
    return .fine
  }

  /// Ends this process some time after its parent, even if a drawing hangs then.
  private static func endWithParent() {
    let thread = BackgroundWork {
      var request = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      while poll(&request, 1, -1) < 1 {}
      sleep(patience)
      _exit(ExitStatus.environment.rawValue)
    }
    // It would be waited for where it is released.
    _ = Unmanaged.passRetained(thread)
  }

  /// The next bytes of standard input; nil at its end.
  private static func nextPiece() -> [UInt8]? {
    while true {
      var isAgain = false
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let got = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        isAgain = got < 0 && errno == EINTR
        count = max(0, got)
      }
      if !isAgain { return bytes.isEmpty ? nil : bytes }
    }
  }

  // MARK: One request

  private typealias Answer = (json: JSONTree, body: [UInt8])

  private func write(_ answer: Answer) {
    let json =
      answer.body.isEmpty ? answer.json : answer.json.with(["bytes": .number(answer.body.count)])
    Console.write(json.bytes + [0x0A] + answer.body)
  }

  private mutating func answer(_ line: [UInt8]?) -> Answer {
    do {
      return try perform(try Self.request(line))
    } catch {
      let failure = PreviewCommandLine.failure(of: error)
      return (
        .object([
          ("error", .string(failure.message)), ("help", .string(failure.help)),
          ("status", .number(Int(failure.status.rawValue))),
        ]), []
      )
    }
  }

  private static func request(_ line: [UInt8]?) throws -> JSONValue {
    guard let line else {
      throw Failure.usage("the request has more than \(limitInBytes) bytes")
    }
    var report = Report()
    let document = JSONReader.read(line, name: "request", report: &report)
    guard let document, !report.hasErrors, document.root.isObject else {
      let fault = report.diagnostics.first { $0.severity == .error }?.message
      throw Failure.usage("the request is not a JSON object" + (fault.map { ": \($0)" } ?? ""))
    }
    return document.root
  }

  private mutating func perform(_ request: JSONValue) throws -> Answer {
    let arguments = request["arguments"]?.elements.compactMap(\.string) ?? []
    let task = request["task"]?.string
    guard task == "read" || task == "draw" else {
      throw Failure.usage("the task of the request is not read or draw")
    }
    if let last, last.arguments != arguments { self.last = nil }
    var studio: WatchStudio
    if let last {
      studio = last.studio
    } else {
      let options = try Self.options(arguments)
      studio = try WatchStudio(options, try SettingsReader.settings(options))
      if task == "draw" { _ = studio.read() }
    }
    defer { last = (arguments, studio) }
    if task == "read" { return (studio.read(), []) }
    let choices = request["choices"]?.elements.compactMap { pair -> (String, String)? in
      guard let name = pair.element(0)?.string, let value = pair.element(1)?.string else {
        return nil
      }
      return (name, value)
    }
    return try studio.draw(choices?.map { (name: $0.0, value: $0.1) } ?? [])
  }

  /// The options of a live page: it writes no files.
  private static func options(_ arguments: [String]) throws -> PreviewOptions {
    let options: PreviewOptions
    do {
      options = try PreviewProgram.parse(arguments).options
    } catch {
      throw Failure.usage(PreviewProgram.message(for: error))
    }
    guard options.watch else { throw Failure.usage("the arguments have no --watch") }
    return options
  }
}
