// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The graph of the modules is here and nowhere else; LayeringTests compare all imports with it.
// Module names have the prefix Pass, folders do not: "Format/Rules" is the module PassRules.

/// Import lines show the boundaries: a member is visible only through an import of its module.
let settings: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

/// Packages of others with what we use of them, all for the trait Programs.
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

/// Dependencies by name: products of packages, targets with full names, and our own modules.
func dependencies(_ names: String) -> [Target.Dependency] {
  names.split(separator: " ").map { name in
    let name = String(name)
    let condition = TargetDependencyCondition.when(traits: ["Programs"])
    let package = packages.first { $0.products.split(separator: " ").contains { $0 == name } }
    if let source = package?.source.split(separator: "/") {
      return .product(name: name, package: String(source[1]), condition: condition)
    }
    // Users of the libraries need no client of PostgreSQL.
    if name == "CLibPQ" { return .target(name: name, condition: condition) }
    return .byName(name: name.contains(/^(C[A-Z]|[a-z]|AppleStubs)/) ? name : "Pass" + name)
  }
}

/// A module, or a program if its name begins with a small letter: its folder, and what it imports.
func module(_ folder: String, _ names: String = "", linked: String? = nil) -> Target {
  let name = String(folder.split(separator: "/").last ?? "")
  let path = (folder.wholeMatch(of: /(bench|Tests).*/) == nil ? "Sources/" : "") + folder
  return name.first?.isLowercase == true
    ? .executableTarget(
      name: name, dependencies: dependencies(names), path: path, swiftSettings: settings)
    : .target(
      name: "Pass" + name, dependencies: dependencies(names), path: path,
      exclude: folder == "Check" ? ["Read"] : [], swiftSettings: settings,
      linkerSettings: linked.map { [.linkedLibrary($0, .when(platforms: [.linux]))] })
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

let libraries: [Target] = [
  library("COpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
  library("CZip", "libzip", apt: "libzip-dev", brew: "libzip"),
  library("CExpat", "expat", apt: "libexpat1-dev", brew: "expat"),
  library("CCairo", "cairo", apt: "libcairo2-dev", brew: "cairo"),
  library("CFontconfig", "fontconfig", apt: "libfontconfig-dev", brew: "fontconfig"),
  library("CFriBidi", "fribidi", apt: "libfribidi-dev", brew: "fribidi"),
  library("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev", brew: "harfbuzz"),
  library("CSPNG", "spng", apt: "libspng-dev", brew: "libspng"),
  library("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
  library("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite3"),
  library("CLibPQ", "libpq", apt: "libpq-dev", brew: "libpq"),
  library("CZint", nil, apt: "libzint-dev", brew: "zint"),  // No pkg-config file before 2.12.
  .systemLibrary(name: "CPKCS11", path: "Sources/CLibraries/CPKCS11"),  // Opened at run time.
  .target(name: "CVersion", path: "Sources/CLibraries/CVersion"),  // The commit of --version.
  .target(name: "CNoLocaleData", path: "Sources/CLibraries/CNoLocaleData"),
]

let modules: [Target] = [
  module("Base/Basics"),
  module("Base/Diagnostics", "Basics"),
  module("Base/JSON", "Basics Diagnostics"),
  module("Base/Source", "Basics"),
  module("Base/Database", "CSQLite"),
  module("Format/Model", "Basics Diagnostics JSON"),
  module("Format/Archive", "Basics Diagnostics Model CZip"),
  module("Format/Rules", "Basics Crypto Diagnostics JSON Model"),
  module("Format/Report", "Basics Diagnostics JSON"),
  module("Format/CompanionFindings", "Diagnostics"),
  module("Format/GoogleModel", "Basics CompanionFindings Diagnostics JSON Model"),
  module("Signing/Crypto", "Basics COpenSSL"),
  module("Signing/Keys", "Basics Crypto Diagnostics JSON CPKCS11"),
  module("NFC", "Basics Crypto Source"),
  module("Build/Sheet", "Archive Basics CExpat"),
  module("Build/Template", "Basics Diagnostics JSON Model Sheet"),
  module("Build/Build", "Archive Basics Crypto Diagnostics JSON Model Report Rules Template"),
  module(
    "Build/Issue",
    "Archive Basics Build Crypto Database Diagnostics JSON Model Read Report Rules Template"),
  module("Build/Foundation", "Archive Basics Build Check Crypto Diagnostics NFC Template"),
  // Apart from Check, so that Check and Issue compile at the same time.
  module("Check/Read", "Archive Basics Crypto Diagnostics JSON Model Rules Template"),
  module(
    "Check",
    "Archive Basics Build Crypto Diagnostics GoogleModel JSON Model Read Report Rules Template"),
  module("Preview/Barcode", "Model CZint"),
  module(
    "Preview/Drawing",
    "Barcode Crypto JSON Model CCairo CFontconfig CFriBidi CHarfBuzz CSPNG CTurboJPEG"),
  // ICU is for words such as "yesterday".
  module("Preview/Locale", "Basics JSON Model Template", linked: "_FoundationICU"),
  module(
    "Preview/Preview",
    "Barcode Basics CompanionFindings Diagnostics Drawing JSON Locale Model Template"),
  module("Service/Updates", "Basics Diagnostics JSON"),
  module("Service/Registry", "Basics Crypto Database Updates CLibPQ"),
  module(
    "Service/Push",
    "Basics Crypto Diagnostics JSON Updates AsyncHTTPClient NIOCore NIOHTTP1 NIOHTTP2 NIOPosix "
      + "NIOSSL"),
  module(
    "Service/Rehearsal",
    "Basics Check CompanionFindings Crypto Diagnostics JSON Model Read Report Updates NIOCore "
      + "NIOHPACK NIOHTTP1 NIOHTTP2 NIOPosix NIOSSL NIOTLS"),
  module(
    "Service/Service",
    "Archive Barcode Basics Build Crypto Diagnostics Issue JSON Model Push Registry Report Rules "
      + "Template Updates HTTPTypes Hummingbird HummingbirdCore Logging NIOCore NIOHTTP1 "
      + "NIOHTTPTypes NIOHTTPTypesHTTP1 NIOPosix NIOSSL ServiceLifecycle UnixSignals"),
  module(
    "Google", "Basics CompanionFindings Crypto Diagnostics GoogleModel JSON Locale Model Template"),
  module("AppSide/App", "Archive Basics CompanionFindings Diagnostics JSON Model Source"),
  module("AppSide/Provisioning", "Basics CompanionFindings Crypto Diagnostics JSON"),
  module(
    "Programs/Console",
    "Archive Basics Build Check CompanionFindings Crypto Diagnostics JSON Keys Model Report Template "
      + "CVersion ArgumentParser"),
]

let programs: [Target] = [
  module(
    "Programs/passc",
    "Archive Basics Build Check CompanionFindings Console Crypto Diagnostics GoogleModel Issue JSON "
      + "Model NFC Read Report Rules Template ArgumentParser"),
  module(
    "Programs/passc-app",
    "App Basics Build Check CompanionFindings Console Crypto Diagnostics JSON Model Provisioning "
      + "Report Template ArgumentParser"),
  module(
    "Programs/passc-preview",
    "Basics Build Check CompanionFindings Console Crypto Diagnostics Drawing Google GoogleModel "
      + "JSON Locale Model Preview Read Report Template ArgumentParser"),
  module(
    "Programs/passc-service",
    "Basics Build Check Console Crypto Diagnostics Issue Push Registry Rehearsal Report Service "
      + "Updates CNoLocaleData ArgumentParser"),
]

/// For `make` alone. They use declarations with package access, so they are targets of this package.
let probes: [Target] = [
  module("bench/ledger-probe", "Basics Issue"),
  module("bench/leak-probe", "Archive Basics Build Diagnostics Rules Template"),
  module("bench/library-probe", "Basics Build Check"),
  module("bench/push-probe", "Basics Crypto Push Rehearsal"),
  module("bench/phone-fleet", "Basics Crypto Rehearsal"),
  module("bench/bundle-forge", "Archive Basics Build Crypto Diagnostics Model"),
  module("bench/ready-server", "Basics Hummingbird HummingbirdCore NIOCore NIOPosix"),
  .executableTarget(
    name: "PassServer",
    dependencies: dependencies("Build Check Hummingbird HummingbirdCore NIOCore NIOPosix"),
    path: "examples/pass-server/Sources/PassServer"),
]
let measures = Context.environment["PASSC_BENCH"] == "1"

let testTargets: [Target] = [
  module(
    "Tests/Testing",
    "Archive Basics Build Check Crypto Diagnostics JSON Model Read Report Rules CZip"),
  // Generated Swift for apps is compiled against the files in Stubs.
  .target(
    name: "AppleStubs", dependencies: ["PassTesting"], path: "Tests/AppleStubs",
    exclude: ["Stubs"], swiftSettings: settings),
  tests(
    "EndToEndTests",
    "Basics Build Console Crypto Diagnostics JSON Model NFC Read Rehearsal Report Template "
      + "Testing AppleStubs passc passc-app passc-service ArgumentParser",
    without: ["Goldens", "NFC/Goldens"]),
  tests("LayeringTests", "Testing"),
  tests("App", "App CompanionFindings Diagnostics JSON Model Report Source Testing AppleStubs"),
  tests("Archive", "Archive Basics Diagnostics Model Testing CZip"),
  tests("Basics", "Basics Testing"),
  tests("Build", "Archive Basics Build Crypto Diagnostics JSON Model Read Rules Template Testing"),
  tests(
    "Check",
    "Archive Basics Build Check Crypto Diagnostics JSON Model Read Report Rules Testing passc"),
  tests("Crypto", "Basics Crypto Testing"),
  tests("Database", "Database Testing"),
  tests("Diagnostics", "Diagnostics Report Testing"),
  tests("Drawing", "Barcode Basics Drawing Model Testing"),
  tests("Foundation", "Build Check Foundation NFC Preview"),
  tests(
    "Issue",
    "Basics Build Check Crypto Database Diagnostics Issue Read Report Template Testing"
      + (measures ? " ledger-probe" : "")),
  tests(
    "Google",
    "Basics Build CompanionFindings Crypto Diagnostics Google GoogleModel JSON Model Template "
      + "Testing"),
  tests("GoogleModel", "CompanionFindings Diagnostics GoogleModel JSON Testing"),
  tests("JSON", "Diagnostics JSON Testing"),
  tests("Keys", "Basics Crypto Keys Testing"),
  tests("Model", "Diagnostics JSON Model Testing"),
  tests("NFC", "Basics Crypto NFC Testing AppleStubs"),
  tests("Preview", "Diagnostics Drawing JSON Locale Model Preview Testing", without: ["Goldens"]),
  tests(
    "Provisioning", "CompanionFindings Crypto Diagnostics JSON Provisioning Testing AppleStubs"),
  tests("Push", "Crypto Push Rehearsal Updates"),
  tests("Registry", "Database Registry Testing Updates"),
  tests(
    "Rehearsal",
    "Basics Build CompanionFindings Crypto Diagnostics JSON Push Rehearsal Testing Updates NIOCore "
      + "NIOHTTP1 NIOPosix NIOSSL"),
  tests(
    "Report", "Archive Basics Build Check Diagnostics Read Report Rules Template Testing passc"),
  tests("Rules", "Basics Diagnostics JSON Model Report Rules Testing"),
  tests(
    "Service",
    "Archive Basics Build Crypto Database Diagnostics JSON Model Push Registry Rehearsal Service "
      + "Testing Updates HTTPTypes Hummingbird HummingbirdCore Logging NIOCore NIOEmbedded "
      + "NIOHTTP1 NIOPosix NIOSSL"),
  tests("Sheet", "Basics Sheet Testing"),
  tests("Source", "Source"),
  tests("Template", "Basics Build Diagnostics JSON Model Template Testing"),
  tests("Updates", "Updates"),
]

let package = Package(
  name: "passc",
  platforms: [.macOS(.v15)],
  products: programs.map { .executable(name: $0.name, targets: [$0.name]) }
    + [
      "PassBuild", "PassCheck", "PassFoundation", "PassGoogle", "PassNFC", "PassPreview",
      "PassProvisioning",
    ]
    .map { .library(name: $0, targets: [$0]) },
  // A user of the libraries with `traits: []` resolves no other package. There is one trait, because
  // SwiftPM passes several to the compiler in a changing order, which compiles everything again.
  traits: [
    .trait(name: "Programs", description: "passc and the programs next to it"),
    .default(enabledTraits: ["Programs"]),
  ],
  dependencies: packages.map { .package(url: "https://github.com/" + $0.source, from: $0.version) }
    // For `make api-docs` alone, so that users of the package do not resolve it.
    + (Context.environment["PASSC_API_DOCS"] == nil
      ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")]),
  targets: libraries + modules + programs + (measures ? probes : []) + testTargets,
  swiftLanguageModes: [.v6]
)
