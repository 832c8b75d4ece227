// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// A row of fields of a style: position, letters, and how the fields share the width. Lengths are
/// in points.
struct FieldRow {
  /// How fields share the width of a row.
  enum Kind {
    /// The first at the left, the last at the right, with equal gaps.
    case justified
    /// From left to right.
    case left
    /// From right to left, the first field rightmost.
    case header
    /// In cells of equal width.
    case cells
  }

  var kind: Kind
  /// Box of the row.
  var box: Rect
  /// Maximum number of fields.
  var limit: Int
  /// Minimum distance between fields.
  var minGap = 0.0
  var weight: FontWeight
  /// Size of values if everything fits.
  var size: Double
  /// Distance between the lines of label and value, negative if they are closer.
  var gap = 0.0
  /// Maximum lines of a value.
  var lines = 1
  /// Size of labels, which is also the minimum size that all values shrink to together.
  var labelSize = 11.0
  /// Whether a value without label moves up to the position of the label.
  var movesUpWithoutLabel = false
  /// Whether labels are drawn.
  var showsLabels = true
  /// Whether values are centred in the remaining height.
  var centresValues = false
  /// Whether natural alignment is right. In cells, the first field is left and the last right.
  var naturalIsRight = false
}

/// A field with its lines and position in a row.
struct FittedField {
  let field: FaceField
  /// Label, or nil if there is none to show.
  var label: TextLine?
  /// Lines of the value, two at most. Empty without a value.
  var value: [TextLine]
  /// Size of the value in points.
  var size: Double
  /// Size that sets the baseline of the value. It is larger than `size` if the value shrank alone,
  /// so that the values of a row have one baseline.
  var rowSize: Double
  var width: Double
  var x = 0.0
  /// Whether the value is cut.
  var isCut: Bool { value.last?.isCut ?? false }
}
