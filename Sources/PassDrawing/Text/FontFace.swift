// SPDX-License-Identifier: Apache-2.0

/// One opened font file.
final class FontFace: Sendable {
  let name: String

  init(name: String) { self.name = name }
}
