// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "pass-server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In your own package, use the URL of passc here. `traits: []` leaves out the dependencies of
    // its programs.
    .package(name: "passc", path: "../..", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "PassServer",
      dependencies: [
        .product(name: "PassBuild", package: "passc"),
        .product(name: "PassCheck", package: "passc"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ])
  ])
