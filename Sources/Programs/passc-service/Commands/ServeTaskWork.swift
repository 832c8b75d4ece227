// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassRegistry
import PassService

extension ServeBackupCommand: ServiceWork {
  func work() async throws { try StoreTask(databaseOptions.database).backUp(to: file) }
}

extension ServeRestoreCommand: ServiceWork {
  func work() async throws { try StoreTask(databaseOptions.database).restore(file) }
}

extension ServeExportCommand: ServiceWork {
  func work() async throws { try await StoreTask(databaseOptions.database).export(to: file) }
}

extension ServeImportCommand: ServiceWork {
  func work() async throws {
    try await StoreTask(databaseOptions.database).importRegistrations(from: file)
  }
}

extension ServeForgetCommand: ServiceWork {
  func work() async throws { try await StoreTask(databaseOptions.database).forget(serials) }
}

/// The subcommands of `passc serve` that work on the database and do not serve it.
private struct StoreTask {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Copies the database. The service can keep running.
  func backUp(to file: String) throws {
    guard !ServedStore.isShared(path) else {
      throw CommandFailureError.usage(
        "passc serve backup copies SQLite files, but \(try ServedStore.shown(path)) is a server",
        help: "run, also while the service runs: pg_dump --format=custom --file \(file) DATABASE")
    }
    try StoreCopy.make(of: path, to: file)
    Console.print(file)
  }

  /// Replaces the database with a backup.
  func restore(_ backup: String) throws {
    guard !ServedStore.isShared(path) else {
      throw CommandFailureError.usage(
        "passc serve restore replaces SQLite files, but \(try ServedStore.shown(path)) is a server",
        help: "stop all instances and run: pg_restore --clean --dbname DATABASE FILE")
    }
    if let identity = Disk.identity(of: backup), identity == Disk.identity(of: path) {
      throw CommandFailureError.usage(
        "\(backup) is the database itself, expected a backup of it",
        help: "to make a backup, run: passc serve backup FILE --database \(path)")
    }
    let summary = try StoreRestore.run(backup, into: path)
    Console.print(
      "restored \(path) from \(backup): "
        + "\(summary.passes) passes, \(summary.registrations) registrations")
    if let previous = summary.previous {
      Console.note("passc: note: the database that it replaced is now \(previous)")
    }
    if summary.version < StoreRestore.currentVersion {
      Console.note(
        "passc: note: it has version \(summary.version): the next start upgrades it to version "
          + "\(StoreRestore.currentVersion)")
    }
  }

  private static let pageSize = 1_000

  /// Writes all devices and registrations. Mode secret: only the owner may read device identifiers
  /// and push tokens.
  func export(to file: String) async throws {
    let store = try ServedStore.open(path, access: .reading)
    let output = file == "-" ? nil : try AtomicFile(file, mode: .secret)
    var last: Int64 = 0
    var count = 0
    while true {
      let page = try await store.registrations(after: last, limit: Self.pageSize)
      guard let end = page.last else { break }
      var lines: [UInt8] = []
      for (_, registration) in page { lines += RegistrationLine.bytes(of: registration) }
      if let output { try output.append(lines) } else { Console.write(lines) }
      last = end.place
      count += page.count
    }
    try output?.commit()
    try store.end()
    let words = "exported \(count) registrations"
    if output == nil { Console.printLine("passc: note: \(words)") } else { Console.print(words) }
  }

  /// Reads devices and registrations. A registration whose pass is not in the database is skipped
  /// and reported.
  func importRegistrations(from file: String) async throws {
    let bytes = file == "-" ? try Disk.readStandardInput() : try Disk.read(file)
    var lines: [Line] = []
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      guard let registration = RegistrationLine.read(Array(line)) else {
        throw CommandFailureError.broken(
          "line \(index + 1) of \(file) is not a registration",
          help: #"expected {"device": "…", "pushToken": "…", "passType": "…", "serial": "…"}"#)
      }
      lines.append(Line(number: index + 1, registration: registration))
    }
    let store = try ServedStore.open(path)
    let count = try await store.add(lines.map(\.registration), now: Environment.now)
    let left = count < lines.count ? try await Self.withoutPass(lines, in: store) : []
    try store.end()
    Console.print("imported \(count) of \(lines.count) registrations")
    let known = lines.count - count - left.count
    if known > 0 { Console.note("passc: note: \(counted(known, "registration")) already existed") }
    try Self.logUnreadLines(of: left, file)
  }

  /// A line of a file with registrations.
  private struct Line {
    let number: Int
    let registration: PortableRegistration
  }

  /// Returns the lines whose passes are not in the database.
  private static func withoutPass(
    _ lines: [Line], in store: any PassStore
  ) async throws -> [Line] {
    var known: [[String]: Bool] = [:]
    var left: [Line] = []
    for line in lines {
      let (type, serial) = (line.registration.passType, line.registration.serial)
      if known[[type, serial]] == nil {
        known[[type, serial]] = try await store.pass(passType: type, serial: serial) != nil
      }
      if known[[type, serial]] == false { left.append(line) }
    }
    return left
  }

  private static let shownLines = 10

  private static func logUnreadLines(of left: [Line], _ file: String) throws {
    guard !left.isEmpty else { return }
    var words = left.prefix(shownLines).map { line in
      let serial = TextWriter.printable(line.registration.serial)
      return "line \(line.number) of \(file): pass \(serial) of "
        + TextWriter.printable(line.registration.passType) + " does not exist"
    }
    if left.count > shownLines { words.append("and \(left.count - shownLines) more") }
    for line in words { Console.printLine("passc: \(line)") }
    throw CommandFailureError.broken(
      "skipped \(counted(left.count, "registration")) of passes that are not in the database",
      help: "serve the passes once, then import again: existing registrations stay unchanged")
  }

  func forget(_ serials: [String]) async throws {
    let store = try ServedStore.open(path)
    var unknown: [String] = []
    for serial in serials {
      let wasThere = try await store.forget(passType: nil, serial: serial)
      if !wasThere { unknown.append(serial) }
    }
    try store.end()
    Console.print("forgot \(serials.count - unknown.count) of \(serials.count) passes")
    guard unknown.isEmpty else {
      throw CommandFailureError.broken(
        "not found in the database: \(unknown.prefix(3).joined(separator: ", "))")
    }
  }
}
