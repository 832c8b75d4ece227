// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON

/// The values of a request with their locations, independent of its format.
struct RequestParts {
  let root: JSONValue
  var certificates: [JSONValue] = []
  /// Array of the certificates.
  var list: JSONValue?
  var nonce: JSONValue?
  var nonceSignature: JSONValue?
  var card: JSONValue?
  var cardholder: JSONValue?
  /// Last digits of the account, which the app showed.
  var suffix: JSONValue?
  /// Object that must have the cardholder's name or the last digits, or nil if neither is required.
  var holderPlace: JSONValue?
  var scheme = EncryptionScheme.ecc

  /// Reads a request in the app's own format.
  init(own root: JSONValue, _ report: inout Report) {
    self.root = root
    guard root.isObject else {
      report(
        ProvisioningFindings.requestMember, "the request is \(Self.kind(root)), expected an object",
        at: root)
      return
    }
    if let list = Self.required("certificates", of: root, &report) {
      readList(list, &report)
    }
    nonce = Self.required("nonce", of: root, &report).flatMap { Self.text($0, "nonce", &report) }
    nonceSignature = Self.required("nonceSignature", of: root, &report)
      .flatMap { Self.text($0, "nonceSignature", &report) }
    card = root["card"].flatMap { Self.text($0, "card", &report) }
    if let name = root["scheme"], let text = Self.text(name, "scheme", &report)?.string {
      if let known = EncryptionScheme(rawValue: text) {
        scheme = known
      } else {
        report(
          ProvisioningFindings.scheme, "the scheme is neither EV_ECC_v2 nor EV_RSA_v2", at: name)
      }
    }
    readConfiguration(&report)
  }

  private mutating func readList(_ list: JSONValue, _ report: inout Report) {
    guard list.isArray else {
      report(
        ProvisioningFindings.requestMember,
        "certificates is \(Self.kind(list)), expected an array of strings", at: list)
      return
    }
    self.list = list
    for element in list.elements {
      if let text = Self.text(element, "a certificate", &report) { certificates.append(text) }
    }
  }

  /// Reads the configuration of PassKit, which is optional in a request.
  private mutating func readConfiguration(_ report: inout Report) {
    guard let configuration = root["configuration"] else { return }
    guard configuration.isObject else {
      report(
        ProvisioningFindings.requestMember,
        "configuration is \(Self.kind(configuration)), expected an object", at: configuration)
      return
    }
    holderPlace = configuration
    cardholder = configuration["cardholderName"]
      .flatMap { Self.text($0, "cardholderName", &report) }
    suffix = configuration["primaryAccountSuffix"]
      .flatMap { Self.text($0, "primaryAccountSuffix", &report) }
    // A value of a wrong type has been reported, so a missing name is not reported as well.
    let isThere =
      configuration["cardholderName"] != nil || configuration["primaryAccountSuffix"] != nil
    if cardholder == nil, suffix == nil, isThere { holderPlace = nil }
  }

  // MARK: Format of a processor

  /// Reads a request in the format of a processor by the template of its profile.
  init(upstream root: JSONValue, _ profile: ProvisioningProfile, _ report: inout Report) {
    self.root = root
    walk(profile.template.root, root, "the request", profile, &report)
  }

  private mutating func walk(
    _ template: JSONValue, _ value: JSONValue, _ name: String, _ profile: ProvisioningProfile,
    _ report: inout Report
  ) {
    if template.isObject {
      guard value.isObject else {
        report(
          ProvisioningFindings.requestMember, "\(name) is \(Self.kind(value)), expected an object",
          at: value)
        return
      }
      for member in template.members {
        if let found = value[member.name] {
          walk(member.value, found, member.name, profile, &report)
        } else if member.value.string == ProvisioningProfile.Placeholder.cardholder.rawValue {
          holderPlace = value
        } else {
          report(ProvisioningFindings.requestMember, "\(member.name) is missing", at: value)
        }
      }
    } else if template.isArray {
      walkArray(template, value, name, profile, &report)
    } else if let text = template.string {
      add(value, text, name, profile, &report)
    } else if JSONWriter.bytes(of: template) != JSONWriter.bytes(of: value) {
      report(ProvisioningFindings.constant, "\(name) is not the value from the profile", at: value)
    }
  }

  private mutating func walkArray(
    _ template: JSONValue, _ value: JSONValue, _ name: String, _ profile: ProvisioningProfile,
    _ report: inout Report
  ) {
    guard value.isArray else {
      report(
        ProvisioningFindings.requestMember, "\(name) is \(Self.kind(value)), expected an array",
        at: value)
      return
    }
    let patterns = Array(template.elements)
    if patterns.count == 1, Self.containsCertificate(patterns[0]) {
      list = value
      for element in value.elements {
        walk(patterns[0], element, "a certificate", profile, &report)
      }
      return
    }
    let elements = Array(value.elements)
    guard elements.count == patterns.count else {
      report(
        ProvisioningFindings.requestMember,
        "\(name) has \(elements.count) elements, expected \(patterns.count)", at: value)
      return
    }
    for (pattern, element) in zip(patterns, elements) {
      walk(pattern, element, name, profile, &report)
    }
  }

  private mutating func add(
    _ value: JSONValue, _ pattern: String, _ name: String, _ profile: ProvisioningProfile,
    _ report: inout Report
  ) {
    guard let found = Self.text(value, name, &report), let text = found.string else { return }
    switch ProvisioningProfile.Placeholder(rawValue: pattern) {
    case .certificate: certificates.append(found)
    case .nonce: nonce = found
    case .nonceSignature: nonceSignature = found
    case .card: card = found
    case .cardholder:
      cardholder = found
      holderPlace = found
    case nil:
      if let value = profile.values.first(where: { pattern == "{\($0.name)}" }) {
        if !value.choices.isEmpty, !value.choices.contains(text) {
          report(
            ProvisioningFindings.constant,
            "\(name) is not one of \(value.choices.joined(separator: ", "))", at: found)
        }
      } else if !pattern.contains("{"), text != pattern {
        report(
          ProvisioningFindings.constant, "\(name) is not \(Excerpt.word.quoted(pattern))",
          at: found)
      }
    }
  }

  /// Returns whether an array element is repeated for each certificate.
  static func containsCertificate(_ pattern: JSONValue) -> Bool {
    let wanted = ProvisioningProfile.Placeholder.certificate.rawValue
    if pattern.string == wanted { return true }
    return pattern.isObject && pattern.members.contains { $0.value.string == wanted }
  }

  // MARK: Values

  private static func required(
    _ name: String, of value: JSONValue, _ report: inout Report
  ) -> JSONValue? {
    guard let member = value[name] else {
      report(ProvisioningFindings.requestMember, "\(name) is missing", at: value)
      return nil
    }
    return member
  }

  private static func text(
    _ value: JSONValue, _ name: String, _ report: inout Report
  ) -> JSONValue? {
    guard value.string != nil else {
      report(
        ProvisioningFindings.requestMember, "\(name) is \(kind(value)), expected a string",
        at: value)
      return nil
    }
    return value
  }

  /// Returns the type of a value, without the value.
  static func kind(_ value: JSONValue) -> String {
    switch value.kind {
    case .object: "an object"
    case .array: "an array"
    case .string, .key: "a string"
    case .number: "a number"
    case .null: "null"
    default: "a Boolean"
    }
  }
}
