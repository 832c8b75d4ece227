// SPDX-License-Identifier: Apache-2.0

/// The file of the running program.
package enum ProgramFile {
  /// Its path without links; nil where the system does not tell.
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

  /// Ends this program and begins another in its place; signals and exit codes are its own.
  ///
  /// - Parameters:
  ///   - arguments: without the name.
  ///   - variables: of the environment, beside those there are.
  /// - Returns: only when the system refuses, with the reason.
  package static func become(
    _ path: String, _ arguments: [String], variables: [(String, String)] = []
  ) -> String {
    for (name, value) in variables { setenv(name, value, 1) }
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    execv(path, list)
    let reason = String(cString: strerror(errno))
    for pointer in list { free(pointer) }
    return reason
  }

  /// The file of a program that comes with this one: next to it, or in `libexec/passc` of the folder
  /// that both are installed in; nil when it is in neither place.
  package static func companion(_ name: String) -> String? {
    guard let own = path else { return nil }
    let folder = FilePath.parent(own)
    return [
      FilePath.join(folder, name),
      FilePath.normalised(FilePath.join(folder, "../libexec/passc/\(name)")),
    ].first { (try? Disk.kind(of: $0, followingLinks: true)) == .file }
  }

  /// Starts another program and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: without the name.
  ///   - variables: of the environment, in addition to those there are.
  ///   - streams: where it reads and writes.
  /// - Returns: its exit code, 128 and the signal that ended it; nil when it cannot be started.
  package static func run(
    _ path: String, _ arguments: [String], variables: [(String, String)] = [],
    streams: ChildStreams = .inherited
  ) -> Int32? {
    start(path, arguments, variables: variables, streams: streams)?.wait()
  }

  /// Starts another program and goes on. It gets the umask this program was started with.
  ///
  /// - Parameters:
  ///   - arguments: without the name.
  ///   - variables: of the environment, in addition to those there are.
  ///   - streams: where it reads and writes.
  ///   - inGroup: it begins a process group, so that what it starts can be ended with it.
  /// - Returns: nil when it cannot be started.
  package static func start(
    _ path: String, _ arguments: [String], variables: [(String, String)] = [],
    streams: ChildStreams = .inherited, inGroup: Bool = false
  ) -> StartedProgram? {
    for (name, value) in variables { setenv(name, value, 1) }
    var (path, arguments) = (path, arguments)
    if let command = FileMask.commandForChildren {
      arguments = ["-c", "\(command) && exec \"$0\" \"$@\"", path] + arguments
      path = "/bin/sh"
    }
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    defer { for pointer in list { free(pointer) } }
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
      posix_spawn(&process, path, &actions, &attributes, list, environ) == 0
    else { return nil }
    return StartedProgram(process: process, leadsGroup: inGroup)
  }
}

/// A program that was started, and is to be asked for its end.
package struct StartedProgram: Sendable {
  let process: pid_t
  /// Whether signals go to its process group.
  fileprivate let leadsGroup: Bool

  /// Waits for its end: its exit code, or 128 and the signal that ended it.
  func wait() -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return Self.code(status)
  }

  /// Ends it at once; it is to be asked for its end all the same.
  package func kill() { send(SIGKILL) }

  /// Asks it to end; it is to be asked for its end all the same.
  package func terminate() { send(SIGTERM) }

  private func send(_ signal: Int32) {
    _ = PassBasics.kill(leadsGroup ? -process : process, signal)
  }

  /// Its exit code, or 128 and the signal that ended it; nil while it runs. Once it was told it is
  /// not to be asked again.
  package func statusIfEnded() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG)
    if ended == 0 || (ended < 0 && errno == EINTR) { return nil }
    return ended < 0 ? 128 : Self.code(status)
  }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
