// SPDX-License-Identifier: Apache-2.0

// Imports the library as a user does, with public names only.
import PassBuild
import Testing

struct TokenKeyTests {
  private static let digits = String(repeating: "0123456789abcdef", count: 4)

  /// The secret must not appear as hex or raw bytes.
  @Test func noWayOfPrintingShowsTheSecret() throws {
    struct Settings { let key: AuthenticationTokenKey }
    let key = try AuthenticationTokenKey(hexDigits: Self.digits)
    var texts = ["\(key)", String(describing: key), String(reflecting: key)]
    texts += ["\(Settings(key: key))", String(reflecting: [key]), "\(Optional(key) as Any)"]
    var dumped = ""
    dump(Settings(key: key), to: &dumped)
    texts.append(dumped)
    for text in texts {
      #expect(!text.lowercased().contains("0123"), "\(text)")
      #expect(!text.contains("1, 35, 69") && !text.contains("- 35"), "\(text)")
    }
  }

  /// HMAC-SHA-256 as computed by Python's `hmac`.
  @Test func derivesTheTokenOfAPass() throws {
    let key = try AuthenticationTokenKey(hexDigits: Self.digits)
    #expect(
      key.token(passTypeIdentifier: "pass.com.example.gym", serialNumber: "A-17")
        == "d7385a2ec4fd30b4389c1151302a34871f0e629da007362465d8d1663ee0a246")
  }
}
