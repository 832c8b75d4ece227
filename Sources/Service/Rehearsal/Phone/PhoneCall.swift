// SPDX-License-Identifier: Apache-2.0

/// One request of a phone to a web service.
package struct PhoneCall: Sendable, Hashable {
  /// What a phone asks for.
  package enum Purpose: Sendable, Hashable {
    case register(PassKey)
    case unregister(PassKey)
    case list(passType: String)
    case get(PassKey)
    case log
    case personalize(PassKey)

    /// The task's name in a phone's own log.
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

  /// Tells the answers apart.
  package let id: Int
  /// What it is for.
  package let purpose: Purpose
  /// `webServiceURL` of the pass, to which `path` is added.
  package let webService: String
  /// The method of the request.
  package let method: String
  /// From `/v1/` on, escaped, with the query.
  package let path: String
  /// Names and values in order.
  package let headers: [Header]
  /// Empty where there is none.
  package let body: [UInt8]

  /// A header of a request or an answer.
  package struct Header: Sendable, Hashable {
    /// The name as it is written.
    package let name: String
    /// The value as it is written.
    package let value: String

    /// A header.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Where the request goes, all of it: base, one slash, path.
  package var url: String { PhonePath.joined(webService, path) }
}

/// What came back.
package enum PhoneAnswer: Sendable, Hashable {
  case answer(Answer)
  /// The connection broke or was never made.
  case broken(String)

  /// An answer of HTTP.
  package struct Answer: Sendable, Hashable {
    /// The status code.
    package let status: Int
    /// All headers in order.
    package let headers: [PhoneCall.Header]
    /// The whole body.
    package let body: [UInt8]

    /// An answer with these parts.
    package init(status: Int, headers: [PhoneCall.Header], body: [UInt8]) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// The first header of that name, whatever its case.
    package func header(_ name: String) -> String? {
      let name = name.lowercased()
      return headers.first { $0.name.lowercased() == name }?.value
    }
  }
}

/// Paths as a phone writes them.
package enum PhonePath {
  /// How often what a path may not hold is escaped.
  ///
  /// A phone escapes a part for a path and appends it by a call that escapes the percent sign
  /// again; slashes are never escaped. Other clients escape once.
  package enum Escaping: Sendable, CaseIterable {
    case once, twice
  }

  /// A part of a path.
  package static func part(_ text: String, _ escaping: Escaping) -> String {
    let once = escaped(text) { isPathByte($0) }
    return escaping == .once ? once : once.replacing("%", with: "%25")
  }

  /// A value of a query: `+ & = : /` stay as they are, which a query may hold.
  package static func query(_ text: String) -> String {
    escaped(text) { isPathByte($0) || $0 == UInt8(ascii: "?") }
  }

  /// A base and a path with one slash between them.
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

  /// pchar and the slash (RFC 3986).
  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,;=:@/".utf8.contains(byte)
    }
  }
}
