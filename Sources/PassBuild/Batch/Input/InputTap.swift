// SPDX-License-Identifier: Apache-2.0

import PassFiles

/// Counts what is read, and notes what the input begins with.
final class InputTap {
  private let stream: FileStream
  private let offset: Guarded<Int>
  private(set) var hasMark = false
  private var isFirst = true

  init(stream: FileStream, offset: Guarded<Int>) {
    self.stream = stream
    self.offset = offset
  }

  func next() throws -> [UInt8]? {
    guard let bytes = try stream.next() else { return nil }
    if isFirst {
      hasMark =
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFF, 0xFE])
        || bytes.starts(with: [0xFE, 0xFF])
      isFirst = false
    }
    offset.with { $0 += bytes.count }
    return bytes
  }
}
