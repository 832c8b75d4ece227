// SPDX-License-Identifier: Apache-2.0

/// A pass as a path names it.
package struct PassAddress: Hashable, Sendable {
  /// The pass type identifier.
  package let passType: String
  /// The serial number, one reading after the other: the first that is known counts.
  package let serials: [String]

  /// A pass by its names.
  package init(passType: String, serials: [String]) {
    self.passType = passType
    self.serials = serials
  }
}

/// One of the calls a device makes, read from method and path.
package enum DeviceCall: Hashable, Sendable {
  /// The device wants to be told of changes of the pass.
  case register(device: String, PassAddress)
  /// It no longer wants to be.
  case unregister(device: String, PassAddress)
  /// Which of its passes of a type have changed since a tag.
  case list(device: String, passType: String, since: String?)
  /// The pass itself, or only what its answer would be headed with.
  case pass(PassAddress, headOnly: Bool)
  /// What the holder gave to sign up.
  case personalize(PassAddress)
  /// Messages of the device to whoever runs the service.
  case log

  /// Why a request is none of the calls.
  package enum Refusal: Error, Hashable, Sendable {
    /// No call has such a path.
    case unknownPath
    /// The path is a call's, the method is not.
    case wrongMethod(allowed: String)
    /// The path is longer than any call's.
    case tooLong
  }

  /// More bytes than any path of a device has: a serial of a kilobyte, encoded twice.
  package static let pathLimitInBytes = 8_192

  /// Reads a call.
  ///
  /// - Parameter target: path and query as they stand in the request, nothing decoded. Whatever
  ///   stands before `v1` is the base of `webServiceURL`, with any run of slashes.
  package static func read(method: String, target: String) -> Result<DeviceCall, Refusal> {
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

  /// The resource after the first `/v1/` that one of ours follows, and what comes behind it.
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

  private static func passCall(_ method: String, _ rest: Substring) -> Result<DeviceCall, Refusal> {
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
  ) -> Result<DeviceCall, Refusal> {
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

  /// A segment, and what stands behind the slash after it.
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

  /// `previousLastUpdated` is what one of Apple's pages calls it; devices send the other.
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

/// Paths are bytes: what a character is made of several of them does not hide a slash, and finding none is
/// quicker.
extension Substring {
  /// Where the byte of an ASCII character stands first.
  fileprivate func firstByte(_ character: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: character))
  }

  /// What stands before the character, and what behind it: all of it before where there is none.
  fileprivate func halves(at character: Unicode.Scalar) -> (Substring, Substring) {
    guard let place = firstByte(character) else { return (self, "") }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}
