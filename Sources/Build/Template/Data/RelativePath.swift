// SPDX-License-Identifier: Apache-2.0

enum RelativePath {
  /// Returns the path without `.` and double slashes, or nil if it could leave its folder.
  static func normalized(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.first != UInt8(ascii: "/"), !bytes.contains(0), !bytes.contains(0x5C),
      bytes.count <= 4096
    else { return nil }
    // `C:` on other systems.
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
