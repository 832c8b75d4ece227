// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with what an app declares: entitlements, Info.plist, identifiers.
package enum AppFindings {
  /// A file that is no property list.
  package static let unreadable = Finding(
    "app.plist.unreadable", .error, effect: .refused,
    why: """
      Entitlements and Info.plist are property lists, XML or binary. Xcode stops at one it \
      cannot read; a tool that writes one by hand does not.
      """,
    help: "correct the text at this place", source: .documented("Apple: property lists"),
    bad: [
      .json(#""text""#, of: "App.entitlements", at: "")
    ],
    good: [
      .json(#"{}"#, of: "App.entitlements")
    ])

  /// A key in the file where it does nothing.
  package static let wrongFile = Finding(
    "app.key.wrongFile", .error, effect: .wrong,
    why: """
      Entitlements are signed into the app, the others are read from Info.plist: a key in the \
      wrong one does nothing. Apple lists the ISO 7816 identifiers under Entitlements; the key \
      belongs to Info.plist.
      """,
    help: "move the key to the other file",
    source: .documented("Apple: entitlements and information property list"),
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

  /// A value of another type than its key takes.
  package static let wrongType = Finding(
    "app.key.type", .error, effect: .refused,
    why: """
      A string where an array is wanted, or YES where a Boolean is, reads as if nothing were \
      there.
      """,
    help: "write the type the key takes: an array, or <true/>",
    source: .documented("Apple: entitlements"),
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

  /// A key near a known one.
  package static let unknown = Finding(
    "app.key.unknown", .warning, effect: .ignored,
    why: "A key nobody knows does nothing, and nobody says so.",
    help: "correct the spelling", source: .convention("keys of the families of this tool"),
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
      App Store Connect refuses NDEF among the formats for apps that are built with a current \
      SDK, error 90778. Below iOS 13 it was right.
      """,
    help: "write TAG alone", source: .documented("App Store Connect, error 90778"),
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
      Core NFC begins no tag session without TAG among the formats, whatever identifiers are \
      listed.
      """,
    help: "add TAG to the formats in the entitlements",
    source: .documented("Core NFC and PassKit, headers: readersession.formats"),
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

  /// A format nobody knows.
  package static let format = Finding(
    "app.nfc.format", .warning, effect: .ignored,
    why: "The formats are TAG, PACE beside it, and NDEF of old.",
    help: "write TAG", source: .documented("Apple: readersession.formats"),
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

  /// A reader without a sentence why.
  package static let usage = Finding(
    "app.nfc.usage", .error, effect: .refused,
    why: """
      Without NFCReaderUsageDescription the system ends the app when a session begins.
      """,
    help: """
      add NFCReaderUsageDescription to Info.plist, or INFOPLIST_KEY_NFCReaderUsageDescription to \
      the settings
      """, source: .documented("Apple: NFCReaderUsageDescription"),
    bad: [
      .json(#"{"NFCReaderUsageDescription": null}"#, of: "Info.plist", at: ""),
      .json(
        #"{"NFCReaderUsageDescription": "  "}"#, of: "Info.plist", at: "/NFCReaderUsageDescription"),
    ],
    good: [
      .json(#"{"NFCReaderUsageDescription": "Reads cards."}"#, of: "Info.plist")
    ])

  /// An application identifier that is not hex.
  package static let aidHex = Finding(
    "app.aid.hex", .error, effect: .refused,
    why: "Identifiers are hex digits without blanks and without 0x.",
    help: "write hex digits alone", source: .documented("ISO/IEC 7816-4"),
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

  /// An application identifier with half a byte.
  package static let aidOdd = Finding(
    "app.aid.odd", .error, effect: .refused,
    why: "Two digits make a byte; an odd digit makes none.",
    help: "write two digits a byte", source: .documented("ISO/IEC 7816-4"),
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

  /// An application identifier of another length than there is.
  package static let aidLength = Finding(
    "app.aid.length", .error, effect: .refused,
    why: "An identifier has 5 to 16 bytes.",
    help: "write 10 to 32 hex digits", source: .documented("ISO/IEC 7816-4"),
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

  /// An application identifier that stands there twice.
  package static let aidTwice = Finding(
    "app.aid.duplicate", .warning, effect: .ignored,
    why: """
      They are selected in their order and the first that answers ends the search: the second is \
      never reached.
      """,
    help: "take the second out",
    source: .documented("Apple: readersession.iso7816.select-identifiers"),
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

  /// An application identifier behind a shorter one it begins with.
  package static let aidOrder = Finding(
    "app.aid.order", .note, effect: .ignored,
    why: """
      A card may select an application by the beginning of its name, so the longer one may never \
      be asked for.
      """,
    help: "put the longer one first",
    source: .convention("selection by partial name, ISO/IEC 7816-4"),
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

  /// An application identifier in small letters.
  package static let aidCase = Finding(
    "app.aid.case", .note, effect: .style,
    why: """
      Both are taken; upper case is the habit, and what initialSelectedAID says.
      """,
    help: "write capital letters", source: .convention("habit"),
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
      Core NFC does not select payment applications in a tag session; NFCPaymentTagReaderSession \
      does, in the European Union.
      """,
    help: "take it out, or use the payment tag session",
    source: .documented("Core NFC, quoted by several projects"),
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

  /// A system code that is none.
  package static let felica = Finding(
    "app.felica.code", .error, effect: .refused,
    why: """
      A system code of FeliCa has four hex digits, and neither byte is the wildcard FF.
      """,
    help: "write four hex digits",
    source: .documented("Core NFC and PassKit, headers: felica.systemcodes"),
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

  /// A prefix for card emulation of the wrong length.
  package static let hcePrefix = Finding(
    "app.hce.prefix", .error, effect: .refused,
    why: """
      A prefix is at least as long as the registered part of an identifier, 5 bytes, and at most \
      16.
      """,
    help: "write 10 to 32 hex digits",
    source: .documented("Apple: nfc.hce.iso7816.select-identifier-prefixes"),
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

  /// Prefixes for card emulation without card emulation.
  package static let hceMissing = Finding(
    "app.hce.missing", .error, effect: .refused,
    why: "Without com.apple.developer.nfc.hce CardSession ends the app.",
    help: "add com.apple.developer.nfc.hce, true", source: .documented("Apple: nfc.hce"),
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

  /// An entry for passes that is none.
  package static let passForm = Finding(
    "app.pass.form", .error, effect: .refused,
    why: """
      An entry is the team prefix, then pass. and more, or a star alone behind the prefix for \
      all passes of the team.
      """,
    help: """
      write $(TeamIdentifierPrefix)pass.com.example.gym or $(TeamIdentifierPrefix)*
      """, source: .documented("Apple: pass-type-identifiers"),
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

  /// A pass the app may not touch.
  package static let passUncovered = Finding(
    "app.pass.uncovered", .error, effect: .refused,
    why: """
      An app reads, replaces and removes only passes whose type its entitlement names and its \
      provisioning profile grants.
      """,
    help: "add the pass type to the entitlement, and to the identifier at Apple",
    source: .documented("Apple: pass-type-identifiers"),
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)pass.com.example.sauna"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers",
        .option("--against pass.com.example.gym"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["$(TeamIdentifierPrefix)pass.com.example.gym"]}"#,
        of: "App.entitlements", .option("--against pass.com.example.gym"))
    ])

  /// A pass of another team.
  package static let passTeam = Finding(
    "app.pass.team", .error, effect: .refused,
    why: """
      The team in the entry is not the one whose certificate signs the passes.
      """,
    help: "write $(TeamIdentifierPrefix), or the team of the certificate",
    source: .documented("Apple: pass-type-identifiers"),
    bad: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["OTHER12345.pass.com.example.gym"]}"#,
        of: "App.entitlements", at: "/com.apple.developer.pass-type-identifiers/0",
        .option("--against pass.com.example.gym"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.pass-type-identifiers": ["EXAMPLE123.pass.com.example.gym"]}"#,
        of: "App.entitlements", .option("--against pass.com.example.gym"))
    ])

  /// An entitlement the profile does not grant.
  package static let notGranted = Finding(
    "app.profile.notGranted", .error, effect: .refused,
    why: """
      What is claimed and not granted keeps the app from being installed. Apple grants the \
      entitlement, the identifier and the profile carry it.
      """,
    help: "add the capability at Apple and make the profile anew",
    source: .documented("Apple: provisioning profiles"),
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

  /// An entitlement that is granted and not claimed.
  package static let notClaimed = Finding(
    "app.profile.notClaimed", .note, effect: .ignored,
    why: """
      The profile grants it, the entitlements file does not ask for it, so the app does not have \
      it.
      """,
    help: "claim it, or let it be", source: .documented("Apple: provisioning profiles"),
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

  /// A merchant that is none.
  package static let merchantForm = Finding(
    "app.merchant.form", .error, effect: .refused,
    why: "Merchant identifiers begin with merchant.",
    help: "write merchant.com.example.gym", source: .documented("Apple: in-app-payments"),
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

  /// A payment for a merchant the app does not have.
  package static let merchantUncovered = Finding(
    "app.merchant.uncovered", .error, effect: .refused,
    why: "PKPaymentRequest.merchantIdentifier has to be one of the entitlement.",
    help: "add the merchant identifier to the entitlement",
    source: .documented("Core NFC and PassKit, headers: PKPaymentRequest.merchantIdentifier"),
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

  /// A payment tag reader that never asks for passes.
  package static let readerOrder = Finding(
    "app.reader.order", .warning, effect: .ignored,
    why: """
      The templates have nfc, and select-identifiers lacks OSE.VAS.01, 4F53452E5641532E3031: the \
      session never selects the application that hands out passes.
      """,
    help: "put 4F53452E5641532E3031 first", source: .convention("the order of select-identifiers"),
    bad: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["A0000000031010"]}"#,
        of: "Info.plist", at: "/com.apple.developer.nfc.readersession.iso7816.select-identifiers",
        .option("--against pass.com.example.gym"), .option("--for payment-tag"))
    ],
    good: [
      .json(
        #"{"com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["4F53452E5641532E3031", "A0000000031010"]}"#,
        of: "Info.plist", .option("--against pass.com.example.gym"), .option("--for payment-tag"))
    ])

  /// Background pushes by half.
  package static let background = Finding(
    "app.push.background", .warning, effect: .ignored,
    why: """
      Background pushes need remote-notification under UIBackgroundModes in Info.plist and \
      aps-environment in the entitlements.
      """,
    help: "add the other half", source: .documented("Apple: pushing background updates"),
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
      Both extensions for cards inside Wallet need \
      com.apple.developer.payment-pass-provisioning, as the app does.
      """,
    help: "add the entitlement to the extension and the app",
    source: .documented("Apple: issuer provisioning extensions"),
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

  /// Every one of them.
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
