// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassJSON
import PassTemplate

/// What holders gave to sign up, as a store keeps it: an object of texts, sorted by name, so that
/// the same is the same bytes.
enum PersonalData {
  static func bytes(of texts: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.writeString(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONWriter.writeString(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  static func texts(_ bytes: [UInt8]) -> [String: String] {
    var texts: [String: String] = [:]
    guard let root = JSONBody.object(bytes) else { return texts }
    for member in root.members {
      texts[member.name] = member.value.string
    }
    return texts
  }
}

extension RowPress {
  /// The columns of the template that what a holder gave fills.
  private func filled(by personal: [UInt8]) -> [(column: String, text: String)] {
    let texts = PersonalData.texts(personal)
    return compiler.template.settings.personalization.compactMap { entry in
      texts[entry.field.rawValue].map { (entry.column, $0) }
    }
  }

  /// The same as `--set` gives it.
  func given(by personal: [UInt8]) -> [String] {
    filled(by: personal).map { "\($0.column)=\($0.text)" }
  }

  /// The same as members of a row, by the names data has for the columns.
  func columns(filledBy personal: [UInt8]) -> [String: String] {
    let schema = compiler.template.schema
    var columns: [String: String] = [:]
    for (name, text) in filled(by: personal) {
      guard let number = schema.number(of: name) else { continue }
      columns[schema.columns[number].header] = text
    }
    return columns
  }
}
