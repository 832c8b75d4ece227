// SPDX-License-Identifier: Apache-2.0

import PassFiles

/// Counts what is read.
final class InputTap {
  private let stream: FileStream
  private let offset: Guarded<Int>

  init(stream: FileStream, offset: Guarded<Int>) {
    self.stream = stream
    self.offset = offset
  }

  func next() throws -> [UInt8]? {
    guard let bytes = try stream.next() else { return nil }
    offset.with { $0 += bytes.count }
    return bytes
  }
}
