// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import Synchronization

/// A running program that signs, with pipes to its standard streams.
///
/// It has a separate process group, so that Control-C at the terminal does not interrupt signatures
/// in progress. Its environment does not contain our password and PIN. When this process exits, its
/// input is closed, and if it does not exit then, it is killed. It never remains as a zombie.
final class RunningProgram: Sendable {
  private struct State {
    /// Status of `waitpid`, after it has ended.
    var status: Int32?
    var isClosed = false
    /// The last bytes from its standard error.
    var errors: [UInt8] = []
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let state = Mutex(State())
  private let isGivenUp = Atomic<Bool>(false)

  /// Starts `sh -c command`.
  init(command: String) throws(CryptoError) {
    var ends: [Int32] = []
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else {
        for end in ends { close(end) }
        throw CryptoError("no pipe for the program of --sign-with: \(Self.reason(errno))")
      }
      ends += pair
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Ends for the child: one to read from and two to write to.
    let theirs = [ends[0], ends[3], ends[5]]
    let started = Self.spawn(command, theirs)
    for end in theirs { close(end) }
    (input, output, errors) = (ends[1], ends[2], ends[4])
    guard case .success(let process) = started else {
      for end in [ends[1], ends[2], ends[4]] { close(end) }
      var why = ""
      if case .failure(let failure) = started { why = Self.reason(failure.code) }
      throw CryptoError("the program of --sign-with cannot be started: \(why)")
    }
    self.process = process
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    AtExit.end(self)
  }

  private struct SpawnError: Error {
    let code: Int32
  }

  private static func spawn(_ command: String, _ ends: [Int32]) -> Result<pid_t, SpawnError> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let streams = ChildStreams.pipes(input: ends[0], output: ends[1], errors: ends[2])
    guard streams.add(to: &actions) else { return .failure(SpawnError(code: ENOMEM)) }
    // SIGPIPE is ignored in this process. The child gets the default, so that writing to a closed
    // pipe ends it.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let (shell, words) = ProgramFile.command(
      "/bin/sh", ["-c", command], after: FileMask.commandForChildren)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([shell] + words).map { strdup($0) }
    arguments.append(nil)
    var variables = ProgramFile.environment(without: ["PASSC_PASSWORD", "PASSC_PIN"])
    defer { for pointer in arguments + variables { free(pointer) } }
    var process = pid_t()
    let status = posix_spawn(&process, shell, &actions, &attributes, arguments, &variables)
    return status == 0 ? .success(process) : .failure(SpawnError(code: status))
  }

  // MARK: Communication

  /// Writes a line. Returns false after the deadline. If the program has closed its input, this
  /// returns true, because the reader of the responses reports how it ended.
  func write(_ line: [UInt8], until deadline: UInt64) -> Bool {
    var offset = 0
    while offset < line.count {
      let count = line.withUnsafeBytes { bytes in
        PassBasics.write(input, bytes.baseAddress.map { $0 + offset }, line.count - offset)
      }
      if count >= 0 {
        offset += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        let now = MonotonicTime.now
        guard now < deadline, !isGivenUp.load(ordering: .relaxed) else { return false }
        var request = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, Int32(min((deadline - now) / 1_000_000 + 1, 200)))
      default: return true
      }
    }
    return true
  }

  /// Returns the next bytes of standard output. Returns nil at the end or after `giveUp()`.
  func read() -> [UInt8]? {
    var areErrorsOpen = true
    while !isGivenUp.load(ordering: .relaxed) {
      var requests = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areErrorsOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, 200) > 0 else { continue }
      if requests[1].revents != 0 { areErrorsOpen = readErrors() }
      if requests[0].revents != 0 {
        if let bytes = Self.bytes(from: output) {
          if bytes.isEmpty { return nil }
          return bytes
        }
      }
    }
    return nil
  }

  /// Reads standard error and keeps the last 2,000 bytes. Returns false at the end.
  private func readErrors() -> Bool {
    guard let bytes = Self.bytes(from: errors) else { return true }
    state.withLock { state in
      state.errors += bytes
      if state.errors.count > 2_000 { state.errors.removeFirst(state.errors.count - 2_000) }
    }
    return !bytes.isEmpty
  }

  /// Reads what is available. Returns an empty array at the end, and nil if there is nothing yet.
  private static func bytes(from end: Int32) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      let got = PassBasics.read(end, buffer.baseAddress, buffer.count)
      failed = got < 0 && (errno == EINTR || errno == EAGAIN)
      count = max(0, got)
    }
    return failed ? nil : bytes
  }

  // MARK: The end

  /// Returns how it ended, for a sentence. Waits up to half a second for it.
  func ending() -> String {
    let deadline = MonotonicTime.now + 500_000_000
    while MonotonicTime.now < deadline {
      if let status = reap(hanging: false) {
        let signal = status & 0x7F
        if signal != 0 { return "was killed by signal \(signal)" }
        let code = (status >> 8) & 0xFF
        return "ended with exit code \(code)" + (code == 127 ? ", command not found" : "")
      }
      MonotonicTime.sleep(nanoseconds: 2_000_000)
    }
    return "closed its output"
  }

  /// Returns the last line of standard error, for the end of a sentence.
  func farewell() -> String {
    while let bytes = Self.bytes(from: errors), !bytes.isEmpty {
      state.withLock { $0.errors += bytes }
    }
    let text = String(decoding: state.withLock { $0.errors.suffix(2_000) }, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).last else { return "" }
    return "; it printed: \(Excerpt.entryName.quoted(line))"
  }

  /// Makes `read()` and `write` stop.
  func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

  /// Ends the program. It closes its input, sends SIGTERM after two seconds and SIGKILL after one
  /// more. After `giveUp()`, it sends SIGTERM at once.
  func end() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    close(input)
    var signals: [(number: Int32, patience: UInt64)] = [(SIGTERM, 1_000_000_000), (SIGKILL, 0)]
    if !isGivenUp.load(ordering: .relaxed), isGone(within: 2_000_000_000) { signals = [] }
    giveUp()
    for (number, patience) in signals {
      // Also its child processes. The group may outlive its first process.
      kill(-process, number)
      if isGone(within: patience) { break }
    }
    if state.withLock({ $0.status }) == nil { _ = reap(hanging: true) }
    // Child processes that it left behind.
    kill(-process, signals.isEmpty ? SIGTERM : SIGKILL)
    AtExit.forget(self)
  }

  deinit {
    close(output)
    close(errors)
  }

  private func isGone(within nanoseconds: UInt64) -> Bool {
    let deadline = MonotonicTime.now + nanoseconds
    var pause: UInt64 = 500_000
    while true {
      if reap(hanging: false) != nil { return true }
      guard MonotonicTime.now < deadline else { return false }
      // Its output is still read, because a full pipe would block it.
      _ = Self.bytes(from: output)
      MonotonicTime.sleep(nanoseconds: pause)
      pause = min(pause * 2, 20_000_000)
    }
  }

  /// Returns the exit status, which is waited for only once.
  private func reap(hanging: Bool) -> Int32? {
    state.withLock { state in
      if let status = state.status { return status }
      var status: Int32 = 0
      var ended = waitpid(process, &status, hanging ? 0 : WNOHANG)
      while ended < 0, errno == EINTR { ended = waitpid(process, &status, hanging ? 0 : WNOHANG) }
      guard ended != 0 else { return nil }
      // Another part of this process has already waited for it.
      state.status = ended < 0 ? 0 : status
      return state.status
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The programs to end when this process exits in any way that runs `atexit` handlers.
private enum AtExit {
  private static let running = Mutex<[RunningProgram]>([])
  private static let isRegistered: Void = {
    atexit { AtExit.endAll() }
  }()

  static func end(_ program: RunningProgram) {
    running.withLock { $0.append(program) }
    _ = isRegistered
  }

  static func forget(_ program: RunningProgram) {
    running.withLock { $0.removeAll { $0 === program } }
  }

  private static func endAll() {
    let programs = running.withLock { list in
      defer { list = [] }
      return list
    }
    for program in programs { program.end() }
  }
}
