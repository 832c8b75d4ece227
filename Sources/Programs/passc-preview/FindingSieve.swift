// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassDiagnostics

/// What of the complaints about a pass is said: judged by the policy of the run and what its
/// template allows, at the place its author can edit.
struct FindingSieve {
  let policy: Policy

  /// What was found of a pass, in the order of its files.
  ///
  /// - Parameter isReading: the pass could not be read, and why is all there is to say.
  func findings(of subject: PreviewSubject, isReading: Bool) -> [Diagnostic] {
    var judge = Judge(policy: policy, allowances: subject.allowances)
    // What reading a template found is the business of check; errors alone keep a pass from being
    // drawn.
    let all = subject.report.diagnostics.filter {
      isReading || PreviewFindings.all.contains($0.finding) || $0.severity == .error
    }.filter {
      // No barcode of digits has room for the name of a column: that says nothing of the template.
      !(subject.isStandIn && $0.code == PreviewFindings.barcodeRefused.code)
    }
    return judge.sift(all.map { placed($0, subject) }).sorted(by: Diagnostic.inOrder)
  }

  /// The same complaint with the bundle or folder it is in.
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
