// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassModel

/// What can be wrong with a template itself. Their proofs stand in the tests of this module, since
/// a template is a folder.
package enum TemplateFindings {
  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .wrong, why: String,
    help: String, wrong: String, right: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help,
      source: .documented("passc, docs/reference/templates.md"), wrong: wrong, right: right)
  }

  /// A JSON file of the template holds something else than an object.
  package static let notAnObject = finding(
    "template.file.notAnObject",
    why: "pass.json, personalization.json and template.json are objects.",
    help: "let the file begin with { and end with }",
    wrong: "template.json: [\"columns\"]",
    right: "template.json: {\"columns\": {}}")
  /// Neither the folder nor one of its bases has a pass.json.
  package static let passMissing = finding(
    "template.pass.missing", effect: .refused, why: "There is no pass without pass.json.",
    help:
      "add pass.json, or name a base that has one with \"extends\"; passc init makes a template",
    wrong: "a folder with template.json and icon.png, and nothing to extend",
    right: "a folder with pass.json and icon.png"
  )
  /// The folder that "extends" names is not there.
  package static let baseMissing = finding(
    "template.extends.missing", why: "The template lacks what its base would bring.",
    help: "correct the path; it counts from the folder of this template.json",
    wrong: "template.json: {\"extends\": \"../bsae.pass\"}",
    right: "template.json: {\"extends\": \"../base.pass\"}")
  /// A template extends itself, on whatever way round.
  package static let cycle = finding(
    "template.extends.cycle", why: "Templates that extend each other have no beginning.",
    help: "let one of them extend nothing",
    wrong: "a.pass extends ../b.pass, which extends ../a.pass",
    right: "a.pass extends ../b.pass, which extends nothing")
  /// A member of template.json that no template has.
  package static let unknownSetting = finding(
    "template.setting.unknown", effect: .ignored,
    why: "A misspelt member would be ignored without a word.",
    help: "see docs/reference/templates.md for the members of template.json",
    wrong: "template.json: {\"colums\": {}}",
    right: "template.json: {\"columns\": {}}")
  /// The value of a setting is of another kind than it takes.
  package static let invalidSetting = finding(
    "template.setting.invalid", why: "The setting cannot be understood as it stands.",
    help: "see docs/reference/templates.md for the members of template.json",
    wrong: "template.json: {\"sample\": 7}",
    right: "template.json: {\"sample\": \"sample.json\"}")
  /// A per-row image has a name under which Wallet shows none.
  package static let unknownImage = finding(
    "template.images.unknownName", why: "Wallet shows images by their names only.",
    help: "use a name such as thumbnail@2x.png",
    wrong: "{\"images\": {\"photo.png\": \"{{ photo }}\"}}",
    right: "{\"images\": {\"thumbnail.png\": \"{{ photo }}\"}}")
  /// The value of a per-row image is no column of type file.
  package static let imageWithoutFile = finding(
    "template.images.noFile", why: "Only a column of type file names an image to pack.",
    help: "let the value be one placeholder of a column declared with \"type\": \"file\"",
    wrong: "{\"images\": {\"thumbnail.png\": \"{{ name }}\"}}, name being a text",
    right: "{\"images\": {\"thumbnail.png\": \"{{ photo }}\"}}, photo being of type file")
  /// A column that holders are to fill is none of the template's.
  package static let personalColumn = finding(
    "template.personalization.unknownColumn",
    why: "What the holder gives would get lost: no place of the pass shows that column.",
    help: "name a column that a placeholder uses or \"columns\" declares",
    wrong: "{\"personalization\": {\"nmae\": \"givenName\"}}, {{ name }} being used",
    right: "{\"personalization\": {\"name\": \"givenName\"}}")
  /// A column that holders are to fill with what personalization.json does not ask for.
  package static let personalNotAsked = finding(
    "template.personalization.notAsked", .warning, effect: .ignored,
    why: """
      A phone sends only what requiredPersonalizationFields of personalization.json asks for; the \
      column stays empty.
      """,
    help: "add the field to requiredPersonalizationFields, or take the column away",
    wrong: "{\"personalization\": {\"mail\": \"emailAddress\"}}, and only the name is asked for",
    right: "PKPassPersonalizationFieldEmailAddress among requiredPersonalizationFields")
  /// "include" names a data file.
  package static let includedData = finding(
    "template.include.data",
    why: """
      Customers' data must never travel inside somebody else's pass. passc looks at the content: a \
      copy of the data or of the template's sample, and a file with the same rows in another form, is \
      data whatever its name.
      """,
    help: "take the file out of \"include\"",
    wrong: "{\"include\": [\"members.csv\"]}, or [\"notes.txt\"] with the rows of members.csv",
    right: "{\"include\": [\"terms.html\"]}")
  /// A file that "include" names is not there.
  package static let includeMissing = finding(
    "template.include.missing", why: "A file that is to be packed is not there.",
    help: "correct the path; it counts from the template's folder",
    wrong: "{\"include\": [\"terms.htm\"]} beside terms.html",
    right: "{\"include\": [\"terms.html\"]}")
  /// An entry of "allow" whose reason is empty.
  package static let allowWithoutReason = finding(
    "template.allow.noReason", why: "The next reader needs to know why a warning is silent.",
    help: "write the reason as the value",
    wrong: "{\"allow\": {\"image.scale.missing\": \"\"}}",
    right: "{\"allow\": {\"image.scale.missing\": \"the artist delivers @3x in May\"}}")
  /// An entry of "allow" that no finding needed.
  package static let allowUnused = finding(
    "template.allow.unused", .warning, effect: .style,
    why: "An exception that silences nothing hides the next fault.",
    help: "take the entry away",
    wrong: "{\"allow\": {\"image.scale.missing\": \"...\"}} and all scales there",
    right: "{\"allow\": {}}")
  /// An entry of "allow" for an error that cannot be allowed.
  package static let allowRefused = finding(
    "template.allow.refused", .warning, effect: .style,
    why: "What Apple documents as an error cannot be agreed away.",
    help: "correct the fault, then take the entry away",
    wrong: "{\"allow\": {\"json.number.invalid\": \"we like it\"}}",
    right: "the fault corrected, and no entry")
  /// A link leads out of the template's folders.
  package static let leavingLink = finding(
    "template.file.outsideLink",
    why: "A link out of the template could pack any file of this machine.",
    help: "copy the file into the template, or share it through a base with \"extends\"",
    wrong: "icon.png as a link to /srv/images/icon.png",
    right: "icon.png as a file")
  /// Something else than a file has the name of one that is packed.
  package static let notAFile = finding(
    "template.file.notAFile",
    why: "A folder or pipe where a file is meant would be left out without a word.",
    help: "put the file there, or rename what stands in its place",
    wrong: "a folder named icon.png",
    right: "a file named icon.png")
  /// A file that lies in the template and does not get into the pass.
  package static let notPacked = finding(
    "template.file.notPacked", .warning, effect: .ignored,
    why: "Only names Wallet knows are packed; an image with another name never shows.",
    help: "rename the file, list it under \"include\", or move it into a folder of its own",
    wrong: "header.png beside pass.json",
    right: "strip.png beside pass.json")
  /// Two braces open what cannot be read as a placeholder.
  package static let invalidPlaceholder = finding(
    "template.placeholder.invalid", why: "Braces that are no placeholder are likely a mistake.",
    help: "write {{ column }}, {{ column | default: 'text' }}, or {{ '{{' }} for two braces",
    wrong: "\"value\": \"{{ name\"",
    right: "\"value\": \"{{ name }}\"")
  /// A placeholder stands in the name of a member.
  package static let placeholderInName = finding(
    "template.placeholder.inName", why: "Placeholders stand in values, never in names.",
    help: "write the name out",
    wrong: "{\"{{ name }}\": \"Jane\"}",
    right: "{\"value\": \"{{ name }}\"}")
  /// A column gives a value of another type than its place in the pass takes.
  package static let typeMismatch = finding(
    "template.placeholder.typeMismatch", effect: .refused,
    why: "The place decides the type; a text where Wallet wants a number makes it refuse the pass.",
    help: "declare the column in template.json with a type that fits",
    wrong: "\"maxDistance\": \"{{ radius }}\", radius being a text",
    right: "\"maxDistance\": \"{{ radius }}\", radius being of type number")
  /// The default in a placeholder is of another type than its column.
  package static let fallbackMismatch = finding(
    "template.placeholder.defaultMismatch",
    why: "The default stands where the column's value would, so it has the same type.",
    help: "write a default of the column's type",
    wrong: "{{ points | default: 'none' }}, points being an integer",
    right: "{{ points | default: 0 }}")
  /// An "$if" that does not name one column.
  package static let invalidCondition = finding(
    "template.condition.invalid", why: "\"$if\" decides by one column whether an object stays.",
    help: "write \"$if\": \"column\" or \"$if\": \"!column\"",
    wrong: "\"$if\": true",
    right: "\"$if\": \"gold\" or \"$if\": \"!gold\"")
  /// An "$if" asks for a column that nothing else mentions.
  package static let unknownCondition = finding(
    "template.condition.unknownColumn", .warning,
    why: "A column that no placeholder uses and template.json does not declare is likely a "
      + "misspelling: the condition would be met by no row, and nobody would see why.",
    help: "write the name of the column, or declare it in template.json",
    wrong: "\"$if\": \"glod\" beside a column gold",
    right: "\"$if\": \"gold\"")

  // MARK: What a fault leaves to look at

  private static let ofPlaceholders = [
    invalidPlaceholder, placeholderInName, typeMismatch, fallbackMismatch, invalidCondition,
  ]
  private static let ofSettings = [
    unknownSetting, unknownImage, includedData, includeMissing, allowWithoutReason,
  ]

  /// A fault of one place of the pass, where nothing more is to be said of that place.
  package static func isOfPlaceholder(_ diagnostic: Diagnostic) -> Bool {
    ofPlaceholders.contains(diagnostic.finding)
  }

  /// A fault that hides nothing else: the pass and its files are known as they are meant.
  static func leavesTheRest(_ diagnostic: Diagnostic) -> Bool {
    let finding = diagnostic.finding
    if (ofPlaceholders + ofSettings + StringsFindings.all).contains(finding) { return true }
    // Which images there are is not known when their list cannot be read.
    return finding == invalidSetting && diagnostic.pointer?.hasPrefix("/images") == false
  }

  /// Every finding about template folders, in the order of the reference.
  package static let all = [
    notAnObject, passMissing, baseMissing, cycle, unknownSetting, invalidSetting, unknownImage,
    imageWithoutFile, personalColumn, personalNotAsked, includedData, includeMissing,
    allowWithoutReason, allowUnused, allowRefused,
    leavingLink, notAFile, notPacked, invalidPlaceholder, placeholderInName, typeMismatch,
    fallbackMismatch, invalidCondition, unknownCondition,
  ]
}
