// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON

/// A response to a device: status, headers and a body other than the pass.
package struct DeviceResponse: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package let status: Int
  /// Headers in addition to those the server adds itself.
  package var headers: [Header] = []
  package var body: [UInt8]?
  /// Whether the server sends the bytes of the pass as the body.
  package var hasPass = false

  package static let passType = PackageKind.pass.contentType

  private init(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8]? = nil) {
    self.status = status
    self.headers = headers.map { Header(name: $0.0, value: $0.1) }
    self.body = body
  }

  // MARK: Registering

  /// Registration of a pass that was not registered on this device before.
  package static let created = DeviceResponse(201)
  /// Success without a body: a repeated registration, any unregistration, and log messages.
  package static let fine = DeviceResponse(200)
  /// Response to a wrong, missing or foreign authentication token and to an unknown pass. It is the
  /// same in every byte for all of them, so that a client cannot find out serial numbers.
  package static let unauthorized = DeviceResponse(401, [("WWW-Authenticate", "ApplePass")])

  // MARK: Listing

  /// Returns the serial numbers of the changed passes, or 204 without any.
  package static func list(_ serials: [String], tag: UpdateTag?) -> DeviceResponse {
    guard let tag, !serials.isEmpty else { return DeviceResponse(204, noStore) }
    var body = Array(#"{"serialNumbers":["#.utf8)
    for (index, serial) in serials.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(serial, to: &body)
    }
    body += Array(#"],"lastUpdated":"#.utf8)
    JSONWriter.writeString(tag.description, to: &body)
    body.append(UInt8(ascii: "}"))
    return DeviceResponse(200, [("Content-Type", "application/json")] + noStore, body: body)
  }

  // MARK: The pass

  /// Returns the pass, or 304 if the device has this version.
  package static func pass(_ version: PassVersion, ifModifiedSince: [String]) -> DeviceResponse {
    let dated = [("Last-Modified", version.lastModified), ("Cache-Control", "private, no-cache")]
    guard !version.isHeld(by: ifModifiedSince) else { return DeviceResponse(304, dated) }
    var answer = DeviceResponse(200, [("Content-Type", passType)] + dated)
    answer.hasPass = true
    return answer
  }

  /// Returns the signature over the personalization token of a customer who signed up.
  package static func personalized(_ signature: [UInt8]) -> DeviceResponse {
    DeviceResponse(
      200, [("Content-Type", "application/octet-stream")] + noStore, body: signature)
  }

  /// Conflict: the service signed another personalization token for this version of the pass.
  package static let alreadySignedUp = DeviceResponse(409)

  // MARK: Errors

  /// Response to a body that does not fit the request.
  package static let malformed = DeviceResponse(400)
  package static let tooLarge = DeviceResponse(413, [("Connection", "close")])
  /// Response to a body that did not arrive in time.
  package static let tooSlow = DeviceResponse(408, [("Connection", "close")])
  /// Temporary failure of the service. The device retries.
  package static let unavailable = DeviceResponse(503, [("Retry-After", "30")])

  /// Rejects a request over the rate limit of the client or the pass. The device retries.
  package static func overLimit(retryAfter seconds: Int) -> DeviceResponse {
    DeviceResponse(429, [("Retry-After", String(seconds))])
  }

  /// Returns the response to a request that is not one of the calls.
  package static func rejected(_ refusal: DeviceCall.DeviceCallError) -> DeviceResponse {
    switch refusal {
    case .unknownPath: DeviceResponse(404)
    case .wrongMethod(let allowed): DeviceResponse(405, [("Allow", allowed)])
    case .tooLong: DeviceResponse(414, [("Connection", "close")])
    }
  }

  private static let noStore = [("Cache-Control", "no-store")]
}
