// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassDiagnostics
import PassModel
import PassRead
import PassTesting
import Testing

/// Tests of `passc init --from`: tables as people export them, up to the fields of their passes.
struct InitTableTests {
  /// A table, the options it needs, and what its passes must show.
  struct Table: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var file = "members.csv"
    let text: String
    /// The name of the encoding in the C library.
    var encoding = "UTF-8"
    var start: [UInt8] = []
    var options: [String] = []
    var issueOptions: [String] = []
    /// The values by their labels, for each serial number.
    let passes: [String: [String: String]]

    /// Creates the file as its program would write it.
    func bytes() throws -> [UInt8] {
      let utf8 = Array(text.utf8)
      guard encoding != "UTF-8" else { return start + utf8 }
      let converter = try #require(Iconv(from: "UTF-8", to: encoding))
      var isWhole = true
      let result = converter.convert(utf8, isLast: true) { _ in
        isWhole = false
        return .stop
      }
      try #require(isWhole, "\(testDescription) has letters that \(encoding) lacks")
      return start + result.output
    }
  }

  private static let berlin = "2031-12-31T23:59:59+01:00"

  static let tables: [Table] = [
    Table(
      testDescription: "German Excel",
      text: """
        Mitglieds-Nr.;Vorname;Nachname;E-Mail;Stufe;Punkte;Guthaben (€);Gültig bis;Telefon\r
        00417;Jörg;Müller;joerg@example.com;Gold;1.250;12,50;31.12.2031;0301234567\r
        00418;Käthe;Groß;kaethe@example.com;Silber;0;1.000,00;1.2.2032;0049 30 555\r
        00733;Zoë;Weiß;zoe@example.com;Gold;42;0,99;15.09.2031;\r

        """,
      encoding: "CP1252",
      passes: [
        "00417": [
          "Name": "Jörg Müller", "Stufe": "Gold", "Punkte": "1250", "Guthaben (€)": "12.5",
          "Gültig bis": berlin, "Telefon": "0301234567", "Mitglieds-Nr.": "00417",
          "expirationDate": berlin,
        ],
        "00418": [
          "Name": "Käthe Groß", "Stufe": "Silber", "Punkte": "0", "Guthaben (€)": "1000",
          "Gültig bis": "2032-02-01T23:59:59+01:00", "Telefon": "0049 30 555",
          "Mitglieds-Nr.": "00418", "expirationDate": "2032-02-01T23:59:59+01:00",
        ],
        "00733": [
          "Name": "Zoë Weiß", "Stufe": "Gold", "Punkte": "42", "Guthaben (€)": "0.99",
          "Gültig bis": "2031-09-15T23:59:59+02:00", "Mitglieds-Nr.": "00733",
          "expirationDate": "2031-09-15T23:59:59+02:00",
        ],
      ]),
    Table(
      testDescription: "French Excel",
      text: """
        N° de membre;Nom;Prénom;Courriel;Statut;Points;Solde;Valable jusqu’au\r
        A-001;Lefèvre;Hélène;h@example.com;Or;1\u{A0}250;1\u{A0}234,50;31/12/2031\r
        A-002;Çelik;François;f@example.com;Argent;0;0,00;01/02/2032\r

        """,
      encoding: "CP1252",
      passes: [
        "A-001": [
          "Nom": "Hélène Lefèvre", "Statut": "Or", "Points": "1250", "Solde": "1234.5",
          "Valable jusqu’au": berlin, "N° de membre": "A-001", "expirationDate": berlin,
        ],
        "A-002": [
          "Nom": "François Çelik", "Statut": "Argent", "Points": "0", "Solde": "0",
          "Valable jusqu’au": "2032-02-01T23:59:59+01:00", "N° de membre": "A-002",
          "expirationDate": "2032-02-01T23:59:59+01:00",
        ],
      ]),
    Table(
      testDescription: "Japanese Excel",
      text: """
        会員番号,氏名,メールアドレス,ランク,ポイント,有効期限\r
        0000123,山田 太郎,taro@example.com,ゴールド,"1,250",2031/12/31\r
        0000124,佐藤 花子,hanako@example.com,シルバー,980,2031/3/9\r

        """,
      encoding: "CP932", options: ["--column", "ポイント=integer"],
      passes: [
        "0000123": [
          "氏名": "山田 太郎", "ランク": "ゴールド", "ポイント": "1250",
          "有効期限": "2031-12-31T23:59:59+09:00", "会員番号": "0000123",
          "expirationDate": "2031-12-31T23:59:59+09:00",
        ],
        "0000124": [
          "氏名": "佐藤 花子", "ランク": "シルバー", "ポイント": "980",
          "有効期限": "2031-03-09T23:59:59+09:00", "会員番号": "0000124",
          "expirationDate": "2031-03-09T23:59:59+09:00",
        ],
      ]),
    Table(
      testDescription: "Polish Excel",
      text: """
        Numer karty;Imię i nazwisko;E-mail;Poziom;Punkty;Saldo (zł);Data ważności\r
        K-0001;Łukasz Żółć;l@example.com;Złoty;1\u{A0}250;12,50;31.12.2031\r
        K-0002;Zofia Dąbrowska;z@example.com;Srebrny;7;1\u{A0}000,00;01.02.2032\r

        """,
      encoding: "CP1250",
      passes: [
        "K-0001": [
          "Imię i nazwisko": "Łukasz Żółć", "Poziom": "Złoty", "Punkty": "1250",
          "Saldo (zł)": "12.5", "Data ważności": berlin, "Numer karty": "K-0001",
          "expirationDate": berlin,
        ],
        "K-0002": [
          "Imię i nazwisko": "Zofia Dąbrowska", "Poziom": "Srebrny", "Punkty": "7",
          "Saldo (zł)": "1000", "Data ważności": "2032-02-01T23:59:59+01:00",
          "Numer karty": "K-0002", "expirationDate": "2032-02-01T23:59:59+01:00",
        ],
      ]),
    Table(
      testDescription: "Numbers, years of two digits",
      text: """
        Nr;Mitglied;Punkte;Ablauf
        1;Ada Example;5;31.12.31
        2;Emre Yıldız;12;28.2.32

        """,
      passes: [
        "1": [
          "Mitglied": "Ada Example", "Punkte": "5", "Ablauf": berlin, "Nr": "1",
          "expirationDate": berlin,
        ],
        "2": [
          "Mitglied": "Emre Yıldız", "Punkte": "12", "Ablauf": "2032-02-28T23:59:59+01:00",
          "Nr": "2", "expirationDate": "2032-02-28T23:59:59+01:00",
        ],
      ]),
    Table(
      testDescription: "Google, with quotes",
      text: """
        Member ID,Name,Email Address,Tier,Points,Expires,Notes\r
        M-1,"O'Hara, Sophie",s@example.com,Gold,"1,250",12/31/2031,"likes ""tea"", and cake"\r
        M-2,Ada Example,a@example.com,Silver,17,2/1/2032,\r

        """,
      options: ["--column", "Points=integer"],
      passes: [
        "M-1": [
          "Name": "O'Hara, Sophie", "Tier": "Gold", "Points": "1250",
          "Expires": "2031-12-31T23:59:59-05:00", "Notes": "likes \"tea\", and cake",
          "Member ID": "M-1", "expirationDate": "2031-12-31T23:59:59-05:00",
        ],
        "M-2": [
          "Name": "Ada Example", "Tier": "Silver", "Points": "17",
          "Expires": "2032-02-01T23:59:59-05:00", "Member ID": "M-2",
          "expirationDate": "2032-02-01T23:59:59-05:00",
        ],
      ]),
    Table(
      testDescription: "semicolons with a byte order mark, empty lines",
      text: """
        Kartennummer;Name;Guthaben;Ort\r
        \r
        C-1;Ada Example;12,50;Köln\r
        ;;;\r
        C-2;Max Muster;0,00;Köln\r

        """,
      start: [0xEF, 0xBB, 0xBF],
      passes: [
        "C-1": ["Name": "Ada Example", "Guthaben": "12.5", "Ort": "Köln", "Kartennummer": "C-1"],
        "C-2": ["Name": "Max Muster", "Guthaben": "0", "Ort": "Köln", "Kartennummer": "C-2"],
      ]),
    Table(
      testDescription: "UTF-16 with tabs", file: "members.txt",
      text: "Card No.\tFull name\tBalance\r\n7\tŁucja Ünal\t1.5\r\n8\t日本 花子\t20.25\r\n",
      encoding: "UTF-16LE", start: [0xFF, 0xFE],
      passes: [
        "7": ["Full name": "Łucja Ünal", "Balance": "1.5", "Card No.": "7"],
        "8": ["Full name": "日本 花子", "Balance": "20.25", "Card No.": "8"],
      ]),
    Table(
      testDescription: "tabs", file: "members.tsv",
      text: "id\tname\tsince\nx1\tAda Example\t2020-01-31\nx2\tMax Muster\t2021-02-28\n",
      passes: [
        "x1": ["name": "Ada Example", "since": "2020-01-31T00:00:00-05:00", "id": "x1"],
        "x2": ["name": "Max Muster", "since": "2021-02-28T00:00:00-05:00", "id": "x2"],
      ]),
    Table(
      testDescription: "leading zeros and telephone numbers",
      text: """
        Nummer,Name,Handy,PLZ,Besuche
        007,Ada Example,01761234567,01067,3
        008,Max Muster,+49 30 123,10115,0
        010,Zoe Roe,030/9876,04103,12

        """,
      passes: [
        "007": [
          "Name": "Ada Example", "Handy": "01761234567", "PLZ": "01067", "Besuche": "3",
          "Nummer": "007",
        ],
        "008": [
          "Name": "Max Muster", "Handy": "+49 30 123", "PLZ": "10115", "Besuche": "0",
          "Nummer": "008",
        ],
        "010": [
          "Name": "Zoe Roe", "Handy": "030/9876", "PLZ": "04103", "Besuche": "12", "Nummer": "010",
        ],
      ]),
    Table(
      testDescription: "JSON Lines", file: "members.jsonl",
      text: """
        {"id": "a-1", "name": "Ada Example", "points": 1250, "balance": 12.5, "vip": true, "tags": ["x"]}
        {"id": "a-2", "name": "Max Muster", "points": 0, "balance": 0.99}

        """,
      passes: [
        "a-1": [
          "name": "Ada Example", "points": "1250", "balance": "12.5", "vip": "true", "id": "a-1",
        ],
        "a-2": ["name": "Max Muster", "points": "0", "balance": "0.99", "id": "a-2"],
      ]),
    Table(
      testDescription: "windows-1252 with empty cells and a currency",
      text: """
        Kundennummer;Kunde;Guthaben;Punkte;Karte gültig bis\r
        9001;Jürgen Öztürk;12,50 €;;30.06.2031\r
        9002;Märta Åberg;;0;\r
        9003;Ada Example;3,00 €;17;15.07.2031\r

        """,
      encoding: "CP1252",
      passes: [
        "9001": [
          "Kunde": "Jürgen Öztürk", "Guthaben": "12,50 €", "Punkte": "–",
          "Karte gültig bis": "2031-06-30T23:59:59+02:00", "Kundennummer": "9001",
          "expirationDate": "2031-06-30T23:59:59+02:00",
        ],
        "9002": [
          "Kunde": "Märta Åberg", "Guthaben": "–", "Punkte": "0", "Kundennummer": "9002",
        ],
        "9003": [
          "Kunde": "Ada Example", "Guthaben": "3,00 €", "Punkte": "17",
          "Karte gültig bis": "2031-07-15T23:59:59+02:00", "Kundennummer": "9003",
          "expirationDate": "2031-07-15T23:59:59+02:00",
        ],
      ]),
    Table(
      testDescription: "German export of DOS, with empty numbers",
      text: """
        Kundennr;Name;Punkte;Guthaben;Besuche\r
        4001;Jürgen Müßig;5;12,50;3\r
        4002;Käthe Größ;;;\r
        4003;Zoë Öztürk;0;0,00;0\r

        """,
      encoding: "IBM850",
      passes: [
        "4001": [
          "Name": "Jürgen Müßig", "Punkte": "5", "Guthaben": "12.5", "Besuche": "3",
          "Kundennr": "4001",
        ],
        "4002": [
          "Name": "Käthe Größ", "Punkte": "–", "Guthaben": "–", "Besuche": "–",
          "Kundennr": "4002",
        ],
        "4003": [
          "Name": "Zoë Öztürk", "Punkte": "0", "Guthaben": "0,00", "Besuche": "0",
          "Kundennr": "4003",
        ],
      ]),
    Table(
      testDescription: "Turkish Excel",
      text: """
        Kart No;Adı Soyadı;Puan;Bakiye (TL);Son Kullanma\r
        1001;Ayşe Yılmaz;1.250;12,50;31.12.2031\r
        1002;Gökhan Çağlar;42;1.000,00;01.02.2032\r

        """,
      encoding: "CP1254",
      passes: [
        "1001": [
          "Adı Soyadı": "Ayşe Yılmaz", "Puan": "1250", "Bakiye (TL)": "12.5",
          "Son Kullanma": "2031-12-31T23:59:59+03:00", "Kart No": "1001",
          "expirationDate": "2031-12-31T23:59:59+03:00",
        ],
        "1002": [
          "Adı Soyadı": "Gökhan Çağlar", "Puan": "42", "Bakiye (TL)": "1000",
          "Son Kullanma": "2032-02-01T23:59:59+03:00", "Kart No": "1002",
          "expirationDate": "2032-02-01T23:59:59+03:00",
        ],
      ]),
    Table(
      testDescription: "Czech library with units in cells",
      text: """
        Číslo karty;Jméno;Příjmení;Body;Zůstatek;Platnost do\r
        0003001;Jiří;Dvořák;120;12,50 Kč;31. 12. 2031\r
        0003002;Žaneta;Šťastná;5;0,00 Kč;28. 2. 2032\r

        """,
      encoding: "CP1250",
      passes: [
        "0003001": [
          "Jméno": "Jiří Dvořák", "Body": "120", "Zůstatek": "12,50 Kč", "Platnost do": berlin,
          "Číslo karty": "0003001", "expirationDate": berlin,
        ],
        "0003002": [
          "Jméno": "Žaneta Šťastná", "Body": "5", "Zůstatek": "0,00 Kč",
          "Platnost do": "2032-02-28T23:59:59+01:00", "Číslo karty": "0003002",
          "expirationDate": "2032-02-28T23:59:59+01:00",
        ],
      ]),
    Table(
      testDescription: "Greek Excel",
      text: """
        Αριθμός κάρτας;Ονοματεπώνυμο;Πόντοι;Λήξη\r
        2001;Μαρία Παπαδοπούλου;120;31/12/2031\r
        2002;Γιώργος Νικολάου;5;28/02/2032\r

        """,
      encoding: "CP1253",
      passes: [
        "2001": [
          "Ονοματεπώνυμο": "Μαρία Παπαδοπούλου", "Πόντοι": "120",
          "Λήξη": "2031-12-31T23:59:59+02:00", "Αριθμός κάρτας": "2001",
          "expirationDate": "2031-12-31T23:59:59+02:00",
        ],
        "2002": [
          "Ονοματεπώνυμο": "Γιώργος Νικολάου", "Πόντοι": "5", "Λήξη": "2032-02-28T23:59:59+02:00",
          "Αριθμός κάρτας": "2002", "expirationDate": "2032-02-28T23:59:59+02:00",
        ],
      ]),
    Table(
      testDescription: "Arabic names, from Google",
      text: "رقم البطاقة,الاسم,النقاط\r\n5001,محمد العلي,120\r\n5002,فاطمة الزهراء,5\r\n",
      passes: [
        "5001": ["الاسم": "محمد العلي", "النقاط": "120", "رقم البطاقة": "5001"],
        "5002": ["الاسم": "فاطمة الزهراء", "النقاط": "5", "رقم البطاقة": "5002"],
      ]),
    Table(
      testDescription: "gym with percent and empty telephone numbers, line ends of an old Mac",
      text: [
        "Membership ID;First;Last;Plan;Visits left;Discount;Paid until;Mobile",
        "G100;Ana;Silva;Premium;12;10%;2031-01-31;+351 912 345 678",
        "G101;Rui;Costa;Basic;;5%;2031-02-28;", "",
      ].joined(separator: "\r"),
      passes: [
        "G100": [
          "Name": "Ana Silva", "Plan": "Premium", "Visits left": "12", "Discount": "10%",
          "Paid until": "2031-01-31T23:59:59-05:00", "Mobile": "+351 912 345 678",
          "Membership ID": "G100", "expirationDate": "2031-01-31T23:59:59-05:00",
        ],
        "G101": [
          "Name": "Rui Costa", "Plan": "Basic", "Discount": "5%",
          "Paid until": "2031-02-28T23:59:59-05:00", "Membership ID": "G101",
          "expirationDate": "2031-02-28T23:59:59-05:00",
        ],
      ]),
    Table(
      testDescription: "parking permits, times and dollars, no line end at the end",
      file: "permits.tsv",
      text: "Plate\tPermit\tFrom\tTo\tFee\n"
        + "B-AB 1234\tP-77\t01/05/2031 08:00\t31/05/2031 18:00\t$45.00\n"
        + "M-XY 99\tP-78\t13/05/2031 08:00\t14/06/2031 18:00\t$1,045.00",
      passes: [
        "P-77": [
          "Plate": "B-AB 1234", "From": "2031-05-01T08:00:00-04:00",
          "To": "2031-05-31T18:00:00-04:00", "Fee": "$45.00", "Permit": "P-77",
          "expirationDate": "2031-05-31T18:00:00-04:00",
        ],
        "P-78": [
          "Plate": "M-XY 99", "From": "2031-05-13T08:00:00-04:00",
          "To": "2031-06-14T18:00:00-04:00", "Fee": "$1,045.00", "Permit": "P-78",
          "expirationDate": "2031-06-14T18:00:00-04:00",
        ],
      ]),
    Table(
      testDescription: "museum tickets with vertical bars",
      text: """
        Ticket #|Visitor|Exhibition|Visit date|Entry time|Price
        T-00001|Mary Smith|Monet: Light|2031-05-01|10:30|£12.50
        T-00002|John Fitzgerald|Monet: Light|2031-05-01|11:00|£6.00

        """,
      passes: [
        "T-00001": [
          "Visitor": "Mary Smith", "Exhibition": "Monet: Light",
          "Visit date": "2031-05-01T00:00:00-04:00", "Entry time": "10:30", "Price": "£12.50",
          "Ticket #": "T-00001",
        ],
        "T-00002": [
          "Visitor": "John Fitzgerald", "Exhibition": "Monet: Light",
          "Visit date": "2031-05-01T00:00:00-04:00", "Entry time": "11:00", "Price": "£6.00",
          "Ticket #": "T-00002",
        ],
      ]),
  ]

  private static let environment = ["TZ": "America/New_York"]

  private static func initialize(
    _ table: Table, in folder: TemporaryFolder, style: String = "storeCard"
  ) throws -> Program.Outcome {
    try folder.add(table.file, try table.bytes())
    return try PasscBinary.run(
      ["init", "gym.pass", "--from", table.file, "--style", style] + table.options,
      in: folder.path, environment: environment)
  }

  /// Returns the values by their labels, and the end of validity.
  private static func fields(of bundle: [UInt8]) throws -> [String: String] {
    let file = try #require(try FinishedSample.found(bundle).file("pass.json"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
    let styles = ["storeCard", "coupon", "eventTicket", "generic"]
    let style = try #require(styles.compactMap { root[$0] as? [String: Any] }.first)
    var fields: [String: String] = [:]
    for group in style.values {
      for field in group as? [[String: Any]] ?? [] {
        let label = try #require(field["label"] as? String)
        #expect(fields[label] == nil, "\(label) is there twice")
        let value = field["value"] ?? "nothing"
        // 1000.00 is the number 1000.
        let number = (value as? NSNumber)?.doubleValue ?? 0
        fields[label] =
          value is String
          ? "\(value)" : number == number.rounded() ? "\(Int(number))" : "\(number)"
      }
    }
    if let date = root["expirationDate"] { fields["expirationDate"] = "\(date)" }
    return fields
  }

  @Test(arguments: tables)
  func makesAPassOfTheMeaningOfEachRow(_ table: Table) throws {
    let folder = try TemporaryFolder()
    let made = try Self.initialize(table, in: folder)
    try #require(made.status == 0, "\(made.errors)")
    #expect(made.errors == "")
    for line in made.text.split(separator: "\n").prefix(while: { !$0.hasPrefix("Places") }) {
      #expect(TextWidth.columns(of: String(line)) <= 80, "\(line)")
    }
    let checked = try PasscBinary.run(
      ["check", "gym.pass", "--data", table.file, "--strict"], in: folder.path)
    #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
    let issued = try PasscBinary.run(
      ["issue", "gym.pass", "--data", table.file, "--identity", PasscBinary.identity("ordinary")]
        + ["-o", "out", "--strict"], in: folder.path)
    try #require(issued.status == 0, "\(issued.errors)")
    #expect(try Disk.list(folder("out")).count == table.passes.count)
    for (serial, expected) in table.passes {
      let bundle = try Disk.read(folder("out/\(serial).pkpass"))
      #expect(try Self.fields(of: bundle) == expected, "\(serial)")
    }
  }

  @Test(arguments: ["storeCard", "coupon", "generic", "eventTicket"])
  func theSampleBuildsAndDrawsWithoutAWarning(style: String) throws {
    for table in [Self.tables[0], Self.tables[2]] {
      let folder = try TemporaryFolder()
      let made = try Self.initialize(table, in: folder, style: style)
      try #require(made.status == 0, "\(made.errors)")
      for row in 1...3 {
        let built = try PasscBinary.run(
          ["build", "gym.pass", "--sample", "\(row)", "--strict"]
            + ["--identity", PasscBinary.identity("ordinary"), "-o", "\(row).pkpass"],
          in: folder.path)
        #expect(built.status == 0 && built.errors == "", "\(built.errors)")
      }
      let checked = try PasscBinary.run(["check", "gym.pass", "--strict"], in: folder.path)
      #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
      let drawn = try PasscBinary.run(
        ["preview", "gym.pass", "--strict", "-o", "gym.svg", "--format", "svg"], in: folder.path)
      #expect(drawn.status == 0, "\(drawn.errors)")
    }
  }

  @Test(arguments: [
    ("2031-12-31", "2031-02-01"), ("31.12.2031", "01.02.2031"), ("31.12.2031", "1.2.2031"),
    ("12/31/2031", "2/1/2031"), ("31/12/2031", "01/02/2031"), ("2031/12/31", "2031/2/1"),
    ("2031年12月31日", "2031年2月1日"), ("31-12-2031", "01-02-2031"), ("31.12.31", "01.02.31"),
    ("2031-12-31T23:59:59-05:00", "2031-02-01T23:59:59-05:00"),
    ("31. 12. 2031", "1. 2. 2031"),
  ])
  func readsEveryFormOfADate(_ first: String, _ second: String) throws {
    let folder = try TemporaryFolder([
      "members.csv": "No,Name,Valid until\n1,Ada Example,\(first)\n2,Max Muster,\(second)\n"
    ])
    let made = try PasscBinary.run(
      ["init", "gym.pass", "--from", "members.csv"], in: folder.path,
      environment: Self.environment)
    try #require(made.status == 0, "\(made.errors)")
    let issued = try PasscBinary.run(
      ["issue", "gym.pass", "--data", "members.csv", "-o", "out"]
        + ["--identity", PasscBinary.identity("ordinary")], in: folder.path)
    try #require(issued.status == 0, "\(issued.errors)")
    for (serial, date) in [("1", "2031-12-31"), ("2", "2031-02-01")] {
      let fields = try Self.fields(of: Disk.read(folder("out/\(serial).pkpass")))
      #expect(fields["expirationDate"] == "\(date)T23:59:59-05:00")
    }
  }

  // MARK: Doubt

  @Test func asksForTheOrderOfADateThatMayBeTwoDays() throws {
    let folder = try TemporaryFolder([
      "members.csv": "No;Name;Valid until\n1;Ada Example;01.02.2031\n2;Max Muster;03.04.2031\n"
    ])
    let arguments = ["init", "gym.pass", "--from", "members.csv"]
    let asked = try PasscBinary.run(arguments, in: folder.path)
    #expect(asked.status == 2)
    #expect(asked.errors.contains("\"01.02.2031\" may be two days"))
    #expect(asked.errors.contains("--date-order dmy (1 February 2031)"))
    #expect(asked.errors.contains("--date-order mdy (2 January 2031)"))
    #expect(try Disk.list(folder.path).map(\.name) == ["members.csv"])
    for (order, format) in [("dmy", "dd.MM.yyyy"), ("mdy", "MM.dd.yyyy")] {
      let made = try PasscBinary.run(
        ["init", "\(order).pass", "--from", "members.csv", "--date-order", order], in: folder.path)
      #expect(made.status == 0, "\(made.errors)")
      let settings = String(
        decoding: try Disk.read(folder("\(order).pass/template.json")), as: UTF8.self)
      #expect(settings.contains("\"format\": \"\(format)\""))
    }
  }

  @Test func anotherColumnSettlesTheOrderOfADate() throws {
    let folder = try TemporaryFolder([
      "members.csv": """
      No;Name;Since;Valid until
      1;Ada Example;25.12.2020;01.02.2031
      2;Max Muster;03.04.2021;03.04.2031

      """
    ])
    let made = try PasscBinary.run(["init", "gym.pass", "--from", "members.csv"], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text.contains("as in another column"))
  }

  @Test func asksWhetherASignSeparatesDecimals() throws {
    let folder = try TemporaryFolder([
      "members.csv": "Nr;Name;Punkte\n1;Ada Example;1.250\n2;Max Muster;17\n"
    ])
    let asked = try PasscBinary.run(["init", "gym.pass", "--from", "members.csv"], in: folder.path)
    #expect(asked.status == 2)
    #expect(asked.errors.contains("\"Punkte\" is \"1.250\", which may be two numbers"))
    #expect(asked.errors.contains("--column Punkte=integer (1250)"))
    #expect(asked.errors.contains("--column Punkte=number"))
    for (type, value) in [("integer", "1250"), ("number", "1.25"), ("string", "1.250")] {
      let made = try PasscBinary.run(
        ["init", "\(type).pass", "--from", "members.csv", "--column", "Punkte=\(type)"],
        in: folder.path)
      #expect(made.status == 0, "\(made.errors)")
      let issued = try PasscBinary.run(
        ["issue", "\(type).pass", "--data", "members.csv", "-o", "\(type)"]
          + ["--identity", PasscBinary.identity("ordinary")], in: folder.path)
      #expect(issued.status == 0, "\(issued.errors)")
      let fields = try Self.fields(of: Disk.read(folder("\(type)/1.pkpass")))
      #expect(fields["Punkte"] == value)
    }
  }

  // MARK: Tables that need a change

  @Test(arguments: [
    ("Nr;Name;Punkte\n1;Ada Example;5\nSumme;;5\n", "members.csv:3: the row \"Summe\" looks like"),
    ("Nr;Name;Punkte\n1;Ada Example;5\n;;5\n", "members.csv:3: \"Nr\" is empty, expected a serial"),
    ("Nr;Name\n1;Ada Example\n1;Max Muster\n", "members.csv:3: \"Nr\" is \"1\" as on line 2"),
    ("Name;Ort\nAda;Köln\nAda;Bonn\nMax;Bonn\n", "no column has a different value in every row"),
    ("Tabelle 1\nNr;Name\n1;Ada Example\n", "members.csv:1: the first line is a title"),
    (
      "1001;ada@example.com;31.12.2031\n1002;max@example.com;30.06.2031\n", "members.csv:1: the fir"
    ),
    ("Nr;Name\n", "members.csv: the table has no rows"),
    ("Nr;Name;Punkte\n1;A B;5\n2;C D;#NV\n3;E F;7\n4;G H;9\n5;I J;1\n", "members.csv:3: "),
    (
      "Nr;Name;Ablauf\n1;A B;31.12.2031\n2;C D;nie\n3;E F;1.1.2031\n4;G H;2.1.2031\n5;I J;3.1.2031\n",
      "members.csv:3: \"Ablauf\" is \"nie\", expected a date as d.M.yyyy"
    ),
    ("Nr;Name;Ablauf\n1;A B;47118\n2;C D;47119\n", "the number of a day in a spreadsheet"),
  ])
  func saysWhatToChangeInATable(_ text: String, _ message: String) throws {
    let folder = try TemporaryFolder(["members.csv": text])
    let outcome = try PasscBinary.run(
      ["init", "gym.pass", "--from", "members.csv"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: "error:").count == 2, "one error")
    #expect(outcome.errors.contains("help: "))
    #expect(try Disk.list(folder.path).map(\.name) == ["members.csv"])
  }

  @Test(arguments: [
    (#"[{"id": "a", "name": "Ada Example"}, {"id": "b", "name": "Max"}]"#, "jq -c '.[]' m.json"),
    (
      #"{"members": [{"id": "a", "name": "Ada Example"}], "count": 1}"#,
      #"jq -c '.["members"][]' m.json"#
    ),
  ])
  func aListInJSONIsAnErrorWithTheCommandThatMakesLines(_ text: String, _ help: String) throws {
    let folder = try TemporaryFolder(["m.json": text])
    let outcome = try PasscBinary.run(["init", "gym.pass", "--from", "m.json"], in: folder.path)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("expected one object"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\(help) > rows.jsonl"), "\(outcome.errors)")
    #expect(try Disk.list(folder.path).map(\.name) == ["m.json"])
  }

  @Test func rejectsOptionsThatHaveNoUse() throws {
    let folder = try TemporaryFolder(["members.csv": "Nr;Name;Mail;Leer\n1;Ada;a@example.com;\n"])
    for (arguments, message) in [
      (["--date-order", "dmy"], "--date-order needs a table"),
      (["--from", "members.csv", "--column", "Nmae=name"], "did you mean \"Name\"?"),
      (["--from", "members.csv", "--column", "Name=nmae"], "did you mean name?"),
      (["--from", "members.csv", "--column", "Name"], "expected NAME=TYPE"),
      (["--from", "members.csv", "--column", "Mail=serial"], "never put on a pass"),
      (["--from", "-"], "--from reads a file, not standard input"),
      (["--from", "members.csv", "--style", "boardingPass"], "cannot fill a boardingPass"),
      (["--background", "greenish"], "which is not a color"),
    ] {
      let outcome = try PasscBinary.run(["init", "gym.pass"] + arguments, in: folder.path)
      #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome.errors)")
      #expect(try Disk.list(folder.path).map(\.name) == ["members.csv"])
    }
  }

  // MARK: What is written

  @Test func everyGuessIsPrintedWithItsReasonAndPlace() throws {
    let folder = try TemporaryFolder()
    let made = try Self.initialize(Self.tables[0], in: folder)
    let lines = made.text.split(separator: "\n").map(String.init)
    for (header, guess, place) in [
      ("Mitglieds-Nr.", "serial number", "columns.serial"), ("Vorname", "first name", "columns.f"),
      ("E-Mail", "never on the pass", "pass.json"), ("Punkte", "whole number 1.000", "columns.p"),
      ("Guthaben (€)", "number 1.000,50", "columns.balance"),
      ("Gültig bis", "date d.M.yyyy", "columns.expires"),
      ("language", "German", "labels of pass.json"),
      ("encoding", "windows-1252", "data.encoding"), ("delimiter", ";", "data.delimiter"),
      ("time zone", "Europe/Berlin", "zone"), ("organization", "Gym", "organizationName"),
    ] {
      let line = lines.first { $0.hasPrefix(header + " ") }
      #expect(line?.contains(guess) == true && line?.contains(place) == true, "\(header)")
    }
    let order = ["  passc preview", "  passc check", "  passc issue"].compactMap { command in
      lines.firstIndex { $0.hasPrefix(command) }
    }
    #expect(order.count == 3 && order == order.sorted())
    let settings = String(
      decoding: try Disk.read(folder("gym.pass/template.json")), as: UTF8.self)
    for text in [
      "\"encoding\": \"windows-1252\"", "\"delimiter\": \";\"", "\"decimal\": \",\"",
      "\"grouping\": \".\"", "\"format\": \"d.M.yyyy\"", "\"from\": \"Mitglieds-Nr.\"",
    ] {
      #expect(settings.contains(text), "\(settings)")
    }
    #expect(!settings.contains("E-Mail"), "an address is never packed")
  }

  @Test func labelsAreInTheLanguagesOfTheUser() throws {
    let folder = try TemporaryFolder()
    try folder.add("members.csv", try Self.tables[0].bytes())
    let made = try PasscBinary.run(
      ["init", "gym.pass", "--from", "members.csv", "--style", "storeCard"]
        + ["--background", "#0b3d2e", "--language", "en,de"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    func text(_ file: String) throws -> String {
      String(decoding: try Disk.read(folder("gym.pass/\(file)")), as: UTF8.self)
    }
    let pass = try text("pass.json")
    for label in ["Number", "Name", "Level", "Points", "Balance", "Valid until", "Phone"] {
      #expect(pass.contains("\"label\": \"\(label)\""), "\(label)")
    }
    #expect(pass.contains("\"backgroundColor\": \"rgb(11, 61, 46)\""))
    #expect(try text("template.json").contains("\"language\": \"en\""))
    let german = try text("de.lproj/pass.strings")
    for line in [
      "\"Valid until\" = \"Gültig bis\";", "\"Points: %@\" = \"Punkte: %@\";",
      "\"Balance\" = \"Guthaben (€)\";", "\"Gym: card\" = \"Gym: Karte\";",
    ] {
      #expect(german.contains(line), "\(german)")
    }
    let issued = try PasscBinary.run(
      ["issue", "gym.pass", "--data", "members.csv", "-o", "out", "--strict"]
        + ["--identity", PasscBinary.identity("ordinary")], in: folder.path)
    #expect(issued.status == 0, "\(issued.errors)")
    let bundle = try FinishedSample.found(Disk.read(folder("out/00417.pkpass")))
    #expect(bundle.file("en.lproj/pass.strings") != nil, "English is there for English phones")
    #expect(bundle.file("de.lproj/pass.strings") != nil)
  }

  @Test func theSampleHasTheShapeOfTheTableAndNoneOfItsCells() throws {
    let folder = try TemporaryFolder([
      "members.csv": """
      Nr;Name;Ort;Stufe;Punkte;Bis
      00417;Jörg Müller;Köln;Gold;1.250;31.12.2031
      00418;Ada Example;Köln;Gold;17;30.06.2031
      00419;Max Muster;Köln;Gold;2.000;29.06.2031
      00420;Zoe Roe;Bonn;Silber;1;28.06.2031

      """
    ])
    let made = try PasscBinary.run(
      ["init", "gym.pass", "--from", "members.csv", "--column", "Punkte=integer"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    func cells(_ file: String) throws -> [[String]] {
      String(decoding: try Disk.read(folder(file)), as: UTF8.self).split(separator: "\n")
        .map { $0.split(separator: ";", omittingEmptySubsequences: false).map(String.init) }
    }
    let table = try cells("members.csv")
    let sample = try cells("gym.pass/sample.csv")
    #expect(sample.count == 4 && sample[0] == table[0])
    let shared: Set<String> = ["Köln", "Gold"]
    let all = Set(table.dropFirst().joined()).subtracting(shared)
    for row in sample.dropFirst() {
      #expect(Set(row).isDisjoint(with: all), "\(row)")
      #expect(row[2] == "Köln" && row[3] == "Gold")
      #expect(row[0].count == 5 && row[0].hasPrefix("00"))
      #expect(row[5].wholeMatch(of: /\d\d\.\d\d\.\d{4}/) != nil)
    }
    #expect(sample[1][1].map { $0 == " " } == "Jörg Müller".map { $0 == " " })
    #expect(sample[1][4].wholeMatch(of: /\d\.\d{3}/) != nil)
    #expect(Set(sample.map { $0[0] }).count == 4)
  }

  @Test func aBackgroundMakesColorsThatCanBeRead() throws {
    for (color, foreground) in [
      ("#0b3d2e", "rgb(255, 255, 255)"), ("#FFE14D", "rgb(0, 0, 0)"),
      ("rgb(128, 128, 128)", "rgb(0, 0, 0)"),
    ] {
      let folder = try TemporaryFolder()
      let made = try PasscBinary.run(["init", "gym.pass", "--background", color], in: folder.path)
      #expect(made.status == 0, "\(made.errors)")
      let pass = String(decoding: try Disk.read(folder("gym.pass/pass.json")), as: UTF8.self)
      #expect(pass.contains("\"foregroundColor\": \"\(foreground)\""), "\(color)")
      let drawn = try PasscBinary.run(
        ["preview", "gym.pass", "--strict", "-o", "gym.svg", "--format", "svg"], in: folder.path)
      #expect(drawn.status == 0, "\(drawn.errors)")
    }
  }

  @Test func givesTheSameTemplateTwice() throws {
    let folder = try TemporaryFolder()
    _ = try Self.initialize(Self.tables[0], in: folder)
    let again = try PasscBinary.run(
      ["init", "again/gym.pass", "--from", "members.csv"], in: folder.path,
      environment: Self.environment)
    #expect(again.status == 0)
    for entry in try Disk.list(folder("gym.pass")) where entry.kind == .file {
      #expect(
        try Disk.read(folder("gym.pass/\(entry.name)"))
          == Disk.read(folder("again/gym.pass/\(entry.name)")), "\(entry.name)")
    }
  }
}
