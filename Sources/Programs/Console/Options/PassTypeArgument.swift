// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Checks of pass type identifiers and team identifiers, as Apple registers them.
package enum PassTypeArgument {
  package static func validate(_ passType: String) throws {
    let isPlain = passType.utf8.allSatisfy {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "-.".utf8.contains($0)
    }
    guard passType.hasPrefix("pass."), passType.utf8.count > 5, isPlain else {
      throw ValidationError(
        "--pass-type is \"\(passType)\", expected letters, digits, - and . after \"pass.\", such "
          + "as pass.com.example.gym")
    }
  }

  package static func validate(team: String) throws {
    let isPlain = team.utf8.allSatisfy {
      ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
    }
    guard team.utf8.count == 10, isPlain else {
      throw ValidationError(
        "--team is \"\(team)\", expected ten capital letters and digits, such as A1B2C3D4E5")
    }
  }
}
