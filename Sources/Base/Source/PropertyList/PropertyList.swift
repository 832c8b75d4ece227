// SPDX-License-Identifier: Apache-2.0

/// A value of a property list, with the place it was read at.
package struct PropertyListValue: Sendable {
  /// What a value is.
  package indirect enum Content: Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// As it is spelled in XML; seconds since 2001 in a binary list.
    case date(String)
    case data([UInt8])
    case array([PropertyListValue])
    case dictionary([Member])
  }

  /// A member of a dictionary.
  package struct Member: Sendable {
    /// Its key.
    package let key: String
    /// Where the key stands, in bytes from the start.
    package let offset: Int
    /// Its value.
    package let value: PropertyListValue

    /// A member of a dictionary.
    package init(key: String, offset: Int, value: PropertyListValue) {
      self.key = key
      self.offset = offset
      self.value = value
    }
  }

  /// What it is.
  package let content: Content
  /// Where it stands, in bytes from the start.
  package let offset: Int

  /// A value that was read.
  package init(_ content: Content, offset: Int) {
    self.content = content
    self.offset = offset
  }

  /// The text of a string, else nil.
  package var string: String? { if case .string(let text) = content { text } else { nil } }
  /// True or false, else nil.
  package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
  /// The elements of an array, else nil.
  package var elements: [PropertyListValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }
  /// The members of a dictionary in order, else nil.
  package var members: [Member]? {
    if case .dictionary(let members) = content { members } else { nil }
  }

  /// The value of the member with that key.
  package subscript(key: String) -> PropertyListValue? {
    members?.first { $0.key == key }?.value
  }

  /// What it is, with its article.
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

/// Why bytes are no property list.
package struct PropertyListFault: Error, Sendable {
  /// What was found, as a sentence part.
  package let message: String
  /// Where, in bytes from the start.
  package let offset: Int
}

/// Reads property lists, XML and binary; nothing outside of the bytes is ever looked at.
package enum PropertyList {
  /// How many bytes a list may have.
  package static let limitInBytes = 4 << 20
  /// How deep containers may nest.
  package static let depthLimit = 64
  /// How many values a list may hold: in a binary one a few bytes may stand for millions.
  package static let valueLimit = 200_000

  /// The value of a whole list.
  package static func read(_ bytes: [UInt8]) throws(PropertyListFault) -> PropertyListValue {
    guard bytes.count <= limitInBytes else {
      throw PropertyListFault(
        message: "the list has \(bytes.count) bytes, the limit is \(limitInBytes)", offset: 0)
    }
    if isBinary(bytes) {
      var reader = BinaryPropertyListReader(bytes: bytes)
      return try reader.read()
    }
    var reader = XMLPropertyListReader(bytes: bytes)
    return try reader.read()
  }

  /// Whether the bytes begin as a binary list, whose places are no lines.
  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }
}
