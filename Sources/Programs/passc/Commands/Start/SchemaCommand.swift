// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole
import PassGoogleModel
import PassReport

struct SchemaCommand: ConsoleCommand {
  /// The file that a schema describes.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case pass, template, google
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a template's JSON files, for editors.",
    discussion: """
      passc schema pass is for pass.json of templates and of finished passes. It allows \
      placeholders, and does not require the identifiers that building fills in.

      A template that extends another one has only a part of pass.json. Give its editor the schema \
      of --derived, which requires nothing.

      Examples:
        passc schema pass > pass.schema.json
        passc schema pass --derived > derived.schema.json
        passc schema template > template.schema.json
        passc schema google > google.schema.json

      In VS Code's settings.json, where gold.pass extends another template:
        "json.schemas": [
          { "fileMatch": ["*.pass/pass.json", "!gold.pass/pass.json"],
            "url": "./pass.schema.json" },
          { "fileMatch": ["gold.pass/pass.json"], "url": "./derived.schema.json" },
          { "fileMatch": ["template.json"], "url": "./template.schema.json" }
        ]
      """)

  @Argument(help: "Which file: pass, template or google.")
  var subject: Subject

  @Flag(
    help: "Require nothing, and allow null to remove a member.")
  var derived = false

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if derived, subject != .pass {
      throw ValidationError("--derived is for pass: the other schemas require nothing")
    }
  }

  func run() throws {
    switch subject {
    case .pass: Console.write(PassSchema.text(isDerived: derived))
    case .template: Console.write(TemplateSchema.text)
    case .google: Console.write(IndentedJSON.bytes(of: GoogleSettingsSchema.root))
    }
  }
}
