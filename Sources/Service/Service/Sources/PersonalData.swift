// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassJSON
import PassTemplate

/// Data of a personalization in the form of the store: a JSON object of strings. Names are sorted,
/// so the same data has the same bytes.
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

extension RowRecipe {
  /// Returns the columns of the template that personalization fills, with their values.
  private func filled(by personal: [UInt8]) -> [(column: String, text: String)] {
    let texts = PersonalData.texts(personal)
    return passRecipe.template.settings.personalization.compactMap { entry in
      texts[entry.field.rawValue].map { (entry.column, $0) }
    }
  }

  /// Returns the same in the form of `--set`.
  func enteredValues(by personal: [UInt8]) -> [String] {
    filled(by: personal).map { "\($0.column)=\($0.text)" }
  }

  /// Returns the same as members of a row, with the column names of the data.
  func columns(filledBy personal: [UInt8]) -> [String: String] {
    let schema = passRecipe.template.schema
    var columns: [String: String] = [:]
    for (name, text) in filled(by: personal) {
      guard let number = schema.number(of: name) else { continue }
      columns[schema.columns[number].header] = text
    }
    return columns
  }
}
