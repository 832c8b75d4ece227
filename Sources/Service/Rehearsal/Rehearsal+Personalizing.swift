// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassJSON

extension Rehearsal {
  /// Signs up with a pass as its customer would, and checks the responses.
  func personalize(_ index: Int) async throws {
    let pass = passes[index]
    let asked = pass.requestedFields ?? []
    let given = Self.given.filter { asked.contains($0.requested) }
    // The token is the same in each test. A service that signs once for each pass then returns the
    // same signature again.
    let token = "rehearsal-" + String(Digest.sha256Hex(Array(pass.key.serial.utf8)).prefix(16))
    let tookOddOne = try await checkInvalidSignUps(index, given, asked, token: token)
    let tookManifest = try await signsAnything(index, given)
    guard let answer = try await signUp(index, Self.body(given, token: token)) else { return }
    guard answer.status == 200 else {
      return rejectedSignUp(answer.status, index, isUsed: tookOddOne || tookManifest)
    }
    if let fault = checker.signatureError(inSignature: answer.body, over: token, of: pass) {
      reportFinding(
        RehearsalFindings.personalizeSignature,
        "the signature over the personalization token is wrong: \(fault)", index)
    }
    let before = versions[index]?.pass
    if let answer = try await ask(
      "GET", passPath(pass.key), pass: index, headers: [authorization(pass)]),
      let version = checkedPass(answer, index, "the request for the pass after the sign-up")
    {
      // If the pass was personalized before, the sign-up has the same data and changes nothing.
      if let before, before.requestedFields != nil,
        version.pass.read.manifestDigest == before.read.manifestDigest
      {
        reportFinding(
          RehearsalFindings.personalizeUnchanged, "the pass is the same after the sign-up", index)
      }
      versions[index] = version
    }
  }

  private func signUp(
    _ index: Int, _ body: [UInt8], headers: [WebHeader]? = nil, mayFail: Bool = false
  ) async throws -> WebResponse? {
    try await ask(
      "POST", passPath(passes[index].key) + "/personalize", pass: index,
      headers: headers ?? [authorization(passes[index])], body: body, mayFail: mayFail)
  }

  /// Sends sign-ups that a service has to reject.
  ///
  /// - Returns: whether the service accepted one of them.
  private func checkInvalidSignUps(
    _ index: Int, _ given: [Given], _ asked: [String], token: String
  ) async throws -> Bool {
    let foreign = Self.given.first { !asked.contains($0.requested) }
    let odd: [(body: [UInt8]?, words: String)] = [
      (Self.body(given, token: nil), "without personalizationToken"),
      (
        foreign.map { Self.body(given + [$0], token: token) },
        "with a field that the pass does not request"
      ),
    ]
    var tookOne = false
    for (body, words) in odd {
      guard let body, let answer = try await signUp(index, body, mayFail: true),
        answer.status < 400 || answer.status >= 500
      else { continue }
      tookOne = answer.status < 400
      reportFinding(
        RehearsalFindings.personalizeBody,
        "a sign-up \(words) returned \(answer.status), expected 400", index)
      break
    }
    let wrong = [WebHeader("Authorization", "ApplePass wrong-token-of-nobody")]
    if let answer = try await signUp(index, Self.body(given, token: token), headers: wrong),
      answer.status < 400
    {
      reportFinding(
        RehearsalFindings.tokenIgnored,
        "a sign-up with a wrong token returned \(answer.status), expected 401", index)
      return true
    }
    return tookOne
  }

  /// Sends text that is not a token: a `manifest.json`, whose signature would be that of a pass, and
  /// then a sentence.
  ///
  /// It has to come before the valid sign-up. Afterwards, a service that signs once for each pass
  /// would reject it for that reason alone.
  ///
  /// - Returns: whether the service signed one of them.
  private func signsAnything(_ index: Int, _ given: [Given]) async throws -> Bool {
    let texts = Self.manifests.map { ($0, "a manifest.json") } + [(Self.sentence, "a sentence")]
    for (text, what) in texts {
      let answer = try await signUp(index, Self.body(given, token: text), mayFail: true)
      guard let answer, (200..<300).contains(answer.status), checker.proves(answer.body, over: text)
      else { continue }
      reportFinding(
        RehearsalFindings.personalizeSignsAnything,
        "the service signed \(what) that was sent as personalizationToken", index)
      return true
    }
    return false
  }

  private func rejectedSignUp(_ status: Int, _ index: Int, isUsed: Bool) {
    // An invalid sign-up has used up the one signature of the pass. This is reported already.
    if status == 409, isUsed { return }
    if status == 409, (versions[index]?.pass ?? passes[index]).requestedFields == nil {
      return log.notChecked(
        "signing up: somebody has signed up with this pass, and the service signs once per pass"
      )
    }
    reportFinding(
      RehearsalFindings.personalizeRefused,
      "a sign-up returned \(status), expected 200", index)
  }

  /// Manifests with digests of no known file. A signature over one of them is useless.
  static let manifests: [String] = {
    let zeros = String(repeating: "0", count: 40)
    let text = "{\"icon.png\":\"\(zeros)\",\"pass.json\":\"\(zeros)\"}"
    return [text, "\n" + text, "\u{FEFF}" + text]
  }()

  /// Text with characters that a token does not have. A service that signs it rejects only what it
  /// knows as a manifest.
  static let sentence = "passc rehearse: \"not a token\" {}"

  private typealias Given = (name: String, text: String, requested: String)

  /// The data that the customer can send, with the field that a pass has to request for it.
  private static let given: [Given] = [
    ("fullName", "Alex Example", "PKPassPersonalizationFieldName"),
    ("givenName", "Alex", "PKPassPersonalizationFieldName"),
    ("familyName", "Example", "PKPassPersonalizationFieldName"),
    ("emailAddress", "alex@example.com", "PKPassPersonalizationFieldEmailAddress"),
    ("postalCode", "10115", "PKPassPersonalizationFieldPostalCode"),
    ("ISOCountryCode", "DE", "PKPassPersonalizationFieldPostalCode"),
    ("phoneNumber", "4930123456", "PKPassPersonalizationFieldPhoneNumber"),
  ]

  private static func body(_ given: [Given], token: String?) -> [UInt8] {
    let members = given.map { "\"\($0.name)\":\"\($0.text)\"" }.joined(separator: ",")
    var body = Array("{\"requiredPersonalizationInfo\":{\(members)}".utf8)
    if let token {
      body += Array(",\"personalizationToken\":".utf8)
      JSONWriter.writeString(token, to: &body)
    }
    return body + [UInt8(ascii: "}")]
  }
}
