// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about the entitlements, Info.plist and identifiers of an app.
package enum AppFindings {
  /// A file that is not a property list.
  package static let unreadable = Finding(
    "app.plist.unreadable", .error, effect: .refused,
    why: """
      Entitlements and Info.plist are property lists, in XML or binary form. Xcode stops if it \
      cannot read one, but other tools that write them may not notice.
      """,
    help: "correct the text at this place",
    source: .documented("Apple: property lists"),
    wrong: """
      <!-- App.entitlements -->
      <key>aps-environment</key>
      <string>development<string>
      """,
    right: """
      <!-- App.entitlements -->
      <key>aps-environment</key>
      <string>development</string>
      """,
    bad: [
      .json(#""text""#, of: "App.entitlements", at: "")
    ],
    good: [
      .json(#"{}"#, of: "App.entitlements")
    ])

  /// A key in a file where it has no effect.
  package static let wrongFile = Finding(
    "app.key.wrongFile", .error, effect: .wrong,
    why: """
      Entitlements are signed into the app. The other keys are read from Info.plist. A key in \
      the wrong file has no effect. Apple lists the ISO 7816 identifiers under Entitlements, \
      but the key belongs in Info.plist.
      """,
    help: "move the key to the other file",
    source: .documented("Apple: entitlements and information property list"),
    wrong: """
      <!-- Info.plist -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"]}"#,
        of: "App.entitlements",
        at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers"),
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG"]}"#, of: "Info.plist",
        at: "/com.apple.developer.nfc.readersession.formats"),
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG", "PACE"]}"#,
        of: "App.entitlements")
    ])

  /// A value of the wrong type for its key.
  package static let wrongType = Finding(
    "app.key.type", .error, effect: .refused,
    why: """
      The system ignores a string in place of an array, or YES in place of a Boolean, as if \
      the key were missing.
      """,
    help: "write the type that the key needs, such as an array or <true/>",
    source: .documented("Apple: entitlements"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <string>YES</string>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <true/>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": "TAG"}"#, of: "App.entitlements",
        at: "/com.apple.developer.nfc.readersession.formats"),
      .json(
        #"{"com.apple.developer.payment-pass-provisioning": "YES"}"#, of: "App.entitlements",
        at: "/com.apple.developer.payment-pass-provisioning"),
    ],
    good: [
      .json(#"{"com.apple.developer.payment-pass-provisioning": true}"#, of: "App.entitlements")
    ])

  /// A key that resembles a known one.
  package static let unknown = Finding(
    "app.key.unknown", .warning, effect: .ignored,
    why: "A misspelt key has no effect, and neither Xcode nor the system reports it.",
    help: "correct the spelling",
    source: .convention("keys that resemble the keys passc knows"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersesion.formats</key>
      <array><string>TAG</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersesion.formats": ["TAG"]}"#, of: "App.entitlements",
        at: "/com.apple.developer.nfc.readersesion.formats")
    ],
    good: [
      .json(#"{"com.apple.developer.healthkit": true}"#, of: "App.entitlements")
    ])

  /// The format NDEF in an app for current systems.
  package static let ndef = Finding(
    "app.nfc.ndef", .error, effect: .refused,
    why: """
      App Store Connect rejects apps built with a current SDK if the formats include NDEF \
      (error 90778). Below iOS 13 the format was valid.
      """,
    help: "write only TAG",
    source: .documented("App Store Connect, error 90778"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>NDEF</string><string>TAG</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["NDEF", "TAG"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.nfc.readersession.formats/0",
        .option("--ios 15"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG"]}"#, of: "App.entitlements",
        .option("--ios 15"))
    ])

  /// Identifiers without the format TAG.
  package static let noTag = Finding(
    "app.nfc.noTag", .error, effect: .refused,
    why: """
      Core NFC starts a tag session only if the formats include TAG, whatever identifiers \
      Info.plist lists.
      """,
    help: "add TAG to the formats in the entitlements",
    source: .documented("Core NFC and PassKit, headers: readersession.formats"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>PACE</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string><string>PACE</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["PACE"]}"#, of: "App.entitlements",
        at: "/com.apple.developer.nfc.readersession.formats")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG", "PACE"]}"#,
        of: "App.entitlements")
    ])

  /// A reader format that does not exist.
  package static let format = Finding(
    "app.nfc.format", .warning, effect: .ignored,
    why: "The formats are TAG and PACE. NDEF is obsolete.",
    help: "write TAG",
    source: .documented("Apple: readersession.formats"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string><string>VAS</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.readersession.formats</key>
      <array><string>TAG</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG", "VAS"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.nfc.readersession.formats/1")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG", "PACE"]}"#,
        of: "App.entitlements")
    ])

  /// A reader app without a usage description.
  package static let usage = Finding(
    "app.nfc.usage", .error, effect: .refused,
    why: """
      Without NFCReaderUsageDescription the system ends the app when an NFC session begins.
      """,
    help: """
      add NFCReaderUsageDescription to Info.plist, or INFOPLIST_KEY_NFCReaderUsageDescription \
      to the build settings
      """,
    source: .documented("Apple: NFCReaderUsageDescription"),
    wrong: """
      <!-- Info.plist -->
      <key>NFCReaderUsageDescription</key>
      <string></string>
      """,
    right: """
      <!-- Info.plist -->
      <key>NFCReaderUsageDescription</key>
      <string>Hold a pass near this iPhone to read it.</string>
      """,
    bad: [
      .json(#"{"NFCReaderUsageDescription": null}"#, of: "Info.plist", at: ""),
      .json(
        #"{"NFCReaderUsageDescription": "  "}"#, of: "Info.plist", at: "/NFCReaderUsageDescription"),
    ],
    good: [
      .json(#"{"NFCReaderUsageDescription": "Reads cards."}"#, of: "Info.plist")
    ])

  /// An application identifier that is not hexadecimal.
  package static let aidHex = Finding(
    "app.aid.hex", .error, effect: .refused,
    why: "Application identifiers are hex digits without spaces and without 0x.",
    help: "write only hex digits",
    source: .documented("ISO/IEC 7816-4"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>0xA0000002471001</string></array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A0000002471001</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001", "0xA000000247"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/1")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"]}"#,
        of: "Info.plist")
    ])

  /// An application identifier with an odd number of digits.
  package static let aidOdd = Finding(
    "app.aid.odd", .error, effect: .refused,
    why: "Each byte is two hex digits, so the number of digits must be even.",
    help: "write two hex digits for each byte",
    source: .documented("ISO/IEC 7816-4"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A000000247100</string></array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A0000002471001</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A000000247100"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/0")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A00000024710"]}"#,
        of: "Info.plist")
    ])

  /// An application identifier that is too short or too long.
  package static let aidLength = Finding(
    "app.aid.length", .error, effect: .refused,
    why: "An application identifier has 5 to 16 bytes.",
    help: "write 10 to 32 hex digits",
    source: .documented("ISO/IEC 7816-4"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A0000002</string></array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A000000247</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/0"),
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["\#(String(repeating: "A0", count: 17))"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/0"),
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A000000247"]}"#,
        of: "Info.plist"),
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["\#(String(repeating: "A0", count: 16))"]}"#,
        of: "Info.plist"),
    ])

  /// An application identifier that is listed twice.
  package static let aidTwice = Finding(
    "app.aid.duplicate", .warning, effect: .ignored,
    why: """
      The system tries the identifiers in order and stops at the first that a tag accepts. The \
      second entry is never tried.
      """,
    help: "delete the second entry",
    source: .documented("Apple: readersession.iso7816.select-identifiers"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000002471001</string>
        <string>A0000002471001</string>
      </array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000002471001</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001", "A0000002471001"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/1")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001", "D2760000850101"]}"#,
        of: "Info.plist")
    ])

  /// An application identifier after a shorter one that it begins with.
  package static let aidOrder = Finding(
    "app.aid.order", .note, effect: .ignored,
    why: """
      A card may select an application by the beginning of its name, so the longer identifier \
      may never be tried.
      """,
    help: "put the longer identifier first",
    source: .convention("selection by partial name, ISO/IEC 7816-4"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A000000247</string>
        <string>A0000002471001</string>
      </array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000002471001</string>
        <string>A000000247</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A000000247", "A0000002471001"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/1")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001", "A000000247"]}"#,
        of: "Info.plist")
    ])

  /// An application identifier in lower case.
  package static let aidCase = Finding(
    "app.aid.case", .note, effect: .style,
    why: "Both cases work. Upper case is usual, and initialSelectedAID returns upper case.",
    help: "write upper-case hex digits",
    source: .convention("common practice"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>a0000002471001</string></array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array><string>A0000002471001</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["a0000002471001"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/0")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"]}"#,
        of: "Info.plist")
    ])

  /// A payment identifier for an ordinary tag session.
  package static let aidPayment = Finding(
    "app.aid.payment", .warning, effect: .ignored,
    why: """
      Core NFC does not select payment applications in a tag session. \
      NFCPaymentTagReaderSession does, in the European Union.
      """,
    help: "delete it, or use the payment tag session",
    source: .documented("Core NFC, quoted by several projects"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000002471001</string>
        <string>A0000000031010</string>
      </array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000002471001</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000000031010"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers/0")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000002471001"]}"#,
        of: "Info.plist")
    ])

  /// A FeliCa system code that is not valid.
  package static let felica = Finding(
    "app.felica.code", .error, effect: .refused,
    why: "A FeliCa system code has four hex digits. Neither byte may be the wildcard FF.",
    help: "write four hex digits",
    source: .documented("Core NFC and PassKit, headers: felica.systemcodes"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.felica.systemcodes</key>
      <array><string>12FF</string></array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.felica.systemcodes</key>
      <array><string>0003</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.felica.systemcodes": ["12FF"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.felica.systemcodes/0"),
      .json(
        #"{"com.apple.developer.nfc.readersession.felica.systemcodes": ["12345"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.felica.systemcodes/0"),
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.felica.systemcodes": ["0003"]}"#, of: "Info.plist"
      )
    ])

  /// A prefix for card emulation with the wrong length.
  package static let hcePrefix = Finding(
    "app.hce.prefix", .error, effect: .refused,
    why: """
      A prefix has 5 to 16 bytes. Five bytes are the registered part of an application \
      identifier.
      """,
    help: "write 10 to 32 hex digits",
    source: .documented("Apple: nfc.hce.iso7816.select-identifier-prefixes"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.hce</key>
      <true/>
      <key>...nfc.hce.iso7816.select-identifier-prefixes</key>
      <array><string>A0000002</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.hce</key>
      <true/>
      <key>...nfc.hce.iso7816.select-identifier-prefixes</key>
      <array><string>A000000247</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.hce": true, "com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes": ["A0000002"]}"#,
        of: "App.entitlements",
        at: "/com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes/0")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.hce": true, "com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes": ["A000000247"]}"#,
        of: "App.entitlements")
    ])

  /// Prefixes for card emulation without the card emulation entitlement.
  package static let hceMissing = Finding(
    "app.hce.missing", .error, effect: .refused,
    why: """
      Without com.apple.developer.nfc.hce the system ends the app when it uses CardSession.
      """,
    help: "set com.apple.developer.nfc.hce to true",
    source: .documented("Apple: nfc.hce"),
    wrong: """
      <!-- App.entitlements -->
      <key>...nfc.hce.iso7816.select-identifier-prefixes</key>
      <array><string>A000000247</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.nfc.hce</key>
      <true/>
      <key>...nfc.hce.iso7816.select-identifier-prefixes</key>
      <array><string>A000000247</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes": ["A000000247"]}"#,
        of: "App.entitlements",
        at: "/com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes")
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.hce": true, "com.apple.developer.nfc.hce.iso7816.select-identifier-prefixes": ["A000000247"]}"#,
        of: "App.entitlements")
    ])

  /// An invalid entry for a pass type identifier.
  package static let passForm = Finding(
    "app.pass.form", .error, effect: .refused,
    why: """
      An entry is the team prefix followed by a pass type identifier, or by a single * for all \
      passes of the team.
      """,
    help: "write $(TeamIdentifierPrefix)pass.com.example.gym or $(TeamIdentifierPrefix)*",
    source: .documented("Apple: pass-type-identifiers"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>pass.com.example.gym</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array>
        <string>$(TeamIdentifierPrefix)pass.com.example.gym</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["pass.com.example.gym"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers/0"),
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)com.example.gym"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers/0"),
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)pass.*.gym"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers/0"),
    ],
    good: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)*"]}"#,
        of: "App.entitlements"),
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["EXAMPLE123.pass.com.example.gym"]}"#,
        of: "App.entitlements"),
    ])

  /// A pass that the app may not access.
  package static let passUncovered = Finding(
    "app.pass.uncovered", .error, effect: .refused,
    why: """
      An app can read, replace and remove only passes whose pass type identifier is in its \
      entitlements and its provisioning profile.
      """,
    help: """
      add the pass type identifier to the entitlements and to the app's identifier at Apple
      """,
    source: .documented("Apple: pass-type-identifiers"),
    wrong: """
      <!-- App.entitlements, for a template with pass.com.example.gym -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array>
        <string>$(TeamIdentifierPrefix)pass.com.example.sauna</string>
      </array>
      """,
    right: """
      <!-- App.entitlements, for a template with pass.com.example.gym -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array>
        <string>$(TeamIdentifierPrefix)pass.com.example.sauna</string>
        <string>$(TeamIdentifierPrefix)pass.com.example.gym</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)pass.com.example.sauna"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers",
        .option("--template pass.com.example.gym"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)pass.com.example.gym"]}"#,
        of: "App.entitlements", .option("--template pass.com.example.gym"))
    ])

  /// A pass type identifier with the prefix of another team.
  package static let passTeam = Finding(
    "app.pass.team", .error, effect: .refused,
    why: """
      The team in the entry differs from the team of the certificate that signs the passes.
      """,
    help: "write $(TeamIdentifierPrefix), or the team of the certificate",
    source: .documented("Apple: pass-type-identifiers"),
    wrong: """
      <!-- App.entitlements, for passes signed by team A1B2C3D4E5 -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>F6G7H8J9K0.pass.com.example.gym</string></array>
      """,
    right: """
      <!-- App.entitlements, for passes signed by team A1B2C3D4E5 -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>A1B2C3D4E5.pass.com.example.gym</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["OTHER12345.pass.com.example.gym"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers/0",
        .option("--template pass.com.example.gym"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["EXAMPLE123.pass.com.example.gym"]}"#,
        of: "App.entitlements", .option("--template pass.com.example.gym"))
    ])

  /// An entitlement that the provisioning profile does not grant.
  package static let notGranted = Finding(
    "app.profile.notGranted", .error, effect: .refused,
    why: """
      An app with an entitlement that its profile does not grant cannot be installed. Apple \
      grants the entitlement, and both the identifier and the profile must include it.
      """,
    help: "add the capability at Apple and create a new provisioning profile",
    source: .documented("Apple: provisioning profiles"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <true/>
      <!-- App.mobileprovision: not granted -->
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <true/>
      <!-- App.mobileprovision -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <true/>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.payment-pass-provisioning": true}"#, of: "App.entitlements",
        at: "/com.apple.developer.payment-pass-provisioning", .option("--profile"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG"]}"#, of: "App.entitlements",
        .option("--profile"))
    ])

  /// An entitlement that the provisioning profile grants, but the app does not use.
  package static let notClaimed = Finding(
    "app.profile.notClaimed", .note, effect: .ignored,
    why: """
      The profile grants the entitlement, but the entitlements file does not list it. The app \
      does not have it.
      """,
    help: "add it to the entitlements file if the app needs it",
    source: .documented("Apple: provisioning profiles"),
    wrong: """
      <!-- App.mobileprovision -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>A1B2C3D4E5.*</string></array>
      <!-- App.entitlements: not listed -->
      """,
    right: """
      <!-- App.mobileprovision -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>A1B2C3D4E5.*</string></array>
      <!-- App.entitlements -->
      <key>com.apple.developer.pass-type-identifiers</key>
      <array><string>$(TeamIdentifierPrefix)*</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": null}"#, of: "App.entitlements",
        at: "/Entitlements/com.apple.developer.pass-type-identifiers", .option("--profile"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.formats": ["TAG"]}"#, of: "App.entitlements",
        .option("--profile"))
    ])

  /// A merchant identifier that does not begin with merchant.
  package static let merchantForm = Finding(
    "app.merchant.form", .error, effect: .refused,
    why: "Merchant identifiers begin with merchant. and continue with a name.",
    help: "write merchant.com.example.gym",
    source: .documented("Apple: in-app-payments"),
    wrong: """
      <!-- App.entitlements -->
      <key>com.apple.developer.in-app-payments</key>
      <array><string>com.example.gym</string></array>
      """,
    right: """
      <!-- App.entitlements -->
      <key>com.apple.developer.in-app-payments</key>
      <array><string>merchant.com.example.gym</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.in-app-payments": ["com.example.gym"]}"#, of: "App.entitlements",
        at: "/com.apple.developer.in-app-payments/0")
    ],
    good: [
      .json(
        #"{"com.apple.developer.in-app-payments": ["merchant.com.example.sauna"]}"#,
        of: "App.entitlements")
    ])

  /// A payment for a merchant that the app does not declare.
  package static let merchantUncovered = Finding(
    "app.merchant.uncovered", .error, effect: .refused,
    why: """
      PKPaymentRequest.merchantIdentifier must be one of the merchant identifiers in the \
      entitlements.
      """,
    help: "add the merchant identifier to the entitlements",
    source: .documented("Core NFC and PassKit, headers: PKPaymentRequest.merchantIdentifier"),
    wrong: """
      <!-- App.entitlements, for payments to merchant.com.example.gym -->
      <key>com.apple.developer.in-app-payments</key>
      <array><string>merchant.com.example.sauna</string></array>
      """,
    right: """
      <!-- App.entitlements, for payments to merchant.com.example.gym -->
      <key>com.apple.developer.in-app-payments</key>
      <array><string>merchant.com.example.gym</string></array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.in-app-payments": ["merchant.com.example.sauna"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.in-app-payments",
        .option("--payments merchant.com.example.gym"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.in-app-payments": ["merchant.com.example.gym"]}"#,
        of: "App.entitlements", .option("--payments merchant.com.example.gym"))
    ])

  /// A payment tag reader that never requests passes.
  package static let readerOrder = Finding(
    "app.reader.order", .warning, effect: .ignored,
    why: """
      The templates have nfc, but select-identifiers does not list OSE.VAS.01 \
      (4F53452E5641532E3031). The session never selects the application that returns passes.
      """,
    help: "put 4F53452E5641532E3031 first",
    source: .convention("the order of select-identifiers"),
    wrong: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>A0000000031010</string>
      </array>
      """,
    right: """
      <!-- Info.plist -->
      <key>...nfc.readersession.iso7816.select-identifiers</key>
      <array>
        <string>4F53452E5641532E3031</string>
        <string>A0000000031010</string>
      </array>
      """,
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000000031010"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers",
        .option("--template pass.com.example.gym"), .option("--for payment-tag"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["4F53452E5641532E3031", "A0000000031010"]}"#,
        of: "Info.plist", .option("--template pass.com.example.gym"), .option("--for payment-tag"))
    ])

  /// Background pushes without the entitlement for pushes.
  package static let background = Finding(
    "app.push.background", .warning, effect: .ignored,
    why: """
      Background pushes need both remote-notification in UIBackgroundModes (Info.plist) and \
      aps-environment (entitlements).
      """,
    help: "add aps-environment to the entitlements",
    source: .documented("Apple: pushing background updates"),
    wrong: """
      <!-- Info.plist -->
      <key>UIBackgroundModes</key>
      <array><string>remote-notification</string></array>
      <!-- App.entitlements: no aps-environment -->
      """,
    right: """
      <!-- Info.plist -->
      <key>UIBackgroundModes</key>
      <array><string>remote-notification</string></array>
      <!-- App.entitlements -->
      <key>aps-environment</key>
      <string>development</string>
      """,
    bad: [
      .json(
        #"{"UIBackgroundModes": ["remote-notification"]}"#, of: "Info.plist",
        at: "/UIBackgroundModes")
    ],
    good: [
      .json(#"{"UIBackgroundModes": ["audio"]}"#, of: "Info.plist")
    ])

  /// A Wallet extension without its entitlement.
  package static let walletExtension = Finding(
    "app.extension.entitlement", .error, effect: .refused,
    why: """
      Both Wallet extensions for payment cards need \
      com.apple.developer.payment-pass-provisioning, and so does the app.
      """,
    help: "add the entitlement to the extension and the app",
    source: .documented("Apple: issuer provisioning extensions"),
    wrong: """
      <!-- Extension.plist -->
      <key>NSExtension</key>
      <dict>
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.PassKit.issuer-provisioning</string>
      </dict>
      <!-- App.entitlements: no payment-pass-provisioning -->
      """,
    right: """
      <!-- Extension.plist -->
      <key>NSExtension</key>
      <dict>
        <key>NSExtensionPointIdentifier</key>
        <string>com.apple.PassKit.issuer-provisioning</string>
      </dict>
      <!-- App.entitlements -->
      <key>com.apple.developer.payment-pass-provisioning</key>
      <true/>
      """,
    bad: [
      .json(
        #"{"NSExtension": {"NSExtensionPointIdentifier": "com.apple.PassKit.issuer-provisioning"}}"#,
        of: "Extension.plist", at: "/NSExtension/NSExtensionPointIdentifier")
    ],
    good: [
      .json(
        #"{"NSExtension": {"NSExtensionPointIdentifier": "com.apple.share-services"}}"#,
        of: "Extension.plist")
    ])

  package static let all = [
    unreadable,
    wrongFile,
    wrongType,
    unknown,
    ndef,
    noTag,
    format,
    usage,
    aidHex,
    aidOdd,
    aidLength,
    aidTwice,
    aidOrder,
    aidCase,
    aidPayment,
    felica,
    hcePrefix,
    hceMissing,
    passForm,
    passUncovered,
    passTeam,
    notGranted,
    notClaimed,
    merchantForm,
    merchantUncovered,
    readerOrder,
    background,
    walletExtension,
  ]
}
