// SPDX-License-Identifier: Apache-2.0

import PassJSON
package import PassRegistry

/// A registration as a line of JSON, for moving from one service to another.
///
/// Device identifiers and push tokens stand in it as they are: it is a secret.
package enum RegistrationLine {
  /// The line, its end included.
  package static func bytes(of registration: PortableRegistration) -> [UInt8] {
    var line = Array(#"{"version":1"#.utf8)
    for (name, value) in [
      ("device", registration.device), ("pushToken", registration.pushToken),
      ("passType", registration.passType), ("serial", registration.serial),
    ] {
      line += Array(",\"\(name)\":".utf8)
      JSONWriter.writeString(value, to: &line)
    }
    return line + Array("}\n".utf8)
  }

  /// The registration of a line; nil when it is none. Members it does not need may be missing or
  /// another service's.
  package static func read(_ line: [UInt8]) -> PortableRegistration? {
    guard let root = JSONBody.object(line), let device = root["device"]?.string,
      let pushToken = root["pushToken"]?.string, let passType = root["passType"]?.string,
      let serial = root["serial"]?.string
    else { return nil }
    return PortableRegistration(
      device: device, pushToken: pushToken, passType: passType, serial: serial)
  }
}
