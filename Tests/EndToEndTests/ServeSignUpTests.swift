// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTesting
import Testing

/// Tests of the sign-up call of `passc serve`, which anybody can call.
struct ServeSignUpTests {
  private static let place = "/v1/passes/\(ServiceCase.passType)/R-1/personalize"

  private static func body(_ token: String) -> String {
    let escaped = token.replacing("\"", with: "\\\"")
    return "{\"requiredPersonalizationInfo\": {\"givenName\": \"Ann\"}, "
      + "\"personalizationToken\": \"\(escaped)\"}"
  }

  /// The attack: a forged manifest as the token, with and without a credential.
  @Test func forgesNoPassForWhoeverHasASignUpPass() throws {
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort + ["--personalize-without-token"],
      base: [
        "--template", "gym.pass", "--token-key", "token.key", "--identity",
        PasscBinary.identity("nfc"),
      ], files: RehearseTests.signUpTemplate, issues: false)
    let put = try service.operate(
      "PUT", pass: "R-1", #"{"serial": "R-1", "name": "", "points": 1}"#)
    #expect(put.status == 201, "\(put.text)")
    let forged =
      "{\"icon.png\":\"\(Digest.sha1Hex([1]))\",\"pass.json\":\"\(Digest.sha1Hex([2]))\","
      + "\"thumbnail@2x.png\":\"\(Digest.sha1Hex([3]))\"}"
    #expect(forged.utf8.count == 172)
    for token in [nil, try service.derivedToken("R-1")] {
      let answer = try service.send("POST", Self.place, token: token, body: Self.body(forged))
      #expect(answer.status == 400 && answer.body.isEmpty, "\(answer.text)")
    }
    let metrics = try service.ask("GET", "/metrics").text
    #expect(metrics.contains("passc_rejected_sign_ups_total{reason=\"token\"} 2"), "\(metrics)")
    #expect(service.log.contains("a sign-up was rejected"), "\(service.log)")
    #expect(!service.log.contains(Digest.sha1Hex([2])), "\(service.log)")

    // A pass gets only one signature, even if the service is killed.
    let signed = try service.send("POST", Self.place, body: Self.body("token-1"))
    #expect(signed.status == 200)
    #expect(try CMSMessage(signed.body).verify(content: Array("token-1".utf8)).provesContent)
    service.end(9)
    try service.start(ServiceCase.operatorsOnAPort + ["--personalize-without-token"])
    let other = try service.send("POST", Self.place, body: Self.body("token-2"))
    #expect(other.status == 409 && other.body.isEmpty)
    let again = try service.send("POST", Self.place, body: Self.body("token-1"))
    #expect(again.status == 200 && again.body == signed.body)
  }
}
