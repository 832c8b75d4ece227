// SPDX-License-Identifier: Apache-2.0

// Imports the library as a user does, with public names only.
import Foundation
import PassBuild
import PassCheck
import PassFoundation
import PassNFC
import PassPreview
import Testing

struct PassFoundationTests {
  private struct Member: Encodable {
    var until = Date(timeIntervalSince1970: 1_956_528_000.9)
    var site = URL(string: "https://example.com/a")
    var saving = Decimal(string: "12.50")
    var photo = Data([1, 2, 3])
    var born = [Date(timeIntervalSince1970: -1.5)]
    var left: Date?
  }

  @Test func takesTheTypesOfFoundationForValues() throws {
    let row = try RowValue.row(of: Member())
    #expect(
      row == [
        "until": .date(1_956_528_000), "site": "https://example.com/a", "saving": .decimal("12.5"),
        "photo": .image([1, 2, 3]), "born": .json(#"["1969-12-31T23:59:58Z"]"#),
      ])
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func aMomentBeyondAllSecondsIsNoTrap(_ seconds: Double) throws {
    let template = try Template.load(files: [
      "template.json": Array(#"{"columns": {"until": {"type": "date"}}}"#.utf8),
      "pass.json": Array(
        """
        {"formatVersion": 1, "serialNumber": "1", "organizationName": "O", "description": "d",
         "expirationDate": "{{ until }}", "generic": {}}
        """.utf8),
    ])
    let rejected = #expect(throws: DiagnosticsError.self) {
      try template.resolved(with: ["until": Date(timeIntervalSince1970: seconds)])
    }
    #expect(rejected?.columns.map(\.column) == ["until"])
  }

  @Test func errorsOfTheOtherProductsDescribeThemselvesToo() {
    #expect(throws: (any Error).self) { try DrawnPass(files: [:]) }
    func said(_ body: () throws -> Void) -> String {
      do {
        try body()
        return "nothing was thrown"
      } catch {
        #expect(error.localizedDescription == "\(error)")
        return error.localizedDescription
      }
    }
    #expect(
      said { _ = try Checker(trusting: [[1, 2, 3]]) }
        == "file 1 to trust contains no certificate")
    #expect(
      said { _ = try TapDecryptor(privateKeys: [], passTypeIdentifiers: []) }
        == "no key to decrypt with, or no pass type identifier")
    #expect(said { throw VASError.dataNotFound } == "dataNotFound: not presented")
    let pass = #"{"formatVersion": 1, "generic": {}}"#
    #expect(
      said { _ = try DrawnPass(files: ["pass.json": Array(pass.utf8)], width: 1) }
        == "a card is 343 to 408 points wide, not 1.0")
  }

  @Test func tellsFoundationWhatToDo() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    do {
      _ = try Identity.load(folder: root + "/certs-example/modern-p12", password: "wrong")
      Issue.record("a wrong password opens nothing")
    } catch {
      #expect((error as? any LocalizedError)?.recoverySuggestion == "correct the password")
    }
  }

  @Test func errorsDescribeThemselvesToFoundation() {
    let error: any Error = PassFactory.SetupError.noToken
    #expect(error.localizedDescription.hasPrefix("the template has a webServiceURL"))
    do {
      _ = try Template.load(files: ["pass.json": Array("{".utf8)])
      Issue.record("half an object is no template")
    } catch {
      #expect(error.localizedDescription == "\(error)")
      #expect(error.localizedDescription.contains("template/pass.json:1:2: error: "))
    }
    // An error that is not a finding has no public type.
    do {
      _ = try Template.load(folder: "/nonexistent/gym.pass")
      Issue.record("a folder that is not there is no template")
    } catch {
      #expect(error.localizedDescription == "\(error)")
      #expect(error.localizedDescription.contains("/nonexistent/gym.pass"))
    }
  }
}
