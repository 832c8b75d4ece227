// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// A row of fields as a style has it: its place, its letters, and how its fields share the width.
struct FieldRow {
  /// How fields share the width of a row.
  enum Kind {
    /// The first at the left, the last at the right, equal gaps between.
    case justified
    /// One after the other from the left.
    case left
    /// One after the other from the right, the first field rightmost.
    case header
    /// Each in a cell of the same width.
    case cells
  }

  /// How the fields share the width.
  var kind: Kind
  /// The room of the row.
  var box: Rect
  /// How many fields are shown.
  var limit: Int
  /// The least distance between two fields.
  var minGap = 0.0
  /// How heavy values are.
  var weight: FontWeight
  /// The size of values that fit.
  var size: Double
  /// What lies between the line of the label and that of the value; negative where they are closer.
  var gap = 0.0
  /// How many lines a value may have.
  var lines = 1
  /// The size of labels, below which no value goes.
  var labelSize = 11.0
  /// Whether a value without label moves up to where the label would be.
  var movesUpWithoutLabel = false
  /// Whether labels are drawn at all.
  var showsLabels = true
  /// Values stand in the middle of the height that is left.
  var centresValues = false
  /// Alignment of fields that ask for none; of cells the first stands left and the last right.
  var naturalIsRight = false
}

/// A field set for its row.
struct FittedField {
  let field: FaceField
  /// nil where there is none to show.
  var label: TextLine?
  /// One line, or two where the row wraps; empty without a value.
  var value: [TextLine]
  /// The size the value is set in.
  var size: Double
  /// How wide the field is in its row.
  var width: Double
  /// Where it begins.
  var x = 0.0
  /// Whether something of the value is missing.
  var isCut: Bool { value.last?.isCut ?? false }
}
