// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The graph of the modules is here and nowhere else. LayeringTests compare every import line with it.
// Modules have the prefix Pass, since module names are unique over a user's whole build. Folders have
// none, and neither have the lists: "Format/Rules" is the module PassRules in Sources/Format/Rules.

/// A member is visible only through an import of its own module, and imports are internal unless
/// they say otherwise, so that import lines show the boundaries.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Packages of others, and the products that we use. The trait Programs has the first, the trait
/// Service all.
let packages: [(source: String, version: Version, products: String)] = [
  ("apple/swift-argument-parser", "1.8.2", "ArgumentParser"),
  ("hummingbird-project/hummingbird", "2.28.1", "Hummingbird HummingbirdCore"),
  ("apple/swift-http-types", "1.4.0", "HTTPTypes"),
  ("apple/swift-log", "1.16.2", "Logging"),
  ("apple/swift-nio", "2.101.2", "NIOCore NIOEmbedded NIOHTTP1 NIOPosix NIOTLS"),
  ("apple/swift-nio-ssl", "2.37.6", "NIOSSL"),
  ("apple/swift-nio-extras", "1.35.2", "NIOHTTPTypes NIOHTTPTypesHTTP1"),
  ("apple/swift-nio-http2", "1.46.0", "NIOHPACK NIOHTTP2"),
  ("swift-server/swift-service-lifecycle", "2.13.0", "ServiceLifecycle UnixSignals"),
  ("swift-server/async-http-client", "1.37.0", "AsyncHTTPClient"),
]

/// One name of a list: a product of a package, a target with its full name, or a module of ours.
func dependency(_ name: String) -> Target.Dependency {
  let trait = name == "ArgumentParser" ? "Programs" : "Service"
  let package = packages.first { $0.products.split(separator: " ").contains { $0 == name } }
  if let source = package?.source.split(separator: "/") {
    return .product(name: name, package: String(source[1]), condition: .when(traits: [trait]))
  }
  // Users of the libraries need no client of PostgreSQL.
  if name == "CLibPQ" { return .target(name: name, condition: .when(traits: [trait])) }
  let isWhole = name.wholeMatch(of: /C[A-Z].*|[a-z].*|AppleStubs/) != nil
  return .byName(name: isWhole ? name : "Pass" + name)
}

/// The names of a list, which have spaces between them.
func dependencies(_ names: String) -> [Target.Dependency] {
  names.split(separator: " ").map { dependency(String($0)) }
}

/// A module: its folder, and what it imports.
func module(
  _ folder: String, _ names: String = "", in root: String = "Sources", linked: [LinkerSetting] = []
) -> Target {
  .target(
    name: "Pass" + folder.split(separator: "/").last!, dependencies: dependencies(names),
    path: root + "/" + folder, swiftSettings: settings, linkerSettings: linked)
}

/// A program: its name, its folder, and what it imports.
func program(_ name: String, in folder: String? = nil, _ names: String) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies(names), path: folder ?? "Sources/Programs/" + name,
    swiftSettings: settings)
}

/// Tests of a module, or of the whole.
func tests(_ name: String, _ names: String, without: [String] = []) -> Target {
  .testTarget(
    name: name.hasSuffix("Tests") ? name : "Pass\(name)Tests", dependencies: dependencies(names),
    exclude: without, swiftSettings: settings)
}

/// The map of a C library.
func library(_ name: String, _ pkgConfig: String?, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/" + name, pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

/// Benchmarks and probes are declared for `make` alone: `swift build` builds the programs. They use
/// declarations with package access, so they are targets of this package.
let probes =
  Context.environment["PASSC_BENCH"] != "1"
  ? []
  : [
    program("ledger-probe", in: "bench/LedgerProbe", "Basics Issue"),
    program("leak-probe", in: "bench/LeakProbe", "Basics Build Diagnostics Rules Template"),
    program("library-probe", in: "bench/LibraryProbe", "Basics Build Check"),
    program("push-probe", in: "bench/PushProbe", "Basics Crypto Push Rehearsal"),
    program("phone-fleet", in: "bench/PhoneFleet", "Basics Crypto Rehearsal"),
    program(
      "bundle-forge", in: "bench/BundleForge", "Archive Basics Build Crypto Diagnostics Model"),
    program(
      "ready-server", in: "bench/ReadyServer",
      "Basics Hummingbird HummingbirdCore NIOCore NIOPosix"),
    .executableTarget(
      name: "PassServer",
      dependencies: dependencies("Build Check Hummingbird HummingbirdCore NIOCore NIOPosix"),
      path: "examples/pass-server/Sources/PassServer"),
  ]

let package = Package(
  name: "passc",
  platforms: [.macOS(.v15)],
  products: ["passc", "passc-preview", "passc-service"].map { .executable(name: $0, targets: [$0]) }
    + ["PassBuild", "PassCheck", "PassFoundation", "PassNFC", "PassPreview", "PassProvisioning"]
    .map { .library(name: $0, targets: [$0]) },
  // A package that uses one of the libraries and says `traits: []` resolves no other package.
  traits: [
    .trait(name: "Programs", description: "passc and passc-preview, the ledger included"),
    .trait(
      name: "Service", description: "passc-service: serving, pushing and rehearsing",
      enabledTraits: ["Programs"]),
    .default(enabledTraits: ["Programs", "Service"]),
  ],
  dependencies: packages.map { .package(url: "https://github.com/" + $0.source, from: $0.version) },
  targets: [
    library("COpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library("CZip", "libzip", apt: "libzip-dev", brew: "libzip"),
    library("CCairo", "cairo", apt: "libcairo2-dev", brew: "cairo"),
    library("CFontconfig", "fontconfig", apt: "libfontconfig-dev", brew: "fontconfig"),
    library("CFriBidi", "fribidi", apt: "libfribidi-dev", brew: "fribidi"),
    library("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
    library("CSPNG", "spng", apt: "libspng-dev", brew: "libspng"),
    library("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
    library("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
    library("CLibPQ", "libpq", apt: "libpq-dev", brew: "libpq"),
    // Zint has no pkg-config file before 2.12.
    library("CZint", nil, apt: "libzint-dev", brew: "zint"),
    // Nothing is linked: passc opens the module of an HSM when an identity names it.
    .systemLibrary(name: "CPKCS11", path: "Sources/CLibraries/CPKCS11"),
    // The commit that --version prints.
    .target(name: "CVersion", path: "Sources/CLibraries/CVersion"),

    // Values, files, work, diagnostics, JSON.
    module("Base/Basics"),
    module("Base/Diagnostics", "Basics"),
    module("Base/JSON", "Basics Diagnostics"),
    module("Base/Source", "Basics"),
    module("Base/Database", "CSQLite"),
    // What a pass is, and its rules.
    module("Format/Model", "Basics Diagnostics JSON"),
    module("Format/Archive", "Basics Diagnostics Model CZip"),
    module("Format/Rules", "Basics Crypto Diagnostics JSON Model"),
    module("Format/Report", "Basics Diagnostics JSON"),
    module("Format/CompanionFindings", "Diagnostics"),
    // Certificates, signatures, keys in files and outside.
    module("Signing/Crypto", "Basics COpenSSL"),
    module("Signing/Keys", "Basics Crypto Diagnostics JSON CPKCS11"),
    // The reader protocol.
    module("NFC", "Basics Crypto Source"),
    // From a template and a row to a signed pass.
    module("Build/Template", "Basics Diagnostics JSON Model"),
    module("Build/Build", "Archive Basics Crypto Diagnostics JSON Model Report Rules Template"),
    module(
      "Build/Issue",
      "Archive Basics Build Check Crypto Database Diagnostics JSON Model Report Rules Template"),
    module("Build/Foundation", "Archive Basics Build Check Crypto Diagnostics NFC Template"),
    // Finished passes.
    module("Check", "Archive Basics Build Crypto Diagnostics JSON Model Report Rules Template"),
    // Images of passes.
    module("Preview/Barcode", "Model CZint"),
    module(
      "Preview/Drawing",
      "Barcode Crypto JSON Model CCairo CFontconfig CFriBidi CHarfBuzz CSPNG CTurboJPEG"),
    // Foundation brings the words for days near today along.
    module(
      "Preview/Locale",
      linked: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
    module(
      "Preview/Preview",
      "Barcode Basics CompanionFindings Diagnostics Drawing JSON Locale Model Template"),
    // The update service, pushes, the simulated iPhone.
    module("Service/Updates", "Basics Diagnostics JSON"),
    module("Service/Registry", "Basics Crypto Database Updates CLibPQ"),
    module(
      "Service/Push",
      "Basics Crypto Diagnostics JSON Updates AsyncHTTPClient NIOCore NIOHTTP1 NIOHTTP2 "
        + "NIOPosix NIOSSL"),
    module(
      "Service/Rehearsal",
      "Basics Check CompanionFindings Crypto Diagnostics JSON Model Report Updates NIOCore "
        + "NIOHPACK NIOHTTP1 NIOHTTP2 NIOPosix NIOSSL NIOTLS"),
    module(
      "Service/Service",
      "Archive Barcode Basics Build Crypto Diagnostics Issue JSON Model Push Registry "
        + "Report Rules Template Updates HTTPTypes Hummingbird HummingbirdCore Logging NIOCore "
        + "NIOHTTP1 NIOHTTPTypes NIOHTTPTypesHTTP1 NIOPosix NIOSSL ServiceLifecycle UnixSignals"
    ),
    // Beside passes, in an app.
    module("AppSide/App", "Archive Basics Diagnostics JSON Model Source"),
    module("AppSide/Provisioning", "Basics Crypto Diagnostics JSON"),
    // What the programs share.
    module(
      "Programs/Console",
      "Basics Build Crypto Diagnostics Keys Model Report Template CVersion ArgumentParser"),
    program(
      "passc",
      "App Archive Basics Build Check CompanionFindings Console Crypto Diagnostics Issue "
        + "JSON Model NFC Provisioning Report Rules Template ArgumentParser"),
    program(
      "passc-preview",
      "Basics Build Check CompanionFindings Console Diagnostics Drawing JSON Locale Model "
        + "Preview Report Template ArgumentParser HTTPTypes Hummingbird Logging NIOCore"),
    program(
      "passc-service",
      "Basics Build Check Console Crypto Diagnostics Issue Push Registry Rehearsal Report "
        + "Service Updates ArgumentParser"),

    module(
      "Testing", "Archive Basics Build Check Crypto Diagnostics JSON Model Report Rules",
      in: "Tests"),
    // Generated Swift for apps is compiled against the files in Stubs.
    .target(
      name: "AppleStubs", dependencies: ["PassTesting"], path: "Tests/AppleStubs",
      exclude: ["Stubs"], swiftSettings: settings),

    tests(
      "EndToEndTests",
      "Basics Build Check Console Crypto Diagnostics JSON Model NFC Rehearsal Report "
        + "Template Testing AppleStubs passc passc-service ArgumentParser",
      without: ["Goldens", "NFC/Goldens"]),
    tests("InteropTests", "Basics Testing"),
    tests("LayeringTests", "Testing"),
    tests("App", "App Diagnostics JSON Model Report Source Testing AppleStubs"),
    tests("Archive", "Archive Basics Diagnostics Model Testing CZip"),
    tests("Basics", "Basics Testing"),
    tests(
      "Build", "Archive Basics Build Check Crypto Diagnostics JSON Model Rules Template Testing"),
    tests(
      "Check", "Archive Basics Build Check Crypto Diagnostics JSON Model Report Rules Testing passc"
    ),
    tests("Crypto", "Basics Crypto Testing"),
    tests("Database", "Database Testing"),
    tests("Diagnostics", "Diagnostics Report Testing"),
    tests("Drawing", "Barcode Basics Drawing Model Testing"),
    tests("Foundation", "Build Check Foundation NFC Preview"),
    tests(
      "Issue",
      "Basics Build Check Crypto Diagnostics Issue JSON Model Report Rules Template Testing"
        + (probes.isEmpty ? "" : " ledger-probe")),
    tests("JSON", "Diagnostics JSON Testing"),
    tests("Keys", "Basics Crypto Keys Testing"),
    tests("Model", "Diagnostics JSON Model Testing"),
    tests("NFC", "Basics Crypto NFC Testing AppleStubs"),
    tests("Preview", "Diagnostics Drawing JSON Locale Model Preview Testing", without: ["Goldens"]),
    tests("Provisioning", "Crypto Diagnostics JSON Provisioning Testing AppleStubs"),
    tests("Push", "Crypto Push Rehearsal Updates"),
    tests("Registry", "Registry Testing Updates"),
    tests(
      "Rehearsal",
      "Basics Build CompanionFindings Crypto Diagnostics JSON Push Rehearsal Testing "
        + "Updates NIOCore NIOHTTP1 NIOPosix NIOSSL"),
    tests("Report", "Archive Basics Build Check Diagnostics Report Rules Template Testing passc"),
    tests("Rules", "Basics Diagnostics JSON Model Report Rules Testing"),
    tests(
      "Service",
      "Archive Basics Build Crypto Diagnostics JSON Model Push Registry Rehearsal Service "
        + "Testing Updates HTTPTypes Hummingbird HummingbirdCore Logging NIOCore NIOEmbedded "
        + "NIOHTTP1 NIOPosix NIOSSL"
    ),
    tests("Source", "Source"),
    tests("Template", "Basics Diagnostics JSON Model Template Testing"),
    tests("Updates", "Updates"),
  ] + probes,
  swiftLanguageModes: [.v6]
)

// For `make api-docs` alone, so that users of the package do not resolve it.
if Context.environment["PASSC_API_DOCS"] == "1" {
  package.dependencies += [
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")
  ]
}
