// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The database for the subcommands of `passc serve`.
package struct ServedDatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this database of passc serve, a file or a PostgreSQL address.", valueName: "file"),
    completion: .file())
  package var database = "passes.sqlite"

  package init() {}
}

/// Options for links to passes: the public address of the service, and the keys that encrypt links.
package struct LinkOptions: ParsableArguments {
  /// The address that links begin with.
  @Option(
    help: ArgumentHelp(
      "Make links with this public address of the service.", valueName: "url"))
  package var publicUrl: String?

  /// The file with keys, one a line. The first encrypts, and all decrypt.
  @Option(
    help: ArgumentHelp(
      "Encrypt links with the first key of this file, decrypt with all.",
      discussion: "Each line is a key of 64 hex digits.", valueName: "file"), completion: .file())
  package var linkKey: String?

  package init() {}

  package func validate() throws {
    if (publicUrl == nil) != (linkKey == nil) {
      throw ValidationError(
        "--public-url and --link-key go together",
        help: "write --public-url https://passes.example.com --link-key link.key")
    }
  }
}
