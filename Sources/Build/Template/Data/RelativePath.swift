// SPDX-License-Identifier: Apache-2.0

/// Paths that data may name.
enum RelativePath {
  /// The path without `.` and doubled slashes, or nil when it could leave its folder.
  static func normalized(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.first != UInt8(ascii: "/"), !bytes.contains(0), !bytes.contains(0x5C),
      bytes.count <= 4096
    else { return nil }
    // `C:` of other systems.
    if bytes.count >= 2, let drive = bytes.first, drive.isLetter, bytes.dropFirst().first == 0x3A {
      return nil
    }
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part == ".." { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
