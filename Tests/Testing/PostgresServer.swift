// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics

/// A PostgreSQL server for tests, with its data and Unix socket in a temporary folder.
///
/// PostgreSQL does not run as root. If the tests do, the server runs with the account of
/// `account()`. Tests must not call `start` and `stop` at the same time, because `process` has no
/// lock.
package final class PostgresServer: @unchecked Sendable {
  /// The reason why there is no server, with a hint.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// A server for all tests of this process.
  package static let shared = Result { try PostgresServer() }

  /// Folder of the data and the socket.
  package let folder: String
  private let programs: String
  private let account: String?
  private let guardian: Guardian
  private var process: ChildProcess?

  /// Creates a cluster and starts it.
  package init() throws {
    programs = try Self.programs()
    account = geteuid() == 0 ? try Self.account() : nil
    // Not in TMPDIR, because the path of a socket must be short and the other account must be able
    // to reach it.
    folder = try Disk.makeTemporaryFolder(in: "/tmp", prefix: "passc-postgres-")
    if let account { _ = try Self.run("/usr/bin/chown", [account, folder]) }
    guardian = try Guardian(of: folder)
    let made = try run(
      "initdb",
      [
        "-D", "\(folder)/data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C",
        "--no-sync",
      ])
    guard made.status == 0 else { throw Missing(description: "initdb: \(made.errors)") }
    try start()
  }

  deinit { stop() }

  /// Returns the folder of the server programs of Debian, Homebrew and others.
  private static func programs() throws -> String {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders =
      versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
      + ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    guard
      let folder = folders.first(where: {
        FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
          && FileManager.default.isExecutableFile(atPath: "\($0)/postgres")
      })
    else {
      throw Missing(
        description:
          "no PostgreSQL server is here to run the store's tests on: run scripts/setup.sh test")
    }
    return folder
  }

  private static func account() throws -> String {
    let accounts: [String] = ["postgres", "nobody"]
    guard let account = accounts.first(where: { getpwnam($0) != nil }) else {
      throw Missing(
        description: "PostgreSQL does not run as root, and there is no account postgres")
    }
    return account
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> Program.Outcome {
    try Program.run(path, arguments, in: "/")
  }

  /// Returns the command line for a server program with the account of the server.
  private func command(_ name: String, _ arguments: [String]) -> [String] {
    let words = ["\(programs)/\(name)"] + arguments
    guard let account else { return words }
    return ["/usr/bin/setpriv", "--reuid=\(account)", "--regid=\(account)", "--clear-groups"]
      + words
  }

  @discardableResult
  private func run(_ name: String, _ arguments: [String]) throws -> Program.Outcome {
    let words = command(name, arguments)
    return try Self.run(words[0], Array(words.dropFirst()))
  }

  // MARK: Running

  /// Starts the server and waits until it responds.
  package func start() throws {
    let server = command(
      "postgres",
      [
        "-D", "\(folder)/data", "-c", "listen_addresses=", "-c",
        "unix_socket_directories=\(folder)",
        // The data need not survive a power failure, so fsync is off. Killing only the server loses
        // nothing.
        "-c", "fsync=off", "-c", "max_connections=400", "-c", "shared_buffers=64MB",
        "-c", "logging_collector=off", "-c", "max_wal_size=256MB",
      ])
    let log = "\(folder)/log"
    if !FileManager.default.fileExists(atPath: log) { try Disk.write([], to: log) }
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: server[0])
    process.arguments = Array(server.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try errors.seekToEnd()
    process.standardError = errors
    try process.run()
    self.process = process
    try guardian.watch(process.processIdentifier)
    for _ in 0..<600 {
      let ready = try run("pg_isready", ["-q", "-h", folder])
      if ready.status == 0 { return }
      guard process.isRunning else { break }
      usleep(25_000)
    }
    let words = String(decoding: try Disk.read(log), as: UTF8.self)
    throw Missing(description: "PostgreSQL does not start: \(words.suffix(500))")
  }

  /// Stops the server.
  ///
  /// - Parameter signal: `SIGINT` closes connections and shuts down. `SIGQUIT` ends immediately,
  ///   like a crash.
  package func stop(_ signal: Int32 = SIGINT) {
    guard let process else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    self.process = nil
    try? guardian.watch(nil)
  }

  /// Makes the server start as a standby without a primary. It must be stopped.
  package func becomeStandby() throws {
    let path = "\(folder)/data/standby.signal"
    try Disk.write([], to: path)
    if let account { _ = try Self.run("/usr/bin/chown", [account, path]) }
  }

  /// Promotes a standby to a primary, on a new timeline.
  package func promote() throws -> Program.Outcome {
    try run("pg_ctl", ["-D", "\(folder)/data", "-w", "promote"])
  }

  // MARK: Databases

  /// Creates an empty database and returns its address.
  package func makeDatabase() throws -> String {
    let name = "d" + (0..<12).map { _ in "\(Int.random(in: 0...9))" }.joined()
    let made = try run("createdb", ["-h", folder, "-U", "postgres", name])
    guard made.status == 0 else { throw Missing(description: "createdb: \(made.errors)") }
    return "postgres://postgres@/\(name)?host=\(folder)"
  }

  /// Runs a statement in a database and returns the output.
  @discardableResult
  package func query(_ sql: String, in address: String) throws -> String {
    let done = try run(
      "psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address])
    guard done.status == 0 else { throw Missing(description: "psql: \(done.errors)") }
    return done.text
  }

  /// Runs a program of PostgreSQL, such as pg_dump.
  package func tool(_ name: String, _ arguments: [String]) throws -> Program.Outcome {
    try run(name, arguments)
  }
}

/// A shell that stops a server and deletes its folder when the tests end, even if they crash,
/// because its standard input is then closed.
private final class Guardian {
  private let shell = ChildProcess()
  private let input = Pipe()

  init(of folder: String) throws {
    // Not `wait`, because a shell that inherits a blocked SIGCHLD would wait forever.
    let script = """
      while read -r line; do server=$line; done
      if [ -n "$server" ]; then
        kill -INT "$server"
        while kill -0 "$server" 2>/dev/null; do sleep 0.1; done
      fi
      rm -rf "$0"
      """
    // Other children must not inherit the write end, or the shell would not see the end.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script, folder]
    shell.standardInput = input
    try shell.run()
  }

  deinit { try? input.fileHandleForWriting.close() }

  /// Sets the server to stop, or nil for none.
  func watch(_ server: Int32?) throws {
    let line = server.map { "\($0)" } ?? ""
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }
}
