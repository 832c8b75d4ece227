// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassDiagnostics

/// A filter for the findings of a preview. It applies the policy of the run and the allowances of
/// the template. It also changes locations to files that the author can edit.
struct FindingSieve {
  let policy: Policy

  /// Returns the findings to report, in the order of the files.
  ///
  /// - Parameter isReading: whether the pass could not be read. Then all findings are about reading
  ///   and count.
  func findings(of subject: PreviewSubject, isReading: Bool) -> [Diagnostic] {
    var filter = FindingFilter(policy: policy, allowances: subject.allowances)
    // `passc check` reports the findings of a template. Here only its errors count, because they
    // prevent drawing.
    let all = subject.report.diagnostics.filter {
      isReading || PreviewFindings.all.contains($0.finding) || $0.severity == .error
    }.filter {
      // A barcode of digits cannot encode the name of a column, which is a sample value. That is
      // not an error of the template.
      !(subject.isPlaceholder && $0.code == PreviewFindings.barcodeRefused.code)
    }
    return filter.filtered(all.map { placed($0, subject) }).sorted(by: Diagnostic.inOrder)
  }

  /// Returns the finding with the bundle or folder of the pass in its location.
  private func placed(_ diagnostic: Diagnostic, _ subject: PreviewSubject) -> Diagnostic {
    guard let place = diagnostic.location else {
      return diagnostic.at(Location(file: subject.name))
    }
    if let bundle = subject.container.bundle, place.bundle == nil, place.file != bundle {
      return diagnostic.at(place.moved(bundle: bundle, to: place.file))
    }
    if let folder = subject.container.folder, place.file != folder,
      !FilePath.isInside(place.file, folder)
    {
      return diagnostic.at(place.moved(to: FilePath.join(folder, place.file)))
    }
    return diagnostic
  }
}
