// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Complaints that are known and do not fail the run: matched by code, file, pointer and, for
/// rows, serial number, so that they stay known when lines move.
package struct Baseline: Sendable {
  /// Why a file is no baseline.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Entry: Hashable {
    let code: String
    let file: String
    let pointer: String?
    let serial: String?

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      file = diagnostic.location.map { ($0.bundle.map { $0 + "!" } ?? "") + $0.file } ?? ""
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

  private var entries: Set<Entry> = []

  /// Nothing is known.
  package init() {}

  /// Reads what `--write-baseline` wrote.
  package init(_ bytes: [UInt8], name: String) throws(Invalid) {
    var report = Report()
    let document = JSONReader.read(bytes, name: name, report: &report)
    guard let root = document?.root, !report.hasErrors, root["version"]?.number?.integer == 1,
      let findings = root["findings"], findings.isArray
    else { throw Invalid(description: "\(name) is no baseline; --write-baseline makes one") }
    for entry in findings.elements {
      guard let code = entry["code"]?.string, let file = entry["file"]?.string else {
        throw Invalid(description: "\(name) has an entry without code and file")
      }
      entries.insert(
        Entry(
          code: code, file: file, pointer: entry["pointer"]?.string,
          serial: entry["serial"]?.string))
    }
  }

  package func knows(_ diagnostic: Diagnostic) -> Bool { entries.contains(Entry(diagnostic)) }

  package mutating func add(_ diagnostic: Diagnostic) { entries.insert(Entry(diagnostic)) }

  package var count: Int { entries.count }

  /// The file, one entry a line and sorted, so that reviews show what came and went.
  package var bytes: [UInt8] {
    var out = Array("{\"version\":1,\"findings\":[".utf8)
    let sorted = entries.sorted {
      ($0.file, $0.code, $0.pointer ?? "", $0.serial ?? "")
        < ($1.file, $1.code, $1.pointer ?? "", $1.serial ?? "")
    }
    for (index, entry) in sorted.enumerated() {
      out += (index == 0 ? "\n" : ",\n").utf8
      var builder = JSONBuilder()
      builder.begin(.object, origin: .none)
      for (name, value) in [
        ("code", entry.code), ("file", entry.file), ("pointer", entry.pointer),
        ("serial", entry.serial),
      ] {
        guard let value else { continue }
        builder.key(name)
        builder.string(value)
      }
      builder.end()
      out += JSONWriter.bytes(of: builder.document().root)
    }
    return out + Array("\n]}\n".utf8)
  }
}
