// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// A template of a library card in a temporary folder, and `passc build` run there.
struct BuildCase {
  let folder: TemporaryFolder

  /// Writes the files.
  ///
  /// - Parameter files: additional files next to `card.pass/`, or replacements.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder(Self.files.merging(files) { $1 })
    for (suffix, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      try folder.add("card.pass/icon\(suffix).png", Self.icon(scale))
    }
  }

  static func icon(_ scale: Int) -> [UInt8] {
    PNGImage.plain(width: 38 * scale, height: 38 * scale)
  }

  /// Runs `passc build card.pass` with the ordinary example identity.
  func build(
    _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Program.Outcome {
    try passc(
      ["build", "card.pass", "--identity", Self.identity("ordinary")] + arguments,
      environment: environment, input: input)
  }

  /// Runs passc with only a fixed signing time and an empty home in its environment.
  func passc(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Program.Outcome {
    try Program.run(
      try #require(Program.passc, "passc is not beside the tests"), arguments, in: folder.path,
      environment: ["SOURCE_DATE_EPOCH": Self.epoch, "HOME": folder.path].merging(environment) {
        $1
      }, input: input)
  }

  /// Returns pass.json as it would be packaged, or the errors.
  func passJSON(_ arguments: [String], input: [UInt8] = []) throws -> String {
    let outcome = try passc(
      ["build", "card.pass", "--emit", "pass-json"] + arguments, input: input)
    return outcome.status == 0 ? outcome.text : "\(outcome.status): \(outcome.errors)"
  }

  func bytes(_ name: String) throws -> [UInt8] { try Disk.read(folder(name)) }

  func exists(_ name: String) -> Bool { (try? Disk.kind(of: folder(name))) != nil }

  /// Returns everything in the folder by path: the content of files, the targets of links, the
  /// names of folders.
  func tree(_ below: String = "") throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    var folders = [below]
    while let inner = folders.popLast() {
      for entry in try Disk.list(inner.isEmpty ? folder.path : folder(inner)) {
        let path = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        switch entry.kind {
        case .file: tree[path] = try bytes(path)
        case .folder:
          tree[path + "/"] = []
          folders.append(path)
        case .symbolicLink, .other: tree[path] = Array("\(entry.kind)".utf8)
        }
      }
    }
    return tree
  }

  /// Returns the path of a folder or file in certs-example/.
  static func identity(_ name: String) -> String {
    FilePath.join(Program.repository, "certs-example/\(name)")
  }

  /// 2026-01-01T00:00:00Z.
  static let epoch = "1767225600"
  static let ada = ["--set", "serial=A-17", "--set", "name=Ada"]

  static let passJSON = """
    {
      "formatVersion": 1,
      "serialNumber": "{{ serial }}",
      "organizationName": "Example Library",
      "description": "Library card of the Example Library",
      "generic": {
        "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }],
        "secondaryFields": [{ "key": "books", "label": "Books", "value": "{{ books }}" }]
      }
    }

    """
  static let templateJSON = """
    {
      "sample": "sample.csv",
      "columns": { "name": { "type": "string" }, "books": { "type": "integer", "default": 0 } }
    }

    """
  private static let files = [
    "card.pass/pass.json": passJSON,
    "card.pass/template.json": templateJSON,
    "card.pass/sample.csv": "serial,name,books\nA-1,Ada,3\nA-2,Grace,\n",
  ]
}

extension Program.Outcome {
  /// The codes of the diagnostics on standard error, in order.
  var codes: [String] {
    errors.split(separator: "\n").compactMap { line in
      // Lines of the source are indented.
      guard line.hasSuffix("]"), !line.hasPrefix(" "), let start = line.lastIndex(of: "[") else {
        return nil
      }
      return String(line[line.index(after: start)...].dropLast())
    }
  }

  /// Text for a failing test.
  var story: String { "exit \(status)\n\(errors)\(output.count < 4000 ? text : "")" }
}

extension [UInt8] {
  /// Returns whether the bytes contain a string.
  func holds(_ text: String) -> Bool { holds(Array(text.utf8)) }

  /// Returns whether the bytes contain others.
  func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, wanted.count <= count else { return wanted.isEmpty }
    return (0...(count - wanted.count)).contains {
      self[$0] == first && self[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }
}
