// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The same language settings everywhere: imports stay internal unless said otherwise, and a
/// member is visible only through an import of its own module, so that the layering test can
/// read the borders off the import lines.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module in a folder below Sources. Folders have no prefix; names of modules do, since they are
/// unique over the whole build of a package that uses them.
func module(
  _ name: String, at folder: String, without: [String] = [],
  uses dependencies: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/" + folder, exclude: without,
    swiftSettings: settings)
}

func tests(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// What a pass goes through on its way to a bundle.
let stages: [Target.Dependency] = [
  "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto", "PassArchive",
  "PassTemplate", "PassRules", "PassSystem", "PassValues", "PassWork",
]

/// Everything passc is made of but for the reader protocol.
let rooms: [Target.Dependency] =
  stages + [
    "PassReport", "PassBuild", "PassBundle", "PassCertificates", "PassCheck",
    "PassIssue", "PassStart",
  ]

/// What previews are made of.
let previewRooms: [Target.Dependency] = [
  "PassBarcode", "PassDiagnostics", "PassDrawing", "PassJSON", "PassModel", "PassPreviewFindings",
  "PassTemplate", "PassValues",
]

/// For `make api-docs` alone: those who use the package resolve nothing more.
let documentation: [Package.Dependency] =
  Context.environment["PASSC_API_DOCS"] == "1"
  ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")] : []

/// What only the programs need stands behind a trait: a package that depends on one of the libraries
/// and says `traits: []` resolves no other package.
let forPrograms = TargetDependencyCondition.when(traits: ["Programs"])
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: forPrograms)
let database: [Target.Dependency] = ["GRDB", "GRDBSQLite"].map {
  .product(name: $0, package: "GRDB.swift", condition: forPrograms)
}

/// What serves the live page of `passc preview --watch`.
let pageServer: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
  .product(name: "HTTPTypes", package: "swift-http-types", condition: forPrograms),
  .product(name: "Logging", package: "swift-log", condition: forPrograms),
  .product(name: "NIOCore", package: "swift-nio", condition: forPrograms),
]

/// A product that only the service needs: without the trait nobody fetches or builds it.
func service(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Service"]))
}

let package = Package(
  name: "passc",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "passc", targets: ["passc"]),
    .executable(name: "passc-preview", targets: ["passc-preview"]),
    .executable(name: "passc-service", targets: ["passc-service"]),
    .library(name: "PassBuild", targets: ["PassBuild"]),
    .library(name: "PassCheck", targets: ["PassCheck"]),
    .library(name: "PassFoundation", targets: ["PassFoundation"]),
    .library(name: "PassNFC", targets: ["PassNFC"]),
    .library(name: "PassPreview", targets: ["PassPreview"]),
    .library(name: "PassProvisioning", targets: ["PassProvisioning"]),
  ],
  traits: [
    .trait(name: "Programs", description: "passc and passc-preview, the ledger included"),
    .trait(
      name: "Service", description: "passc-service: serving, pushing and rehearsing",
      enabledTraits: ["Programs"]),
    .default(enabledTraits: ["Programs", "Service"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
  ] + documentation,
  targets: [
    .systemLibrary(
      name: "COpenSSL", path: "Sources/CLibraries/COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZip", path: "Sources/CLibraries/CZip", pkgConfig: "libzip",
      providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(
      name: "CCairo", path: "Sources/CLibraries/CCairo", pkgConfig: "cairo",
      providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CFontconfig", path: "Sources/CLibraries/CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CFriBidi", path: "Sources/CLibraries/CFriBidi", pkgConfig: "fribidi",
      providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/CLibraries/CHarfBuzz", pkgConfig: "harfbuzz",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(
      name: "CSPNG", path: "Sources/CLibraries/CSPNG", pkgConfig: "spng",
      providers: [.apt(["libspng-dev"]), .brew(["libspng"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/CLibraries/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    // Nothing is linked: the modules of tokens are opened when a key in one is named.
    .systemLibrary(name: "CPKCS11", path: "Sources/CLibraries/CPKCS11"),
    // Zint has no pkg-config file before 2.12.
    .systemLibrary(
      name: "CZint", path: "Sources/CLibraries/CZint",
      providers: [.apt(["libzint-dev"]), .brew(["zint"])]),
    .systemLibrary(
      name: "CLibPQ", path: "Sources/CLibraries/CLibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // What a build is told of itself.
    .target(name: "CVersion", path: "Sources/CLibraries/CVersion"),
    module("PassSystem", at: "Base/Basics/System"),
    module("PassValues", at: "Base/Basics/Values"),
    module("PassDiagnostics", at: "Base/Diagnostics", uses: ["PassSystem", "PassValues"]),
    module("PassWork", at: "Base/Basics/Work", uses: ["PassSystem"]),
    module("PassFiles", at: "Base/Basics/Files", uses: ["PassSystem", "PassValues"]),
    module("PassJSON", at: "Base/JSON", uses: ["PassDiagnostics", "PassSystem", "PassValues"]),
    module(
      "PassModel", at: "Format/Model",
      uses: ["PassDiagnostics", "PassJSON", "PassSystem", "PassValues"]),
    module("PassCrypto", at: "Signing/Crypto", uses: ["COpenSSL", "PassSystem", "PassValues"]),
    module(
      "PassKeys", at: "Signing/Keys",
      uses: [
        "CPKCS11", "PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON", "PassSystem",
        "PassValues", "PassWork",
      ]),
    module(
      "PassArchive", at: "Format/Archive",
      uses: ["CZip", "PassDiagnostics", "PassModel", "PassSystem", "PassValues"]),
    module(
      "PassLedger", at: "Build/Issue/Ledger",
      uses: ["PassFiles", "PassSystem", "PassValues"] + database),
    module(
      "PassTemplate", at: "Build/Template",
      uses: ["PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassValues"]),
    module("PassNFC", at: "NFC", uses: ["PassCrypto", "PassModel", "PassSource", "PassValues"]),
    module(
      "PassRules", at: "Format/Rules",
      uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassCrypto", "PassValues"]),
    module("PassReport", at: "Format/Report", uses: ["PassDiagnostics", "PassJSON", "PassValues"]),
    module("PassBuild", at: "Build/Build", without: ["Start", "Certificates"], uses: stages),
    module(
      "PassFoundation", at: "Build/Foundation",
      uses: [
        "PassArchive", "PassBuild", "PassCheck", "PassCrypto", "PassDiagnostics", "PassFiles",
        "PassNFC",
        "PassTemplate",
      ]),
    module("PassBundle", at: "Check/Reading", uses: stages + ["PassBuild"]),
    module(
      "PassCertificates", at: "Build/Build/Certificates",
      uses: stages + ["PassReport", "PassBuild"]),
    module(
      "PassCheck", at: "Check", without: ["Reading"],
      uses: stages + ["PassReport", "PassBuild", "PassBundle"]),
    module(
      "PassIssue", at: "Build/Issue", without: ["Ledger"],
      uses: stages + ["PassLedger", "PassReport", "PassBuild", "PassBundle", "PassCheck"]),
    module("PassStart", at: "Build/Build/Start", uses: stages + ["PassReport"]),
    module("PassBarcode", at: "Preview/Barcode", uses: ["CZint", "PassModel"]),
    module(
      "PassUpdates", at: "Service/Updates", uses: ["PassDiagnostics", "PassJSON", "PassValues"]),
    module(
      "PassRegistry", at: "Service/Registry",
      uses: [
        .target(name: "CLibPQ", condition: .when(traits: ["Service"])), "PassCrypto", "PassFiles",
        "PassSystem", "PassUpdates",
      ] + database),
    module(
      "PassService", at: "Service/Service",
      uses: stages + [
        "PassBarcode", "PassBuild", "PassIssue", "PassPhone", "PassPush", "PassRegistry",
        "PassReport", "PassUpdates",
        service("HTTPTypes", of: "swift-http-types"),
        service("Hummingbird", of: "hummingbird"),
        service("HummingbirdCore", of: "hummingbird"),
        service("Logging", of: "swift-log"),
        service("NIOCore", of: "swift-nio"),
        service("NIOHTTP1", of: "swift-nio"),
        service("NIOHTTPTypes", of: "swift-nio-extras"),
        service("NIOHTTPTypesHTTP1", of: "swift-nio-extras"),
        service("NIOPosix", of: "swift-nio"),
        service("NIOSSL", of: "swift-nio-ssl"),
        service("ServiceLifecycle", of: "swift-service-lifecycle"),
        service("UnixSignals", of: "swift-service-lifecycle"),
      ]),
    module(
      "PassPhone", at: "Service/Rehearsal/Phone",
      uses: ["PassDiagnostics", "PassJSON", "PassValues"]),
    module(
      "PassPush", at: "Service/Push",
      uses: [
        "PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON", "PassPhone",
        service("AsyncHTTPClient", of: "async-http-client"),
        service("NIOCore", of: "swift-nio"), service("NIOHTTP1", of: "swift-nio"),
        service("NIOHTTP2", of: "swift-nio-http2"), service("NIOPosix", of: "swift-nio"),
        service("NIOSSL", of: "swift-nio-ssl"),
      ]),
    module(
      "PassStandIn", at: "Service/Rehearsal/StandIn",
      uses: [
        "PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON",
        service("NIOCore", of: "swift-nio"), service("NIOPosix", of: "swift-nio"),
        service("NIOHPACK", of: "swift-nio-http2"), service("NIOHTTP2", of: "swift-nio-http2"),
        service("NIOSSL", of: "swift-nio-ssl"),
      ]),
    module(
      "PassCalls", at: "Service/Rehearsal/Calls",
      uses: [
        "PassCrypto", service("NIOCore", of: "swift-nio"), service("NIOHTTP1", of: "swift-nio"),
        service("NIOPosix", of: "swift-nio"), service("NIOTLS", of: "swift-nio"),
        service("NIOSSL", of: "swift-nio-ssl"),
      ]),
    module(
      "PassRehearsalFindings", at: "Format/CompanionFindings/Rehearsal", uses: ["PassDiagnostics"]),
    module(
      "PassRehearsal", at: "Service/Rehearsal", without: ["Phone", "Calls", "StandIn"],
      uses: stages + [
        "PassReport", "PassBuild", "PassBundle", "PassCheck", "PassPhone", "PassCalls",
        "PassStandIn", "PassRehearsalFindings", "PassUpdates",
      ]),
    module(
      "PassPreviewFindings", at: "Format/CompanionFindings/Preview", uses: ["PassDiagnostics"]),
    module("PassSource", at: "Base/Source", uses: ["PassDiagnostics", "PassValues"]),
    module(
      "PassPayments", at: "AppSide/App/Payments",
      uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassSource", "PassValues"]),
    module(
      "PassNotifications", at: "AppSide/App/Notifications",
      uses: ["PassDiagnostics", "PassJSON", "PassValues"]),
    module(
      "PassProvisioning", at: "AppSide/Provisioning",
      uses: ["PassCrypto", "PassDiagnostics", "PassJSON", "PassValues"]),
    module(
      "PassApp", at: "AppSide/App/Apps",
      uses: [
        "PassArchive", "PassDiagnostics", "PassFiles", "PassModel", "PassSource", "PassValues",
      ]),
    .target(
      name: "PassPreview", dependencies: previewRooms, path: "Sources/Preview/Preview",
      swiftSettings: settings,
      // The words for days near today; Foundation brings the library along.
      linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
    module(
      "PassDrawing", at: "Preview/Drawing",
      uses: [
        "CCairo", "CFontconfig", "CFriBidi", "CHarfBuzz", "CSPNG", "CTurboJPEG", "PassBarcode",
        "PassCrypto", "PassJSON", "PassModel", "PassValues",
      ]),
    module(
      "PassConsole", at: "Programs/Console",
      uses: [
        "CVersion", "PassBuild", "PassCrypto", "PassDiagnostics", "PassFiles", "PassKeys",
        "PassModel", "PassReport", "PassSystem", "PassTemplate",
        argumentParser,
      ]),
    .executableTarget(
      name: "passc",
      dependencies: rooms + [
        "PassApp", "PassConsole", "PassNFC", "PassNotifications", "PassPayments",
        "PassPreviewFindings", "PassProvisioning", "PassRehearsalFindings",
        argumentParser,
      ],
      path: "Sources/Programs/passc", swiftSettings: settings),
    // Draws for `passc preview`, so that passc itself links no library for it.
    .executableTarget(
      name: "passc-preview",
      dependencies: stages + [
        "PassBuild", "PassBundle", "PassCheck", "PassConsole", "PassDrawing", "PassPreview",
        "PassPreviewFindings", "PassReport",
        argumentParser,
      ] + pageServer,
      path: "Sources/Programs/passc-preview", swiftSettings: settings),
    // Serves, pushes and rehearses for passc, which itself opens no connection.
    .executableTarget(
      name: "passc-service",
      dependencies: [
        "PassBuild", "PassCheck", "PassConsole", "PassCrypto", "PassDiagnostics", "PassFiles",
        "PassIssue", "PassPhone", "PassPush", "PassRegistry", "PassRehearsal", "PassReport",
        "PassService", "PassStandIn", "PassSystem", "PassUpdates", argumentParser,
      ],
      path: "Sources/Programs/passc-service", swiftSettings: settings),
    // No product: `make leaks` runs it under valgrind.
    .executableTarget(
      name: "leak-probe",
      dependencies: ["PassBuild", "PassDiagnostics", "PassFiles", "PassRules", "PassTemplate"],
      path: "bench/LeakProbe", swiftSettings: settings),
    // No product: `make bench` makes the bundles with it that are checked.
    .executableTarget(
      name: "bundle-forge",
      dependencies: [
        "PassArchive", "PassBuild", "PassBundle", "PassCheck", "PassCrypto", "PassDiagnostics",
        "PassFiles", "PassModel",
      ],
      path: "bench/BundleForge", swiftSettings: settings),
    // No product: the example of a server, which has a package of its own. Built here as well, so that
    // its test need not compile Hummingbird once more.
    .executableTarget(
      name: "PassServer",
      dependencies: [
        "PassBuild", "PassCheck",
        .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
        service("HummingbirdCore", of: "hummingbird"), service("NIOCore", of: "swift-nio"),
        service("NIOPosix", of: "swift-nio"),
      ],
      path: "examples/pass-server/Sources/PassServer"),
    // No product: the same server answering with ready bytes, which `make bench` compares it with.
    .executableTarget(
      name: "ready-server",
      dependencies: [
        "PassFiles", .product(name: "Hummingbird", package: "hummingbird", condition: forPrograms),
        service("HummingbirdCore", of: "hummingbird"), service("NIOCore", of: "swift-nio"),
        service("NIOPosix", of: "swift-nio"),
      ],
      path: "bench/ReadyServer", swiftSettings: settings),
    // No product: uses the library as a server does, to measure it and to try it hard.
    .executableTarget(
      name: "library-probe", dependencies: ["PassBuild", "PassCheck", "PassFiles"],
      path: "bench/LibraryProbe", swiftSettings: settings),
    // No product: measures the ledger, and is killed by its tests.
    .executableTarget(
      name: "ledger-probe", dependencies: ["PassFiles", "PassLedger", "PassWork"],
      path: "bench/LedgerProbe", swiftSettings: settings),
    // No product: plays fifty phones in the demo of the service.
    .executableTarget(
      name: "phone-fleet",
      dependencies: [
        "PassCalls", "PassCrypto", "PassFiles", "PassPhone", "PassRehearsal", "PassStandIn",
        "PassValues",
      ],
      path: "bench/PhoneFleet", swiftSettings: settings),
    // No product: measures how many pushes a second one connection takes.
    .executableTarget(
      name: "push-probe", dependencies: ["PassCrypto", "PassFiles", "PassPush", "PassStandIn"],
      path: "bench/PushProbe", swiftSettings: settings),
    .target(
      name: "PassTesting", dependencies: rooms, path: "Tests/PassTesting", swiftSettings: settings),

    tests("PassValuesTests", uses: ["PassTesting", "PassValues"]),
    tests("PassDiagnosticsTests", uses: ["PassDiagnostics", "PassTesting"]),
    tests("PassWorkTests", uses: ["PassSystem", "PassWork"]),
    tests("PassFilesTests", uses: ["PassFiles", "PassTesting"]),
    tests("PassJSONTests", uses: ["PassDiagnostics", "PassJSON", "PassTesting"]),
    tests("PassModelTests", uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassTesting"]),
    tests("PassCryptoTests", uses: ["PassCrypto", "PassTesting", "PassValues"]),
    tests("PassKeysTests", uses: ["PassCrypto", "PassKeys", "PassTesting", "PassValues"]),
    .testTarget(
      name: "PassNFCTests",
      dependencies: [
        "AppleStubs", "PassCrypto", "PassFiles", "PassJSON", "PassNFC", "PassTesting", "PassValues",
      ],
      swiftSettings: settings),
    tests(
      "PassArchiveTests",
      uses: ["PassArchive", "PassDiagnostics", "PassModel", "PassTesting", "PassValues"]),
    tests(
      "PassLedgerTests",
      uses: ["PassFiles", "PassLedger", "PassTesting", "PassWork", "ledger-probe"]),
    tests(
      "PassTemplateTests",
      uses: [
        "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassTemplate", "PassTesting",
        "PassValues",
      ]),
    tests(
      "PassRulesTests",
      uses: [
        "PassDiagnostics", "PassJSON", "PassModel", "PassReport", "PassRules", "PassCrypto",
        "PassTesting", "PassValues",
      ]),
    tests("PassReportTests", uses: rooms + ["PassTesting", "passc"]),
    tests("PassBuildTests", uses: rooms + ["PassTesting"]),
    tests(
      "PassFoundationTests",
      uses: ["PassBuild", "PassCheck", "PassFoundation", "PassNFC", "PassPreview"]),
    tests("PassBundleTests", uses: rooms + ["PassTesting"]),
    tests("PassCertificatesTests", uses: rooms + ["PassTesting"]),
    tests("PassCheckTests", uses: rooms + ["PassTesting", "passc"]),
    tests("PassIssueTests", uses: rooms + ["PassLedger", "PassTesting"]),
    tests("PassUpdatesTests", uses: ["PassUpdates"]),
    tests("PassRegistryTests", uses: ["PassRegistry", "PassTesting", "PassUpdates"]),
    tests(
      "PassServiceTests",
      uses: [
        "PassArchive", "PassBuild", "PassCrypto", "PassDiagnostics", "PassFiles", "PassModel",
        "PassPhone", "PassPush", "PassRegistry", "PassService", "PassSystem", "PassTesting",
        "PassUpdates",
        service("HTTPTypes", of: "swift-http-types"), service("Hummingbird", of: "hummingbird"),
        service("HummingbirdCore", of: "hummingbird"), service("Logging", of: "swift-log"),
        service("NIOCore", of: "swift-nio"),
        service("NIOEmbedded", of: "swift-nio"), service("NIOHTTP1", of: "swift-nio"),
        service("NIOPosix", of: "swift-nio"), service("NIOSSL", of: "swift-nio-ssl"),
      ]),
    tests("PassStartTests", uses: rooms + ["PassTesting"]),
    tests("PassPhoneTests", uses: ["PassPhone", "PassUpdates"]),
    tests("PassPushTests", uses: ["PassCrypto", "PassPhone", "PassPush", "PassStandIn"]),
    tests(
      "PassRehearsalTests",
      uses: stages + [
        "PassBuild", "PassBundle", "PassCheck", "PassPhone", "PassCalls", "PassPush",
        "PassRehearsal", "PassRehearsalFindings", "PassStandIn", "PassTesting", "PassUpdates",
        service("NIOCore", of: "swift-nio"), service("NIOHTTP1", of: "swift-nio"),
        service("NIOPosix", of: "swift-nio"), service("NIOSSL", of: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "PassPreviewTests",
      dependencies: previewRooms + ["PassFiles", "PassPreview", "PassTesting"],
      exclude: ["Goldens"], swiftSettings: settings),
    tests("PassSourceTests", uses: ["PassSource"]),
    tests(
      "PassNotificationsTests",
      uses: ["AppleStubs", "PassDiagnostics", "PassJSON", "PassNotifications", "PassTesting"]),
    tests(
      "PassProvisioningTests",
      uses: [
        "AppleStubs", "PassCrypto", "PassDiagnostics", "PassJSON", "PassProvisioning",
        "PassTesting", "PassValues",
      ]),
    tests(
      "PassAppTests",
      uses: [
        "AppleStubs", "PassApp", "PassDiagnostics", "PassModel", "PassSource", "PassTesting",
      ]),
    // Generated source for apps is compiled against the files in Stubs.
    .target(
      name: "AppleStubs", dependencies: ["PassTesting"], path: "Tests/AppleStubs",
      exclude: ["Stubs"], swiftSettings: settings),
    tests(
      "PassPaymentsTests",
      uses: [
        "AppleStubs", "PassDiagnostics", "PassJSON", "PassModel", "PassPayments", "PassReport",
        "PassTesting",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: rooms + [
        "AppleStubs", "PassConsole", "PassNFC", "PassStandIn", "PassTesting", "passc",
        "passc-service",
        argumentParser,
      ],
      exclude: ["Goldens", "NFC/Goldens"], swiftSettings: settings),
    tests("InteropTests", uses: rooms + ["PassTesting"]),
    .testTarget(
      name: "PassDrawingTests",
      dependencies: ["PassBarcode", "PassDrawing", "PassModel", "PassTesting", "PassValues"],
      swiftSettings: settings),
    tests("LayeringTests", uses: []),
  ],
  swiftLanguageModes: [.v6]
)
