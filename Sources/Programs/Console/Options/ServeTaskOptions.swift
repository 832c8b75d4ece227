// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The database that a task of `passc serve` works on.
package struct ServedDatabaseOptions: ParsableArguments {
  /// The database of a service.
  @Option(
    help: ArgumentHelp(
      "Use this database of passc serve, a file or a PostgreSQL address.", valueName: "file"),
    completion: .file())
  package var database = "passes.sqlite"

  /// Options that name nothing.
  package init() {}
}

/// Links to passes: the address of the service, and the keys that encrypt them.
package struct LinkOptions: ParsableArguments {
  /// The address links begin with.
  @Option(
    help: ArgumentHelp(
      "Make links to this service as phones and browsers reach it.", valueName: "url"))
  package var publicUrl: String?

  /// The keys of links.
  @Option(
    help: ArgumentHelp(
      "Encrypt links with the first key of this file, decrypt with all.",
      discussion: "Each line is a key of 64 hex digits.", valueName: "file"), completion: .file())
  package var linkKey: String?

  /// Options that name nothing.
  package init() {}

  /// Rejects one of the two without the other.
  package func validate() throws {
    if (publicUrl == nil) != (linkKey == nil) {
      throw ValidationError(
        "--public-url and --link-key go together",
        help: "write --public-url https://passes.example.com --link-key link.key")
    }
  }
}
