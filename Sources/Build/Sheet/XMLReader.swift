// SPDX-License-Identifier: Apache-2.0

import CExpat
import PassBasics

/// The receiver of the elements of an XML document.
protocol XMLHandler: AnyObject {
  /// Receives a start tag. The depth of the root is 1.
  func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) throws
  /// Receives an end tag.
  func end(_ name: XMLName, depth: Int) throws
  /// Receives a part of the text in the current element, as UTF-8.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) throws
}

/// The name of an element or attribute without its prefix. It is valid only during the call.
struct XMLName {
  let start: UnsafePointer<CChar>

  init(_ name: UnsafePointer<CChar>) {
    var (start, next) = (name, name)
    while next.pointee != 0 {
      if next.pointee == 0x3A { start = next + 1 }
      next += 1
    }
    self.start = start
  }

  static func == (name: XMLName, other: StaticString) -> Bool {
    strcmp(name.start, UnsafeRawPointer(other.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }

  static func ~= (other: StaticString, name: XMLName) -> Bool { name == other }
}

/// The attributes of a start tag. They are valid only during the call.
struct XMLAttributes {
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// Returns the value of the attribute with a name, without regard to prefixes.
  subscript(name: StaticString) -> UnsafePointer<CChar>? {
    guard var next = list else { return nil }
    while let found = next[0] {
      if XMLName(found) == name { return next[1] }
      next += 2
    }
    return nil
  }

  /// Returns the value of an attribute as a string.
  func string(_ name: StaticString) -> String? { self[name].map { String(cString: $0) } }

  /// Returns the value of an attribute as a whole number that is not negative.
  func number(_ name: StaticString) -> Int? { string(name).flatMap { Int($0) } }

  /// Returns whether an attribute is present and true.
  func isTrue(_ name: StaticString) -> Bool {
    guard let value = string(name) else { return false }
    return value == "1" || value == "true" || value == "on"
  }
}

/// Reads an untrusted XML document in pieces, with expat.
///
/// A document type declaration is rejected, so there are no entities. Depth, the size of a tag and
/// the number of different names are limited, because expat keeps them in memory.
final class XMLReader {
  private static let depthLimit = 64
  private static let tokenLimitInBytes = 4 << 20
  private static let namesLimit = 10_000

  private let parser: XML_Parser
  private let part: String
  private unowned let handler: any XMLHandler
  private var depth = 0
  private var fed = 0
  private var names: Set<UInt64> = []
  private var failure: (any Error)?

  /// - Parameters:
  ///   - part: the name of the document for errors.
  ///   - handler: must outlive the reader.
  init(part: String, handler: any XMLHandler) throws {
    guard let parser = XML_ParserCreate(nil) else {
      throw WorkbookError.tooLarge(part: part, reason: "there is not enough memory")
    }
    self.parser = parser
    self.part = part
    self.handler = handler
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name else { return }
        XMLReader.of(data).start(name, XMLAttributes(list: attributes))
      },
      { data, name in
        guard let data, let name else { return }
        XMLReader.of(data).end(name)
      })
    XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let data, let text else { return }
      XMLReader.of(data).text(text, Int(length))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      guard let data else { return }
      let reader = XMLReader.of(data)
      reader.stop(
        WorkbookError.damaged(
          part: reader.part, reason: "a document type declaration, which no workbook has"))
    }
  }

  deinit { XML_ParserFree(parser) }

  private static func of(_ data: UnsafeMutableRawPointer) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
  }

  /// Parses the next bytes, or the end of the document.
  func parse(_ bytes: [UInt8], isLast: Bool = false) throws {
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        isLast ? 1 : 0)
    }
    fed += bytes.count
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      let line = XML_GetCurrentLineNumber(parser)
      throw WorkbookError.damaged(
        part: part, reason: "\(words ?? "invalid XML") on line \(line)")
    }
    let reached = Int(XML_GetCurrentByteIndex(parser))
    guard fed - max(0, reached) <= Self.tokenLimitInBytes else {
      throw WorkbookError.tooLarge(
        part: part, reason: "a tag or comment of more than \(Self.tokenLimitInBytes >> 20) MB")
    }
  }

  private func stop(_ error: any Error) {
    guard failure == nil else { return }
    failure = error
    XML_StopParser(parser, 0)
  }

  private func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { stop(error) }
  }

  private func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    depth += 1
    attempt {
      guard depth <= Self.depthLimit else {
        throw WorkbookError.tooLarge(
          part: part, reason: "elements nested more than \(Self.depthLimit) deep")
      }
      note(name)
      var next = attributes.list
      while let found = next?.pointee {
        note(found)
        next = next.map { $0 + 2 }
      }
      guard names.count <= Self.namesLimit else {
        throw WorkbookError.tooLarge(
          part: part, reason: "more than \(Self.namesLimit) different names of elements")
      }
      try handler.start(XMLName(name), attributes, depth: depth)
    }
  }

  private func end(_ name: UnsafePointer<CChar>) {
    attempt { try handler.end(XMLName(name), depth: depth) }
    depth -= 1
  }

  private func text(_ text: UnsafePointer<CChar>, _ count: Int) {
    attempt {
      try text.withMemoryRebound(to: UInt8.self, capacity: count) {
        try handler.text(UnsafeBufferPointer(start: $0, count: count), depth: depth)
      }
    }
  }

  /// Records a name. Those of one letter, which most tags of a sheet have, need no record.
  private func note(_ name: UnsafePointer<CChar>) {
    guard name[0] != 0, name[1] != 0 else { return }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    var next = name
    while next.pointee != 0 {
      hash = (hash ^ UInt64(UInt8(bitPattern: next.pointee))) &* 0x0000_0100_0000_01b3
      next += 1
    }
    names.insert(hash)
  }
}
