// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassReport

/// The text that `passc diff` prints.
package enum DiffText {
  /// Returns the text. Empty sections are left out.
  package static func text(of diff: PassDiff, width: Int = 80, colour: Bool = false) -> String {
    var out = TextColumns(width: width, colour: colour)
    out.line(diff.old.name)
    out.line(diff.new.name, .bold)
    let identity = [
      diff.new.passTypeIdentifier, diff.new.serialNumber.map { "serial \($0)" },
    ].compactMap { $0 }
    if !identity.isEmpty { out.line(identity.joined(separator: ", "), .dim) }
    guard !diff.isEmpty else {
      out.line()
      out.line("no difference")
      return out.text
    }
    write("Notifies", diff.changes.filter { $0.visibility.isNotice }, to: &out)
    write("Silent", diff.changes.filter { $0.visibility.isSilent }, to: &out)
    write(diff.files, to: &out)
    write("Unseen", diff.changes.filter { $0.visibility == .unseen }, to: &out)
    out.line()
    out.line(summary(of: diff))
    if diff.needsHandingOut {
      out.line(
        "The old version has no webServiceURL: iPhones that have it do not request the new one.",
        .doubtful)
    }
    return out.text
  }

  private static func write(
    _ title: String, _ changes: [PassDiff.Change], to out: inout TextColumns
  ) {
    guard !changes.isEmpty else { return }
    out.heading(title)
    let nameWidth = min(26, changes.map { TextColumns.columns(of: $0.name) }.max() ?? 0)
    for change in changes {
      let name = TextColumns.truncated(TextWriter.printable(change.name), to: nameWidth)
      for (index, line) in lines(of: change).enumerated() {
        out.entry(index == 0 ? name : "", line, nameWidth: nameWidth)
      }
      if case .notifies(let text, let languages) = change.visibility {
        out.entry("", "“\(text)”", nameWidth: nameWidth, style: .good)
        for (language, text) in languages.sorted(by: { $0.key < $1.key }) {
          out.entry("", "\(language): “\(text)”", nameWidth: nameWidth, style: .good)
        }
      }
    }
  }

  /// Returns short values on one line. For long values it returns the part around the difference,
  /// old above new.
  private static func lines(of change: PassDiff.Change) -> [String] {
    var remarks = [change.area].compactMap { $0 }
    if case .silent(let reason?) = change.visibility { remarks.append(reason) }
    let tail = remarks.isEmpty ? "" : "  (\(remarks.joined(separator: ", ")))"
    let excerpt = Excerpt.version
    switch (change.old, change.new) {
    case (nil, let new?): return ["+ \(excerpt.shown(new))\(tail)"]
    case (let old?, nil): return ["- \(excerpt.shown(old))\(tail)"]
    case (let old?, let new?):
      if old.count + new.count <= 60, !(old + new).contains(where: \.isNewline) {
        return ["\(excerpt.shown(old)) → \(excerpt.shown(new))\(tail)"]
      }
      let (before, after) = excerpt.shown(old, nextTo: new)
      return ["- \(before)\(tail)", "+ \(after)"]
    case (nil, nil): return []
    }
  }

  private static func write(_ files: [PassDiff.File], to out: inout TextColumns) {
    guard !files.isEmpty else { return }
    out.heading("Files")
    let nameWidth = min(40, files.map { TextColumns.columns(of: $0.path) }.max() ?? 0)
    for file in files {
      let change =
        switch (file.old, file.new) {
        case (nil, let new?): "new, \(InspectionText.size(new))"
        case (let old?, nil): "gone, was \(InspectionText.size(old))"
        case (let old?, let new?):
          old == new
            ? "changed, \(InspectionText.size(new))"
            : "changed, \(InspectionText.size(old)) → \(InspectionText.size(new))"
        case (nil, nil): ""
        }
      out.entry(
        TextColumns.truncated(file.path, to: nameWidth), change + (file.isSeen ? "" : "  (unseen)"),
        nameWidth: nameWidth)
    }
  }

  private static func summary(of diff: PassDiff) -> String {
    let notices = diff.changes.count { $0.visibility.isNotice }
    let silent = diff.changes.count { $0.visibility.isSilent } + diff.files.count(where: \.isSeen)
    var parts = [
      "\(notices == 0 ? "no" : String(notices)) \(notices == 1 ? "notification" : "notifications")",
      "\(silent == 0 ? "no" : String(silent)) silent \(silent == 1 ? "change" : "changes")",
    ]
    let unseen = diff.changes.count { $0.visibility == .unseen } + diff.files.count { !$0.isSeen }
    if unseen > 0 { parts.append("\(unseen) unseen") }
    if diff.isAnotherPass { parts.append("and it is another pass") }
    return parts.joined(separator: ", ")
  }
}

extension PassDiff.Visibility {
  var isNotice: Bool { if case .notifies = self { true } else { false } }
  var isSilent: Bool { if case .silent = self { true } else { false } }
}
