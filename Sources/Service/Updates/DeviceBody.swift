// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// The bodies of a device's calls.
package enum DeviceBody {
  /// The most a registration may have, in bytes.
  package static let registrationLimitInBytes = 4_096
  /// The most a post of log messages may have, in bytes: 50 messages of five kilobytes.
  package static let logLimitInBytes = 262_144
  /// More messages of one post are counted and dropped.
  package static let messageLimit = 200

  /// The push token of a registration; nil for anything but `{"pushToken": "…"}`.
  package static func pushToken(in bytes: [UInt8]) -> String? {
    guard let token = object(bytes)?["pushToken"]?.string, !token.isEmpty,
      token.utf8.count <= PushToken.limitInBytes
    else { return nil }
    return token
  }

  /// The messages of a log call as they came; nil for anything but `{"logs": ["…"]}`.
  package static func messages(in bytes: [UInt8]) -> [String]? {
    guard let logs = object(bytes)?["logs"], logs.isArray else { return nil }
    var messages: [String] = []
    for element in logs.elements {
      guard let message = element.string else { return nil }
      if messages.count < messageLimit { messages.append(message) }
    }
    return messages
  }

  /// The most a sign-up may have, in bytes.
  package static let signUpLimitInBytes = 16_384

  /// Reads a sign-up; nil for anything but texts by their names, and a token. Whether the token may
  /// be signed is not checked here: `SignUpToken` of the signing layer does that.
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

  /// The most bytes that the body of a call may have; nil for a call whose body is not read.
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
