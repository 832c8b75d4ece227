// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate

/// Templates that an app is compared with.
enum AppTemplates {
  static func load(_ path: String) throws -> Template {
    var report = Report()
    let template = try Template.load(path, disk: DiskReader(), report: &report)
    Console.report(report.sorted, showsNotes: false, isLast: report.hasErrors)
    guard let template, !report.hasErrors else { throw CommandFailureError.findings }
    return template
  }

  /// Returns the pass type identifiers of templates, in order. A template without one gets the next
  /// of `given`, or the only one of `given`, or that of the identity.
  static func passTypes(
    _ paths: [String], given: [String], identity: IdentityOptions
  ) throws -> [String] {
    var next = given[...]
    return try paths.map { path in
      if let type = try load(path).passTypeIdentifier { return type }
      if given.count == 1 { return given[0] }
      if let type = next.popFirst() { return type }
      let source = identity.source
      if !source.isEmpty {
        let found = Set(
          try IdentityMaterial.read(source).certificates.compactMap(\.content.passTypeIdentifier))
        if found.count == 1, let type = found.first { return type }
      }
      throw CommandFailureError.usage(
        "\(path) has no pass type identifier",
        help: "give --pass-type ID, or --identity DIR with one signing certificate")
    }
  }

  /// Returns the merchant identifiers in payment documents.
  static func merchants(_ files: [String]) throws -> [String] {
    var all: [String] = []
    for file in files {
      var report = Report()
      let document = JSONReader.read(try Disk.read(file), name: file, report: &report)
      Console.report(report.sorted, showsNotes: false, isLast: report.hasErrors)
      guard let root = document?.root, !report.hasErrors else { throw CommandFailureError.findings }
      if let merchant = root["merchantIdentifier"]?.string { all.append(merchant) }
    }
    return all
  }
}
