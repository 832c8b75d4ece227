// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

extension TemplateSettings {
  /// A column that fills a value of pass.json by its path.
  package struct Fill: Sendable {
    package let column: String
    package let path: String
    package let place: Place
  }

  mutating func readFills(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid("\"fill\" must be an object of columns and paths", value, &report)
    }
    for member in value.members {
      let paths = member.value.isArray ? Array(member.value.elements) : [member.value]
      for path in paths {
        guard let text = path.string, !text.isEmpty else {
          Self.invalid(
            "\(quoted(member.name)) must be a path, such as \"storeCard.primaryFields.points\"",
            path, &report)
          continue
        }
        fills.append(Fill(column: member.name, path: text, place: path.place))
      }
    }
  }

  mutating func readCompatible(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    let names = CompatibleForm.allCases.map(\.rawValue)
    guard let form = value.string.flatMap(CompatibleForm.init) else {
      let nearest = value.string.flatMap { NearestName.of($0, among: names) }
      return report(
        TemplateFindings.invalidSetting,
        "\"compatible\" must be \(names.map { quoted($0) }.joined(separator: " or "))", at: value,
        help: nearest.map { "write \(quoted($0))" })
    }
    compatible = (form, value.place)
  }
}
