// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A program that a test starts.
///
/// Use it instead of Foundation's `Process`. On Linux, `Process` reads the list of open files to
/// close them in the child, and copies each entry with its maximum length. With more than 1,300
/// open files, as parallel tests have, the last copy reads out of bounds and can crash the tests.
///
/// It can be used from any thread after `run`.
package final class ChildProcess {
  /// The way a program ended.
  package enum TerminationReason: Sendable {
    case exit, uncaughtSignal
  }

  package var executableURL: URL?
  /// Arguments without the name of the program.
  package var arguments: [String] = []
  /// Working directory, or nil for that of the tests.
  package var currentDirectoryURL: URL?
  /// The complete environment, or nil for that of the tests.
  package var environment: [String: String]?
  /// A `FileHandle` or `Pipe`, or nil for that of the tests.
  package var standardInput: AnyObject?
  /// Like `standardInput`.
  package var standardOutput: AnyObject?
  /// Like `standardInput`.
  package var standardError: AnyObject?
  /// Process id, or 0 before `run`.
  package private(set) var processIdentifier: pid_t = 0

  private let lock = NSLock()
  private var status: Int32?

  package init() {}

  /// Starts the program. The child's ends of pipes are closed in this process.
  package func run() throws {
    guard let path = executableURL?.path else { throw CocoaError(.fileNoSuchFile) }
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let alone = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let alone = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(alone))
    var nothing = sigset_t()
    sigemptyset(&nothing)
    posix_spawnattr_setsigmask(&attributes, &nothing)
    var childrens: [FileHandle] = []
    for (number, stream) in [standardInput, standardOutput, standardError].enumerated() {
      let handle: FileHandle?
      if let pipe = stream as? Pipe {
        let end = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
        childrens.append(end)
        handle = end
      } else {
        handle = stream as? FileHandle
      }
      if let handle, handle === FileHandle.nullDevice {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
      } else {
        posix_spawn_file_actions_adddup2(
          &actions, handle?.fileDescriptor ?? Int32(number), Int32(number))
      }
    }
    #if canImport(Glibc)
      guard let closeFrom = Self.closeFrom, let changeFolder = Self.changeFolder else {
        throw POSIXError(.ENOSYS)
      }
      _ = closeFrom(&actions, 3)
      if let folder = currentDirectoryURL?.path { _ = changeFolder(&actions, folder) }
    #else
      if let folder = currentDirectoryURL?.path {
        posix_spawn_file_actions_addchdir_np(&actions, folder)
      }
    #endif
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables =
      (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let fault = posix_spawn(&processIdentifier, path, &actions, &attributes, words, variables)
    guard fault == 0 else {
      processIdentifier = 0
      throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EINVAL)
    }
    // If this process kept a copy of the write end, the reader would never see the end of the data.
    for end in Set(childrens) { try? end.close() }
  }

  #if canImport(Glibc)
    // Swift's module for glibc does not have these functions.
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
      .map { unsafeBitCast($0, to: (@convention(c) (Actions, CInt) -> CInt).self) }
    private static let changeFolder = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
      .map { unsafeBitCast($0, to: (@convention(c) (Actions, UnsafePointer<CChar>) -> CInt).self) }
  #endif

  package func waitUntilExit() { _ = ended(options: 0) }

  /// Whether it is still running.
  package var isRunning: Bool { processIdentifier != 0 && ended(options: WNOHANG) == nil }

  /// Exit code, or the signal that ended it. Waits for the end.
  package var terminationStatus: Int32 {
    guard let status = ended(options: 0) else { return 0 }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  /// The way it ended. Waits for the end.
  package var terminationReason: TerminationReason {
    (ended(options: 0) ?? 0) & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  /// Sends SIGTERM.
  package func terminate() { send(SIGTERM) }

  package func interrupt() { send(SIGINT) }

  private func send(_ signal: Int32) {
    if isRunning { kill(processIdentifier, signal) }
  }

  /// Returns the status from waitpid, or nil while the program runs.
  private func ended(options: Int32) -> Int32? {
    // A call that only checks must not block on a call that waits for the end with the lock held.
    if options == 0 { lock.lock() } else if !lock.try() { return nil }
    defer { lock.unlock() }
    if let status { return status }
    guard processIdentifier != 0 else { return nil }
    var left: Int32 = 0
    while true {
      let found = waitpid(processIdentifier, &left, options)
      if found == processIdentifier {
        status = left
        return left
      }
      guard found == -1, errno == EINTR else { return nil }
    }
  }
}
