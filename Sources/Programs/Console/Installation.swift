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
    guard let prefix = ProgramFile.prefix else { return nil }
    let file = FilePath.join(prefix, "share/passc/installed-by")
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

  /// How to update, the end of the sentence that begins with "To update,".
  package var update: String {
    switch self {
    case .debianPackage: "install the Debian package of the newest release."
    case .homebrew: "run: brew upgrade passc"
    case .image: "load the image of the newest release."
    case .make: "run in your checkout: git pull && make install"
    case .tarball: "run install.sh of the newest release."
    case .wheel: "run: pip install --upgrade passc"
    }
  }
}
