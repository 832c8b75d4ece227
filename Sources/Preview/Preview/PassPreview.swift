// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassDrawing
package import PassLocale
package import PassModel

/// A side of a pass.
package enum PreviewSide: String, Sendable, CaseIterable {
  case front, back
}

/// A pass as it is drawn in one language: the way from its files to display lists.
package struct PassPicture {
  /// What of the pass is drawn.
  package let face: PassFace
  /// Fonts and images.
  package let kit: PreviewKit

  /// Reads a pass for drawing.
  package init(
    _ pass: PassPackage, _ settings: PreviewSettings, formatter: any ValueFormatter,
    kit: PreviewKit
  ) {
    face = PassFace(pass, settings, formatter: formatter)
    self.kit = kit
  }

  /// Another pass on the same device, in the same language.
  package func beside(_ pass: PassPackage) -> PassPicture {
    PassPicture(pass, face.settings, formatter: face.reader.formatter, kit: kit)
  }

  /// One side as a display list; what there is to say about it goes to `report`.
  package func list(_ side: PreviewSide, report: inout Report) -> DisplayList {
    switch side {
    case .front: CardLayout.front(of: face, kit: kit, report: &report)
    case .back: BackLayout.back(of: face, kit: kit, report: &report)
    }
  }
}
