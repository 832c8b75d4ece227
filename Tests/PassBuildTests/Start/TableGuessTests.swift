// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassTemplate
import PassTesting
import Testing

struct TableGuessTests {
  private static func guess(
    _ table: String, style: StarterStyle = .storeCard, answers: TableAnswers = TableAnswers(),
    photos: Set<String> = []
  ) throws -> TableGuess {
    var report = Report()
    let guess = try TableGuess.read(
      Array(table.utf8), name: "members.csv", options: DataOptions(), answers: answers,
      style: style, machineZone: nil, photoExists: photos.contains, report: &report)
    #expect(report.diagnostics.map(\.message) == [])
    return try #require(guess)
  }

  /// Returns the meaning of each column by its header.
  private static func roles(of guess: TableGuess) -> [String: ColumnRole] {
    Dictionary(uniqueKeysWithValues: guess.columns.map { ($0.header, $0.role) })
  }

  @Test func findsMeaningsByTheCellsOfUnknownHeaders() throws {
    let guess = try Self.guess(
      """
      ref,hlutur,who,class,contact,when
      A-17,x,Ada Example,Gold,a@example.com,2031-12-31
      A-18,y,Max Muster,Gold,m@example.com,2031-11-30
      A-19,z,Zoe Roe,Gold,z@example.com,2031-10-31
      B-20,x,Jo Doe,Basic,j@example.com,2031-12-31
      B-21,y,Al Poe,Basic,p@example.com,2031-12-31
      B-22,w,Mia Moe,Basic,i@example.com,2031-12-31

      """)
    #expect(
      Self.roles(of: guess) == [
        "ref": .serial, "hlutur": .other, "who": .name, "class": .tier, "contact": .mail,
        "when": .date,
      ])
    #expect(guess.zone.name == "UTC" && guess.language == .en)
  }

  @Test func aPhotoIsForStylesThatShowOne() throws {
    let table = "No,Name,Photo\n1,Ada Example,ada.png\n2,Max Muster,\n"
    let photos: Set<String> = ["ada.png"]
    let card = try Self.guess(table, style: .generic, photos: photos)
    #expect(Self.roles(of: card)["Photo"] == .photo)
    #expect(Self.roles(of: try Self.guess(table, photos: photos))["Photo"] == .unused)
    #expect(Self.roles(of: try Self.guess(table, style: .generic))["Photo"] == .unused)
    let jpeg = table.replacing(".png", with: ".jpg")
    #expect(
      Self.roles(of: try Self.guess(jpeg, style: .generic, photos: ["ada.jpg"]))["Photo"]
        == .unused)
  }

  @Test func bankAccountsAndPasswordsAreLeftOut() throws {
    let guess = try Self.guess("Nr;Name;IBAN;Passwort\n1;Ada Example;DE02;x\n2;Max;DE03;y\n")
    #expect(guess.columns.filter(\.isUsed).map(\.header) == ["Nr", "Name"])
  }

  @Test func wordsOfOneLanguageDecideAboutTheLanguage() throws {
    for (header, language) in [
      ("Nr;Name;Stufe", .de), ("No;Name;Level", .en), ("Nr;Name;Niveau", .en),
      ("Kundenr;Navn;Saldo", .da), ("Medlemsnr;Namn;Poäng", .sv), ("Kart No;Ad;Puan", .tr),
      ("Номер;Имя;Баллы", .ru), ("卡号;姓名;积分", .zh), ("회원번호;이름;포인트", .ko),
      ("Número;Nome;Pontos", .pt),
    ] as [(String, TableLanguage)] {
      let guess = try Self.guess(header + "\n1;Ada Example;5\n2;Max Muster;7\n")
      #expect(guess.language == language, "\(header)")
      #expect(guess.columns[0].role == .serial, "\(header)")
    }
  }

  @Test func answersComeBeforeGuesses() throws {
    var answers = TableAnswers()
    answers.add(.column("Code", .serial))
    answers.add(.column("Nr", .none))
    answers.add(.column("Who", .name))
    let guess = try Self.guess("Nr,Code,Who\n1,aa,x\n2,bb,y\n", answers: answers)
    #expect(Self.roles(of: guess) == ["Nr": .unused, "Code": .serial, "Who": .name])
  }

  // MARK: Tables of any content

  private static let headers = [
    "Nr", "Name", "Vorname", "Nachname", "Punkte", "Saldo", "Bis", "E-Mail", "Stufe", "Foto", "x",
    "", "Telefon", "Datum", "{{ x }}", "a \"b\"", "50 %", "会員番号", "Name", "zwei\nZeilen",
  ]
  private static let cells = [
    "1", "2", "3", "007", "1.250", "12,50", "1 250", "31.12.2031", "1.2.2032", "2031-12-31",
    "12/31/2031", "2031-12-31T10:00:00+02:00", "ja", "true", "", "", "Ada Example", "a@b.example",
    "https://x.example/a", "Gold", "Gold", "{{ x }}", "\"", "#NV", "0", "-5", "1e5", "日本", "=1",
    "  ", "a;b", "a,b", "x.png", "zwei\nZeilen", "1.234.567", "00:30", "47118", "%", "\\", "'",
  ]

  /// Returns a table with a column of numbers, and columns of a few values each.
  private static func table(_ random: inout SplitMix64) -> String {
    func quoted(_ cell: String) -> String {
      cell.contains { ";\"\n".contains($0) }
        ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }
    let count = Int.random(in: 1...6, using: &random)
    let columns = (0..<count).map { _ in
      let pool = (0...Int.random(in: 0...2, using: &random)).map { _ in
        cells.randomElement(using: &random) ?? ""
      }
      return (headers.randomElement(using: &random) ?? "", pool)
    }
    var text = "Karte" + columns.map { ";" + quoted($0.0) }.joined() + "\n"
    for row in 1...Int.random(in: 1...6, using: &random) {
      text += "K\(row)"
      for column in columns { text += ";" + quoted(column.1.randomElement(using: &random) ?? "") }
      text += "\n"
    }
    return text
  }

  /// A guess must never promise what the template cannot read.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aTemplateReadsEveryRowItWasMadeFor(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var made = 0
    for round in 0..<40 {
      let table = Self.table(&random)
      let style = TableGuess.styles[round % TableGuess.styles.count]
      var report = Report()
      var answers = TableAnswers()
      answers.add(.dateOrder(.dmy))
      let bytes = Array(table.utf8)
      let guess: TableGuess?
      do {
        guess = try TableGuess.read(
          bytes, name: "t.csv", options: DataOptions(), answers: answers, style: style,
          machineZone: nil, photoExists: { _ in false }, report: &report)
      } catch is TableError {
        continue
      } catch is TableAmbiguityError {
        continue
      }
      let starter = try StarterTemplate(
        #require(guess), folder: "x.pass", languages: nil, nfcPublicKey: nil, background: nil,
        options: DataOptions(), bytes: bytes, now: FinishedSample.time)
      let folder = try TemporaryFolder(["t.csv": table])
      try starter.write(to: folder("x.pass"))
      #expect(try Self.faults(of: folder, data: "t.csv") == [], "\(table)")
      #expect(try Self.faults(of: folder, data: "x.pass/sample.csv") == [], "\(table)")
      made += 1
    }
    #expect(made > 5)
  }

  private static func faults(of folder: TemporaryFolder, data: String) throws -> [String] {
    var report = Report()
    let template = try #require(
      try Template.load(folder("x.pass"), report: &report), "\(report.diagnostics)")
    var choice = DataChoice()
    choice.file = folder(data)
    guard var rows = try RowSource(choice, for: template, report: &report) else {
      return report.diagnostics.map(\.message)
    }
    var parser = RowParser(rows.binding)
    var cells: [Cell] = []
    while let row = try rows.next(&report) {
      report.sources.setRow(row.source)
      _ = parser.parse(row, into: &cells, report: &report)
    }
    return report.diagnostics.filter { $0.severity > .note }.map { "\(data): \($0.message)" }
  }
}
