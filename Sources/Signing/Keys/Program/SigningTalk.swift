// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import Synchronization

/// Requests to a signing program and its responses. Any thread may use it.
final class SigningTalk: Sendable {
  /// A pending request.
  private final class Question: @unchecked Sendable {
    /// Guarded by the lock of `monitor`.
    var answer: SigningResponse?
    let isAnswered = Signal()
  }

  private struct State {
    var program: RunningProgram?
    var reader: BackgroundWork<Void>?
    var nextID = 1
    var open: [Int: Question] = [:]
    /// The error of all further signatures after a failure.
    var failure: CryptoError?
  }

  private let command: String
  private let settings: SigningProgram.Settings
  private let monitor = Monitor(State())
  private let hasRoom = Signal()
  /// Guards writing to the program, so that lines are not mixed.
  private let writing = Mutex(())

  /// Format of text from the program in messages.
  static let words = Excerpt.entryName

  init(command: String, settings: SigningProgram.Settings) {
    self.command = command
    self.settings = settings
  }

  /// Sends a request and waits for its response.
  func ask(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> SigningResponse {
    let (id, question, program) = try begin()
    let line = SigningLines.question(id, hash, algorithm)
    let deadline = MonotonicTime.now + UInt64(settings.timeout * 1e9)
    let isWritten = writing.withLock { _ in program.write(line, until: deadline) }
    if !isWritten {
      fail("read no line in \(Self.seconds(settings.timeout))", helpForSilence)
    }
    let outcome = monitor.wait(for: question.isAnswered, until: deadline) {
      state -> Result<SigningResponse, CryptoError>? in
      if let answer = question.answer { return .success(answer) }
      return state.failure.map { .failure($0) }
    }
    guard let outcome else {
      fail("gave no response in \(Self.seconds(settings.timeout))", helpForSilence)
      throw monitor.withLock { $0.failure } ?? CryptoError("no answer")
    }
    switch outcome {
    case .success(let answer): return answer
    case .failure(let failure): throw failure
    }
  }

  private let helpForSilence =
    "make it write each response as a line, unbuffered; for more time, add --sign-timeout"

  /// Waits until fewer than `inFlight` requests are pending. Starts the program for the first one.
  private func begin() throws(CryptoError) -> (Int, Question, RunningProgram) {
    let question = Question()
    let started = monitor.wait(for: hasRoom) {
      state -> Result<(Int, Question, RunningProgram), CryptoError>? in
      if let failure = state.failure { return .failure(failure) }
      guard state.open.count < settings.inFlight else { return nil }
      if state.program == nil {
        do throws(CryptoError) {
          try start(&state)
        } catch {
          state.failure = error
          return .failure(error)
        }
      }
      guard let program = state.program else { return nil }
      let id = state.nextID
      state.nextID += 1
      state.open[id] = question
      return .success((id, question, program))
    }
    return try started.get()
  }

  private func start(_ state: inout State) throws(CryptoError) {
    let program = try RunningProgram(command: command)
    state.program = program
    state.reader = BackgroundWork { [self] in read(program) }
  }

  // MARK: Responses

  /// Reads responses until the end. Runs on a separate thread.
  private func read(_ program: RunningProgram) {
    var rest: [UInt8] = []
    while let bytes = program.read() {
      rest += bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        guard end <= SigningLines.limitInBytes else { return tooLong() }
        let line = Array(rest[..<end])
        rest.removeSubrange(...end)
        guard handle(line) else { return }
      }
      if rest.count > SigningLines.limitInBytes { return tooLong() }
    }
    if !rest.isEmpty {
      let shown = Excerpt.cell.quoted(String(decoding: rest.prefix(200), as: UTF8.self))
      return fail("ended in the middle of the line \(shown)" + program.farewell())
    }
    fail("\(program.ending())" + program.farewell())
  }

  private func tooLong() {
    fail("wrote a line of more than \(SigningLines.limitInBytes) bytes")
  }

  /// Returns whether the line is a response to a pending request.
  private func handle(_ line: [UInt8]) -> Bool {
    do throws(SigningLines.SigningLineError) {
      let (id, answer) = try SigningLines.answer(line)
      let isAsked = monitor.withLock { state in
        guard let question = state.open.removeValue(forKey: id) else { return false }
        question.answer = answer
        question.isAnswered.wakeOne()
        hasRoom.wakeOne()
        return true
      }
      if !isAsked { fail("responded to id \(id), which is not open") }
      return isAsked
    } catch {
      fail("wrote a line that is not a response, \(error.reason)")
      return false
    }
  }

  /// Fails all pending and later signatures.
  private func fail(_ reason: String, _ help: String? = nil) {
    let failure = CryptoError(
      "the program of --sign-with \(reason)",
      help: help
        ?? "test it with one line on standard input; passc help keys describes the protocol")
    let program = monitor.withLock { state in
      guard state.failure == nil else { return nil as RunningProgram? }
      state.failure = failure
      for question in state.open.values { question.isAnswered.wakeAll() }
      state.open = [:]
      hasRoom.wakeAll()
      return state.program
    }
    program?.giveUp()
  }

  /// Ends the program and the thread that reads its responses.
  func end() {
    let (program, reader) = monitor.withLock { state in
      defer { state.reader = nil }
      return (state.program, state.reader)
    }
    // `end` comes first, so that the program has time to exit. After `fail`, which calls
    // `giveUp()`, it would get none.
    program?.end()
    fail("was ended")
    reader?.value()
  }

  private static func seconds(_ count: Double) -> String {
    count == count.rounded() ? "\(Int(count)) s" : "\(count) s"
  }
}
