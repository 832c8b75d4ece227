// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// Readers and size limits for the request bodies of devices.
package enum DeviceBody {
  package static let registrationLimitInBytes = 4_096
  /// 50 messages of five kilobytes each.
  package static let logLimitInBytes = 262_144
  /// Messages of one request after these are dropped.
  package static let messageLimit = 200

  /// Returns the push token of a registration, or nil if the body is not `{"pushToken": "…"}`.
  package static func pushToken(in bytes: [UInt8]) -> String? {
    guard let token = object(bytes)?["pushToken"]?.string, !token.isEmpty,
      token.utf8.count <= PushToken.limitInBytes
    else { return nil }
    return token
  }

  /// Returns the messages of a log request, or nil if the body is not `{"logs": ["…"]}`. The
  /// messages are not cleaned yet.
  package static func messages(in bytes: [UInt8]) -> [String]? {
    guard let logs = object(bytes)?["logs"], logs.isArray else { return nil }
    var messages: [String] = []
    for element in logs.elements {
      guard let message = element.string else { return nil }
      if messages.count < messageLimit { messages.append(message) }
    }
    return messages
  }

  package static let signUpLimitInBytes = 16_384

  /// Reads a sign-up, or returns nil if it has no token or a value that is not a string.
  /// `SignUpToken` in the signing layer checks whether the service may sign the token.
  package static func signUp(in bytes: [UInt8]) -> SignUp? {
    guard let root = object(bytes), let token = root["personalizationToken"]?.string,
      let info = root["requiredPersonalizationInfo"], info.isObject
    else { return nil }
    var given: [String: String] = [:]
    for member in info.members {
      guard let text = member.value.string else { return nil }
      given[member.name] = text
    }
    return SignUp(token: token, given: given)
  }

  /// Returns the body limit of a call, or nil if the service does not read the body.
  package static func limitInBytes(of call: DeviceCall) -> Int? {
    switch call {
    case .register: registrationLimitInBytes
    case .personalize: signUpLimitInBytes
    case .log: logLimitInBytes
    case .list, .pass, .unregister: nil
    }
  }

  private static func object(_ bytes: [UInt8]) -> JSONValue? {
    var report = Report()
    let document = JSONReader.read(bytes, name: "body", report: &report)
    guard let document, !report.hasErrors, document.root.isObject else { return nil }
    return document.root
  }
}
