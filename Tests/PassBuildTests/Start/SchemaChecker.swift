// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// PyPI's jsonschema, an independent validator.
enum SchemaChecker {
  /// A Python with jsonschema: the system's, or that of the outside validators.
  static let python: String? = {
    let own = "\(Program.repository)/.build/judges/bin/python"
    let all = [
      FileManager.default.isExecutableFile(atPath: own) ? own : nil, Program.path(of: "python3"),
    ]
    return all.compactMap { $0 }.first { python in
      let outcome = try? Program.run(python, ["-c", "import jsonschema"], in: "/")
      return outcome?.status == 0
    }
  }()

  static var isMissing: Bool { python == nil }

  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open("schema.json"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for line in open("documents.jsonl"):
        error = next(validator.iter_errors(json.loads(line)), None)
        print("fine" if error is None else f"{error.json_path}: {error.message[:160]}")
    """

  /// Returns nil for each valid document, else the error.
  static func faults(in documents: [String], by schema: [UInt8]) throws -> [String?] {
    let python = try #require(python)
    let folder = try TemporaryFolder()
    try folder.add("judge.py", Array(program.utf8))
    try folder.add("schema.json", schema)
    try folder.add(
      "documents.jsonl", Array(documents.map { $0 + "\n" }.joined().utf8))
    let outcome = try Program.run(python, ["judge.py"], in: folder.path)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    try #require(lines.count == documents.count)
    return lines.map { $0 == "fine" ? nil : $0 }
  }
}
