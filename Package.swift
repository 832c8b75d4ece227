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

func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "passc",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "passc", targets: ["passc"]),
    .library(name: "PassBuild", targets: ["PassBuild"]),
    .library(name: "PassNFC", targets: ["PassNFC"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),

    module("PassValues"),
    module("PassDiagnostics"),
    module("PassFiles"),
    module("PassJSON", uses: ["PassDiagnostics"]),
    module("PassModel", uses: ["PassDiagnostics", "PassJSON", "PassValues"]),
    module("PassCrypto", uses: ["COpenSSL", "PassValues"]),
    module("PassArchive", uses: ["CZip", "PassDiagnostics", "PassModel"]),
    module(
      "PassLedger",
      uses: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    module(
      "PassTemplate", uses: ["PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassValues"]),
    module("PassNFC", uses: ["PassCrypto", "PassModel", "PassValues"]),
    module("PassRules", uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassCrypto"]),
    module(
      "PassBuild",
      uses: [
        "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto", "PassArchive",
        "PassLedger", "PassTemplate", "PassRules", "PassValues",
      ]),
    .executableTarget(
      name: "passc",
      dependencies: [
        "PassBuild", "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto",
        "PassArchive", "PassLedger", "PassTemplate", "PassRules", "PassNFC",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    // No product: `make leaks` runs it under valgrind.
    .executableTarget(
      name: "leak-probe",
      dependencies: ["PassBuild", "PassDiagnostics", "PassFiles", "PassRules", "PassTemplate"],
      path: "bench/LeakProbe", swiftSettings: settings),
    // No product: `make bench` makes the bundles with it that are checked.
    .executableTarget(
      name: "bundle-forge",
      dependencies: [
        "PassArchive", "PassBuild", "PassCrypto", "PassDiagnostics", "PassFiles", "PassModel",
      ],
      path: "bench/BundleForge", swiftSettings: settings),
    // No product: measures the ledger, and is killed by its tests.
    .executableTarget(
      name: "ledger-probe", dependencies: ["PassFiles", "PassLedger"], path: "bench/LedgerProbe",
      swiftSettings: settings),
    module(
      "PassTesting",
      uses: [
        "PassBuild", "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto",
        "PassArchive", "PassTemplate", "PassRules", "PassValues",
      ]),

    tests("PassValuesTests", uses: ["PassTesting", "PassValues"]),
    tests("PassDiagnosticsTests", uses: ["PassDiagnostics"]),
    tests("PassFilesTests", uses: ["PassFiles", "PassTesting"]),
    tests("PassJSONTests", uses: ["PassDiagnostics", "PassJSON", "PassTesting"]),
    tests("PassModelTests", uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassTesting"]),
    tests("PassCryptoTests", uses: ["PassCrypto", "PassTesting"]),
    .testTarget(
      name: "PassNFCTests",
      dependencies: ["PassCrypto", "PassFiles", "PassJSON", "PassNFC", "PassTesting"],
      exclude: ["Stubs", "Vectors"], swiftSettings: settings),
    tests(
      "PassArchiveTests", uses: ["PassArchive", "PassDiagnostics", "PassModel", "PassTesting"]),
    tests("PassLedgerTests", uses: ["PassFiles", "PassLedger", "PassTesting", "ledger-probe"]),
    tests(
      "PassTemplateTests",
      uses: [
        "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassTemplate", "PassTesting",
        "PassValues",
      ]),
    tests(
      "PassRulesTests",
      uses: ["PassDiagnostics", "PassJSON", "PassModel", "PassRules", "PassCrypto", "PassTesting"]),
    tests(
      "PassBuildTests",
      uses: [
        "PassBuild", "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto",
        "passc", "PassArchive", "PassLedger", "PassTemplate", "PassRules", "PassTesting",
      ]),
    tests(
      "EndToEndTests",
      uses: [
        "passc", "PassBuild", "PassCrypto", "PassDiagnostics", "PassNFC", "PassTemplate",
        "PassTesting", "PassFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "InteropTests",
      uses: ["PassBuild", "PassCrypto", "PassFiles", "PassArchive", "PassTesting"]),
    tests("LayeringTests", uses: []),
  ],
  swiftLanguageModes: [.v6]
)
