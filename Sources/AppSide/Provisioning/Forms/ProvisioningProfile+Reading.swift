// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
import PassJSON

extension ProvisioningProfile {
  /// Reads a profile. Returns nil if it cannot be used, which is reported.
  package init?(reading bytes: [UInt8], name: String, report: inout Report) {
    let before = report.count(of: .error)
    guard let document = JSONReader.read(bytes, name: name, report: &report),
      report.count(of: .error) == before
    else { return nil }
    var form = ProfileForm(report: report)
    let read = form.profile(document)
    report = form.report
    guard let read, report.count(of: .error) == before else { return nil }
    self = read
  }
}

/// A reader of the members of a profile. It reports missing and wrong ones.
private struct ProfileForm {
  var report: Report

  mutating func wrong(_ message: String, _ place: some Placed) {
    report(ProvisioningFindings.profileForm, message, at: place)
  }

  mutating func profile(_ document: JSONDocument) -> ProvisioningProfile? {
    let root = document.root
    guard root.isObject else {
      wrong("the profile is not an object", root)
      return nil
    }
    let name = text("name", of: root) ?? ""
    let call = object("call", of: root)
    let path = call.flatMap { text("path", of: $0) } ?? ""
    if !path.hasPrefix("/"), let place = call?["path"] {
      wrong("the path does not begin with /", place)
    }
    let encodings = object("encodings", of: root)
    guard let body = object("request", of: root), let answer = object("answer", of: root) else {
      return nil
    }
    var builder = JSONBuilder()
    builder.copy(body)
    let form = answerForm(answer)
    let profile = ProvisioningProfile(
      name: name, method: call.flatMap { text("method", of: $0) } ?? "POST", path: path,
      headers: headers(call), card: cardForm(root["card"]),
      certificates: encoding("certificates", of: encodings),
      nonce: encoding("nonce", of: encodings),
      nonceSignature: encoding("nonceSignature", of: encodings), template: builder.document(),
      values: values(root["values"]), response: form, statuses: statuses(root["statuses"]))
    for needed in [ProvisioningProfile.Placeholder.certificate, .nonce, .nonceSignature]
    where !profile.uses(needed) {
      wrong("the request does not contain \(needed.rawValue)", body)
    }
    for unknown in profile.unknownPlaceholders {
      wrong("unknown placeholder \(Excerpt.word.shown(unknown))", body)
    }
    return profile
  }

  private mutating func text(_ name: String, of value: JSONValue) -> String? {
    guard let member = value[name] else {
      wrong("\(name) is missing", value)
      return nil
    }
    guard let text = member.string, !text.isEmpty,
      !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      wrong("\(name) is not a string with text", member)
      return nil
    }
    return text
  }

  private mutating func object(_ name: String, of value: JSONValue) -> JSONValue? {
    guard let member = value[name] else {
      wrong("\(name) is missing", value)
      return nil
    }
    guard member.isObject else {
      wrong("\(name) is not an object", member)
      return nil
    }
    return member
  }

  private mutating func encoding(_ name: String, of value: JSONValue?) -> WireEncoding {
    guard let value, let text = text(name, of: value) else { return .base64 }
    guard let encoding = WireEncoding(rawValue: text) else {
      wrong("\(name) is not base64, hex or hex-lower", value[name] ?? value)
      return .base64
    }
    return encoding
  }

  private mutating func headers(_ call: JSONValue?) -> [ProvisioningProfile.Header] {
    guard let all = call?["headers"] else { return [] }
    guard all.isObject else {
      wrong("headers is not an object", all)
      return []
    }
    return all.members.compactMap { member in
      text(member.name, of: all).map { .init(name: member.name, text: $0) }
    }
  }

  private mutating func cardForm(_ value: JSONValue?) -> ProvisioningProfile.CardForm {
    var form = ProvisioningProfile.CardForm()
    guard let value else { return form }
    guard value.isObject else {
      wrong("card is not an object", value)
      return form
    }
    if let kind = value["form"] {
      form.isInteger = kind.string == "integer"
      if kind.string != "integer", kind.string != "text" {
        wrong("form is not text or integer", kind)
      }
    }
    for (name, key) in [("minimum", \ProvisioningProfile.CardForm.minimum), ("maximum", \.maximum)]
    {
      guard let member = value[name] else { continue }
      if let number = member.number?.integer, (1...4096).contains(number) {
        form[keyPath: key] = number
      } else {
        wrong("\(name) is not a whole number from 1 to 4096", member)
      }
    }
    return form
  }

  private mutating func values(_ value: JSONValue?) -> [ProvisioningProfile.Value] {
    guard let value else { return [] }
    guard value.isObject else {
      wrong("values is not an object", value)
      return []
    }
    return value.members.compactMap { member in
      if let text = member.value.string {
        return .init(name: member.name, text: text, choices: [])
      }
      guard let text = member.value["is"]?.string, let choices = member.value["oneOf"],
        choices.isArray
      else {
        wrong("the value is not a string or an object with is and oneOf", member.value)
        return nil
      }
      return .init(name: member.name, text: text, choices: choices.elements.compactMap(\.string))
    }
  }

  private mutating func answerForm(_ value: JSONValue) -> ProvisioningProfile.AnswerForm {
    ProvisioningProfile.AnswerForm(
      encoding: encoding("encoding", of: value),
      encryptedPassData: pointer("encryptedPassData", of: value),
      activationData: pointer("activationData", of: value),
      ephemeralPublicKey: pointer("ephemeralPublicKey", of: value),
      channel: constant("channel", of: value), version: constant("version", of: value))
  }

  private mutating func pointer(_ name: String, of value: JSONValue) -> String {
    guard let text = text(name, of: value) else { return "" }
    if !text.hasPrefix("/"), let member = value[name] {
      wrong("\(name) is not a JSON pointer, which begins with /", member)
    }
    return text
  }

  private mutating func constant(
    _ name: String, of value: JSONValue
  ) -> ProvisioningProfile.Constant? {
    guard let member = value[name] else { return nil }
    guard member.isObject else {
      wrong("\(name) is not an object with at and is", member)
      return nil
    }
    let pointer = pointer("at", of: member)
    guard let expected = text("is", of: member) else { return nil }
    return .init(pointer: pointer, text: expected, former: member["formerly"]?.string)
  }

  private mutating func statuses(_ value: JSONValue?) -> [Int: RelayRejection] {
    guard let value else { return [:] }
    guard value.isObject else {
      wrong("statuses is not an object", value)
      return [:]
    }
    var all: [Int: RelayRejection] = [:]
    for member in value.members {
      guard let status = Int(member.name), (100...599).contains(status),
        let refusal = member.value.string.flatMap(RelayRejection.init)
      else {
        wrong("not a status from 100 to 599 with one of the app's error codes", member.value)
        continue
      }
      all[status] = refusal
    }
    return all
  }
}

extension ProvisioningProfile {
  /// Placeholders that have no value.
  fileprivate var unknownPlaceholders: [String] {
    let known = Placeholder.allCases.map(\.rawValue) + values.map { "{\($0.name)}" }
    var texts = headers.map(\.text) + [path]
    texts += template.nodes.filter { $0.kind == .string }.map(\.text)
    return texts.flatMap(Self.placeholders).filter { !known.contains($0) }
  }

  private static func placeholders(_ text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { "{\(part[..<$0])}" }
    }
  }
}
