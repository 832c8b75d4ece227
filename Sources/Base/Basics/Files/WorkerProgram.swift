// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A program that processes one request at a time on its standard streams. It starts at the first
/// request and is killed when it exceeds a limit. The next request starts it again.
///
/// Each request is one line. The response is a line and a body, whose length is in the line. The
/// program inherits only its streams. It has a separate process group, so that Control-C at the
/// terminal does not reach it. It must exit at the end of its input.
///
/// A process that uses this must ignore SIGPIPE.
package final class WorkerProgram: Sendable {
  /// Limits for one request.
  package struct Limits: Sendable {
    /// Maximum time for a response.
    package var time = Duration.seconds(20)
    /// Maximum processor time for a response.
    package var processorTime = Duration.seconds(10)
    /// Maximum memory of the program.
    package var memoryInBytes = 1 << 30
    /// Maximum size of a response.
    package var answerInBytes = 64 << 20

    package init() {}
  }

  package struct Response: Sendable, Equatable {
    /// The line without its end.
    package let line: [UInt8]
    /// The bytes after the line.
    package let body: [UInt8]
  }

  private let path: String
  private let arguments: [String]
  private let limits: Limits
  private let running = Mutex<RunningWorker?>(nil)

  package init(_ path: String, _ arguments: [String], limits: Limits = Limits()) {
    self.path = path
    self.arguments = arguments
    self.limits = limits
  }

  /// Sends a request and blocks until the response. Other threads wait for their turn.
  ///
  /// - Parameters:
  ///   - request: a line without its end.
  ///   - bodyLength: returns the number of bytes after the line of a response.
  /// - Throws: `WorkerError` if there was no valid response. The program was killed, and the next
  ///   request starts it again.
  package func answer(
    to request: [UInt8], bodyLength: ([UInt8]) -> Int = { _ in 0 }
  ) throws(WorkerError) -> Response {
    try running.withLock { (running: inout RunningWorker?) throws(WorkerError) -> Response in
      // The program may have ended since the last response, or have written output without a
      // request.
      if let last = running, last.hasEnded || last.hasOutput {
        last.end()
        running = nil
      }
      let worker: RunningWorker
      if let last = running { worker = last } else { worker = try RunningWorker(path, arguments) }
      running = worker
      do throws(WorkerError) {
        return try worker.answer(to: request, limits, bodyLength)
      } catch {
        worker.end()
        running = nil
        throw error
      }
    }
  }

  /// Kills the program. The next request starts it again.
  package func end() {
    running.withLock { running in
      running?.end()
      running = nil
    }
  }

  deinit { end() }
}

/// The reason for a missing response.
package enum WorkerError: Error, Equatable, CustomStringConvertible {
  case cannotStart(String)
  case timeLimit(Duration)
  case processorLimit(Duration)
  case memoryLimit(Int)
  /// The response is larger than the limit in bytes.
  case answerLimit(Int)
  /// The program ended with this exit code, or with 128 plus the signal number.
  case ended(Int32)

  package var description: String {
    switch self {
    case .cannotStart(let path): "cannot start \(path)"
    case .timeLimit(let time):
      "drawing took longer than \(time.components.seconds) s and was stopped"
    case .processorLimit(let time):
      "drawing used more than \(time.components.seconds) s of processor time and was stopped"
    case .memoryLimit(let bytes):
      "drawing needed more than \(bytes >> 20) MB of memory and was stopped"
    case .answerLimit(let bytes): "the drawing has more than \(bytes >> 20) MB"
    case .ended(let code) where code > 128:
      "the program that draws was ended by signal \(code - 128)"
    case .ended(let code): "the program that draws ended with exit code \(code)"
    }
  }
}

/// A running worker with our ends of its pipes.
private final class RunningWorker {
  private let program: StartedProgram
  /// Pipe to the worker, and pipe from it.
  private let input: Int32
  private let output: Int32
  private var status: Int32?
  /// Bytes that were read but are not part of a response yet.
  private var buffer: [UInt8] = []

  /// Milliseconds between two checks of the limits.
  private static let interval: Int32 = 10

  init(_ path: String, _ arguments: [String]) throws(WorkerError) {
    guard let requests = Pipe(), let answers = Pipe() else { throw .cannotStart(path) }
    let started = ProgramFile.start(
      path, arguments, streams: .pipes(input: requests.reading, output: answers.writing),
      inGroup: true)
    close(requests.reading)
    close(answers.writing)
    guard let started else {
      close(requests.writing)
      close(answers.reading)
      throw .cannotStart(path)
    }
    (program, input, output) = (started, requests.writing, answers.reading)
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  var hasEnded: Bool {
    if status == nil { status = program.statusIfEnded() }
    return status != nil
  }

  /// Whether there is output without a request.
  var hasOutput: Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return !buffer.isEmpty || poll(&request, 1, 0) > 0
  }

  /// Kills the process group and closes the pipes. Do not use the worker after this.
  func end() {
    if !hasEnded {
      program.kill()
      status = program.wait() ?? 128
    }
    close(input)
    close(output)
  }

  // MARK: One request

  func answer(
    to request: [UInt8], _ limits: WorkerProgram.Limits, _ bodyLength: ([UInt8]) -> Int
  ) throws(WorkerError) -> WorkerProgram.Response {
    let watch = RequestLimits(limits, program)
    try write(request + [0x0A], watch)
    var searched = 0
    var lineEnd: Int?
    while lineEnd == nil {
      lineEnd = buffer[searched...].firstIndex(of: 0x0A)
      searched = buffer.count
      guard searched <= limits.answerInBytes else { throw .answerLimit(limits.answerInBytes) }
      if lineEnd == nil { try read(watch) }
    }
    let line = Array(buffer[..<(lineEnd ?? 0)])
    buffer.removeFirst(line.count + 1)
    let length = bodyLength(line)
    guard (0...limits.answerInBytes).contains(length) else {
      throw .answerLimit(limits.answerInBytes)
    }
    while buffer.count < length { try read(watch) }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return WorkerProgram.Response(line: line, body: body)
  }

  private func write(_ bytes: [UInt8], _ watch: RequestLimits) throws(WorkerError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        PassBasics.write(input, $0.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if count >= 0 {
        offset += count
      } else if errno == EAGAIN {
        try wait(for: input, POLLOUT, watch)
      } else if errno != EINTR {
        throw ended()
      }
    }
  }

  private func read(_ watch: RequestLimits) throws(WorkerError) {
    while true {
      try wait(for: output, POLLIN, watch)
      var isLater = false
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
        let got = PassBasics.read(output, bytes.baseAddress, bytes.count)
        isLater = got < 0 && (errno == EAGAIN || errno == EINTR)
        count = max(0, got)
      }
      if isLater { continue }
      guard !bytes.isEmpty else { throw ended() }
      buffer += bytes
      return
    }
  }

  /// Waits until a pipe is ready and checks the limits meanwhile.
  private func wait(
    for end: Int32, _ event: Int32, _ watch: RequestLimits
  ) throws(WorkerError) {
    var request = pollfd(fd: end, events: Int16(event), revents: 0)
    repeat { try watch.check() } while poll(&request, 1, Self.interval) < 1
  }

  /// Returns why the output ended. Waits up to half a second for the program to exit.
  private func ended() -> WorkerError {
    let patience = ContinuousClock.now + .milliseconds(500)
    while !hasEnded, ContinuousClock.now < patience { usleep(1_000) }
    if !hasEnded {
      program.kill()
      status = program.wait()
    }
    return .ended(status ?? 128)
  }
}

/// The limits of one request, with the processor time that was used before it.
private struct RequestLimits {
  private let limits: WorkerProgram.Limits
  private let program: StartedProgram
  private let deadline: ContinuousClock.Instant
  private let before: Duration

  init(_ limits: WorkerProgram.Limits, _ program: StartedProgram) {
    self.limits = limits
    self.program = program
    deadline = .now + limits.time
    before = ProcessUse(of: program.process)?.processorTime ?? .zero
  }

  func check() throws(WorkerError) {
    guard ContinuousClock.now < deadline else { throw .timeLimit(limits.time) }
    // If the program has ended, reading the pipe finds the end.
    guard let use = ProcessUse(of: program.process) else { return }
    guard use.memoryInBytes <= limits.memoryInBytes else {
      throw .memoryLimit(limits.memoryInBytes)
    }
    guard use.processorTime - before <= limits.processorTime else {
      throw .processorLimit(limits.processorTime)
    }
  }
}

/// A pipe whose ends are close-on-exec and above the standard streams.
private struct Pipe {
  let reading: Int32
  let writing: Int32

  init?() {
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0 else { return nil }
    let ends = pair.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    for end in pair { close(end) }
    guard ends[0] >= 0, ends[1] >= 0 else {
      for end in ends where end >= 0 { close(end) }
      return nil
    }
    (reading, writing) = (ends[0], ends[1])
  }
}
