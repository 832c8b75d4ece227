// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON

/// The loop of `passc-preview --worker`. It reads requests from standard input, one line of JSON
/// each, and responds on standard output. `PreviewWorker` in PassService describes the protocol.
struct WorkerLoop {
  /// The arguments of the last request and its input, which the next request can use again.
  private var last: (arguments: [String], studio: WatchStudio)?

  /// The maximum size of a request in bytes. A longer one gets an error.
  private static let limitInBytes = 1 << 20
  /// The time in seconds that a drawing can take after the input has ended.
  private static let patience: UInt32 = 20

  /// Responds to requests until the input ends.
  static func run() -> ExitStatus {
    endWithParent()
    var loop = WorkerLoop()
    // The start of an incomplete line, or nil while the rest of a line over the limit is skipped.
    var started: [UInt8]? = []
    while let piece = nextPiece() {
      var parts = piece.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
      while let part = parts.popFirst() {
        started = started.flatMap { $0.count + part.count <= limitInBytes ? $0 + part : nil }
        guard !parts.isEmpty else { break }
        loop.write(loop.answer(started))
        started = []
      }
    }
    return .fine
  }

  /// Starts a thread that ends this process `patience` seconds after standard input is closed,
  /// which means that the parent ended. It works even if a drawing hangs.
  private static func endWithParent() {
    let thread = BackgroundWork {
      var request = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      while poll(&request, 1, -1) < 1 {}
      sleep(patience)
      _exit(ExitStatus.environment.rawValue)
    }
    // Releasing the thread would wait for its end (deadlock), so it is leaked.
    _ = Unmanaged.passRetained(thread)
  }

  /// Reads bytes of standard input. Returns nil at the end or after an error.
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
      throw CommandFailureError.usage("the request has more than \(limitInBytes) bytes")
    }
    var report = Report()
    let document = JSONReader.read(line, name: "request", report: &report)
    guard let document, !report.hasErrors, document.root.isObject else {
      let fault = report.diagnostics.first { $0.severity == .error }?.message
      throw CommandFailureError.usage(
        "the request is not a JSON object" + (fault.map { ": \($0)" } ?? ""))
    }
    return document.root
  }

  private mutating func perform(_ request: JSONValue) throws -> Answer {
    let arguments = request["arguments"]?.elements.compactMap(\.string) ?? []
    let task = request["task"]?.string
    guard task == "read" || task == "draw" else {
      throw CommandFailureError.usage("the task of the request is not read or draw")
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

  /// Parses the arguments of a live page, which must have `--watch`.
  private static func options(_ arguments: [String]) throws -> PreviewOptions {
    let options: PreviewOptions
    do {
      options = try PreviewProgram.parse(arguments).options
    } catch {
      throw CommandFailureError.usage(PreviewProgram.message(for: error))
    }
    guard options.watch else { throw CommandFailureError.usage("the arguments have no --watch") }
    return options
  }
}
