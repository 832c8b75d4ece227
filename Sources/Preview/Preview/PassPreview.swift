// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassDrawing
package import PassLocale
package import PassModel

package enum PreviewSide: String, Sendable, CaseIterable {
  case front, back
}

/// A preview of a pass in one language: from its files to display lists.
package struct PassPicture {
  package let face: PassFace
  package let kit: PreviewKit

  package init(
    _ pass: PassPackage, _ settings: PreviewSettings, formatter: any ValueFormatter,
    kit: PreviewKit
  ) {
    face = PassFace(pass, settings, formatter: formatter)
    self.kit = kit
  }

  /// Returns a preview of another pass with the same settings.
  package func preview(of pass: PassPackage) -> PassPicture {
    PassPicture(pass, face.settings, formatter: face.reader.formatter, kit: kit)
  }

  /// Lays out one side. Findings go to `report`.
  package func list(_ side: PreviewSide, report: inout Report) -> DisplayList {
    switch side {
    case .front: CardLayout.front(of: face, kit: kit, report: &report)
    case .back: BackLayout.back(of: face, kit: kit, report: &report)
    }
  }
}
