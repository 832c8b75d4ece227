// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// What the cells of one column of a table have in common.
package struct ColumnProfile: Sendable {
  /// A cell with its line.
  package struct Place: Sendable, Hashable {
    /// The text without surrounding spaces.
    package let text: String
    /// The line of the row.
    package let line: Int
  }

  /// A reading with the cells that it cannot read.
  package struct Trial: Sendable {
    /// The first cells that do not fit.
    package fileprivate(set) var misses: [Place] = []
    /// The index in `tried`.
    fileprivate let number: Int

    /// The reading that was tried.
    package var reading: ColumnReading { ColumnProfile.tried[number].reading }
  }

  /// The header without surrounding spaces.
  package let header: String
  /// The number of cells that are not empty.
  package private(set) var filled = 0
  /// The number of rows without a value.
  package private(set) var empty = 0
  /// The first three cells.
  package private(set) var firstCells: [Place] = []
  /// Readings that miss at most a few cells, in the order they were tried.
  package private(set) var trials: [Trial]
  /// The first cell that was there before, with the line of the earlier one. Nil if no cell repeats.
  package private(set) var firstRepeat: (place: Place, earlier: Int)?
  /// The texts with their numbers of rows, or nil if there are more than a few.
  package private(set) var counts: [String: Int]? = [:]
  /// The cells that no column accepts, such as `#N/A`.
  package private(set) var unreadable: [(line: Int, message: String, help: String)] = []
  /// The first line with an empty cell.
  package private(set) var firstEmpty: Int?
  /// Whether every cell is ASCII.
  package private(set) var isASCII = true
  /// The number of characters of the longest cell.
  package private(set) var maxLength = 0
  /// The number of characters of the shortest cell.
  package private(set) var shortest = Int.max
  /// Cells that are e-mail addresses.
  package private(set) var mails = 0
  /// Cells of two or three capitalised words without digits.
  package private(set) var names = 0
  /// Cells that end with `.png`.
  package private(set) var pngs = 0
  /// Cells of digits that begin with a zero.
  package private(set) var leadingZeros = 0
  /// Whether a cell is a zero such as `0,00`, or `false`, which `$if` takes for nothing.
  package private(set) var hasFalsy = false
  /// Cells with an array or object of JSON.
  package private(set) var documents = 0
  /// Cells with an array of objects.
  package private(set) var lists = 0

  private var lines: [Int: Int]? = [:]

  static let missLimit = 3
  private static let countLimit = 64

  init(header: String, emptyRows: Int = 0) {
    self.header = header
    empty = emptyRows
    trials = Self.tried.indices.map { Trial(number: $0) }
  }

  /// The readings that read every cell.
  package var readings: [ColumnReading] { trials.filter { $0.misses.isEmpty }.map(\.reading) }

  /// Whether every row has a value and no value repeats.
  package var isUnique: Bool { firstRepeat == nil && empty == 0 && filled > 0 }

  /// The reading of a type that misses the fewest cells, if it reads most of them.
  package func nearly(_ fits: (ColumnReading) -> Bool) -> Trial? {
    trials.filter { fits($0.reading) && $0.misses.count * 4 <= filled }
      .min { $0.misses.count < $1.misses.count }
  }

  /// The texts that at least three rows share, the most frequent first.
  package var sharedTexts: [String] {
    (counts ?? [:]).filter { $0.value >= 3 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map(\.key)
  }

  // MARK: Cells

  private static let tried: [(reading: ColumnReading, column: Column)] =
    (ColumnReading.numbers + ColumnReading.dates + [.url]).map { reading in
      (reading, reading.column(zone: ColumnZone("UTC")))
    }

  /// The column of plain text, which rejects what every column rejects.
  private static let plain = ColumnReading.text.column(zone: nil)

  mutating func addEmpty(line: Int) {
    empty += 1
    if firstEmpty == nil { firstEmpty = line }
  }

  mutating func addDocument(line: Int, isListOfObjects: Bool) {
    documents += 1
    if isListOfObjects { lists += 1 }
    filled += 1
  }

  /// Adds a cell.
  ///
  /// - Parameter isNumber: whether it is a JSON number.
  mutating func add(_ cell: String, line: Int, isNumber: Bool) {
    let text = cell.trimmingBlanks
    guard !text.isEmpty else { return addEmpty(line: line) }
    filled += 1
    let place = Place(text: text, line: line)
    if firstCells.count < 3 { firstCells.append(place) }
    read(text, place, isNumber)
    noteRepeat(place)
    noteShape(text)
    guard counts != nil else { return }
    counts?[text, default: 0] += 1
    if let count = counts?.count, count > Self.countLimit { counts = nil }
  }

  private mutating func read(_ text: String, _ place: Place, _ isNumber: Bool) {
    var text = text
    text.withUTF8 { bytes in
      func outcome(_ column: Column) -> CellReader.Outcome {
        var reader = CellReader(column)
        return reader.cell(
          bytes, 0..<bytes.count, origin: .none, content: .unknown, isNumber: isNumber)
      }
      if unreadable.count < 3, case .failure(let faults) = outcome(Self.plain),
        let fault = faults.list.first
      {
        unreadable.append(
          (place.line, fault.message, fault.help ?? fault.finding.help))
      }
      // Every reading of numbers accepts plain digits, which are most cells of such columns.
      let isPlain = CellReader.isInteger(bytes, 0..<bytes.count)
      for index in trials.indices {
        if isPlain, trials[index].reading.isNumeric { continue }
        if case .failure = outcome(Self.tried[trials[index].number].column) {
          trials[index].misses.append(place)
        }
      }
    }
    trials.removeAll { $0.misses.count > Self.missLimit }
  }

  private mutating func noteRepeat(_ place: Place) {
    guard lines != nil else { return }
    if let earlier = lines?.updateValue(place.line, forKey: place.text.hashValue) {
      firstRepeat = (place, earlier)
      lines = nil
    }
  }

  private mutating func noteShape(_ text: String) {
    maxLength = max(maxLength, text.count)
    shortest = min(shortest, text.count)
    if !text.utf8.allSatisfy({ $0 < 0x80 }) { isASCII = false }
    if Self.isZero(text) || text.lowercased() == "false" { hasFalsy = true }
    if Self.isMail(text) { mails += 1 }
    if text.lowercased().hasSuffix(".png") { pngs += 1 }
    if text.utf8.count > 1, text.utf8.first == UInt8(ascii: "0"),
      text.utf8.allSatisfy({ $0.decimalDigit != nil })
    {
      leadingZeros += 1
    }
    let words = text.split(separator: " ")
    if (2...4).contains(words.count), !text.contains(where: \.isNumber),
      words.allSatisfy({ $0.first?.isUppercase ?? false })
    {
      names += 1
    }
  }

  private static func isZero(_ text: String) -> Bool {
    let digits = text.filter(\.isNumber)
    return !digits.isEmpty && digits.allSatisfy { $0 == "0" } && !text.contains(where: \.isLetter)
  }

  private static func isMail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && !text.contains(where: \.isWhitespace) && parts[1].last != "."
  }
}
