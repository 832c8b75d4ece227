// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The findings about a workbook and its sheets.
package enum SheetFindings {
  /// A sheet that the workbook does not have.
  package static let missing = Finding(
    "data.sheet.missing", .error, effect: .wrong,
    why: "The rows come from one sheet, which you name as the workbook does, letter by letter.",
    help: "name a sheet of the workbook", settings: [RunSetting(.sheet, "NAME")],
    source: DataFindings.language,
    wrong: """
      passc issue gym.pass --data members.xlsx --sheet Member -o out
      """,
    right: """
      passc issue gym.pass --data members.xlsx --sheet Members -o out
      """)
  /// A workbook with rows in several sheets, without a name for one of them.
  package static let unclear = Finding(
    "data.sheet.unclear", .error, effect: .wrong,
    why: """
      If several sheets of a workbook have rows, passc cannot know which of them you mean. It \
      ignores empty and hidden sheets.
      """,
    help: "name the sheet with the rows", settings: [RunSetting(.sheet, "NAME")],
    source: DataFindings.language,
    wrong: """
      passc issue gym.pass --data members.xlsx -o out
      """,
    right: """
      passc issue gym.pass --data members.xlsx --sheet Members -o out
      """)
  /// A workbook that is not a valid archive, or has invalid XML.
  package static let damaged = Finding(
    "data.sheet.damaged", .error, effect: .wrong,
    why: """
      A workbook is a zip archive of XML files. passc reads a sheet to its end before it makes the \
      first pass, so that no pass comes from a damaged file.
      """,
    help: "open the file in a spreadsheet program and save it again as .xlsx",
    source: DataFindings.language,
    wrong: """
      members.xlsx   the download was interrupted after 40 kB
      """,
    right: """
      members.xlsx   complete
      """)
  /// A workbook that unpacks to more than a limit.
  package static let tooLarge = Finding(
    "data.sheet.tooLarge", .error, effect: .wrong,
    why: """
      A file of some kilobytes can unpack to gigabytes. The limits are far above those of a \
      spreadsheet program.
      """,
    help: "save the sheet with the rows alone, or as CSV UTF-8", source: DataFindings.limits,
    wrong: """
      members.xlsx   200 kB, unpacks to 4 GB
      """,
    right: """
      members.xlsx   12 MB, unpacks to 90 MB
      """)
  /// Cells with formulas, whose stored values are used.
  package static let formulas = Finding(
    "data.sheet.formulas", .note, effect: .wrong,
    why: """
      passc does not compute formulas. It uses the value that the program stored with the formula \
      when the file was saved. Some programs store none, or 0, and leave that to the next program \
      that opens the file.
      """,
    help: "save the file in a spreadsheet program after the last change",
    source: DataFindings.language,
    wrong: """
      members.xlsx   C2: =VLOOKUP(A2,Tiers,2), computed before the last change
      """,
    right: """
      members.xlsx   C2: Gold
      """)
  /// Rows that the spreadsheet program does not show.
  package static let hiddenRows = Finding(
    "data.sheet.hiddenRows", .warning, effect: .wrong,
    why: """
      A filter hides rows but does not delete them. passc reads them, so people you do not see in \
      the sheet get a pass too.
      """,
    help: "show all rows if they are meant, or copy the visible rows to another sheet",
    source: DataFindings.language,
    wrong: """
      members.xlsx   a filter shows 20 of 300 rows
      """,
    right: """
      members.xlsx   a sheet has the 20 rows
      """)
  /// Merged cells in the rows of a table.
  package static let mergedCells = Finding(
    "data.sheet.mergedCells", .warning, effect: .wrong,
    why: """
      Of merged cells only the first has a value. The others are empty, although the sheet shows \
      one value for all of them.
      """,
    help: "unmerge the cells and fill in the value of each", source: DataFindings.language,
    wrong: """
      members.xlsx   B2:B4 merged: Gold
      """,
    right: """
      members.xlsx   B2: Gold, B3: Gold, B4: Gold
      """)

  /// Every finding about workbooks, in the order of the reference.
  package static let all = [
    missing, unclear, damaged, tooLarge, formulas, hiddenRows, mergedCells,
  ]
}
