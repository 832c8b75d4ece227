// SPDX-License-Identifier: Apache-2.0

/// A value of a property list with its offset.
package struct PropertyListValue: Sendable {
  package indirect enum Content: Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// The spelling in XML, or seconds since 2001 from a binary list.
    case date(String)
    case data([UInt8])
    case array([PropertyListValue])
    case dictionary([Member])
  }

  package struct Member: Sendable {
    package let key: String
    /// Offset of the key in bytes.
    package let offset: Int
    package let value: PropertyListValue

    package init(key: String, offset: Int, value: PropertyListValue) {
      self.key = key
      self.offset = offset
      self.value = value
    }
  }

  package let content: Content
  /// Offset in bytes.
  package let offset: Int

  package init(_ content: Content, offset: Int) {
    self.content = content
    self.offset = offset
  }

  package var string: String? { if case .string(let text) = content { text } else { nil } }
  package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
  package var elements: [PropertyListValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }
  package var members: [Member]? {
    if case .dictionary(let members) = content { members } else { nil }
  }

  package subscript(key: String) -> PropertyListValue? {
    members?.first { $0.key == key }?.value
  }

  /// Name of the kind with its article, for messages.
  package var inWords: String {
    switch content {
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

/// An error of a property list.
package struct PropertyListError: Error, Sendable {
  /// Description of the error, part of a sentence.
  package let message: String
  /// Offset in bytes.
  package let offset: Int
}

/// A reader for XML and binary property lists. It never opens other files, such as a DTD.
package enum PropertyList {
  package static let limitInBytes = 4 << 20
  /// Maximum depth of containers.
  package static let depthLimit = 64
  /// Maximum number of values. In a binary list, a few bytes can expand to millions of values.
  package static let valueLimit = 200_000

  package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    guard bytes.count <= limitInBytes else {
      throw PropertyListError(
        message: "the list has \(bytes.count) bytes, the limit is \(limitInBytes)", offset: 0)
    }
    if isBinary(bytes) {
      var reader = BinaryPropertyListReader(bytes: bytes)
      return try reader.read()
    }
    var reader = XMLPropertyListReader(bytes: bytes)
    return try reader.read()
  }

  /// Returns whether this is a binary list. Its offsets cannot be shown as lines.
  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }
}
