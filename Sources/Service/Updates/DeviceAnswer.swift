// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// What a device is answered: status, headers, and a body that is not a pass.
package struct DeviceAnswer: Hashable, Sendable {
  /// A header of the answer.
  package struct Header: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// What it says.
    package let value: String
  }

  /// The status of HTTP.
  package let status: Int
  /// The headers beside those the server adds itself.
  package var headers: [Header] = []
  /// The body; nil for none.
  package var body: [UInt8]?
  /// Whether the bytes of the pass follow.
  package var hasPass = false

  /// The media type of a pass.
  package static let passType = "application/vnd.apple.pkpass"

  private init(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8]? = nil) {
    self.status = status
    self.headers = headers.map { Header(name: $0.0, value: $0.1) }
    self.body = body
  }

  // MARK: Registering

  /// The pass was not registered on the device before.
  package static let created = DeviceAnswer(201)
  /// It was; also for unregistering, whatever was there, and for log messages.
  package static let fine = DeviceAnswer(200)
  /// Wrong, missing or foreign token, or a pass nobody knows: one answer, byte for byte.
  package static let unauthorized = DeviceAnswer(401, [("WWW-Authenticate", "ApplePass")])

  // MARK: Listing

  /// What has changed: 204 when nothing has.
  package static func list(_ serials: [String], tag: UpdateTag?) -> DeviceAnswer {
    guard let tag, !serials.isEmpty else { return DeviceAnswer(204, noStore) }
    var body = Array(#"{"serialNumbers":["#.utf8)
    for (index, serial) in serials.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(serial, to: &body)
    }
    body += Array(#"],"lastUpdated":"#.utf8)
    JSONWriter.writeString(tag.description, to: &body)
    body.append(UInt8(ascii: "}"))
    return DeviceAnswer(200, [("Content-Type", "application/json")] + noStore, body: body)
  }

  // MARK: The pass

  /// The version of a pass; 304 for a device that has it.
  package static func pass(_ version: PassVersion, ifModifiedSince: [String]) -> DeviceAnswer {
    let dated = [("Last-Modified", version.lastModified), ("Cache-Control", "private, no-cache")]
    guard !version.isHeld(by: ifModifiedSince) else { return DeviceAnswer(304, dated) }
    var answer = DeviceAnswer(200, [("Content-Type", passType)] + dated)
    answer.hasPass = true
    return answer
  }

  /// The signature over the token of somebody who has signed up.
  package static func personalized(_ signature: [UInt8]) -> DeviceAnswer {
    DeviceAnswer(
      200, [("Content-Type", "application/octet-stream")] + noStore, body: signature)
  }

  /// Another token was signed for this version of the pass.
  package static let alreadySignedUp = DeviceAnswer(409)

  // MARK: What goes wrong

  /// The body is not what the call asks for.
  package static let malformed = DeviceAnswer(400)
  /// The body is larger than any device's.
  package static let tooLarge = DeviceAnswer(413, [("Connection", "close")])
  /// The body did not come in time.
  package static let tooSlow = DeviceAnswer(408, [("Connection", "close")])
  /// The service cannot answer now; the device repeats.
  package static let unavailable = DeviceAnswer(503, [("Retry-After", "30")])

  /// The client, or the pass, is over its limit; the device repeats.
  package static func overLimit(retryAfter seconds: Int) -> DeviceAnswer {
    DeviceAnswer(429, [("Retry-After", String(seconds))])
  }

  /// What is none of the calls.
  package static func refused(_ refusal: DeviceCall.Refusal) -> DeviceAnswer {
    switch refusal {
    case .unknownPath: DeviceAnswer(404)
    case .wrongMethod(let allowed): DeviceAnswer(405, [("Allow", allowed)])
    case .tooLong: DeviceAnswer(414, [("Connection", "close")])
    }
  }

  private static let noStore = [("Cache-Control", "no-store")]
}
