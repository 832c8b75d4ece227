// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassProvisioning
import PassSource

/// Reads files other than passes: property lists in both formats, payment requests, notifications
/// and payment card requests. The first byte selects the kind, so that each kind has its own seeds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count).bytes
  guard let kind = input.first else { return 0 }
  let text = Array(input.dropFirst())
  switch kind {
  case UInt8(ascii: "p"): payment(text)
  case UInt8(ascii: "n"): notification(text)
  case UInt8(ascii: "c"): card(text)
  default: list(input)
  }
  return 0
}

/// Reads and checks the bytes as each kind of property list, and as an Xcode project.
private func list(_ bytes: [UInt8]) {
  for name in ["App.entitlements", "Info.plist", "a.mobileprovision", "a.plist"] {
    var report = Report()
    guard let file = AppFile.read(bytes, name: name, report: &report) else { continue }
    var expectations = AppExpectations()
    expectations.passes = [.init(passType: "pass.com.example", team: "EXAMPLE123", hasNFC: true)]
    AppCheck.check([file], expectations, report: &report)
    _ = TextWriter(showsNotes: true).text(of: report.sorted)
  }
  var report = Report()
  _ = AppProject.read(bytes, name: "project.pbxproj", folder: "", report: &report)
}

private func document(_ bytes: [UInt8]) -> JSONDocument? {
  var report = Report()
  guard let document = JSONReader.read(bytes, name: "a", report: &report), !report.hasErrors else {
    return nil
  }
  return document
}

private func payment(_ bytes: [UInt8]) {
  var report = Report()
  let options = PaymentOptions(now: 1_780_315_200)
  let read = PaymentCheck.document(bytes, name: "a", options, report: &report)
  guard let read, !report.hasErrors else { return }
  let script = PaymentJavaScript.text(of: read, asOf: options.now)
  expect(!script.contains("</script"), "what is written ends no element")
}

private func notification(_ bytes: [UInt8]) {
  guard let document = document(bytes) else { return }
  _ = WalletPush(document.root).line(showsIDs: false)
  for receiver in NotificationReceiver.allCases {
    var report = Report()
    var options = NotificationOptions()
    options.receiver = receiver
    NotificationCheck.check(document.root, options, report: &report)
    _ = TextWriter(showsNotes: true).text(of: report.sorted)
  }
}

private func card(_ bytes: [UInt8]) {
  for profile in [nil] + ProvisioningProfile.builtIn as [ProvisioningProfile?] {
    var options = ProvisioningOptions(now: 1_780_315_200)
    options.profile = profile
    var report = Report()
    guard let read = SecretJSON.read(bytes, name: "a", report: &report) else { return }
    ProvisioningCheck.request(read.root, options, nonces: SeenNonces(), report: &report)
    ProvisioningCheck.checkResponse(read.root, options, scheme: .ecc, report: &report)
    _ = TextWriter(showsNotes: true).text(of: report.sorted)
    guard let profile else { continue }
    let answer = profile.appAnswer(from: UpstreamAnswer(status: 200, body: bytes))
    expect(document(answer.json) != nil, "the app gets JSON, whatever came")
    if let request = try? AppRequest(json: bytes) {
      let owner = AuthorizedCard(id: "1", cardholderName: "Ada")
      if let call = try? profile.upstreamRequest(from: request, card: owner) {
        expect(document(call.body) != nil, "and so does the processor")
      }
    }
  }
  _ = try? ProvisioningProfile(json: bytes)
}
