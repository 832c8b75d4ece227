// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The ways to install passc. `--version` prints which one was used, so that you know how to update.
///
/// Whatever installs passc writes the raw value into `share/passc/installed-by` of its prefix.
package enum Installation: String, CaseIterable, Sendable {
  case debianPackage = "deb"
  case homebrew = "homebrew"
  case image = "image"
  case make = "make"
  case tarball = "tarball"
  case wheel = "wheel"

  /// The way this program was installed. Nil for a program without the file, such as one that runs
  /// from its build folder.
  package static var current: Installation? {
    guard let program = ProgramFile.path else { return nil }
    let folder = FilePath.parent(program)
    let prefix = folder.hasSuffix("/libexec/passc") ? "../.." : ".."
    let file = FilePath.join(folder, "\(prefix)/share/passc/installed-by")
    guard let bytes = try? Disk.head(of: file, limit: 32) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return Installation(rawValue: String(decoding: line, as: UTF8.self))
  }

  /// The end of the sentence that begins with "passc 0.1.0, installed".
  package var text: String {
    switch self {
    case .debianPackage: "from a Debian package"
    case .homebrew: "with Homebrew"
    case .image: "in a container image"
    case .make: "with make install"
    case .tarball: "from a tarball"
    case .wheel: "from a Python wheel"
    }
  }
}
