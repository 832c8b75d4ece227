// SPDX-License-Identifier: Apache-2.0

/// The file of the running program, and functions that start other programs.
package enum ProgramFile {
  /// Path without links, or nil if the system does not provide it.
  package static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4_096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let name = String(decoding: bytes, as: UTF8.self)
      return (try? Disk.resolvingSymbolicLinks(name)) ?? name
    #else
      return try? Disk.resolvingSymbolicLinks("/proc/self/exe")
    #endif
  }

  /// Replaces this process with another program (exec).
  ///
  /// - Parameters:
  ///   - arguments: without the program name.
  ///   - variables: environment variables to add.
  /// - Returns: the reason, only if exec fails.
  package static func become(
    _ path: String, _ arguments: [String], variables: [(String, String)] = []
  ) -> String {
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    let environment = environment(adding: variables)
    execve(path, list, environment)
    let reason = String(cString: strerror(errno))
    for pointer in list + environment { free(pointer) }
    return reason
  }

  /// Copies the environment of this process for a child. The caller frees the strings. Setting the
  /// variables in this process would race with threads that read them.
  ///
  /// - Parameters:
  ///   - variables: to add or to replace.
  ///   - secrets: names of variables that the child does not get.
  package static func environment(
    adding variables: [(String, String)] = [], without secrets: [String] = []
  ) -> [UnsafeMutablePointer<CChar>?] {
    let names = variables.map(\.0) + secrets
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let isLeftOut = names.contains { strncmp(variable, $0 + "=", $0.utf8.count + 1) == 0 }
      if !isLeftOut { copies.append(strdup(variable)) }
      next += 1
    }
    return copies + variables.map { strdup("\($0)=\($1)") } + [nil]
  }

  /// Returns the path of a companion program in the same folder as this one or in
  /// `../libexec/passc`. Returns nil if it is in neither.
  package static func companion(_ name: String) -> String? {
    guard let own = path else { return nil }
    let folder = FilePath.parent(own)
    return [
      FilePath.join(folder, name),
      FilePath.normalised(FilePath.join(folder, "../libexec/passc/\(name)")),
    ].first { (try? Disk.kind(of: $0, followingLinks: true)) == .file }
  }

  /// Runs another program and blocks until it ends.
  ///
  /// - Parameters:
  ///   - arguments: without the program name.
  ///   - variables: environment variables to add.
  ///   - streams: standard streams of the program.
  /// - Returns: the exit code, or 128 plus the signal number. Nil if it cannot be started.
  package static func run(
    _ path: String, _ arguments: [String], variables: [(String, String)] = [],
    streams: ChildStreams = .inherited
  ) -> Int32? {
    start(path, arguments, variables: variables, streams: streams)?.wait()
  }

  /// Starts another program without waiting. It gets the original umask (see `FileMask`).
  ///
  /// - Parameters:
  ///   - arguments: without the program name.
  ///   - variables: environment variables to add.
  ///   - streams: standard streams of the program.
  ///   - inGroup: whether it starts a process group, so that it can be killed with its children.
  /// - Returns: nil if it cannot be started.
  package static func start(
    _ path: String, _ arguments: [String], variables: [(String, String)] = [],
    streams: ChildStreams = .inherited, inGroup: Bool = false
  ) -> StartedProgram? {
    let (path, arguments) = command(path, arguments, after: FileMask.commandForChildren)
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    let environment = environment(adding: variables)
    defer { for pointer in list + environment { free(pointer) } }
    var process = pid_t()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var flags: Int32 = 0
    if inGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    #if canImport(Darwin)
      if streams != .inherited { flags |= POSIX_SPAWN_CLOEXEC_DEFAULT }
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    guard streams.add(to: &actions),
      posix_spawn(&process, path, &actions, &attributes, list, environment) == 0
    else { return nil }
    return StartedProgram(process: process, leadsGroup: inGroup)
  }

  /// Returns what to start so that a shell runs `first` and is then replaced by the program.
  package static func command(
    _ path: String, _ arguments: [String], after first: String?
  ) -> (path: String, arguments: [String]) {
    guard let first else { return (path, arguments) }
    return ("/bin/sh", ["-c", "\(first) && exec \"$0\" \"$@\"", path] + arguments)
  }
}

/// A started program. To prevent a zombie, call `wait()` or `statusIfEnded()` until it has ended.
package struct StartedProgram: Sendable {
  let process: pid_t
  /// Whether signals go to its process group.
  fileprivate let leadsGroup: Bool

  /// Blocks until it ends. Returns the exit code, or 128 plus the signal number.
  func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return Self.code(status)
  }

  /// Kills the program. It must still be waited for.
  package func kill() { send(SIGKILL) }

  /// Sends SIGTERM. The program must still be waited for.
  package func terminate() { send(SIGTERM) }

  private func send(_ signal: Int32) {
    _ = PassBasics.kill(leadsGroup ? -process : process, signal)
  }

  /// Returns the exit code, or 128 plus the signal number. Returns nil while it runs. After it has
  /// returned a value, do not call it again, because the system may reuse the process identifier.
  ///
  /// - Parameter whenStopped: called when a signal such as that of Ctrl-Z has stopped it.
  package func statusIfEnded(whenStopped: () -> Void = {}) -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG | WUNTRACED)
    if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
    if ended > 0, status & 0xFF == 0x7F {
      whenStopped()
      return nil
    }
    return ended < 0 ? 128 : Self.code(status)
  }

  /// Returns whether the program and all processes of its group have ended. The program may already
  /// have been waited for.
  package func isGroupGone() -> Bool {
    var status: Int32 = 0
    _ = waitpid(process, &status, WNOHANG)
    return PassBasics.kill(leadsGroup ? -process : process, 0) != 0 && errno == ESRCH
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
