// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassModel

/// The parts of an export of Apple's Pass Designer that are not part of the pass.
enum DesignerExport {
  /// The extension of an export, which is a folder or a zip archive.
  static let fileExtension = "pkpasstemplate"
  /// The editor's own settings, which are never packed.
  static let toolingFile = "tooling.json"

  /// Returns whether a folder or archive is an export by its name.
  static func isName(_ path: String) -> Bool {
    let path = FilePath.extension(path).lowercased() == "zip" ? FilePath.stem(path) : path
    return FilePath.extension(path).lowercased() == fileExtension
  }

  /// Returns whether pass.json has members that only the editor writes.
  static func hasEditorMembers(_ document: JSONDocument) -> Bool {
    document.nodes.contains { $0.kind == .key && $0.text == "_id" }
  }

  /// Returns the pass.json of an export without the serial number of its sample.
  static func withoutSampleSerial(_ document: JSONDocument) -> JSONDocument {
    let serial = document.root["serialNumber"]?.string
    guard serial?.isEmpty == true || serial == "SAMPLE" else { return document }
    return removing(["serialNumber"], from: document)
  }

  /// Returns the document without `_id`, without empty identifiers, which the signing certificate
  /// then gives, and without `preferredStyleSchemes` next to posterGeneric, which has no schemes.
  ///
  /// The editor writes all of them again at every save.
  static func packed(_ document: JSONDocument) -> JSONDocument {
    let root = document.root
    var unused: Set<String> = []
    for name in ["passTypeIdentifier", "teamIdentifier"] where root[name]?.string?.isEmpty == true {
      unused.insert(name)
    }
    if root[PassStyle.posterGeneric.rawValue] != nil { unused.insert("preferredStyleSchemes") }
    return removing(unused, from: document)
  }

  /// Returns the document without `_id`, and without some members at the top level. Inside
  /// `userInfo` an `_id` is kept, because that belongs to the author.
  static func removing(_ names: Set<String>, from document: JSONDocument) -> JSONDocument {
    guard hasEditorMembers(document) || names.contains(where: { document.root[$0] != nil }) else {
      return document
    }
    var builder = JSONBuilder(reserving: document.nodes.count)
    copy(document.root, into: &builder, without: names.union(["_id"]), isOwn: false)
    return builder.document()
  }

  // The depth of recursion is limited by the reader's nesting limit.
  private static func copy(
    _ value: JSONValue, into out: inout JSONBuilder, without names: Set<String>, isOwn: Bool
  ) {
    guard !isOwn, value.isObject || value.isArray else { return out.copy(value) }
    out.begin(value.kind, origin: value.origin)
    for member in value.members where !names.contains(member.name) {
      out.key(member.name, origin: member.nameOrigin)
      copy(member.value, into: &out, without: ["_id"], isOwn: member.name == "userInfo")
    }
    for element in value.elements { copy(element, into: &out, without: ["_id"], isOwn: false) }
    out.end()
  }
}
