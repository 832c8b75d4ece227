// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON

/// Known diagnostics that do not fail a run of `passc check`. They are matched by code, file,
/// pointer and, for rows, serial number, so they still match when lines move. They are counted, so
/// one more of the same kind is new.
package struct Baseline: Sendable {
  /// The error for a file that is not a baseline.
  package struct BaselineError: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Entry: Hashable {
    let code: String
    let file: String
    let pointer: String?
    let serial: String?

    /// - Parameter code: a former code of the finding, or nil for the current one.
    init(_ diagnostic: Diagnostic, code: String? = nil, from folder: String) {
      self.code = code ?? diagnostic.code
      let text = diagnostic.location.map { ($0.bundle.map { $0 + "!" } ?? "") + $0.file } ?? ""
      let path = FilePath.normalised(text)
      file = FilePath.isAbsolute(path) ? FilePath.relative(path, to: folder) ?? path : path
      pointer = diagnostic.pointer
      serial = diagnostic.serial
    }

    init(code: String, file: String, pointer: String?, serial: String?) {
      self.code = code
      self.file = file
      self.pointer = pointer
      self.serial = serial
    }
  }

  private var entries: [Entry: Int] = [:]
  /// The folder that paths are relative to. A file is the same entry however its path was typed.
  private let folder: String

  /// Creates an empty baseline.
  ///
  /// - Parameter folder: the absolute folder that paths are relative to.
  package init(from folder: String) { self.folder = folder }

  /// Reads the output of `--write-baseline`.
  ///
  /// - Parameter folder: the absolute folder that paths are relative to.
  package init(_ bytes: [UInt8], name: String, from folder: String) throws(BaselineError) {
    self.folder = folder
    var report = Report()
    let document = JSONReader.read(bytes, name: name, report: &report)
    guard let root = document?.root, !report.hasErrors, root["version"]?.number?.integer == 1,
      let findings = root["findings"], findings.isArray
    else { throw BaselineError(description: "\(name) is not a baseline of passc") }
    for entry in findings.elements {
      guard let code = entry["code"]?.string, let file = entry["file"]?.string else {
        throw BaselineError(description: "\(name) has an entry without code and file")
      }
      let known = Entry(
        code: code, file: file, pointer: entry["pointer"]?.string,
        serial: entry["serial"]?.string)
      entries[known, default: 0] += max(1, entry["count"]?.number?.integer ?? 1)
    }
  }

  /// Returns whether the diagnostic is known, and uses up one of the known ones of its kind.
  package mutating func use(_ diagnostic: Diagnostic) -> Bool {
    // A baseline stays valid when a finding gets a new code.
    for code in [diagnostic.code] + diagnostic.finding.formerCodes {
      let entry = Entry(diagnostic, code: code, from: folder)
      guard let left = entries[entry], left > 0 else { continue }
      entries[entry] = left - 1
      return true
    }
    return false
  }

  /// Adds the diagnostic to the known ones. Each call counts one more.
  package mutating func add(_ diagnostic: Diagnostic) {
    entries[Entry(diagnostic, from: folder), default: 0] += 1
  }

  /// The content of the file, sorted and with one entry a line, so that reviews show which entries
  /// changed.
  package var bytes: [UInt8] {
    var out = Array("{\"version\":1,\"findings\":[".utf8)
    let sorted = entries.sorted { a, b in
      (a.key.file, a.key.code, a.key.pointer ?? "", a.key.serial ?? "")
        < (b.key.file, b.key.code, b.key.pointer ?? "", b.key.serial ?? "")
    }
    for (index, (entry, count)) in sorted.enumerated() {
      out += (index == 0 ? "\n" : ",\n").utf8
      var members: [JSONTree.Member] = [
        ("code", .string(entry.code)), ("file", .string(entry.file)),
      ]
      if let pointer = entry.pointer { members.append(("pointer", .string(pointer))) }
      if let serial = entry.serial { members.append(("serial", .string(serial))) }
      if count > 1 { members.append(("count", .number(count))) }
      JSONTree.object(members).write(to: &out)
    }
    return out + Array("\n]}\n".utf8)
  }
}
