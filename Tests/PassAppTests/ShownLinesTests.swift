// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

/// The wrong lines of `passc explain` must give exactly their finding, and the right lines none.
/// They are inserted into the documents of the finding's examples.
struct ShownLinesTests {
  /// Findings whose lines are shortened.
  private static let abridged: Set<String> = ["pay.agreement.length", "notify.payload.size"]

  private static func check(_ finding: Finding, _ attempts: [(String) throws -> [Diagnostic]])
    throws
  {
    let shown = finding.shown
    var story = ""
    for attempt in attempts {
      let wrong = try attempt(shown.wrong)
      let right = try attempt(shown.right)
      if Set(wrong.map(\.code)) == [finding.code], right.isEmpty { return }
      story += "wrong: \(wrong) right: \(right)\n"
    }
    Issue.record("\(finding.code): \(story)")
  }

  private static func patched(_ text: String, _ patch: String) throws -> String {
    var report = Report()
    let base = try #require(JSONReader.read(Array(text.utf8), name: "base", report: &report))
    let change = try #require(
      JSONReader.read(Array(patch.utf8), name: "lines", report: &report), "\(patch)")
    #expect(report.diagnostics.isEmpty, "\(patch)")
    let bytes = JSONWriter.bytes(of: JSONMergePatch.merged(base.root, change.root).root)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Payments

  @Test(arguments: PaymentFindings.all.map(\.code).filter { !abridged.contains($0) })
  func linesOfAPayment(_ code: String) throws {
    let finding = try #require(PaymentFindings.all.first { $0.code == code })
    var attempts: [(String) throws -> [Diagnostic]] = []
    for example in finding.bad {
      let sample = try #require(PaymentSample.text(example.document))
      let changed = String(decoding: try SamplePayment.text(example), as: UTF8.self)
      for base in [sample, changed] {
        for path in Self.paths(to: example.pointer ?? "") {
          attempts.append { try Self.payment($0, in: base, at: path, as: example) }
        }
      }
    }
    try Self.check(finding, attempts)
  }

  /// Returns the paths of objects on the way to a pointer, up to the first array.
  private static func paths(to pointer: String) -> [[String]] {
    let names = pointer.split(separator: "/").map(String.init)
    let objects = names.prefix { Int($0) == nil }
    return (0...objects.count).map { Array(objects.prefix($0)) }
  }

  private static func payment(
    _ shown: String, in base: String, at path: [String], as example: Example
  ) throws -> [Diagnostic] {
    var version: Int?
    var lines: [Substring] = []
    for line in shown.split(separator: "\n") where !line.hasPrefix("//") {
      if let call = line.wholeMatch(of: /new ApplePaySession\((\d+), request\)/) {
        version = Int(call.1)
      } else {
        lines.append(line)
      }
    }
    var text = lines.joined(separator: "\n")
    if !text.hasPrefix("{") {
      let patch = path.reversed().reduce("{\(text)}") { "{\"\($1)\":\($0)}" }
      // A place where the lines do not fit is skipped.
      text = try patched(base, patch)
    }
    return try SamplePayment.diagnostics(of: Array(text.utf8), as: example, version: version)
  }

  // MARK: Notifications

  @Test(arguments: NotificationFindings.all.map(\.code).filter { !abridged.contains($0) })
  func linesOfANotification(_ code: String) throws {
    let finding = try #require(NotificationFindings.all.first { $0.code == code })
    try Self.check(
      finding,
      finding.bad.map { example in
        { shown in
          var headers: [String: String] = [:]
          var lines: [Substring] = []
          for line in shown.split(separator: "\n") {
            if let header = line.wholeMatch(of: /(apns-[a-z-]+): (.+)/) {
              headers[String(header.1)] = String(header.2)
            } else {
              lines.append(line)
            }
          }
          return try NotificationTests.diagnostics(
            of: lines.joined(separator: "\n"), as: example, headers: headers)
        }
      })
  }

  // MARK: Apps

  @Test(arguments: AppFindings.all.map(\.code)) func linesOfAnApp(_ code: String) throws {
    let finding = try #require(AppFindings.all.first { $0.code == code })
    var attempts: [(String) throws -> [Diagnostic]] = []
    for example in finding.bad {
      var unchanged = example
      unchanged.changes = []
      for example in [unchanged, example] {
        attempts.append { shown in
          let fragments = Self.fragments(shown)
          return try SampleApp.diagnostics(
            example, team: shown.contains("team A1B2C3D4E5") ? "A1B2C3D4E5" : "EXAMPLE123"
          ) { name, object in try Self.list(name, object, with: fragments[name] ?? "") }
        }
      }
    }
    try Self.check(finding, attempts)
  }

  /// Returns the lines by the file named in the comment before them.
  private static func fragments(_ shown: String) -> [String: String] {
    var fragments: [String: String] = [:]
    var name = ""
    for line in shown.split(separator: "\n") {
      if let comment = line.wholeMatch(of: /<!-- ([A-Za-z.]+)\b.*-->/) {
        name = String(comment.1)
      } else {
        let whole = line.replacing("<key>...", with: "<key>com.apple.developer.")
        fragments[name, default: ""] += whole + "\n"
      }
    }
    return fragments
  }

  /// Returns a property list with keys replaced by those of a fragment.
  private static func list(_ name: String, _ object: Any, with fragment: String) throws -> [UInt8] {
    let keys = fragment.matches(of: /<key>(.+?)<\/key>/).map { String($0.1) }
    var members = object as? [String: Any] ?? [:]
    let isProfile = name == "App.mobileprovision"
    var inner = isProfile ? members["Entitlements"] as? [String: Any] ?? [:] : members
    for key in keys { inner[key] = nil }
    inner["fragment"] = "here"
    if isProfile { members["Entitlements"] = inner } else { members = inner }
    let text = String(decoding: try SampleApp.xml(members), as: UTF8.self)
    return Array(
      text.replacing(/<key>fragment<\/key>\s*<string>here<\/string>/, with: fragment).utf8)
  }
}
