// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// A folder with the gym membership as a bundle, and `passc nfc` run there.
struct NFCCase {
  let folder: TemporaryFolder

  static let type = "pass.com.example.passc"
  static let member = "kb1:20871:9f3ac2"
  static let key = BuildCase.identity("nfc-reader/gym-nfc-private.pem")
  static let root = BuildCase.identity("root.pem")

  init() throws {
    folder = try TemporaryFolder()
    try folder.add("gym.pkpass", Self.gym.get())
  }

  /// Built once for all tests.
  private static let gym = Result { () -> [UInt8] in
    let folder = try TemporaryFolder()
    try build("gym-membership", to: "gym.pkpass", in: folder)
    return try Disk.read(folder("gym.pkpass"))
  }

  /// Builds a pass of templates/ with the example identity.
  static func build(
    _ template: String, _ more: [String] = [], to file: String, in folder: TemporaryFolder
  ) throws {
    let outcome = try run(
      [
        "build",
        template.contains("/") ? template : "\(Program.repository)/templates/\(template).pass",
        "--identity", BuildCase.identity("nfc"), "--token-key", BuildCase.identity("token.key"),
        "-o", file,
      ] + (more.contains("--sample") ? [] : ["--sample", "1"]) + more, in: folder)
    try #require(outcome.status == 0, "\(outcome.story)")
  }

  func build(_ template: String, _ more: [String] = [], to file: String) throws {
    try Self.build(template, more, to: file, in: folder)
  }

  /// Builds the gym membership with a serial number that contains escape sequences and a line end.
  func buildPassThatForgesLines(to file: String) throws {
    let gym = "\(Program.repository)/templates/gym-membership.pass"
    try folder.add([
      "t.pass/template.json": #"{"extends": "\#(gym)", "sample": "\#(gym)/sample.csv"}"#,
      "t.pass/pass.json": #"{"serialNumber": "A\u001b[31mRED\nfake: line"}"#,
    ])
    try build(folder("t.pass"), to: file)
  }

  private static func run(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Program.Outcome {
    try Program.run(
      try #require(Program.passc, "passc is not beside the tests"), arguments, in: folder.path,
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch, "HOME": folder.path].merging(environment)
      { $1 }, input: input)
  }

  func passc(
    _ arguments: [String], environment: [String: String] = [:], input: String = ""
  ) throws -> Program.Outcome {
    try Self.run(arguments, in: folder, environment: environment, input: Array(input.utf8))
  }

  /// Runs `passc nfc` with these arguments.
  func nfc(
    _ arguments: String..., environment: [String: String] = [:], input: String = ""
  ) throws -> Program.Outcome {
    try passc(["nfc"] + arguments, environment: environment, input: input)
  }

  /// Taps with the gym's reader. The example root is trusted.
  func tap(_ bundles: [String] = ["gym.pkpass"], _ arguments: String...) throws -> Program.Outcome {
    try passc(
      ["nfc", "tap"] + bundles + ["--reader-key", Self.key, "--trust", Self.root] + arguments)
  }

  /// Returns the object that `tap --format json` prints.
  func tapJSON(
    _ arguments: [String], status: Int32 = 0
  ) throws -> [String: Any] {
    let outcome = try passc(
      [
        "nfc", "tap", "gym.pkpass", "--reader-key", Self.key, "--trust", Self.root, "--format",
        "json",
      ]
        + arguments)
    try #require(outcome.status == status, "\(outcome.story)")
    return try Self.object(outcome.text)
  }

  /// Parses exactly one line with one JSON object.
  static func object(_ text: String) throws -> [String: Any] {
    try #require(text.hasSuffix("\n") && !text.dropLast().contains("\n"), "\(text)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  /// Returns the responses of `decrypt -`, one per line.
  static func answers(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.text.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  /// Runs another program, which must succeed.
  func judge(_ name: String, _ arguments: String...) throws -> Program.Outcome {
    let path = try #require(Program.path(of: name), "\(name) is not installed")
    let outcome = try Program.run(path, arguments, in: folder.path)
    try #require(outcome.status == 0, "\(name) \(arguments): \(outcome.story)")
    return outcome
  }
}
