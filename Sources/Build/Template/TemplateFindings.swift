// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassModel

/// The findings about a template. Their examples are in the tests of this module, because a
/// template is a folder.
package enum TemplateFindings {
  static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .wrong, why: String,
    help: String, wrong: String, right: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help,
      source: .documented("passc help templates"), wrong: wrong, right: right)
  }

  /// A JSON file of the template whose content is not an object.
  package static let notAnObject = finding(
    "template.file.notAnObject",
    why: "pass.json, personalization.json and template.json each contain one JSON object.",
    help: "put the content of the file between { and }",
    wrong: """
      template.json   [ "columns" ]
      """,
    right: """
      template.json   { "columns": {} }
      """)
  /// Neither the folder nor one of its bases has a pass.json.
  package static let passMissing = finding(
    "template.pass.missing", effect: .refused,
    why: "Every pass needs a pass.json. The template has none, and neither has a base it extends.",
    help: """
      add pass.json, or name a base that has one with "extends"; to make a template, run: passc \
      init DIR
      """,
    wrong: """
      gym.pass/  template.json  icon.png  icon@2x.png  icon@3x.png
      """,
    right: """
      gym.pass/  template.json  pass.json  icon.png  icon@2x.png  icon@3x.png
      """)
  /// The folder that "extends" names does not exist.
  package static let baseMissing = finding(
    "template.extends.missing",
    why: """
      "extends" names the folder of a base template. Without it, the base's files are missing.
      """,
    help: "correct the path, which starts at the folder of this template.json",
    wrong: """
      gym.pass/template.json   { "extends": "../bsae.pass" }
      base.pass/               pass.json  icon.png
      """,
    right: """
      gym.pass/template.json   { "extends": "../base.pass" }
      base.pass/               pass.json  icon.png
      """)
  /// A template that extends itself, directly or through others.
  package static let cycle = finding(
    "template.extends.cycle",
    why: "Two templates extend each other, so neither of them is the base.",
    help: "remove \"extends\" from one of them",
    wrong: """
      gym.pass/template.json    { "extends": "../base.pass" }
      base.pass/template.json   { "extends": "../gym.pass" }
      """,
    right: """
      gym.pass/template.json    { "extends": "../base.pass" }
      base.pass/template.json   {}
      """)
  /// A member of template.json that passc does not know.
  package static let unknownSetting = finding(
    "template.setting.unknown", effect: .ignored,
    why: "passc would ignore a misspelled member, and you would not notice.",
    help: "use a member that passc help templates lists",
    wrong: """
      template.json   { "colums": { "points": { "type": "integer" } } }
      """,
    right: """
      template.json   { "columns": { "points": { "type": "integer" } } }
      """)
  /// A setting with a value of the wrong kind.
  package static let invalidSetting = finding(
    "template.setting.invalid",
    why: "Each member of template.json takes one kind of value. passc cannot use this value.",
    help: "write the value as passc help templates shows it",
    wrong: """
      template.json   { "sample": 7 }
      """,
    right: """
      template.json   { "sample": "sample.csv" }
      """)
  /// A per-row image has a name that Wallet does not use.
  package static let unknownImage = finding(
    "template.images.unknownName",
    why: "Wallet shows only images with the names it knows, such as thumbnail.png.",
    help: "use a name such as thumbnail@2x.png",
    wrong: """
      template.json   { "images": { "photo.png": "{{ photo }}" } }
      """,
    right: """
      template.json   { "images": { "thumbnail.png": "{{ photo }}" } }
      """)
  /// The value of a per-row image is not a column of type file.
  package static let imageWithoutFile = finding(
    "template.images.noFile",
    why: "Only a column of type file can name the image that passc packs.",
    help: "declare the column with \"type\": \"file\", and write one placeholder as the value",
    wrong: """
      "columns": { "photo": { "type": "string" } },
      "images": { "thumbnail.png": "{{ photo }}" }
      """,
    right: """
      "columns": { "photo": { "type": "file" } },
      "images": { "thumbnail.png": "{{ photo }}" }
      """)
  /// A column for customers to fill in that the template does not have.
  package static let personalColumn = finding(
    "template.personalization.unknownColumn",
    why: "The template does not use this column, so what the customer enters would be lost.",
    help: "name a column that a placeholder uses or \"columns\" declares",
    wrong: """
      pass.json       "value": "{{ name }}"
      template.json   "personalization": { "nmae": "givenName" }
      """,
    right: """
      pass.json       "value": "{{ name }}"
      template.json   "personalization": { "name": "givenName" }
      """)
  /// A column for customers to fill in that personalization.json does not request.
  package static let personalNotAsked = finding(
    "template.personalization.notAsked", .warning, effect: .ignored,
    why: """
      An iPhone sends only the fields that requiredPersonalizationFields in personalization.json \
      lists. The column stays empty.
      """,
    help: "add the field to requiredPersonalizationFields, or remove the column",
    wrong: """
      template.json          "personalization": { "mail": "emailAddress" }
      personalization.json   "requiredPersonalizationFields": [
                               "PKPassPersonalizationFieldName" ]
      """,
    right: """
      template.json          "personalization": { "mail": "emailAddress" }
      personalization.json   "requiredPersonalizationFields": [
                               "PKPassPersonalizationFieldEmailAddress" ]
      """)
  /// "include" names a data file.
  package static let includedData = finding(
    "template.include.data",
    why: """
      A pass must never contain the data of other customers. passc compares contents: a copy of \
      your data or of the template's sample is data, whatever its name is, and so is a file with \
      the same rows in another format.
      """,
    help: "remove the file from \"include\"",
    wrong: """
      template.json   { "include": [ "terms.html", "members.csv" ] }
      """,
    right: """
      template.json   { "include": [ "terms.html" ] }
      """)
  /// A file that "include" names does not exist.
  package static let includeMissing = finding(
    "template.include.missing",
    why: "\"include\" lists further files to pack, and this one does not exist.",
    help: "correct the path, which starts at the template's folder",
    wrong: """
      template.json   { "include": [ "terms.htm" ] }
      gym.pass/       pass.json  terms.html
      """,
    right: """
      template.json   { "include": [ "terms.html" ] }
      gym.pass/       pass.json  terms.html
      """)
  /// An entry of "allow" whose reason is empty.
  package static let allowWithoutReason = finding(
    "template.allow.noReason",
    why: "Your colleagues need to know why this finding is allowed.",
    help: "write the reason as the value",
    wrong: """
      "allow": { "image.scale.missing": "" }
      """,
    right: """
      "allow": { "image.scale.missing": "the artist delivers @3x in May" }
      """)
  /// An entry of "allow" that no finding needed.
  package static let allowUnused = finding(
    "template.allow.unused", .warning, effect: .style,
    why: "The entry matches no finding of this template. It could hide a later one.",
    help: "remove the entry",
    wrong: """
      gym.pass/   icon.png  icon@2x.png  icon@3x.png
      "allow": { "image.scale.missing": "the artist delivers @3x in May" }
      """,
    right: """
      gym.pass/   icon.png  icon@2x.png  icon@3x.png
      "allow": {}
      """)
  /// An entry of "allow" for an error that cannot be allowed.
  package static let allowRefused = finding(
    "template.allow.refused", .warning, effect: .style,
    why: "Apple documents this error, so an entry in \"allow\" cannot make the pass work.",
    help: "correct the error, then remove the entry",
    wrong: """
      pass.json       "backgroundColor": "blue"
      template.json   "allow": { "colour.value.invalid": "our blue" }
      """,
    right: """
      pass.json       "backgroundColor": "rgb(0, 0, 255)"
      template.json   "allow": {}
      """)
  /// A symbolic link that leads out of the template's folders.
  package static let escapingLink = finding(
    "template.file.outsideLink",
    why: """
      Through a link that leaves the template, any file of this computer could get into a pass.
      """,
    help: """
      copy the file into the template, or put it into a base and name the base with "extends"
      """,
    wrong: """
      gym.pass/icon.png -> /srv/images/icon.png
      """,
    right: """
      gym.pass/icon.png
      """)
  /// Something other than a file has the name of a file that is packed.
  package static let notAFile = finding(
    "template.file.notAFile",
    why: "passc packs a file of this name. A folder or pipe cannot be packed.",
    help: "rename it, and put the file there",
    wrong: """
      gym.pass/  pass.json  icon.png/
      """,
    right: """
      gym.pass/  pass.json  icon.png
      """)
  /// A file in the template that does not get into the pass.
  package static let notPacked = finding(
    "template.file.notPacked", .warning, effect: .ignored,
    why: "passc packs only files that Wallet knows by name. Wallet never shows any other image.",
    help: "rename the file, list it under \"include\", or move it into a subfolder",
    wrong: """
      gym.pass/  pass.json  icon.png  header.png
      """,
    right: """
      gym.pass/  pass.json  icon.png  strip.png
      """)
  /// A manifest or signature in a folder that is built.
  package static let leftover = finding(
    "template.file.leftover", .note, effect: .ignored,
    why: """
      Each build makes a manifest.json and a signature. Those in the folder are from an earlier \
      build or from a pass that was unpacked. passc does not use them.
      """,
    help: "delete them, or sign the files as they are with passc resign",
    wrong: """
      gym.pass/  pass.json  icon.png  manifest.json  signature
      """,
    right: """
      gym.pass/  pass.json  icon.png
      """)
  /// A private key among the files of the template.
  package static let privateKey = finding(
    "template.file.privateKey", .warning, effect: .style,
    why: """
      passc does not pack the key, so the passes are fine. A template is often shared or under \
      version control. Anybody with the key can make passes in your name.
      """,
    help: "move the key to a folder outside of the template",
    wrong: """
      gym.pass/  pass.json  icon.png  key.pem
      """,
    right: """
      gym.pass/  pass.json  icon.png
      identity/  certificate.pem  key.pem
      """)
  /// Two opening braces that do not begin a placeholder.
  package static let invalidPlaceholder = finding(
    "template.placeholder.invalid",
    why: "Two braces open a placeholder. This one cannot be read.",
    help: "write {{ column }} or {{ column | default: 'text' }}. For two braces: {{ '{{' }}",
    wrong: """
      "value": "{{ name"
      """,
    right: """
      "value": "{{ name }}"
      """)
  /// A placeholder in the name of a member.
  package static let placeholderInName = finding(
    "template.placeholder.inName",
    why: "passc fills placeholders in values only, never in the names of members.",
    help: "write the name without a placeholder",
    wrong: """
      { "key": "tier", "{{ part }}": "Gold" }
      """,
    right: """
      { "key": "tier", "value": "Gold" }
      """)
  /// A column with a value of another type than its place in the pass requires.
  package static let typeMismatch = finding(
    "template.placeholder.typeMismatch", effect: .refused,
    why: """
      The place in the pass decides the type. Wallet rejects a pass with text where it expects a \
      number.
      """,
    help: "declare the column in template.json with a type that fits",
    wrong: """
      pass.json       "maxDistance": "{{ radius }}"
      template.json   "columns": { "radius": { "type": "string" } }
      """,
    right: """
      pass.json       "maxDistance": "{{ radius }}"
      template.json   "columns": { "radius": { "type": "number" } }
      """)
  /// A default in a placeholder with another type than its column.
  package static let fallbackMismatch = finding(
    "template.placeholder.defaultMismatch",
    why: "The default takes the place of the column's value, so it must have the column's type.",
    help: "write a default of the column's type",
    wrong: """
      pass.json       "value": "{{ points | default: 'none' }}"
      template.json   "columns": { "points": { "type": "integer" } }
      """,
    right: """
      pass.json       "value": "{{ points | default: '0' }}"
      template.json   "columns": { "points": { "type": "integer" } }
      """)
  /// An "$if" that does not name one column.
  package static let invalidCondition = finding(
    "template.condition.invalid",
    why: "\"$if\" names one column, and the value of that column decides whether the object stays.",
    help: "write \"$if\": \"column\" or \"$if\": \"!column\"",
    wrong: """
      { "$if": true, "key": "sauna", "value": "included" }
      """,
    right: """
      { "$if": "sauna", "key": "sauna", "value": "included" }
      """)
  /// An "$if" with a column that nothing else mentions.
  package static let unknownCondition = finding(
    "template.condition.unknownColumn", .warning,
    why: """
      No placeholder uses this column and template.json does not declare it, so the name is \
      probably misspelled. No row would ever meet the condition.
      """,
    help: "correct the name of the column, or declare the column in template.json",
    wrong: """
      pass.json       { "$if": "suana", "key": "sauna", "value": "included" }
      template.json   "columns": { "sauna": { "type": "boolean" } }
      """,
    right: """
      pass.json       { "$if": "sauna", "key": "sauna", "value": "included" }
      template.json   "columns": { "sauna": { "type": "boolean" } }
      """)

  // MARK: Checks that go on after an error

  private static let ofPlaceholders = [
    invalidPlaceholder, placeholderInName, typeMismatch, fallbackMismatch, invalidCondition,
  ]
  private static let ofSettings = [
    unknownSetting, unknownImage, includedData, includeMissing, allowWithoutReason,
  ]

  /// Returns whether a diagnostic is about one place of the pass that needs no further check.
  package static func isOfPlaceholder(_ diagnostic: Diagnostic) -> Bool {
    ofPlaceholders.contains(diagnostic.finding)
  }

  /// Returns whether the pass and its files can still be checked in spite of a diagnostic.
  static func allowsFurtherChecks(_ diagnostic: Diagnostic) -> Bool {
    let finding = diagnostic.finding
    if (ofPlaceholders + ofSettings + StringsFindings.all).contains(finding) { return true }
    // If the list of images cannot be read, it is unknown which images there are.
    return finding == invalidSetting && diagnostic.pointer?.hasPrefix("/images") == false
  }

  /// Every finding about template folders, in the order of the reference.
  package static let all =
    [
      notAnObject, passMissing, baseMissing, cycle, unknownSetting, invalidSetting, unknownImage,
      imageWithoutFile, personalColumn, personalNotAsked, includedData, includeMissing,
      allowWithoutReason, allowUnused, allowRefused,
      escapingLink, notAFile, notPacked, leftover, privateKey, invalidPlaceholder,
      placeholderInName,
      typeMismatch,
      fallbackMismatch, invalidCondition, unknownCondition,
    ] + ofExports
}
