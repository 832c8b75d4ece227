// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

struct CellError: Error {
  let finding: Finding
  let message: String
  var origin: Origin
  var help: String?
}

/// The errors in one cell. JSON in a cell may have several.
struct CellErrors: Error {
  var list: [CellError]

  init(
    _ finding: Finding, _ message: String, at origin: Origin, help: String? = nil
  ) {
    list = [CellError(finding: finding, message: message, origin: origin, help: help)]
  }

  init(_ list: [CellError]) { self.list = list }
}

/// Reads the cells of one column. It contains the compiled pattern and a zone table that caches, so
/// each worker needs its own.
struct CellReader {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  typealias Outcome = Result<Cell, CellErrors>

  let column: Column
  private var pattern: CellPattern?
  private var zone: ZoneTable?
  private let isPlainText: Bool

  init(_ column: Column) {
    self.column = column
    // The schema has compiled the pattern once and does not keep an invalid one.
    pattern = column.pattern.flatMap { try? CellPattern($0) }
    if case .named(let rules)? = column.zone { zone = ZoneTable(rules) }
    isPlainText = column.type == .string && pattern == nil
  }

  /// Reads text: a cell of CSV or an argument of `--set`.
  ///
  /// - Parameters:
  ///   - content: the place of the bytes in their source.
  ///   - isNumber: whether it is a JSON number, in which no decimal sign must be replaced.
  mutating func cell(
    _ bytes: Bytes, _ range: Range<Int>, origin: Origin, content: ContentPlace,
    isNumber: Bool = false
  ) -> Outcome {
    let whole = range
    let range = column.trims ? TrimmedSpaces.trimmed(bytes, range) : range
    guard !range.isEmpty else { return empty(at: origin) }
    let text = String(decoding: Bytes(rebasing: bytes[range]), as: UTF8.self)
    if let leftover = CellLeftover.found(in: bytes, whole), !isExpected(leftover, text) {
      return .failure(CellErrors([validationError(of: leftover, "is", text, origin)]))
    }
    if isPlainText {
      if Self.looksScientific(bytes, range) { return scientific(text, origin) }
      return .success(Cell(.text(text), text: text, origin: origin))
    }
    if pattern?.matches(text) == false {
      return reject(
        CellFindings.pattern, text, "a match of \(quoted(column.pattern ?? ""))", origin)
    }
    switch column.type {
    case .string:
      if Self.looksScientific(bytes, range) { return scientific(text, origin) }
      return .success(Cell(.text(text), text: text, origin: origin))
    case .integer:
      return integer(text, bytes, range, origin, isNumber: isNumber)
    case .number: return number(text, bytes, range, origin, isNumber: isNumber)
    case .boolean:
      guard let value = Self.boolean(bytes, range) else {
        return reject(CellFindings.boolean, text, "true, false, yes, no, 1 or 0", origin)
      }
      return .success(Cell(.boolean(value), text: text, origin: origin))
    case .date: return date(text, bytes, range, origin)
    case .url:
      guard AbsoluteURL.validationError(in: UnsafeBufferPointer(rebasing: bytes[range])) == nil
      else {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        return reject(
          CellFindings.url, text, "an absolute address", origin,
          help: isASCII
            ? nil : "percent-encode letters beyond ASCII, and write them as xn-- names in the host")
      }
      return .success(Cell(.text(text), text: text, origin: origin))
    case .enum:
      guard column.values.contains(text) else {
        let nearest = NearestName.of(text, among: column.values)
        return reject(
          CellFindings.enumeration, text, "one of \(listed(column.values))", origin,
          help: nearest.map { "write \($0), or add the value in template.json" })
      }
      return .success(Cell(.text(text), text: text, origin: origin))
    case .json:
      return json(text, bytes, range, origin, content)
    case .file:
      guard let path = RelativePath.normalized(text) else {
        return reject(CellFindings.pathOutside, text, "a path inside the folder", origin)
      }
      return .success(Cell(.file(path), text: text, origin: origin))
    }
  }

  mutating func cell(of value: JSONValue) -> Outcome {
    let origin = value.origin
    switch value.kind {
    case .null, .key: return empty(at: origin)
    case .array, .object:
      guard column.type == .json else {
        let found = value.isArray ? "an array" : "an object"
        let expected = column.type.described
        return .failure(
          CellErrors(
            CellFindings.wrongKind, "\(column.described) is \(found), expected \(expected)",
            at: origin))
      }
      var builder = JSONBuilder()
      builder.copy(value)
      let document = builder.document()
      if let faults = leftoverErrors(ofLeftoversIn: document) { return .failure(faults) }
      return .success(Cell(.json(document), text: "", origin: origin))
    case .string, .number, .true, .false:
      let isString = value.kind == .string
      var spelling: String
      switch value.kind {
      case .string: spelling = value.string ?? ""
      case .number: spelling = value.number?.spelling ?? ""
      default: spelling = value.bool == true ? "true" : "false"
      }
      if column.type == .json, !(isString && spelling.allSatisfy(\.isWhitespace)) {
        return reject(CellFindings.scalarJSON, spelling, "an array or object", origin)
      }
      let isNumber = value.kind == .number
      return spelling.withUTF8 { bytes in
        cell(bytes, 0..<bytes.count, origin: origin, content: .unknown, isNumber: isNumber)
      }
    }
  }

  /// Returns the result for an empty cell.
  func empty(at origin: Origin) -> Outcome {
    if let cell = column.defaultCell { return .success(cell) }
    if column.isOptional { return .success(.empty(at: origin)) }
    return .failure(
      CellErrors(CellFindings.missing, "\(column.described) is empty", at: origin))
  }

  /// Returns the result for a column that the data lacks.
  func absent(at origin: Origin) -> Outcome {
    column.sample == nil ? empty(at: origin) : .success(.empty(at: .none))
  }

  func reject(
    _ finding: Finding, _ text: String, _ expected: String, _ origin: Origin, help: String? = nil
  ) -> Outcome {
    .failure(
      CellErrors(
        finding, "\(column.described) is \(quoted(text)), expected \(expected)", at: origin,
        help: help))
  }

  // MARK: Text

  /// Returns whether the template's author expects such a value.
  private func isExpected(_ leftover: CellLeftover, _ text: String) -> Bool {
    if column.type == .enum { return column.values.contains(text) }
    return column.isVerbatim && leftover.mayBeMeant
  }

  private func validationError(
    of leftover: CellLeftover, _ verb: String, _ text: String, _ origin: Origin
  ) -> CellError {
    CellError(
      finding: leftover.finding,
      message: "\(column.described) \(verb) \(quoted(text)), \(leftover.description)",
      origin: origin,
      help: leftover.help(for: text))
  }

  /// Returns the errors for strings in an array or object that are remnants, or nil if there are
  /// none.
  private func leftoverErrors(ofLeftoversIn document: JSONDocument) -> CellErrors? {
    var faults: [CellError] = []
    for node in document.nodes where node.kind == .string {
      var text = node.text
      let leftover = text.withUTF8 { CellLeftover.found(in: $0, 0..<$0.count) }
      if let leftover { faults.append(validationError(of: leftover, "holds", text, node.origin)) }
    }
    return faults.isEmpty ? nil : CellErrors(faults)
  }

  func scientific(_ text: String, _ origin: Origin) -> Outcome {
    .failure(
      CellErrors(
        CellFindings.scientific,
        "\(column.described) is \(quoted(text)), which a spreadsheet made from a long number",
        at: origin))
  }

  /// Returns whether it is like `1.23E+12`: one digit, optional decimals, `E+` and two or three
  /// digits.
  static func looksScientific(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    guard range.count >= 5, range.count <= 32 else { return false }
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1].isDigit { end -= 1 }
    let exponent = range.upperBound - end
    guard exponent == 2 || exponent == 3, end - 2 > range.lowerBound,
      bytes[end - 1] == UInt8(ascii: "+"), bytes[end - 2] == UInt8(ascii: "E")
    else { return false }
    var start = range.lowerBound
    end -= 2
    if bytes[start] == UInt8(ascii: "-") { start += 1 }
    guard start < end, bytes[start].isDigit else { return false }
    start += 1
    if start == end { return true }
    guard bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: ","), start + 1 < end
    else { return false }
    return bytes[start + 1..<end].allSatisfy(\.isDigit)
  }

  private static func boolean(_ bytes: Bytes, _ range: Range<Int>) -> Bool? {
    func spells(_ word: StaticString) -> Bool {
      guard range.count == word.utf8CodeUnitCount else { return false }
      for index in 0..<range.count
      where bytes[range.lowerBound + index] | 0x20 != word.utf8Start[index] {
        return false
      }
      return true
    }
    if range.count == 1 {
      switch bytes[range.lowerBound] {
      case UInt8(ascii: "1"): return true
      case UInt8(ascii: "0"): return false
      default: return nil
      }
    }
    if spells("true") || spells("yes") { return true }
    if spells("false") || spells("no") { return false }
    return nil
  }

  // MARK: Dates

  private mutating func date(
    _ text: String, _ bytes: Bytes, _ range: Range<Int>, _ origin: Origin
  ) -> Outcome {
    guard let written = written(bytes, range) else {
      if let day = SpreadsheetDay(text) { return dayNumber(day, text, origin) }
      let form = column.format?.text ?? "YYYY-MM-DDThh:mm:ss+hh:mm"
      return reject(
        CellFindings.date, text, "a date as \(form)", origin,
        help: dateAdvice(for: text)
          ?? column.format.map {
            "write it as \($0.text), or change the column's \"format\" in template.json"
          })
    }
    guard let day = written.civil, written.time?.exists ?? true else {
      return reject(
        CellFindings.date, text,
        written.civil == nil ? "a day that exists" : "a time that exists", origin,
        help: DateAdvice.help(forNonexistent: written))
    }
    guard let time = (written.time ?? column.time)?.on(day) else {
      return reject(CellFindings.dateWithoutTime, text, "a date with a time", origin)
    }
    let offset: Int
    let isZulu: Bool
    if let given = written.offset {
      (offset, isZulu) = (given, written.isZulu)
    } else {
      switch column.zone {
      case .fixed(let fixed, let zulu): (offset, isZulu) = (fixed, zulu)
      case .named:
        switch zone?.resolve(local: Int(time.secondsSince1970()), year: day.year) {
        case .offset(let found)?: (offset, isZulu) = (found, false)
        default:
          return reject(
            CellFindings.dateNonexistent, text, "a time that the zone's clocks do not skip",
            origin)
        }
      case nil:
        return reject(CellFindings.dateWithoutZone, text, "a date with a time zone", origin)
      }
    }
    // Historical local times differ from UTC by odd seconds, which an offset in ISO 8601 cannot
    // express.
    guard offset % 60 == 0 else {
      return reject(
        CellFindings.date, text, "a date since the time zone has whole minutes", origin,
        help: "write the date with its offset")
    }
    let iso = time.text(offsetInMinutes: isZulu ? nil : offset / 60)
    return .success(Cell(.date(iso), text: text, origin: origin))
  }

  /// Returns how to write a date. Nil if the column has no time or no zone, so that the cell would
  /// need them too.
  private func dateAdvice(for text: String) -> String? {
    guard column.time != nil, column.zone != nil else { return nil }
    return DateAdvice(format: column.format).help(for: text)
  }

  private func dayNumber(
    _ day: SpreadsheetDay, _ text: String, _ origin: Origin
  ) -> Outcome {
    let form = column.format?.text ?? "yyyy-mm-dd"
    return .failure(
      CellErrors(
        CellFindings.dayNumber,
        "\(column.described) is \(quoted(text)), a spreadsheet's day number for \(day.date)",
        at: origin,
        help: "format the cells as dates, \(form), in the spreadsheet and export it again"))
  }

  private func written(_ bytes: Bytes, _ range: Range<Int>) -> WrittenDate? {
    if let format = column.format { return format.date(bytes, range) }
    var cursor = DigitScanner(bytes, range)
    return cursor.isoDate()
  }

  // MARK: JSON in a cell

  private func json(
    _ text: String, _ bytes: Bytes, _ range: Range<Int>, _ origin: Origin, _ content: ContentPlace
  ) -> Outcome {
    // The source is one line, so that the column of an error is its offset.
    let line = bytes[range].map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    var report = Report()
    let source = report.sources.add(Source(name: "", bytes: line, shown: .nothing))
    // The parser gets the original bytes, because line breaks inside JSON strings are errors.
    let document = JSONReader.read(Array(bytes[range]), source: source, report: &report)
    var places = ContentPlaces(content, origin: origin, start: range.lowerBound)
    let faults = report.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      CellError(
        finding: diagnostic.finding, message: "\(column.described): \(diagnostic.message)",
        origin: places.origin(of: (diagnostic.location?.column ?? 1) - 1), help: diagnostic.help)
    }
    guard let document, faults.isEmpty else { return .failure(CellErrors(faults)) }
    if document.root.isNull { return empty(at: origin) }
    guard document.root.isArray || document.root.isObject else {
      return reject(CellFindings.scalarJSON, text, "an array or object", origin)
    }
    let nodes = document.nodes.map { node in
      var node = node
      node.origin = places.origin(of: Int(node.origin.offset))
      return node
    }
    let placed = JSONDocument(nodes: nodes)
    if let faults = self.leftoverErrors(ofLeftoversIn: placed) { return .failure(faults) }
    return .success(Cell(.json(placed), text: text, origin: origin))
  }
}

/// The place of a cell's bytes in their source.
enum ContentPlace {
  /// Unknown, so that offsets cannot be converted.
  case unknown
  /// The offset of the first byte. The others follow it.
  case at(Int)
  /// In a row from this offset on, where every quote is doubled.
  case doubled(UnsafeBufferPointer<UInt8>, start: Int)
}

/// Converts offsets in a cell's content to places. Ascending offsets are fastest.
struct ContentPlaces {
  private let content: ContentPlace
  private let origin: Origin
  private let start: Int
  // The position that the count of doubled quotes has reached.
  private var reached = (content: 0, raw: 0)

  /// - Parameter start: the offset in the content that offsets are relative to.
  init(_ content: ContentPlace, origin: Origin, start: Int) {
    self.content = content
    self.origin = origin
    self.start = start
  }

  mutating func origin(of offset: Int) -> Origin {
    let offset = offset + start
    switch content {
    case .unknown: return origin
    case .at(let first): return Origin(source: origin.source, offset: first + offset)
    case .doubled(let bytes, let first):
      if offset < reached.content { reached = (0, 0) }
      while reached.content < offset, first + reached.raw < bytes.count {
        reached.raw += bytes[first + reached.raw] == 0x22 ? 2 : 1
        reached.content += 1
      }
      return Origin(source: origin.source, offset: first + reached.raw)
    }
  }
}
