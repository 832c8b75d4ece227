// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassModel
import PassRules
import PassTemplate
import PassTesting
import Testing

/// Tests that the rows of a template get the same findings with a cache of results as without one.
struct RuleCacheRowTests {
  static let templates = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]

  /// Values that trigger rules.
  private static let hostile = [
    "", " ", "0", "-1", "1e400", "true", "é", "\u{0}", "🎟️", "%@", "http://x", "rgb(1,2,3)",
    String(repeating: "é", count: 70), "2031-02-30", "[]", "{{ x }}", "\"", "PKDateStyleShort",
    "2020-01-01T00:00:00Z", "not a colour", "\n", "[{}]", "{\"a\":1}",
    "<b>x</b>", "${x}", "null", "a\\nb", "5 &amp; 6",
  ]

  @Test(arguments: templates)
  func givesTheDiagnosticsOfAllRulesOnAllRows(_ name: String) throws {
    let folder = FilePath.join(Program.repository, "templates/\(name).pass")
    var loading = Report()
    let template = try #require(try Template.load(folder, report: &loading))
    let sample = try #require(template.settings.sample)
    var random = SplitMix64(seed: 17)
    let rows = try Self.rows(of: sample, template, folder)
    #expect(!rows.isEmpty)
    let context = CheckContext(today: 1_767_225_600)
    var cache = RuleCache(isOfOneTemplate: true)
    var memory = RowCache()
    var compared = 0
    for round in 0..<120 {
      // Some follow the same row of the sample, so their cells keep their positions.
      var cells = rows[(round < rows.count ? round : round / 5) % rows.count]
      if round >= rows.count {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let column = Int.random(in: 0..<cells.count, using: &random)
          cells[column] = Self.changed(cells[column], template.schema.columns[column], &random)
        }
      }
      var report = Report(sources: template.sources)
      let readFile = RowFiles(folder: folder).read
      guard let pass = template.resolved(with: cells, readFile: readFile, report: &report) else {
        continue
      }
      var all = Report(sources: template.sources)
      AllRules.check(pass.package, context, &all)
      var selected = Report(sources: template.sources)
      do {
        // As a worker does it, with the cache of the row before.
        let again = try #require(
          template.resolved(with: cells, readFile: readFile, cache: &memory, report: &report))
        Self.compare(again, pass, "row \(round) of \(name)")
        cache.check(again.package, context, &selected)
        selected.append(cache.common)
      }
      for (path, document) in [
        ("pass.json", pass.document), ("personalization.json", pass.personalization),
      ] {
        guard let document, let file = pass.files.first(where: { $0.path == path }) else {
          continue
        }
        #expect(file.bytes == JSONWriter.bytes(of: document.root), "row \(round) of \(name)")
      }
      #expect(Self.told(selected) == Self.told(all), "row \(round) of \(name)")
      compared += 1
    }
    #expect(compared > 60)
    #expect(cache.count < AllRules.rules.count, "\(cache.count) of \(AllRules.rules.count) run")
  }

  /// Compares a pass made with the cache and one made without.
  private static func compare(_ one: ResolvedPass, _ other: ResolvedPass, _ story: Comment) {
    #expect(one.files.map(\.path) == other.files.map(\.path), story)
    #expect(one.files.map(\.bytes) == other.files.map(\.bytes), story)
    #expect(one.files.map(\.varies) == other.files.map(\.varies), story)
    #expect(described(one.document) == described(other.document), story)
    #expect(one.personalization.map(described) == other.personalization.map(described), story)
    #expect(
      one.strings.map { $0.entries.map(\.value) } == other.strings.map { $0.entries.map(\.value) },
      story)
  }

  private static func described(_ document: JSONDocument) -> [String] {
    document.nodes.map { "\($0.kind) \($0.varies) \($0.span) \($0.origin) \($0.text)" }
      + document.uses.map { "\($0.node) \($0.origin)" }
  }

  // MARK: Rows with different structure

  /// Expects that rules after each row report the same as all rules. `columns` is as in
  /// template.json.
  ///
  /// - Parameter derivesTokens: passes with a web service get a token that is made of a serial
  ///   number that is a string.
  private static func compareRows(
    _ columns: String, pass: String, _ rows: [[CellValue]], files: [String: [UInt8]] = [:],
    derivesTokens: Bool = false
  ) throws {
    let place = try TemporaryFolder()
    defer { withExtendedLifetime(place) {} }
    let folder = place.path
    for (name, bytes) in SamplePass().files where name.hasSuffix(".png") {
      try Disk.write(bytes, to: FilePath.join(folder, name))
    }
    for (name, bytes) in files {
      let path = FilePath.join(folder, name)
      try Disk.makeFolders(FilePath.parent(path))
      try Disk.write(bytes, to: path)
    }
    try Disk.write(Array(pass.utf8), to: FilePath.join(folder, "pass.json"))
    try Disk.write(Array(columns.utf8), to: FilePath.join(folder, "template.json"))
    var loading = Report()
    let written = try #require(
      try Template.load(folder, report: &loading),
      "\(loading.sorted.map(\.message))")
    let template = derivesTokens ? written.merging(nil, tokens: .key) : written
    for place in RowPlace.allCases { try compare(template, folder, rows, place, derivesTokens) }
  }

  /// The locations of cells.
  private enum RowPlace: CaseIterable {
    case nowhere
    /// Each column has one location, as in rows of values.
    case fixed
    /// Each row has another location, as in files.
    case moving
  }

  private static func compare(
    _ template: Template, _ folder: String, _ rows: [[CellValue]], _ place: RowPlace,
    _ derivesTokens: Bool
  ) throws {
    var sources = template.sources
    let origins = (0..<2).map { _ in
      template.schema.columns.map { column in
        Origin(source: sources.add(Source(valueOf: column.name)), offset: 0)
      }
    }
    let context = CheckContext(today: 1_767_225_600)
    var cache = RuleCache(isOfOneTemplate: true)
    var memory = RowCache()
    let readFile = RowFiles(folder: folder).read
    for (number, row) in rows.enumerated() {
      let cells = row.enumerated().map { column, value in
        var cell = Cell.empty(
          at: place == .nowhere ? .none : origins[place == .fixed ? 0 : number % 2][column])
        cell.value = value
        if case .text(let text) = value { cell.text = text }
        return cell
      }
      var all = Report(sources: sources)
      let token = template.tokenColumn.flatMap { column in
        column.identifiers(in: cells).map { _ in "0123456789abcdef-\(number)" }
      }
      var unused = RowCache()
      let fresh = try #require(
        template.resolved(
          with: cells, token: token, readFile: readFile, cache: &unused, report: &all))
      #expect(fresh.document.root["authenticationToken"]?.string == token)
      AllRules.check(fresh.package, context, &all)
      var selected = Report(sources: sources)
      let pass = try #require(
        template.resolved(
          with: cells, token: token, readFile: readFile, cache: &memory, report: &selected))
      compare(pass, fresh, "row \(number), cells \(place)")
      cache.check(pass.package, context, &selected)
      selected.append(cache.common)
      #expect(told(selected) == told(all), "row \(number), cells \(place)")
    }
  }

  private static func card(_ members: String) -> String {
    #"{"formatVersion": 1, "passTypeIdentifier": "pass.com.example.passc", "#
      + #""teamIdentifier": "EXAMPLE123", "organizationName": "o", "description": "d", "#
      + #""serialNumber": "{{ serial }}", \#(members)}"#
  }

  private static func json(_ text: String) throws -> CellValue {
    var report = Report()
    let document = JSONReader.read(Array(text.utf8), name: "cell", report: &report)
    return .json(try #require(document))
  }

  @Test func judgesTheImageOfARowAfterOneWithoutImage() throws {
    try Self.compareRows(
      #"{"columns": {"photo": {"type": "file", "optional": true}}, "#
        + #""images": {"thumbnail.png": "{{ photo }}"}}"#,
      pass: Self.card(#""generic": {"primaryFields": []}"#),
      [
        [.empty, .text("1")], [.file("bad.jpg"), .text("2")], [.empty, .text("3")],
        [.file("large.png"), .text("4")],
      ],
      files: [
        "bad.jpg": [0xFF, 0xD8, 0xFF], "large.png": PNGImage.plain(width: 900, height: 20),
      ])
  }

  /// The cache remembers six passes. Each image is a new file object, so later rows resemble an
  /// earlier one except for the image.
  @Test func judgesMoreImagesOfRowsThanTheCacheRemembers() throws {
    let images: [CellValue] = [.file("good.png"), .file("bad.jpg"), .empty, .file("large.png")]
    let rows = (0..<36).map { number in
      [images[number < 8 ? 0 : number * 5 % 7 % 4], .text("\(number)")]
    }
    try Self.compareRows(
      #"{"columns": {"photo": {"type": "file", "optional": true}}, "#
        + #""images": {"thumbnail.png": "{{ photo }}"}}"#,
      pass: Self.card(#""generic": {"primaryFields": []}"#), rows,
      files: [
        "good.png": PNGImage.plain(width: 90, height: 90), "bad.jpg": [0xFF, 0xD8, 0xFF],
        "large.png": PNGImage.plain(width: 900, height: 20),
      ])
  }

  @Test func findsKeysBehindAListWhoseLengthDiffersFromRowToRow() throws {
    try Self.compareRows(
      #"{"columns": {"places": {"type": "json"}}}"#,
      pass: Self.card(
        #""locations": "{{ places }}", "generic": {"primaryFields": [{"key": "a", "value": "#
          + #""{{ serial }}", "dateStyle": "PKDateStyleShort"}]}, "voided": true"#),
      [
        [try Self.json("[]"), .text("1")],
        [try Self.json(#"[{"latitude": 1, "longitude": 2}]"#), .text("2")],
        [try Self.json(#"[{"latitude": "x", "longitude": 2}, {"latitude": 1}]"#), .text("3")],
        [try Self.json("[]"), .text("2026-05-01T10:00:00Z")],
      ])
  }

  @Test func looksAtTranslationsOfEachRowWhereTheyDiffer() throws {
    try Self.compareRows(
      #"{"columns": {"words": {"type": "string"}}}"#,
      pass: Self.card(
        #""generic": {"primaryFields": [{"key": "a", "value": "b", "changeMessage": "Now %@"}]}"#),
      [
        // More values than the cache holds, some repeated, and pairs that Swift strings treat as
        // equal.
        [.text("Neu: %@"), .text("1")], [.text("Neu"), .text("2")], [.text("Neu: %@"), .text("3")],
        [.text("-----BEGIN PRIVATE KEY-----"), .text("4")], [.text("é: %@"), .text("5")],
        [.text("e\u{301}: %@"), .text("6")], [.text("é"), .text("7")], [.text("Neu"), .text("8")],
        [.text("-----BEGIN PRIVATE KEY-----"), .text("Now %@")], [.text("Neu: %@"), .text("")],
        [.text("Neu: %@"), .text("Now %@")], [.text("e\u{301}"), .text("9")],
        [.text("é"), .text("10")],
      ],
      files: ["de.lproj/pass.strings": Array(#""Now %@" = "{{ words }}";"#.utf8)])
  }

  /// Strings of the template are looked up once, those of rows for each row. Both have findings.
  ///
  /// - Parameter isFixed: whether all rows have the same members.
  @Test(arguments: [true, false])
  func looksUpTextsOfRowsBesideThoseOfTheTemplate(isFixed: Bool) throws {
    let fields = [
      #"{"key": "a", "label": "NAME", "value": "{{ text }}", "changeMessage": "Now %@"}"#,
      #"{"key": "b", "label": "{{ label }}", "value": "Bring the books back soon."}"#,
      #"{"key": "c", "label": "SINCE", "value": "{{ text }}", "changeMessage": "{{ label }} %@"}"#,
      #"{\#(isFixed ? "" : #""$if": "more", "#)"key": "d", "label": "MORE", "#
        + #""value": "and {{ more }}"}"#,
    ]
    let texts = [
      "Gold", "NAME", "Bring the pens back soon.", "", "Bring no books back, please.", "SINCE", "7",
      "Thank you for your visit", "Now %@",
    ]
    let rows: [[CellValue]] = (0..<80).map { number in
      [
        .text(texts[number % texts.count]), .text(texts[(number / 3) % texts.count]),
        number % 5 == 1 ? .text(texts[(number / 2) % texts.count]) : .empty, .text("\(number)"),
      ]
    }
    try Self.compareRows(
      #"{"columns": {"text": {"type": "string"}, "label": {"type": "string"}, "#
        + #""more": {"type": "string", "optional": true}}}"#,
      pass: Self.card(#""generic": {"backFields": [\#(fields.joined(separator: ", "))]}"#), rows,
      files: [
        "de.lproj/pass.strings": Array(
          (#""NAME" = "Name"; "SINCE" = "Seit"; "Now %@" = "Neu: {{ text }}"; "Gold" = "Gold"; "#
            + #""Bring the books back soon." = "Bücher bitte bald zurück"; "MORE %@" = "";"#).utf8),
        "fr.lproj/pass.strings": Array(
          (#""NAME" = "Nom"; "Now %@" = "Nouveau : %@"; "Thank you for your visit" = "Merci"; "#
            + #""Bring no books back, please." = "Pas de livres";"#).utf8),
      ])
  }

  @Test func runsARuleOfKindsAgainWhereAKindDiffers() throws {
    try Self.compareRows(
      #"{"columns": {"relative": {"type": "boolean"}}}"#,
      pass: Self.card(
        #""generic": {"primaryFields": [{"key": "a", "value": "soon", "#
          + #""isRelative": "{{ relative }}"}]}"#),
      [
        [.boolean(false), .text("1")], [.boolean(true), .text("2")], [.boolean(false), .text("3")],
        [.boolean(true), .text("4")],
      ])
  }

  @Test(arguments: [
    [CellValue.text("1"), .text("2"), .empty, .text("4"), .empty, .text("5")],
    [.empty, .text("2"), .text("3"), .empty, .text("4")],
  ])
  func judgesARowThatGetsNoTokenAmongOthersThatDo(_ serials: [CellValue]) throws {
    try Self.compareRows(
      #"{"columns": {"serial": {"type": "string", "optional": true}}}"#,
      pass: Self.card(
        #""webServiceURL": "https://example.com/passes/", "suppressStripShine": false, "#
          + #""generic": {"primaryFields": [{"key": "a", "value": "b"}]}"#),
      serials.map { [$0] }, derivesTokens: true)
  }

  private static func told(_ report: Report) -> [String] {
    report.sorted.map {
      "\($0.location.map { "\($0)" } ?? "-") \($0.pointer ?? "-") \($0.severity) \($0.code) "
        + "\($0.message)"
    }
  }

  private static func rows(
    of sample: String, _ template: Template, _ folder: String
  ) throws -> [[Cell]] {
    var report = Report()
    var bytes: [UInt8]? = try Disk.read(sample)
    var reader = try #require(
      try DataReader(
        name: sample,
        read: {
          defer { bytes = nil }
          return bytes
        }, report: &report))
    let binding = try #require(
      ColumnBinder.bind(template.schema, header: reader.header, report: &report))
    var parser = RowParser(binding)
    var rows: [[Cell]] = []
    while let row = try reader.next(&report) {
      var cells: [Cell] = []
      if parser.parse(row, into: &cells, report: &report) { rows.append(cells) }
    }
    return rows
  }

  /// Returns a changed cell within the type of its column.
  private static func changed(
    _ cell: Cell, _ column: Column, _ random: inout SplitMix64
  ) -> Cell {
    let text = hostile.randomElement(using: &random) ?? ""
    var cell = cell
    switch cell.value {
    case .text: (cell.value, cell.text) = (.text(text), text)
    case .number:
      let number = ["0", "-1", "1e400", "3.25", "99999999999"].randomElement(using: &random) ?? "0"
      (cell.value, cell.text) = (.number(number), number)
    case .boolean(let value): cell.value = .boolean(!value)
    case .date: (cell.value, cell.text) = (.date("1999-12-31T23:59:59Z"), text)
    case .empty, .json, .file: break
    }
    if column.isOptional, Bool.random(using: &random) { cell = .empty(at: cell.origin) }
    return cell
  }
}
