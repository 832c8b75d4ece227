// SPDX-License-Identifier: Apache-2.0

import PassJSON
package import PassRegistry

/// A registration as a line of JSON, for moving to another service.
///
/// It is secret, because it has the device library identifier and the push token in plain text.
package enum RegistrationLine {
  /// Returns the line with its line feed.
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

  /// Parses a line. Returns nil if it is not a registration. Unknown members are ignored.
  package static func read(_ line: [UInt8]) -> PortableRegistration? {
    guard let root = JSONBody.object(line), let device = root["device"]?.string,
      let pushToken = root["pushToken"]?.string, let passType = root["passType"]?.string,
      let serial = root["serial"]?.string
    else { return nil }
    return PortableRegistration(
      device: device, pushToken: pushToken, passType: passType, serial: serial)
  }
}
