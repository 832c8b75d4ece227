// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassFiles
import PassRegistry
import PassService

/// What is done with the database of a service in place of serving it.
struct StoreTask {
  private let path: String

  init(_ path: String) { self.path = path }

  func run(_ name: String, _ words: [String]) async throws {
    switch name {
    case "backup": try backUp(to: try file(words, "backup"))
    case "export": try await export(to: try file(words, "export"))
    case "import": try await take(from: try file(words, "import"))
    case "forget": try await forget(words)
    default:
      throw Failure.usage(
        "\"\(name)\" is nothing passc serve can do",
        help:
          "backup FILE, export FILE, import FILE, forget SERIAL... or link SERIAL..., or options "
          + "to serve")
    }
  }

  private func file(_ words: [String], _ task: String) throws -> String {
    guard words.count == 1, let file = words.first else {
      throw Failure.usage("passc serve \(task) takes one file")
    }
    return file
  }

  /// A service may go on meanwhile.
  private func backUp(to file: String) throws {
    guard !ServedStore.isShared(path) else {
      throw Failure.usage(
        "passc serve backup copies an SQLite file, and \(try ServedStore.shown(path)) is a server",
        help: "pg_dump --format=custom --file \(file) DATABASE, while the service runs")
    }
    let store = try SQLiteStore(path, access: .reading)
    try store.backUp(to: file)
    try store.end()
    Console.print(file)
  }

  private static let pageSize = 1_000

  /// Device identifiers and push tokens are secrets: the file is this user's alone.
  private func export(to file: String) async throws {
    let store = try ServedStore.open(path, access: .reading)
    let output = try AtomicFile(file, mode: .secret)
    var last: Int64 = 0
    var count = 0
    while true {
      let page = try await store.registrations(after: last, limit: Self.pageSize)
      guard let end = page.last else { break }
      var lines: [UInt8] = []
      for (_, registration) in page { lines += RegistrationLine.bytes(of: registration) }
      try output.append(lines)
      last = end.place
      count += page.count
    }
    try output.commit()
    try store.end()
    Console.print("exported \(count) registrations")
  }

  /// Passes have to be there: a registration of one that is unknown is left out.
  private func take(from file: String) async throws {
    let bytes = try Disk.read(file)
    var registrations: [PortableRegistration] = []
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      guard let registration = RegistrationLine.read(Array(line)) else {
        throw Failure.broken(
          "line \(index + 1) of \(file) is no registration",
          help: #"expected {"device": "…", "pushToken": "…", "passType": "…", "serial": "…"}"#)
      }
      registrations.append(registration)
    }
    let store = try ServedStore.open(path)
    let count = try await store.add(registrations, now: Environment.now)
    try store.end()
    Console.print("imported \(count) of \(registrations.count) registrations")
  }

  private func forget(_ serials: [String]) async throws {
    guard !serials.isEmpty else { throw Failure.usage("passc serve forget takes serial numbers") }
    let store = try ServedStore.open(path)
    var unknown: [String] = []
    for serial in serials {
      let wasThere = try await store.forget(passType: nil, serial: serial)
      if !wasThere { unknown.append(serial) }
    }
    try store.end()
    Console.print("forgot \(serials.count - unknown.count) of \(serials.count) passes")
    guard unknown.isEmpty else {
      throw Failure.broken("the database has no \(unknown.prefix(3).joined(separator: ", "))")
    }
  }
}
