// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassRead

/// Diagnostics of a bundle that only repeat another diagnostic. `Finding.echoes` names the findings
/// that make one redundant.
struct RedundantDiagnostics {
  private let diagnostics: [Diagnostic]
  private let pass: FoundPass
  private let damaged: Set<String>
  private let misnamed: [MisnamedFile]
  /// The files of each finding that others may repeat.
  private let files: [Finding: Set<String>]

  /// Returns the diagnostics without those that only repeat another one: one error, one diagnostic.
  static func removed(from diagnostics: [Diagnostic], of pass: FoundPass) -> [Diagnostic] {
    // The fast path: most bundles have no diagnostic that could repeat another.
    guard
      diagnostics.contains(where: {
        !$0.finding.impliedFindings.isEmpty || $0.finding.fileFault != nil
      })
    else { return diagnostics }
    let echoes = RedundantDiagnostics(diagnostics, pass)
    return diagnostics.compactMap { echoes.isEcho($0) ? nil : echoes.namingMisnamedFile($0) }
  }

  private init(_ diagnostics: [Diagnostic], _ pass: FoundPass) {
    self.diagnostics = diagnostics
    self.pass = pass
    damaged = Set(pass.damagedPaths)
    misnamed = diagnostics.compactMap { MisnamedFile(missedBy: $0.finding, in: pass) }
    let repeated = diagnostics.reduce(into: Set<Finding>()) { repeated, diagnostic in
      for case .sameFile(let other) in diagnostic.finding.impliedFindings { repeated.insert(other) }
    }
    files = diagnostics.reduce(into: [:]) { files, diagnostic in
      guard let file = diagnostic.location?.file, repeated.contains(diagnostic.finding) else {
        return
      }
      files[diagnostic.finding, default: []].insert(file)
    }
  }

  private func isEcho(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.finding.impliedFindings.contains { isEcho(diagnostic, $0) }
  }

  private func isEcho(_ diagnostic: Diagnostic, _ echo: RedundancyReason) -> Bool {
    let file = diagnostic.location?.file ?? ""
    switch echo {
    case .sameFile(let other):
      return files[other]?.contains(file) ?? false
    case .misnamedFile(let other):
      return misnamed.contains { $0.finding == other && $0.file.name == file }
    case .entryOfMissingFile(let other):
      guard case .missing(let name, _) = other.fileFault else { return false }
      return diagnostic.pointer == "/" + name && diagnostics.contains { $0.finding == other }
    case .entry(let other, let text):
      return diagnostics.contains {
        $0.finding == other && $0.pointer?.contains(text) ?? false
      }
    case .surplusFile(let folder):
      return diagnostics.contains {
        $0.finding.fileFault == .surplus && $0.location?.file.hasPrefix(folder) ?? false
      }
    case .damagedFile(let text):
      return damaged.contains { $0.contains(text) }
    case .damagedScales:
      return isScaleDamaged(file)
    }
  }

  /// Returns whether the larger scales of an image, reported as missing, are in the archive but
  /// damaged.
  private func isScaleDamaged(_ name: String) -> Bool {
    // A place in a diagnostic has the name of the archive entry.
    let path = pass.files.first { $0.name == name }?.path ?? name
    let stem = path.dropLast(".png".count).prefix { $0 != "@" }
    let larger = ["\(stem)@2x.png", "\(stem)@3x.png"]
    return larger.contains(where: damaged.contains)
      && larger.allSatisfy { damaged.contains($0) || pass.file($0) != nil }
  }

  /// Adds a note to a diagnostic about a missing file if a file with nearly the same name is there.
  private func namingMisnamedFile(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let other = misnamed.first(where: { $0.finding == diagnostic.finding }) else {
      return diagnostic
    }
    let place = Location(bundle: other.file.bundle, file: other.file.name)
    let note = "\(other.file.path) is there, expected the name \(other.expected)"
    return diagnostic.with(note: .init(location: place, message: note))
  }
}

/// A file that is reported as missing but is there under a similar name, such as `Pass.json` or
/// `signature.p7s`.
private struct MisnamedFile {
  let finding: Finding
  let expected: String
  let file: PackagedFile

  init?(missedBy finding: Finding, in pass: FoundPass) {
    guard case .missing(let expected, let oftenWithExtension) = finding.fileFault else {
      return nil
    }
    let file = pass.files.first {
      let name = $0.path.lowercased()
      return name == expected || oftenWithExtension && name.hasPrefix(expected + ".")
    }
    guard let file else { return nil }
    self.finding = finding
    self.expected = expected
    self.file = file
  }
}
