// SPDX-License-Identifier: Apache-2.0

import PassCalls
import PassJSON
import PassPhone
import PassRehearsalFindings

extension Rehearsal {
  /// The holder deletes the passes on each device.
  func unregister() async throws {
    for device in devices.indices {
      for index in passes.indices {
        devices[device].phone.remove(passes[index].key, at: now)
        for (call, answer) in try await perform(device) {
          guard case .unregister = call.purpose, case .answer(let answer) = answer else { continue }
          if [200, 201].contains(answer.status) {
            forget(Registration(device: devices[device].identifier, pass: index))
          } else {
            complain(
              RehearsalFindings.unregisterStatus,
              "unregistering was answered with \(answer.status), expected 200", index)
          }
        }
      }
      try await afterLeaving(device)
    }
  }

  private func afterLeaving(_ device: Int) async throws {
    let identifier = devices[device].identifier
    if device == 0, let answer = try await unregisterDirectly(identifier, 0),
      answer.status != 200, answer.status < 500, answer.status != 204
    {
      complain(
        RehearsalFindings.unregisterAgain,
        "unregistering twice was answered with \(answer.status), expected 200", 0)
    }
    let types = Set(passes.map(\.key.passType)).sorted()
    for type in types {
      let answer = try await ask("GET", listPath(identifier, type), pass: 0)
      if let answer, answer.status == 200, let list = PhoneList(answer.body),
        let serial = list.serials.first
      {
        complain(
          RehearsalFindings.unregisterKept,
          "the list of a device that unregistered everything names \(serial)", 0)
      }
    }
  }

  /// The holder of a sign-up pass signs up.
  func personalize(_ index: Int) async throws {
    let pass = passes[index]
    let path = passPath(pass.key) + "/personalize"
    let token = "rehearsal-" + String(try Device.freshToken().prefix(16))
    let headers = [authorization(pass)]
    let asked = pass.requestedFields ?? []
    let given = Self.given.filter { asked.contains($0.requested) }
    let foreign = Self.given.first { !asked.contains($0.requested) }
    let odd: [(body: [UInt8]?, words: String)] = [
      (Self.signUp(given, token: nil), "without personalizationToken"),
      (foreign.map { Self.signUp(given + [$0], token: token) }, "with a field nobody asked for"),
    ]
    for (body, words) in odd {
      guard let body,
        let answer = try await ask(
          "POST", path, pass: index, headers: headers, body: body, mayFail: true),
        answer.status < 400 || answer.status >= 500
      else { continue }
      complain(
        RehearsalFindings.personalizeBody,
        "a sign-up \(words) was answered with \(answer.status), expected 400", index)
      break
    }
    let body = Self.signUp(given, token: token)
    let wrong = [WebHeader("Authorization", "ApplePass wrong-token-of-nobody")]
    if let answer = try await ask("POST", path, pass: index, headers: wrong, body: body),
      answer.status < 400
    {
      complain(
        RehearsalFindings.tokenIgnored,
        "a sign-up with a wrong token was answered with \(answer.status), expected 401", index)
    }
    guard let answer = try await ask("POST", path, pass: index, headers: headers, body: body) else {
      return
    }
    guard answer.status == 200 else {
      return complain(
        RehearsalFindings.personalizeRefused,
        "a sign-up was answered with \(answer.status), expected 200", index)
    }
    if let fault = judge.fault(inSignature: answer.body, over: token, of: pass) {
      complain(
        RehearsalFindings.personalizeSignature,
        "the signature over the personalization token is not right: \(fault)", index)
    }
    let before = versions[index]?.pass
    if let answer = try await ask("GET", passPath(pass.key), pass: index, headers: headers),
      let version = judgedPass(answer, index, "the get call after the sign-up")
    {
      // One that was personal before stays as it is: the same was given again.
      if let before, before.requestedFields != nil,
        version.pass.read.manifestDigest == before.read.manifestDigest
      {
        complain(
          RehearsalFindings.personalizeUnchanged, "the pass is the same after the sign-up", index)
      }
      versions[index] = version
    }
  }

  /// What the holder can give, and what has to be asked for to get it.
  private static let given: [(name: String, text: String, requested: String)] = [
    ("fullName", "Alex Example", "PKPassPersonalizationFieldName"),
    ("givenName", "Alex", "PKPassPersonalizationFieldName"),
    ("familyName", "Example", "PKPassPersonalizationFieldName"),
    ("emailAddress", "alex@example.com", "PKPassPersonalizationFieldEmailAddress"),
    ("postalCode", "10115", "PKPassPersonalizationFieldPostalCode"),
    ("ISOCountryCode", "DE", "PKPassPersonalizationFieldPostalCode"),
    ("phoneNumber", "4930123456", "PKPassPersonalizationFieldPhoneNumber"),
  ]

  private static func signUp(
    _ given: [(name: String, text: String, requested: String)], token: String?
  ) -> [UInt8] {
    let members = given.map { "\"\($0.name)\":\"\($0.text)\"" }.joined(separator: ",")
    let rest = token.map { ",\"personalizationToken\":\"\($0)\"" } ?? ""
    return Array("{\"requiredPersonalizationInfo\":{\(members)}\(rest)}".utf8)
  }
}
