// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCheck
import PassDiagnostics
import PassReport
import PassRules
import PassTesting
import Testing

/// Tests of bundles seen in the wild that work, or that have one error: codes, severity and
/// verdict.
struct JudgementTests {
  private static func subject(_ changes: Example.Change...) throws -> CheckedSubject {
    try SampleBundle(.signed(changes: changes)).checked()
  }

  private static func said(_ subject: CheckedSubject) -> [String] {
    subject.diagnostics.map { "\($0.severity.rawValue) \($0.code)" }
  }

  private static let boarding = """
    {"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir", \
    "primaryFields": [{"key": "from", "value": "TXL"}]}}
    """

  // MARK: Icons and images

  @Test func anIconWithoutThreePixelsToAPointIsANote() throws {
    for changes in [
      [Example.Change.remove("icon@3x.png")], [.remove("icon.png"), .remove("icon@3x.png")],
    ] {
      let subject = try SampleBundle(.signed(changes: changes)).checked()
      #expect(Self.said(subject) == ["note image.icon.largestMissing"])
      #expect(subject.diagnostics.first?.help == "add icon@3x.png with 114 x 114 pixels")
      #expect(subject.verdict?.result == .nothingFound)
    }
  }

  @Test func theHelpOnAnIconNamesOnlyWhatIsMissing() throws {
    let two = try Self.subject(.remove("icon@2x.png"))
    #expect(Self.said(two) == ["warning image.icon.scaleMissing"])
    #expect(two.diagnostics.first?.help == "add icon@2x.png with 76 x 76 pixels")
    let both = try Self.subject(.remove("icon@2x.png"), .remove("icon@3x.png"))
    #expect(
      both.diagnostics.first?.help
        == "add icon@2x.png with 76 x 76 pixels and icon@3x.png with 114 x 114 pixels")
  }

  /// An icon.png with enough pixels for every phone is only a note, whatever its name promises.
  @Test(arguments: [
    (29, "warning image.icon.scaleMissing"), (20, "warning image.icon.scaleMissing"),
    (86, "warning image.icon.scaleMissing"), (87, "note image.icon.largestMissing"),
    (280, "note image.icon.largestMissing"),
  ])
  func aSingleIconNeedsThePixelsOfTheLargest(_ side: Int, _ expected: String) throws {
    let subject = try Self.subject(
      .remove("icon@2x.png"), .remove("icon@3x.png"),
      .file("icon.png", .png(width: side, height: side)))
    #expect(Self.said(subject) == [expected])
  }

  /// One finding for an icon that is small because it is not square.
  @Test func anIconThatIsNotSquareIsOneFinding() throws {
    let subject = try Self.subject(
      .file("icon.png", .png(width: 24, height: 21)),
      .file("icon@2x.png", .png(width: 48, height: 42)),
      .file("icon@3x.png", .png(width: 72, height: 63)))
    #expect(Self.said(subject) == ["warning image.icon.notSquare"])
  }

  /// No phone in use shows the image without @2x or @3x.
  @Test(arguments: [
    ("logo.png", 110, "note image.scale.aspect"),
    ("logo@2x.png", 220, "warning image.scale.aspect"),
    ("logo@3x.png", 330, "warning image.scale.aspect"),
  ])
  func anotherShapeIsAWarningWhereAPhoneShowsIt(
    _ name: String, _ width: Int, _ expected: String
  ) throws {
    let subject = try Self.subject(.file(name, .png(width: width, height: width * 5 / 11)))
    #expect(Self.said(subject) == [expected])
    #expect(subject.diagnostics.first?.location?.file == name)
  }

  @Test(arguments: [(286, 15), (268, 15), (100, 8), (20, 15), (1, 1)])
  func aSmallFooterIsFine(width: Int, height: Int) throws {
    let subject = try Self.subject(
      .patch(Self.boarding),
      .file("footer@2x.png", .png(width: 2 * width, height: 2 * height)))
    #expect(Self.said(subject) == [])
  }

  @Test func aFooterOverTheLimitIsANote() throws {
    let subject = try Self.subject(
      .patch(Self.boarding), .file("footer@2x.png", .png(width: 600, height: 30)))
    #expect(Self.said(subject) == ["note image.size.large"])
  }

  // MARK: Keys without effect

  @Test func emptyFieldArraysOfEveryNameAreOneNote() throws {
    let subject = try Self.subject(
      .patch(
        """
        {"generic": {"headerFields": [], "secondaryFields": [], "auxiliaryFields": [], \
        "backFields": [], "additionalInfoFields": [], "footerFields": []}}
        """))
    #expect(Self.said(subject) == ["note field.group.empty"])
    #expect(
      subject.diagnostics.first?.message.contains(" is empty, and so are ") == true,
      "\(subject.diagnostics.map(\.message))")
  }

  @Test func aGroupOfOtherStylesWithFieldsIsStillAWarning() throws {
    let subject = try Self.subject(
      .patch(#"{"generic": {"additionalInfoFields": [{"key": "i", "value": "x"}]}}"#))
    #expect(Self.said(subject) == ["warning key.style.unused"])
  }

  @Test func suppressStripShineGetsItsDeprecationAlone() throws {
    let subject = try Self.subject(.patch(#"{"suppressStripShine": false}"#))
    #expect(Self.said(subject) == ["note key.name.deprecated"])
  }

  @Test func aKeyTwiceOnTheBackHasNoEffectOnTheVerdict() throws {
    let back = try Self.subject(
      .patch(
        #"{"generic": {"backFields": [{"key": "a", "value": "x"}, {"key": "a", "value": "y"}]}}"#))
    #expect(Self.said(back) == ["note field.key.duplicateOnBack"])
    #expect(back.verdict?.result == .nothingFound)
    let front = try Self.subject(
      .patch(#"{"generic": {"backFields": [{"key": "name", "value": "x"}]}}"#))
    #expect(Self.said(front) == ["warning field.key.duplicate"])
    #expect(front.verdict?.result == .maybeRefused)
  }

  // MARK: Verdicts

  private static func barcode(_ encoding: String) -> String {
    """
    {"format": "PKBarcodeFormatQR", "message": "A-17", "messageEncoding": "\(encoding)"}
    """
  }

  @Test func anUnknownEncodingIsRefusedInTheOldBarcodeOnly() throws {
    let old = try Self.subject(.patch("{\"barcode\": \(Self.barcode("latin-one"))}"))
    #expect(Self.said(old) == ["error barcode.messageEncoding.unknownInBarcode"])
    #expect(
      old.sentence == "Wallet rejects this pass: barcode.messageEncoding.unknownInBarcode")
    let list = try Self.subject(.patch("{\"barcodes\": [\(Self.barcode("latin-one"))]}"))
    #expect(Self.said(list) == ["error barcode.messageEncoding.unknown"])
    #expect(list.diagnostics.first?.finding.effect == .wrong)
    #expect(list.sentence == "nothing found that Wallet would reject, but 1 error to correct")
  }

  @Test func anIdentifierOfAPassMadeOnAnIPhoneHasASentenceOfItsOwn() throws {
    let subject = try Self.subject(
      .patch(#"{"passTypeIdentifier": "userpass.com.apple.wallet.6F1C"}"#))
    #expect(Self.said(subject) == ["error identity.passTypeIdentifier.madeOnPhone"])
    #expect(
      subject.diagnostics.first?.message
        == "pass type identifier is \"userpass.com.apple.wallet.6F1C\", the kind of a pass "
        + "made on an iPhone")
  }

  @Test(arguments: ["", " ", "\\t \\n", "\\u00a0\\u2003"])
  func aDescriptionOfBlanksIsEmpty(_ text: String) throws {
    let subject = try Self.subject(.patch("{\"description\": \"\(text)\"}"))
    #expect(Self.said(subject) == ["warning identity.description.empty"])
  }

  @Test func relevantDatesAloneAreANote() throws {
    let subject = try Self.subject(
      .patch(#"{"relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#))
    #expect(Self.said(subject) == ["note date.relevant.onlyNew"])
  }

  @Test func helpNamesTheCertificateInTheSignature() throws {
    let subject = try Self.subject(.patch(#"{"teamIdentifier": "EXAMPLE124"}"#))
    #expect(Self.said(subject) == ["error identity.teamIdentifier.mismatch"])
    let help = try #require(subject.diagnostics.first?.help)
    #expect(help.contains(", the team in the certificate in the signature, or"), "\(help)")
  }

  // MARK: Several passes

  private static func outcomes(_ entries: [String: [UInt8]]) throws -> [CheckedSubject] {
    var checker = PassChecker(try SampleBundle().options())
    return checker.check(ArchiveSketch(entries).bytes, name: "x.pkpasses").map(\.subject)
  }

  @Test func twoEqualPassesInOneBundleAreAWarning() throws {
    let pass = try SampleBundle().archive()
    let subjects = try Self.outcomes(["a.pkpass": pass, "b.pkpass": pass])
    let own = try #require(subjects.last)
    #expect(Self.said(own) == ["warning serial.equalPass"])
    #expect(own.verdict?.result == .nothingFound)
    let other = try SampleBundle(.signed(changes: [.patch(#"{"logoText": "x"}"#)])).archive()
    let different = try Self.outcomes(["a.pkpass": pass, "b.pkpass": other])
    #expect(Self.said(try #require(different.last)) == ["error serial.duplicate"])
  }

  /// Valid archives, a file that is not an archive, and a damaged entry. The report needs a line
  /// for each.
  @Test func everyPackageOfSeveralHasItsVerdict() throws {
    let pass = try SampleBundle().archive()
    var sketch = ArchiveSketch([
      "a.pkpass": pass, "b.pkpass": Array("<!DOCTYPE html>".utf8), "c.pkpass": pass,
    ])
    sketch.entries[sketch["c.pkpass"]].crc = 1
    sketch.entries[sketch["c.pkpass"]].directoryCRC = 1
    var checker = PassChecker(try SampleBundle().options())
    let subjects = checker.check(sketch.bytes, name: "x.pkpasses").map(\.subject)
    var writer = CheckTextWriter()
    var text = ""
    for subject in subjects { text += writer.subject(subject) }
    let verdicts = text.split(separator: "\n").filter { !$0.contains("error:") }
    for name in ["a", "b", "c"] {
      let own = verdicts.filter { $0.hasPrefix("x.pkpasses!\(name).pkpass: ") }
      #expect(own.count == 1, "\(text)")
    }
    #expect(text.contains("x.pkpasses!b.pkpass: Wallet rejects this pass: archive.file.notZip"))
    #expect(text.contains("x.pkpasses!c.pkpass: Wallet rejects this pass: "), "\(text)")
  }

  // MARK: Former codes

  private static let splits = [
    ("image.icon.largestMissing", "image.icon.scaleMissing"),
    ("field.key.duplicateOnBack", "field.key.duplicate"),
    ("barcode.messageEncoding.unknownInBarcode", "barcode.messageEncoding.unknown"),
    ("identity.passTypeIdentifier.madeOnPhone", "identity.passTypeIdentifier.malformed"),
  ]

  private static func finding(_ code: String) throws -> Finding {
    try #require(AllRules.findings.first { $0.code == code })
  }

  @Test(arguments: splits)
  func theOldCodeCoversTheNewOne(new: String, old: String) throws {
    let finding = try Self.finding(new)
    #expect(finding.formerCodes.contains(old))
    #expect(Policy.matches(old, finding) && Policy.matches(new, finding))
    let diagnostic = Diagnostic(finding: finding, message: "m", location: nil)
    let denied = Policy(denied: [old]).applied(to: [diagnostic])
    #expect(denied.map(\.severity) == [.error])
    if Policy.mayBeAllowed(diagnostic) {
      #expect(Policy(allowed: [old]).applied(to: [diagnostic]).isEmpty)
    }
  }

  @Test func aBaselineWithTheOldCodeKnowsTheNewOne() throws {
    let finding = try Self.finding("barcode.messageEncoding.unknownInBarcode")
    let text = """
      {"version":1,"findings":[{"code":"barcode.messageEncoding.unknown","file":"a/pass.json",\
      "pointer":"/barcode/messageEncoding"}]}
      """
    var baseline = try Baseline(Array(text.utf8), name: "b.json", from: "/x")
    let diagnostic = Diagnostic(
      finding: finding, message: "m", location: Location(file: "a/pass.json"),
      pointer: "/barcode/messageEncoding")
    let isKnown = baseline.use(diagnostic)
    let isKnownAgain = baseline.use(diagnostic)
    #expect(isKnown && !isKnownAgain, "it was known once")
  }
}
