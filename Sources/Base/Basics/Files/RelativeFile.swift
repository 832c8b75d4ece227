// SPDX-License-Identifier: Apache-2.0

/// Paths of files relative to a folder, also outside of it.
package enum RelativeFile {
  /// Returns the path of a file relative to a folder, such as `../art/logo.svg`. Both paths must be
  /// absolute and without symbolic links. If only the root is common, the path stays absolute.
  package static func path(of file: String, from folder: String) -> String {
    let (names, others) = (FilePath.components(file), FilePath.components(folder))
    let common = zip(names, others).prefix { $0 == $1 }.count
    guard common > 0 else { return file }
    let up = [Substring](repeating: "..", count: others.count - common)
    return (up + names[common...]).joined(separator: "/")
  }
}
