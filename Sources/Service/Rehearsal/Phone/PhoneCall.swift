// SPDX-License-Identifier: Apache-2.0

/// A request of a phone to a web service.
package struct PhoneCall: Sendable, Hashable {
  package enum Purpose: Sendable, Hashable {
    case register(PassKey)
    case unregister(PassKey)
    case list(passType: String)
    case get(PassKey)
    case log
    case personalize(PassKey)

    /// The name of the task in the system log of a phone.
    package var taskName: String {
      switch self {
      case .register: "Register task"
      case .unregister: "Unregister task"
      case .list: "Get serial #s task"
      case .get: "Get pass task"
      case .log: "Log task"
      case .personalize: "Personalize pass task"
      }
    }
  }

  /// Identifies the request when its response arrives.
  package let id: Int
  package let purpose: Purpose
  /// The `webServiceURL` of the pass.
  package let webService: String
  package let method: String
  /// The path from `/v1/` on and the query, percent-encoded.
  package let path: String
  package let headers: [Header]
  package let body: [UInt8]

  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The complete URL: `webService` and `path` with one slash between them.
  package var url: String { PhonePath.joined(webService, path) }
}

/// The result of a request.
package enum PhoneResult: Sendable, Hashable {
  case response(Response)
  /// No response, with the reason.
  case broken(String)

  /// An HTTP response.
  package struct Response: Sendable, Hashable {
    package let status: Int
    package let headers: [PhoneCall.Header]
    package let body: [UInt8]

    package init(status: Int, headers: [PhoneCall.Header], body: [UInt8]) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// Returns the first header with that name. Case does not matter.
    package func header(_ name: String) -> String? {
      let name = name.lowercased()
      return headers.first { $0.name.lowercased() == name }?.value
    }
  }
}

/// Builds paths as a phone does.
package enum PhonePath {
  /// How often a path segment is percent-encoded.
  ///
  /// A phone encodes a segment and appends it with a function that encodes the percent sign again.
  /// It never encodes slashes. Other clients encode once.
  package enum Escaping: Sendable, CaseIterable {
    case once, twice
  }

  /// Encodes a path segment.
  package static func part(_ text: String, _ escaping: Escaping) -> String {
    let once = escaped(text) { isPathByte($0) }
    return escaping == .once ? once : once.replacing("%", with: "%25")
  }

  /// Encodes a value of a query. It leaves `+ & = : /` as they are, which a query may contain.
  ///
  /// - Parameter more: characters that are encoded too, although a phone does not encode them.
  package static func query(_ text: String, encoding more: String = "") -> String {
    escaped(text) { byte in
      (isPathByte(byte) || byte == UInt8(ascii: "?")) && !more.utf8.contains(byte)
    }
  }

  /// Joins a base and a path with one slash.
  package static func joined(_ base: String, _ path: String) -> String {
    base.hasSuffix("/") ? String(base.dropLast()) + path : base + path
  }

  private static func escaped(_ text: String, _ isPlain: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var out: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        out.append(byte)
      } else {
        out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Returns whether a byte is a pchar or the slash (RFC 3986).
  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,;=:@/".utf8.contains(byte)
    }
  }
}
