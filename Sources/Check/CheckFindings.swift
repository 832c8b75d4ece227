// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings that only the check of finished bundles reports. Their tests are in PassCheckTests.
package enum CheckFindings {
  /// The archive contains order.json and no pass.json, so it is an order.
  package static let order = Finding(
    "package.kind.order", .error, effect: .refused, step: .kind,
    why: """
      An archive with order.json is an order for Wallet's order tracking. Orders have separate \
      certificates and another media type. passc checks only passes.
      """,
    help: "serve it as application/vnd.apple.order",
    source: .documented("Wallet Orders: Building an Order"),
    wrong: "gym.pkpass   order.json  icon.png  manifest.json  signature",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature")
  /// An intact archive contains neither pass.json nor manifest.json nor signature.
  package static let noPass = Finding(
    "package.kind.noPass", .error, effect: .refused, step: .kind,
    why: """
      A .pkpass holds pass.json, manifest.json and signature at its root. This archive has none of \
      them.
      """,
    help: "build the pass with passc build, or check what was packed",
    source: .documented("Wallet Passes: Building a Pass"),
    wrong: "gym.pkpass   photo1.jpg  photo2.jpg",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature")
  /// A .pkpasses contains a folder with the files of a pass instead of a .pkpass.
  package static let unpackedFolder = Finding(
    "group.entry.unpacked", .error, effect: .refused,
    why: """
      The entries of a .pkpasses are complete .pkpass files. Wallet does not look into folders \
      with the files of a pass, and does not offer the bundle.
      """,
    help: "put signed .pkpass files into the bundle: passc group",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "family.pkpasses   A-1/pass.json  A-1/icon.png  A-1/manifest.json  ...",
    right: "family.pkpasses   A-1.pkpass")

  /// An archive of .pkpass files is named .pkpass.
  package static let passesAsPass = Finding(
    "package.kind.passes", .error, effect: .refused, step: .kind,
    why: """
      An archive of .pkpass files is a bundle of passes. It has the extension .pkpasses and \
      another media type. In a .pkpass Wallet looks for pass.json and finds none.
      """,
    help: "name it .pkpasses and serve it as application/vnd.apple.pkpasses",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "family.pkpass     A-1.pkpass  A-2.pkpass",
    right: "family.pkpasses   A-1.pkpass  A-2.pkpass")
  /// An archive with the files of one pass is named .pkpasses.
  package static let passAsPasses = Finding(
    "group.kind.pass", .error, effect: .refused,
    why: """
      A .pkpasses is an archive of complete .pkpass files. If it has the files of one pass at its \
      root, Wallet finds no pass in it.
      """,
    help: "name it .pkpass and serve it as application/vnd.apple.pkpass",
    source: .documented("Wallet Passes: Distributing and updating a pass, multiple passes"),
    wrong: "gym.pkpasses   pass.json  icon.png  manifest.json  signature",
    right: "gym.pkpass     pass.json  icon.png  manifest.json  signature")
  /// A .pkpasses contains an entry that is not a pass, or passes in a folder.
  package static let unexpectedFile = Finding(
    "group.entry.stray", .warning, effect: .maybeRefused,
    why: """
      Apple describes a .pkpasses as an archive of .pkpass files. It does not mention other files, \
      or passes in a folder. It is not known whether Wallet skips such a file or does not offer \
      the bundle.
      """,
    help: "make the bundle with passc group, which packs only passes and no folders",
    source: .convention("Apple's documentation mentions only passes in a .pkpasses"),
    wrong: "family.pkpasses   A-1.pkpass  A-2.pkpass  readme.txt",
    right: "family.pkpasses   A-1.pkpass  A-2.pkpass")

  /// A pass has another ending than .pkpass in its name.
  package static let otherEnding = Finding(
    "package.name.otherEnding", .warning, effect: .maybeRefused, step: .kind,
    why: """
      iPhones recognize a file by its ending, and a download by its media type. If a server sends \
      a pass as application/zip or application/octet-stream, browsers save it as .pkpass.zip or \
      .zip. A phone then unpacks it or offers to save it.
      """,
    help: """
      rename the file; if it is from your server, send Content-Type: application/vnd.apple.pkpass
      """,
    source: .observed("public reports about downloads in Safari and Chrome"),
    wrong: "gym.pkpass.zip   pass.json  icon.png  manifest.json  signature",
    right: "gym.pkpass       pass.json  icon.png  manifest.json  signature")

  /// passc cannot read a target of `passc check`. The run continues and ends with exit code 3.
  package static let unreadable = Finding(
    "package.file.unreadable", .error, effect: .wrong,
    why: """
      passc cannot check a file that it cannot read. It checks the other files, writes its reports \
      and ends with exit code 3.
      """,
    help: "check its permissions, where a link leads, and whether it is complete",
    source: .convention("a run that skips a file must not look like a check of it"),
    wrong: "---------- ada   gym.pkpass",
    right: "-rw-r--r-- ada   gym.pkpass", mayBeAllowed: false)

  package static let all =
    [
      unreadable, order, noPass, passesAsPass, unpackedFolder, passAsPasses, unexpectedFile,
      otherEnding,
    ]
}
