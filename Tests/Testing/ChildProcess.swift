// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A program that a test starts and ends.
///
/// As Foundation's `Process`, without what that does on Linux: it reads the list of this process's open
/// files to close them in the child, and copies each entry as if it were as long as entries can be. With
/// more than 1,300 files open, as hundreds of tests beside one another have, the last copy leaves the
/// memory that was read into, and sometimes all tests end there.
package final class ChildProcess {
  /// How a program ended.
  package enum TerminationReason: Sendable {
    case exit, uncaughtSignal
  }

  /// The program's file.
  package var executableURL: URL?
  /// What it is told, without its name.
  package var arguments: [String] = []
  /// Where it runs; where the tests do by default.
  package var currentDirectoryURL: URL?
  /// All of its environment; nil for that of the tests.
  package var environment: [String: String]?
  /// A `FileHandle` or a `Pipe`; that of the tests where there is none.
  package var standardInput: AnyObject?
  /// Likewise.
  package var standardOutput: AnyObject?
  /// Likewise.
  package var standardError: AnyObject?
  /// The number of the process; 0 before it runs.
  package private(set) var processIdentifier: pid_t = 0

  private let lock = NSLock()
  private var status: Int32?

  /// A program that is not started yet.
  package init() {}

  /// Starts it. Ends of pipes that are the child's are closed here.
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
    // One end in two processes would never be the last.
    for end in Set(childrens) { try? end.close() }
  }

  #if canImport(Glibc)
    // Not in what Swift sees of the C library.
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
      .map { unsafeBitCast($0, to: (@convention(c) (Actions, CInt) -> CInt).self) }
    private static let changeFolder = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
      .map { unsafeBitCast($0, to: (@convention(c) (Actions, UnsafePointer<CChar>) -> CInt).self) }
  #endif

  /// Waits until it ends.
  package func waitUntilExit() { _ = ended(options: 0) }

  /// Whether it runs still.
  package var isRunning: Bool { processIdentifier != 0 && ended(options: WNOHANG) == nil }

  /// The exit code, or the signal that ended it.
  package var terminationStatus: Int32 {
    guard let status = ended(options: 0) else { return 0 }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  /// How it ended.
  package var terminationReason: TerminationReason {
    (ended(options: 0) ?? 0) & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  /// Asks it to end.
  package func terminate() { send(SIGTERM) }

  /// Sends it what Ctrl-C does.
  package func interrupt() { send(SIGINT) }

  private func send(_ signal: Int32) {
    if isRunning { kill(processIdentifier, signal) }
  }

  /// What it left when it ended; nil while it runs.
  private func ended(options: Int32) -> Int32? {
    // Who asks whether it runs must not wait for one who waits for its end.
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
