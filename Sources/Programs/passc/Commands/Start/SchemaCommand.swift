// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassConsole

/// `passc schema`: JSON Schema for editors.
struct SchemaCommand: ParsableCommand {
  /// The file a schema is for.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case pass, template
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pass.json or template.json, for editors.",
    discussion: """
      The schema (draft 2020-12) comes from the tables the checks go by. That of pass.json is for \
      templates and bundles: placeholders are fine where a template may have them, and the \
      identifiers that building fills in are not required.

      The pass.json of a template that extends another is a part only and needs the schema of \
      --derived: the strict one would ask for what its base has.

      Example:
        passc schema pass > pass.schema.json
        passc schema pass --derived > derived.schema.json
        passc schema template > template.schema.json

      In VS Code's settings.json, where gold.pass extends another template:
        "json.schemas": [
          { "fileMatch": ["*.pass/pass.json", "!gold.pass/pass.json"],
            "url": "./pass.schema.json" },
          { "fileMatch": ["gold.pass/pass.json"], "url": "./derived.schema.json" },
          { "fileMatch": ["template.json"], "url": "./template.schema.json" }
        ]
      """)

  @Argument(help: "Which file: pass or template.")
  var subject: Subject

  @Flag(
    help: "Of a pass.json whose template extends another: nothing is required, null removes.")
  var derived = false

  func validate() throws {
    if derived, subject == .template {
      throw ValidationError("--derived is for pass; template.json says itself what it extends")
    }
  }

  func run() throws {
    switch subject {
    case .pass: Console.write(PassSchema.text(isDerived: derived))
    case .template: Console.write(TemplateSchema.text)
    }
  }
}
