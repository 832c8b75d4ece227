// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

/// Tests that an unknown name gets a fitting suggestion, or none.
struct SuggestionTests {
  /// Returns the help for the only error of a changed sample.
  private static func help(_ changes: Example.Change...) throws -> String {
    let example = Example(changes, settings: [.nfcCertificate])
    let errors = try SamplePass(example).diagnostics().filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors)")
    return try #require(errors.first).help
  }

  @Test(arguments: [
    ("PKBarcodeFormatQRCode", "did you mean PKBarcodeFormatQR?"),
    ("PKBarcodeFormatQR_CODE", "did you mean PKBarcodeFormatQR?"),
    ("QR", "did you mean PKBarcodeFormatQR?"),
    ("PKBarcodeFormatAztek", "did you mean PKBarcodeFormatAztec?"),
    ("PKBarcodeFormatCode-128", "did you mean PKBarcodeFormatCode128?"),
    ("PKBarcodeFormatITF", "did you mean PKBarcodeFormatI2of5?"),
    ("PKBarcodeFormatI25", "did you mean PKBarcodeFormatI2of5?"),
    ("Interleaved 2 of 5", "did you mean PKBarcodeFormatI2of5?"),
    ("Code 128", "did you mean PKBarcodeFormatCode128?"),
    ("qr-code", "did you mean PKBarcodeFormatQR?"),
    ("PKBarcodeFormatCode93", "Wallet has no Code 93: use PKBarcodeFormatCode128"),
    (
      "PKBarcodeFormatDataMatrix",
      "Wallet has no Data Matrix: use PKBarcodeFormatQR or PKBarcodeFormatAztec"
    ),
    (
      "PKBarcodeFormatUPC-A",
      "Wallet has no UPC-A: use PKBarcodeFormatEAN13 with a 0 before the number"
    ),
    (
      "PKBarcodeFormatEAN8",
      "Wallet has no EAN-8: use PKBarcodeFormatCode128 or PKBarcodeFormatQR"
    ),
  ])
  func namesTheBarcodeFormatThatIsMeant(_ name: String, _ help: String) throws {
    let item = #"{"format": "\#(name)", "message": "1", "messageEncoding": "iso-8859-1"}"#
    #expect(try Self.help(.patch(#"{"barcodes": [\#(item)]}"#)) == help)
  }

  @Test(arguments: ["PKBarcodeFormatSquare", "PKBarcodeFormat", "barcode", "stripes", ""])
  func listsTheFormatsWhereNoneIsNear(_ name: String) throws {
    let item = #"{"format": "\#(name)", "message": "1", "messageEncoding": "iso-8859-1"}"#
    let help = try Self.help(.patch(#"{"barcodes": [\#(item)]}"#))
    #expect(help.hasPrefix("write PKBarcodeFormat followed by QR, PDF417, Aztec or Code128"))
  }

  @Test(arguments: [("12345678", "no EAN-8"), ("12345", "write the 13 digits")])
  func saysWhatToDoAboutTheLengthOfAnEAN13(_ message: String, _ words: String) throws {
    let item =
      #"{"format": "PKBarcodeFormatEAN13", "message": "\#(message)", "messageEncoding": "utf-8"}"#
    #expect(try Self.help(.patch(#"{"barcodes": [\#(item)]}"#)).contains(words))
  }

  @Test(arguments: [
    ("Email", "did you mean PKPassPersonalizationFieldEmailAddress?"),
    ("PhoneNumbr", "did you mean PKPassPersonalizationFieldPhoneNumber?"),
    ("Birthday", "write PKPassPersonalizationFieldName, "), ("", "write PKPass"),
  ])
  func namesTheFieldOfASignUpSheetThatIsMeant(_ kind: String, _ words: String) throws {
    let sheet = """
      {"description": "Join", \
      "requiredPersonalizationFields": ["PKPassPersonalizationField\(kind)"]}
      """
    let help = try Self.help(.file("personalization.json", .text(sheet)))
    #expect(help.hasPrefix(words), "\(help)")
  }

  @Test(arguments: [("#143C5A", "write rgb(20, 60, 90)"), ("rgba(1,2,3,1)", "write rgb(1, 2, 3)")])
  func writesAColourInTheDocumentedForm(_ colour: String, _ help: String) throws {
    let example = Example([.patch(#"{"backgroundColor": "\#(colour)"}"#)])
    #expect(try SamplePass(example).diagnostics().map(\.help) == [help])
  }
}
