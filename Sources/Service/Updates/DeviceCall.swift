// SPDX-License-Identifier: Apache-2.0

/// The identity of a pass as read from a path.
package struct PassAddress: Hashable, Sendable {
  package let passType: String
  /// Possible decodings of the serial number, the likeliest first. The first known one counts.
  package let serials: [String]

  package init(passType: String, serials: [String]) {
    self.passType = passType
    self.serials = serials
  }
}

/// A call of a device, read from method and path.
package enum DeviceCall: Hashable, Sendable {
  case register(device: String, PassAddress)
  case unregister(device: String, PassAddress)
  /// Request for the serial numbers of the passes that changed since a tag.
  case list(device: String, passType: String, since: String?)
  /// Request for the pass, or with `headOnly` for its headers.
  case pass(PassAddress, headOnly: Bool)
  /// Sign-up of a customer with personal data.
  case personalize(PassAddress)
  /// Log messages of the device for the operator of the service.
  case log

  /// The reason why a request is not a call of a device.
  package enum DeviceCallError: Error, Hashable, Sendable {
    case unknownPath
    /// The path exists, but not with this method.
    case wrongMethod(allowed: String)
    case tooLong
  }

  /// Longer than any path of a device: a serial number of one kilobyte, encoded twice.
  package static let pathLimitInBytes = 8_192

  /// Reads a call.
  ///
  /// - Parameter target: path and query of the request, not decoded. Everything before `v1` belongs
  ///   to the base of `webServiceURL` and may have repeated slashes.
  package static func read(method: String, target: String) -> Result<DeviceCall, DeviceCallError> {
    guard target.utf8.count <= pathLimitInBytes else { return .failure(.tooLong) }
    let (path, query) = target[...].halves(at: "?")
    guard let (resource, rest) = resource(in: path) else { return .failure(.unknownPath) }
    switch resource {
    case .log:
      return method == "POST" ? .success(.log) : .failure(.wrongMethod(allowed: "POST"))
    case .passes: return passCall(method, rest)
    case .devices: return deviceCall(method, rest, query)
    }
  }

  private enum Resource: String { case devices, passes, log }

  /// Returns the resource after the first `/v1/` that a known resource follows, and the rest.
  private static func resource(in path: Substring) -> (Resource, Substring)? {
    var rest = path
    while let slash = rest.firstByte("/") {
      rest = rest[rest.utf8.index(after: slash)...]
      guard rest.utf8.starts(with: "v1/".utf8) else { continue }
      let behind = Substring(rest.utf8.dropFirst(3))
      let end = behind.firstByte("/")
      guard let resource = Resource(rawValue: String(behind[..<(end ?? behind.endIndex)])) else {
        continue
      }
      let tail = behind[(end ?? behind.endIndex)...]
      if resource == .log {
        if tail.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) { return (.log, "") }
        continue
      }
      guard end != nil else { continue }
      return (resource, Substring(tail.utf8.dropFirst()))
    }
    return nil
  }

  private static func passCall(_ method: String, _ rest: Substring) -> Result<
    DeviceCall, DeviceCallError
  > {
    guard let (type, serial) = head(of: rest), !serial.isEmpty else {
      return .failure(.unknownPath)
    }
    switch method {
    case "GET", "HEAD":
      return .success(.pass(address(type, serial), headOnly: method == "HEAD"))
    case "POST":
      let suffix = "/personalize"
      let name = Substring(serial.utf8.dropLast(suffix.utf8.count))
      guard !name.isEmpty, serial[name.endIndex...].utf8.elementsEqual(suffix.utf8) else {
        return .failure(.wrongMethod(allowed: "GET, HEAD"))
      }
      return .success(.personalize(address(type, name)))
    default: return .failure(.wrongMethod(allowed: "GET, HEAD"))
    }
  }

  private static func deviceCall(
    _ method: String, _ rest: Substring, _ query: Substring
  ) -> Result<DeviceCall, DeviceCallError> {
    guard let (device, behind) = head(of: rest), let device = decoded(device),
      let (word, tail) = head(of: behind), word == "registrations"
    else { return .failure(.unknownPath) }
    let (type, serial) = tail.halves(at: "/")
    guard !type.isEmpty else { return .failure(.unknownPath) }
    if serial.isEmpty {
      guard method == "GET" else { return .failure(.wrongMethod(allowed: "GET")) }
      guard let passType = decoded(type) else { return .failure(.unknownPath) }
      return .success(.list(device: device, passType: passType, since: tag(in: query)))
    }
    switch method {
    case "POST": return .success(.register(device: device, address(type, serial)))
    case "DELETE": return .success(.unregister(device: device, address(type, serial)))
    default: return .failure(.wrongMethod(allowed: "POST, DELETE"))
    }
  }

  /// Returns the first segment and the path after its slash, or nil if either is missing.
  private static func head(of path: Substring) -> (Substring, Substring)? {
    guard let slash = path.firstByte("/"), slash > path.startIndex else { return nil }
    return path.halves(at: "/")
  }

  private static func decoded(_ segment: Substring) -> String? {
    PercentEncoding.readings(of: segment).last
  }

  private static func address(_ type: Substring, _ serial: Substring) -> PassAddress {
    PassAddress(
      passType: decoded(type) ?? String(type), serials: PercentEncoding.readings(of: serial))
  }

  /// Devices send `passesUpdatedSince`. One of Apple's pages has `previousLastUpdated`.
  private static func tag(in query: Substring) -> String? {
    for item in query.utf8.split(separator: UInt8(ascii: "&")).map({ Substring($0) }) {
      guard let sign = item.firstByte("=") else { continue }
      guard ["passesUpdatedSince", "previousLastUpdated"].contains(item[..<sign]) else { continue }
      let value = item.halves(at: "=").1
      return PercentEncoding.decoded(value) ?? String(value)
    }
    return nil
  }
}

/// Works on bytes, not characters. A combining character after a slash must not hide the slash, and
/// a search over bytes is faster.
extension Substring {
  /// Returns the first index of an ASCII character.
  fileprivate func firstByte(_ character: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: character))
  }

  /// Splits at the first occurrence of the character. Without one, the second part is empty.
  fileprivate func halves(at character: Unicode.Scalar) -> (Substring, Substring) {
    guard let place = firstByte(character) else { return (self, "") }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}
