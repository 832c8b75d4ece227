// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassRegistry
import PassService

/// Options for the links of a service.
enum ServedLinks {
  /// Reads the keys and the address, or returns nil if the command line does not name them.
  static func read(_ options: LinkOptions) throws -> ServiceSettings.Links? {
    guard let file = options.linkKey, let url = options.publicUrl else { return nil }
    guard let address = PublicAddress(url) else {
      throw CommandFailureError.usage(
        "--public-url \(url) is not an address that a phone can open",
        help: "write https://passes.example.com/gym, without /add and without a query")
    }
    do {
      return try ServiceSettings.Links(file: file, address: address)
    } catch let invalid as LinkKeys.LinkKeyError {
      throw CommandFailureError.environment(invalid.description)
    }
  }
}

/// The service can keep running while this command uses its database.
extension ServeLinkCommand: ServiceProgramCommand {
  func perform() async throws {
    let isMerge = serials == ["-"]
    let serials = isMerge ? try Self.readSerials() : serials
    if revoke { return try await revokeLinks(of: serials) }
    guard let links = try ServedLinks.read(linkOptions) else { return }
    let store = try ServedStore.open(databaseOptions.database, access: .reading)
    let types = try await ServedStore.passTypes(in: store)
    let end = Environment.now + Int64(validFor) * 86_400
    var unknown: [String] = []
    if isMerge { Console.print("serial,link") }
    for serial in serials {
      guard let type = try await type(of: serial, types, store) else {
        unknown.append(serial)
        continue
      }
      let link = PassLink(
        passType: type, serial: serial, end: end,
        generation: try await store.linkGeneration(passType: type, serial: serial))
      let text = links.address.address(of: try links.keys.text(of: link))
      if isMerge { Console.write("\(Self.cell(serial)),\(text)\n") } else { Console.print(text) }
    }
    try store.end()
    try Self.reportUnknownSerials(unknown)
  }

  private func revokeLinks(of serials: [String]) async throws {
    let store = try ServedStore.open(databaseOptions.database, access: .amending)
    let types = try await ServedStore.passTypes(in: store)
    var unknown: [String] = []
    for serial in serials {
      guard let type = try await type(of: serial, types, store) else {
        unknown.append(serial)
        continue
      }
      _ = try await store.revokeLinks(passType: type, serial: serial)
    }
    try store.end()
    Console.print(
      "revoked the links of \(serials.count - unknown.count) of \(serials.count) passes")
    try Self.reportUnknownSerials(unknown)
  }

  // MARK: Passes

  /// Returns the pass type identifier of the pass with this serial number, or nil if there is no
  /// such pass.
  private func type(
    of serial: String, _ types: [String], _ store: any PassStore
  ) async throws -> String? {
    var found: [String] = []
    for type in types {
      let pass = try await store.pass(passType: type, serial: serial)
      if pass != nil { found.append(type) }
    }
    guard found.count < 2 else {
      throw CommandFailureError.broken(
        "serial number \(serial) exists in \(found[0]) and in \(found[1])",
        help: "serve each pass type from a separate database")
    }
    return found.first
  }

  private static func reportUnknownSerials(_ unknown: [String]) throws {
    guard let first = unknown.first else { return }
    let more = unknown.count > 1 ? " and \(unknown.count - 1) more" : ""
    throw CommandFailureError.broken("\(first)\(more) not found in the database")
  }

  // MARK: Lists

  /// Reads serial numbers from standard input, one a line. Empty lines are skipped.
  private static func readSerials() throws -> [String] {
    let text = String(decoding: try Disk.readStandardInput(), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isEmpty }
    guard !lines.isEmpty else {
      throw CommandFailureError.usage("standard input has no serial number")
    }
    return lines
  }

  /// Formats a cell of CSV (RFC 4180).
  private static func cell(_ text: String) -> String {
    guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
