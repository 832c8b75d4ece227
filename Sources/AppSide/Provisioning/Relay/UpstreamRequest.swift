// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
public import PassDiagnostics
import PassJSON

/// A card that your server has verified: it belongs to the user and may be added.
public struct AuthorizedCard: Sendable, Concealed {
  /// The processor's id for the card.
  public let id: String
  /// The name on the card, for processors that require it.
  public let cardholderName: String?
  /// Replacements for constants of the profile, such as the kind of device.
  public let values: [String: String]

  /// Creates a card that your server has verified. Use no values from the app's request.
  public init(id: String, cardholderName: String? = nil, values: [String: String] = [:]) {
    self.id = id
    self.cardholderName = cardholderName
    self.values = values
  }
}

/// The request to the processor. Your server adds credentials and the address before the path.
public struct UpstreamRequest: Sendable, Concealed {
  /// The HTTP method, such as POST.
  public let method: String
  /// The escaped path and query.
  public let path: String
  /// The headers with values, and the content type.
  public let headers: [(name: String, value: String)]
  /// The JSON body.
  public let body: [UInt8]

  /// The request as one line of JSON.
  package var json: [UInt8] {
    var out = Array("{\"method\":".utf8)
    JSONWriter.writeString(method, to: &out)
    out += Array(",\"path\":".utf8)
    JSONWriter.writeString(path, to: &out)
    out += Array(",\"headers\":{".utf8)
    for (index, header) in headers.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(header.name, to: &out)
      out.append(UInt8(ascii: ":"))
      JSONWriter.writeString(header.value, to: &out)
    }
    return out + Array("},\"body\":".utf8) + body + Array("}\n".utf8)
  }
}

extension ProvisioningProfile {
  /// Returns the request to the processor from the app's request and your server's card.
  ///
  /// - Throws: `DiagnosticsError` if the card does not match the profile or the processor does not support
  ///   the encryption scheme. The errors contain no values.
  public func upstreamRequest(
    from request: AppRequest, card: AuthorizedCard
  ) throws(DiagnosticsError) -> UpstreamRequest {
    var report = Report()
    if request.scheme != .ecc {
      report(
        ProvisioningFindings.scheme,
        "the profile \(name) requires the scheme \(EncryptionScheme.ecc.rawValue)",
        at: Place.nowhere)
    }
    if needsCard, let fault = cardError(ofCard: card.id) {
      report(ProvisioningFindings.cardForm, fault, at: Place.nowhere)
    }
    if needsCardholder, (card.cardholderName ?? "").isEmpty {
      report(
        ProvisioningFindings.holderMissing, "the profile \(name) requires the cardholder's name",
        at: Place.nowhere)
    }
    try report.throwIfRejected()
    let filling = Filling(profile: self, request: request, card: card)
    return UpstreamRequest(
      method: method, path: filling.text(path) { Self.escaped($0) },
      headers: [("content-type", "application/json")]
        + headers.map { ($0.name, filling.text($0.text) { $0 }) },
      body: JSONWriter.bytes(of: filling.body().root))
  }

  /// Percent-encodes a path segment or a value of a query (RFC 3986, section 2.3).
  private static func escaped(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= 0x41
      if isLetter || byte.decimalDigit != nil || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
        out.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        out += "%" + Hex.number(byte, digits: 2, uppercase: true)
      }
    }
    return out
  }
}

/// A writer of values into the template of a profile.
private struct Filling {
  let profile: ProvisioningProfile
  let request: AppRequest
  let card: AuthorizedCard

  private func value(_ pattern: String) -> String? {
    switch ProvisioningProfile.Placeholder(rawValue: pattern) {
    case .nonce: return profile.nonce.encode(request.nonce)
    case .nonceSignature: return profile.nonceSignature.encode(request.nonceSignature)
    case .card: return card.id
    case .cardholder: return card.cardholderName ?? ""
    case .certificate: return nil
    case nil:
      let constant = profile.values.first { pattern == "{\($0.name)}" }
      return constant.map { card.values[$0.name] ?? $0.text }
    }
  }

  /// Returns the string with placeholders replaced. Replacements are not expanded again, which
  /// prevents injection.
  func text(_ pattern: String, _ escaped: (String) -> String) -> String {
    var out = ""
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      out += rest[..<open]
      let name = String(rest[open...close])
      out += value(name).map(escaped) ?? name
      rest = rest[rest.index(after: close)...]
    }
    return out + rest
  }

  func body() -> JSONDocument {
    var builder = JSONBuilder()
    fill(profile.template.root, nil, &builder)
    return builder.document()
  }

  private func fill(
    _ template: JSONValue, _ certificate: [UInt8]?, _ builder: inout JSONBuilder
  ) {
    if template.isObject {
      builder.begin(.object, origin: .none)
      for member in template.members {
        builder.key(member.name)
        fill(member.value, certificate, &builder)
      }
      builder.end()
    } else if template.isArray {
      builder.begin(.array, origin: .none)
      let patterns = Array(template.elements)
      if patterns.count == 1, RequestParts.containsCertificate(patterns[0]) {
        for certificate in request.certificates { fill(patterns[0], certificate, &builder) }
      } else {
        for pattern in patterns { fill(pattern, certificate, &builder) }
      }
      builder.end()
    } else if let text = template.string {
      if text == ProvisioningProfile.Placeholder.certificate.rawValue {
        builder.string(profile.certificates.encode(certificate ?? request.certificates.first ?? []))
      } else {
        builder.string(value(text) ?? text)
      }
    } else {
      builder.copy(template)
    }
  }
}
