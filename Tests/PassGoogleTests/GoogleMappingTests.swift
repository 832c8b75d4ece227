// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCompanionFindings
import PassDiagnostics
import PassGoogle
import PassGoogleModel
import PassJSON
import PassTemplate
import PassTesting
import Testing

/// The mapping of single members, and the errors of templates and rows.
struct GoogleMappingTests {
  private static let card = """
    {"formatVersion":1,"serialNumber":"A 17","organizationName":"Gym","description":"Card",\
    "generic":{"primaryFields":[{"key":"name","label":"Name","value":"Ada"}]}
    """

  /// Returns the object of a generic pass with more members.
  private func object(_ more: String = "", google: String? = nil) throws -> (String, [String]) {
    let folder = try TemporaryFolder()
    let template = try GoogleTemplates.made(
      pass: Self.card + more + "}", google: google, in: folder)
    var report = Report(sources: template.sources)
    guard var compiler = GoogleCompiler(template, issuer: "33", report: &report) else {
      return ("", report.diagnostics.map(\.code))
    }
    let row = try #require(
      template.resolved(
        with: [], readFile: { (path) throws(RowFileError) in throw .unreadable(path) },
        report: &report))
    let pass = compiler.make(row, report: &report)
    return (
      String(decoding: pass?.objectJSON ?? [], as: UTF8.self), report.diagnostics.map(\.code)
    )
  }

  @Test(arguments: [
    ("", #""header":{"defaultValue":{"language":"en","value":"Ada"}}"#),
    ("", #""cardTitle":{"defaultValue":{"language":"en","value":"Gym"}}"#),
    ("", #".A_2017","#), ("", #""state":"ACTIVE""#),
    (#","voided":true"#, #""state":"INACTIVE""#),
    (#","backgroundColor":"rgb(20, 22, 25)""#, ##""hexBackgroundColor":"#141619""##),
    (#","groupingIdentifier":"g""#, #""groupingInfo":{"groupingId":"g"}"#),
    (
      #","expirationDate":"2031-05-01T10:00:00+02:00""#,
      #""validTimeInterval":{"end":{"date":"2031-05-01T10:00:00+02:00"}}"#
    ),
    (
      #","locations":[{"latitude":51.3,"longitude":12.30}]"#,
      #""merchantLocations":[{"latitude":51.3,"longitude":12.30}]"#
    ),
    (
      #","barcodes":[{"format":"PKBarcodeFormatQR","message":"a","messageEncoding":"utf-8"}]"#,
      #""barcode":{"type":"QR_CODE","value":"a"}"#
    ),
    (
      #","managementURL":"https://a.example""#,
      #"{"uri":"https://a.example","description":"Management","id":"managementURL"}"#
    ),
  ])
  func mapsTheMember(_ more: String, _ expected: String) throws {
    let (object, codes) = try object(more)
    #expect(object.contains(expected), "\(object)")
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    (#"{"tpye":"generic"}"#, GoogleFindings.settingUnknown),
    (#"{"type":"storeCard"}"#, GoogleFindings.settingInvalid),
    (#"{"fields":{"balance":"points"}}"#, GoogleFindings.settingFieldMissing),
    (#"{"images":{"logo":"http://a.example/a.png"}}"#, GoogleFindings.imageNotHTTPS),
    (#"{"objectPatch":{"hexBackgroundColour":"x"}}"#, GoogleFindings.memberUnknown),
    (#"{"classPatch":{"heroImage":{}}}"#, GoogleFindings.wrongLevel),
    (#"{"objectPatch":{"hexBackgroundColor":"red"}}"#, GoogleFindings.color),
    (#"{"redemptionIssuers":["gym"]}"#, GoogleFindings.issuerNotNumber),
    (#"{"type":"loyalty"}"#, GoogleFindings.imageMissing),
  ])
  func rejectsSettings(_ google: String, _ finding: Finding) throws {
    #expect(try object(google: google).1 == [finding.code])
  }

  @Test func patchesReplaceAndRemoveMembers() throws {
    let (object, codes) = try object(
      google: #"{"objectPatch":{"state":"COMPLETED","subheader":null}}"#)
    #expect(codes.isEmpty)
    #expect(object.contains(#""state":"COMPLETED""#) && !object.contains("subheader"))
  }

  @Test func theLanguageIsRequired() throws {
    let folder = try TemporaryFolder()
    let template = try GoogleTemplates.made(pass: Self.card + "}", settings: "{}", in: folder)
    var compiler = try GoogleCompiler(template: template, issuer: "33")
    let row = try template.resolved(with: [String: RowValue]())
    let error = #expect(throws: DiagnosticsError.self) { try compiler.pass(for: row) }
    #expect(error?.diagnostics.map(\.code) == [GoogleFindings.languageMissing.code])
  }

  @Test func aFlightNamesEveryMissingTag() throws {
    let folder = try TemporaryFolder()
    let pass = """
      {"formatVersion":1,"serialNumber":"1","organizationName":"Air","description":"Pass",\
      "boardingPass":{"transitType":"PKTransitTypeAir"},"semantics":{"airlineCode":"Z1"}}
      """
    let template = try GoogleTemplates.made(pass: pass, in: folder)
    var compiler = try GoogleCompiler(template: template, issuer: "33")
    let row = try template.resolved(with: [String: RowValue]())
    let error = #expect(throws: DiagnosticsError.self) { try compiler.pass(for: row) }
    let message = try #require(error?.diagnostics.first?.message)
    #expect(
      message == "a flight needs the semantic tags flightNumber, departureAirportCode, "
        + "destinationAirportCode, originalDepartureDate, passengerName")
  }

  @Test func aClassWithOtherContentIsAnError() throws {
    let folder = try TemporaryFolder()
    let pass = """
      {"formatVersion":1,"serialNumber":"{{ id }}","organizationName":"{{ name }}",\
      "description":"Gift","storeCard":{"headerFields":[{"key":"no","value":"{{ id }}"}]}}
      """
    let google = """
      {"type":"giftCard","class":"gift","fields":{"cardNumber":"no"}}
      """
    let template = try GoogleTemplates.made(pass: pass, google: google, in: folder)
    var compiler = try GoogleCompiler(template: template, issuer: "33")
    _ = try compiler.pass(for: try template.resolved(with: ["id": "1", "name": "A"]))
    _ = try compiler.pass(for: try template.resolved(with: ["id": "2", "name": "A"]))
    let error = #expect(throws: DiagnosticsError.self) {
      try compiler.pass(for: try template.resolved(with: ["id": "3", "name": "B"]))
    }
    #expect(error?.diagnostics.map(\.code) == [GoogleFindings.classConflict.code])
  }

  @Test func theIssuerIsANumber() throws {
    let folder = try TemporaryFolder()
    let template = try GoogleTemplates.made(pass: Self.card + "}", in: folder)
    #expect(throws: DiagnosticsError.self) { try GoogleCompiler(template: template, issuer: "gym") }
  }

  @Test func stringsBecomeTranslations() throws {
    let folder = try TemporaryFolder()
    try folder.add(["fr.lproj/pass.strings": "\"Name\" = \"Nom\";\n"])
    let template = try GoogleTemplates.made(pass: Self.card + "}", in: folder)
    var compiler = try GoogleCompiler(template: template, issuer: "33")
    let pass = try compiler.pass(for: try template.resolved(with: [String: RowValue]()))
    let object = String(decoding: pass.objectJSON, as: UTF8.self)
    #expect(object.contains(#""translatedValues":[{"language":"fr","value":"Nom"}]"#), "\(object)")
  }

  @Test func aLinkHasClassAndObjectOrTheIDAlone() throws {
    let folder = try TemporaryFolder()
    let template = try GoogleTemplates.made(pass: Self.card + "}", in: folder)
    var compiler = try GoogleCompiler(template: template, issuer: "33")
    let pass = try compiler.pass(for: try template.resolved(with: [String: RowValue]()))
    let skinny = String(decoding: pass.payload(.skinny), as: UTF8.self)
    #expect(skinny == "{\"genericObjects\":[{\"id\":\"\(pass.objectID)\"}]}")
    let fat = String(decoding: pass.payload(.fat), as: UTF8.self)
    #expect(fat.hasPrefix("{\"genericClasses\":[{") && fat.contains("],\"genericObjects\":[{"))
  }
}
