// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The options for Apple's API that issues certificates.
package struct AppStoreConnectOptions: ParsableArguments {
  /// The team key, which Apple lets you download once.
  @Option(
    help: ArgumentHelp(
      "Request the certificate with this team key, a .p8 file.", valueName: "file"),
    completion: .file(extensions: ["p8"]))
  package var appStoreConnect: String?

  @Option(help: ArgumentHelp("The identifier of the team key, ten characters.", valueName: "id"))
  package var keyId: String?

  @Option(help: ArgumentHelp("The issuer ID of the team, a UUID.", valueName: "id"))
  package var issuerId: String?

  /// Whether to print the calls and send nothing.
  @Flag(help: "Print the calls to Apple's API and send nothing.")
  package var dryRun = false

  /// The address of a simulation of the API.
  @Option(
    help: ArgumentHelp("Use the API at this address, for tests.", valueName: "url"))
  package var apiUrl: String?

  package init() {}

  package func validate() throws {
    guard appStoreConnect != nil else {
      if keyId != nil || issuerId != nil || dryRun || apiUrl != nil {
        throw ValidationError(
          "--key-id, --issuer-id, --dry-run and --api-url need --app-store-connect",
          help: "add --app-store-connect AuthKey_ID.p8")
      }
      return
    }
    guard let keyId else {
      throw ValidationError(
        "--app-store-connect needs --key-id", help: "it is in the file name: AuthKey_ID.p8")
    }
    guard keyId.utf8.count == 10, keyId.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw ValidationError(
        "--key-id is \"\(keyId)\", expected ten letters and digits",
        help: "it is in the file name: AuthKey_ID.p8")
    }
    guard let issuerId else {
      throw ValidationError(
        "--app-store-connect needs --issuer-id: Apple lets only team keys issue certificates",
        help: "use a team key, not an individual key; the issuer ID is above the list of keys")
    }
    guard issuerId.utf8.count == 36, issuerId.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw ValidationError(
        "--issuer-id is \"\(issuerId)\", expected a UUID",
        help: "it is above the list of team keys in App Store Connect")
    }
    if let apiUrl {
      let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains {
        apiUrl == $0 || apiUrl.hasPrefix($0 + ":")
      }
      guard apiUrl.hasPrefix("https://") || isLocal, !apiUrl.hasSuffix("/") else {
        throw ValidationError(
          "--api-url is \"\(apiUrl)\", expected https:// or http://127.0.0.1, without / at the end")
      }
    }
  }
}
